/* A run: what waits, what came of it, and every step with what it was given, what it found and the words it stands on. */
import { Ban, Pause, Play, Trash2 } from "lucide-react";
import { useNavigate, useRevalidator } from "react-router";
import type { WorkflowRun } from "#core/workflows/run.ts";
import { textOfValue } from "#core/workflows/values.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Button } from "../kit/button.tsx";
import { IconButton } from "../kit/icon-button.tsx";
import { showToast } from "../kit/toast.tsx";
import { longDate } from "../organizations/dates.ts";
import { useFresh } from "../projects/use-fresh.ts";
import { useWorkspace } from "../shell/use-place.ts";
import { BackLink } from "./back-link.tsx";
import type { Send } from "./send.ts";
import { RunMark } from "./run-rows.tsx";
import { RunStepCard } from "./run-step.tsx";

export function RunPage({ run }: { run: WorkflowRun }) {
  const { revalidate } = useRevalidator();
  useFresh((update) => update.type === "jobs" || (update.type === "workflow-run" && update.runId === run.id));
  const send: Send = async (path, question) => {
    try {
      await ask(path, question);
      await revalidate();
      return true;
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
      await revalidate();
      return false;
    }
  };
  return (
    <main className="scroll-thin min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto w-full max-w-200 px-5 pt-6 pb-20">
        <BackLink to={`/workflows/${run.workflowId}`}>{run.isTest ? "Back to the workflow" : run.name}</BackLink>
        <header className="mt-2 flex flex-wrap items-start justify-between gap-4">
          <div className="min-w-0">
            <h1 dir="auto" className="font-serif text-display break-words">
              {run.isTest ? `Test of ${run.name}` : run.name}
            </h1>
            <p className="mt-1 text-ink-soft">
              <RunMark state={run.state} /> · {aboutRun(run)}
            </p>
          </div>
          <RunActions run={run} send={send} />
        </header>
        <p className="mt-1 text-xs text-ink-faint">{costWords(run)}</p>
        {run.problem !== null && <p className="mt-4 text-danger">{run.problem}</p>}
        <Given run={run} />
        <ol aria-label="Steps" className="mt-6 flex flex-col gap-3">
          {run.steps.map((step) => (
            <li key={step.path}>
              <RunStepCard step={step} run={run} send={send} />
            </li>
          ))}
        </ol>
        {run.left.length > 0 && (
          <p className="mt-5 text-ink-faint text-pretty">Then: {run.left.map(({ title }) => title).join(" · ")}</p>
        )}
      </div>
    </main>
  );
}

function aboutRun({ projectName, by, at, version, isTest, job }: WorkflowRun): string {
  const state = job?.state === "paused" ? "Paused" : job?.state === "queued" ? "Waiting for its turn" : null;
  return [state, !isTest && projectName, by, longDate(at), version > 0 && `version ${version}`].filter(Boolean).join(" · ");
}

function costWords({ model, inputTokens, outputTokens, cost }: WorkflowRun): string {
  if (model === "stet-builtin") return "No model is connected: rules and people do the steps.";
  const tokens = (inputTokens + outputTokens).toLocaleString("en");
  const price = cost === null ? "its price is not known" : `$${cost.toFixed(cost < 1 ? 4 : 2)}`;
  return `${model}: ${tokens} tokens, ${price} so far.`;
}

function RunActions({ run, send }: { run: WorkflowRun; send: Send }) {
  const place = useWorkspace();
  const navigate = useNavigate();
  const { id, name, job, state, mayWrite, isTest } = run;
  if (!mayWrite) return null;
  async function remove() {
    if (!(await send(`/api/workflow-runs/${id}`, { method: "DELETE" }))) return;
    await navigate(place.path(isTest ? `/workflows/${run.workflowId}` : "/workflows/runs"));
    const undo = async () => {
      await ask(`/api/workflow-runs/${id}/bring-back`, { method: "POST", body: {} });
      await navigate(place.path(`/workflows/runs/${id}`));
    };
    const action = { label: "Undo", run: () => void undo() };
    showToast({ kind: "success", text: `Run of “${name}” deleted`, ...(!isTest && { action }) });
  }
  const isOpen = state === "working" || state === "waiting";
  const jobId = job?.id ?? null;
  const change = (action: string) => void send(`/api/jobs/${jobId}`, { body: { action } });
  return (
    <span className="flex flex-wrap items-center gap-2">
      {jobId !== null && (job?.state === "running" || job?.state === "queued") && (
        <Button size="small" onClick={() => change("pause")}>
          <Pause /> Pause
        </Button>
      )}
      {jobId !== null && job?.state === "paused" && (
        <Button size="small" onClick={() => change("resume")}>
          <Play /> Resume
        </Button>
      )}
      {jobId !== null && job?.state === "failed" && (
        <Button size="small" onClick={() => change("retry")}>
          <Play /> Try again
        </Button>
      )}
      {isOpen && (
        <Button size="small" onClick={() => void send(`/api/workflow-runs/${id}/cancel`, { method: "POST", body: {} })}>
          <Ban /> Cancel
        </Button>
      )}
      {!isOpen && <IconButton label="Delete run" icon={<Trash2 />} onClick={() => void remove()} />}
    </span>
  );
}

function Given({ run: { inputs, values } }: { run: WorkflowRun }) {
  const given = inputs.flatMap(({ name, label }) => {
    const value = values[name];
    const text = value === undefined ? "" : textOfValue(value);
    return text === "" ? [] : [{ label, text: text.length > 300 ? `${text.slice(0, 300)}…` : text }];
  });
  if (given.length === 0) return null;
  return (
    <dl className="mt-6 grid gap-x-4 gap-y-1 border-y border-rule py-4 sm:grid-cols-[12rem_minmax(0,1fr)]">
      {given.map(({ label, text }) => (
        <div key={label} className="contents">
          <dt className="text-ink-faint text-pretty">{label}</dt>
          <dd dir="auto" className="whitespace-pre-line text-pretty">
            {text}
          </dd>
        </div>
      ))}
    </dl>
  );
}
