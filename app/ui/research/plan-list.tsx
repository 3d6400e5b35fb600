/* The plan: each step with what is searched for it and what was found; changed, moved, added and removed at any time. */
import { ArrowDown, ArrowUp, Pencil, Plus, RotateCcw, Trash2 } from "lucide-react";
import { useState, type SyntheticEvent } from "react";
import { researchLimits, type Research, type ResearchQuery, type ResearchStep } from "#core/research/research.ts";
import { Button } from "../kit/button.tsx";
import { IconButton } from "../kit/icon-button.tsx";
import { TextArea } from "../kit/text-area.tsx";
import type { ResearchActions } from "./use-research.ts";

export function PlanList({ research, actions }: { research: Research; actions: ResearchActions }) {
  const { steps, mayWrite, run } = research;
  const [editing, setEditing] = useState<string | null>(null);
  const close = () => setEditing(null);
  const isPlanning = run !== null && run.kind === "plan" && run.state !== "failed";
  return (
    <>
      {steps.length === 0 && (
        <p className="text-ink-soft">{isPlanning ? "Making the plan…" : "No steps yet. Add the first, or have a plan made."}</p>
      )}
      <ol className="divide-y divide-rule border-y border-rule empty:border-0">
        {steps.map((step, at) => (
          <li key={step.id} className="py-3.5">
            {editing === step.id ? (
              <StepForm
                step={step}
                onClose={close}
                onSave={(body) => actions.send(`/steps/${step.id}`, { method: "PATCH", body })}
              />
            ) : (
              <Step
                step={step}
                at={at}
                count={steps.length}
                mayWrite={mayWrite}
                actions={actions}
                onEdit={() => setEditing(step.id)}
              />
            )}
          </li>
        ))}
      </ol>
      {mayWrite && editing === "new" && (
        <div className="mt-4">
          <StepForm onClose={close} onSave={(body) => actions.send("/steps", { body })} />
        </div>
      )}
      {mayWrite && editing !== "new" && steps.length < researchLimits.steps && (
        <Button className="mt-4" onClick={() => setEditing("new")}>
          <Plus /> Add a step
        </Button>
      )}
    </>
  );
}

type StepProps = {
  step: ResearchStep;
  at: number;
  count: number;
  mayWrite: boolean;
  actions: ResearchActions;
  onEdit: () => void;
};

function Step({ step, at, count, mayWrite, actions, onEdit }: StepProps) {
  const { id, question, queries, finding } = step;
  const change = (body: object) => void actions.send(`/steps/${id}`, { method: "PATCH", body });
  return (
    <div className="group/step">
      <div className="flex items-start gap-3">
        <span aria-hidden="true" className="w-6 shrink-0 pt-0.5 text-right text-ink-faint tabular-nums">
          {at + 1}
        </span>
        <div className="min-w-0 flex-1">
          <p dir="auto" className="font-serif text-lg wrap-anywhere">
            {question}
          </p>
          <p className="text-sm wrap-anywhere text-ink-soft">
            {[stateWords(step), queryWords(queries)].filter(Boolean).join(" · ")}
          </p>
        </div>
      </div>
      {finding !== null && (finding.text !== "" || finding.note !== null) && (
        <details className="mt-1 ms-9">
          <summary className="cursor-pointer text-blue touch-target">Answer</summary>
          <div className="mt-1 rounded-lg border border-rule bg-raised p-4">
            <p dir="auto" className="font-serif wrap-anywhere whitespace-pre-wrap">
              {shown(finding.text)}
            </p>
            {finding.note !== null && <p className="mt-2 text-sm text-ink-soft">{finding.note}</p>}
          </div>
        </details>
      )}
      {mayWrite && (
        <div className="mt-1 ms-8 flex flex-wrap gap-1">
          <IconButton size="small" label={`Edit step ${at + 1}`} icon={<Pencil />} onClick={onEdit} />
          <IconButton
            size="small"
            label={`Move step ${at + 1} up`}
            icon={<ArrowUp />}
            disabled={at === 0}
            onClick={() => change({ position: at - 1 })}
          />
          <IconButton
            size="small"
            label={`Move step ${at + 1} down`}
            icon={<ArrowDown />}
            disabled={at === count - 1}
            onClick={() => change({ position: at + 1 })}
          />
          {finding !== null && !finding.isOutdated && (
            <IconButton
              size="small"
              label={`Ask step ${at + 1} again`}
              icon={<RotateCcw />}
              onClick={() => change({ again: true })}
            />
          )}
          <IconButton size="small" label={`Remove step ${at + 1}`} icon={<Trash2 />} onClick={() => void actions.removeStep(id)} />
        </div>
      )}
    </div>
  );
}

function stateWords({ finding }: ResearchStep): string {
  if (finding === null) return "Not asked yet";
  if (finding.isOutdated) return "To be asked again";
  return { found: "Answered", "not-found": "Nothing found", failed: "Failed" }[finding.state];
}

function queryWords(queries: readonly ResearchQuery[]): string {
  return queries.map(({ kind, text }) => (kind === "citing" ? "what cites the sections found" : `“${text}”`)).join(", ");
}

/** As words: the memo has the notes. */
function shown(markdown: string): string {
  return markdown
    .replaceAll(/^>\s?/gm, "")
    .replaceAll("**", "")
    .replaceAll(/\\([!-/:-@[-`{-~])/g, "$1");
}

type StepBody = { question: string; queries: ResearchQuery[] };
type StepFormProps = { step?: ResearchStep; onSave: (body: StepBody) => Promise<boolean>; onClose: () => void };

function StepForm({ step, onSave, onClose }: StepFormProps) {
  const [isBusy, setBusy] = useState(false);
  const words = (step?.queries ?? []).filter(({ kind }) => kind === "words").map(({ text }) => text);
  async function save(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const lines = String(form.get("searches") ?? "")
      .split("\n")
      .map((line) => line.trim().slice(0, researchLimits.query))
      .filter((line) => line !== "");
    const queries = lines.slice(0, researchLimits.queries - 1).map((text): ResearchQuery => ({ kind: "words", text }));
    if (form.get("citing") !== null) queries.push({ kind: "citing", text: "" });
    setBusy(true);
    if (await onSave({ question: String(form.get("question") ?? ""), queries })) onClose();
    else setBusy(false);
  }
  return (
    <form onSubmit={(event) => void save(event)} className="flex flex-col gap-3 rounded-xl border border-rule bg-raised p-4">
      <TextArea
        label="Question"
        name="question"
        rows={2}
        required
        maxLength={researchLimits.stepQuestion}
        defaultValue={step?.question}
        // It was asked for.
        autoFocus
      />
      <TextArea
        label="Searches"
        name="searches"
        rows={3}
        defaultValue={words.join("\n")}
        hint="One per line: words as the law uses them, or a provision. Leave empty to search for the question itself."
      />
      <label className="flex items-center gap-2">
        <input type="checkbox" name="citing" defaultChecked={step?.queries.some(({ kind }) => kind === "citing")} />
        Look for what cites the sections found
      </label>
      <p className="flex gap-2">
        <Button variant="primary" type="submit" pending={isBusy}>
          Save step
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </p>
    </form>
  );
}
