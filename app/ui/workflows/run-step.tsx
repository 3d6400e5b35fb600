/* A step of a run. */
import { RotateCcw } from "lucide-react";
import { Link } from "react-router";
import { verdictWords } from "#core/claims/verdicts.ts";
import type { RunStep, StepMade, StepSource, StepState, WorkflowRun } from "#core/workflows/run.ts";
import { documentUrl } from "#core/sources/stored-file.ts";
import { textOfValue, type RecordField, type WorkflowValue } from "#core/workflows/values.ts";
import { kindRules } from "#core/workflows/workflow.ts";
import { Button } from "../kit/button.tsx";
import { late } from "../kit/late.ts";
import { longDate } from "../organizations/dates.ts";
import { useWorkspace } from "../shell/use-place.ts";
import { AnswerForm } from "./answer-form.tsx";
import { PreparedEmailCard } from "./prepared-email.tsx";
import type { Send } from "./send.ts";
import { StepIcon } from "./step-icon.tsx";

// Drawn with the chat's own code, which no other page should fetch with its first files.
const MarkdownText = late(() => import("../chat/blocks/markdown-text.tsx")).part("MarkdownText");

type StepProps = { step: RunStep; run: WorkflowRun; send: Send };

const stateWords: Record<StepState, string> = { done: "Done", skipped: "Skipped", waiting: "Waiting", failed: "Failed" };

export function RunStepCard({ step, run, send }: StepProps) {
  const { kind, title, state, note, path } = step;
  const depth = path.split(".").length > 1;
  const isQuiet = state === "skipped" || kind === "if" || kind === "for each";
  return (
    <section
      aria-label={title}
      className={`rounded-xl border bg-paper px-5 py-4 ${state === "waiting" ? "border-blue" : "border-rule"} ${depth ? "ml-6 max-sm:ml-3" : ""} ${isQuiet ? "bg-raised" : "shadow-sm"}`}
    >
      <div className="flex items-start gap-3.5">
        <StepIcon kind={kind} />
        <div className="min-w-0 flex-1">
          <p className="text-xs text-ink-faint">
            {[kindRules[kind].words, stateWords[state], step.answeredBy && `by ${step.answeredBy}`].filter(Boolean).join(" · ")}
          </p>
          <h2 className="font-serif text-title break-words">{title}</h2>
          {note !== "" && <p className={`mt-1 text-pretty ${state === "failed" ? "text-danger" : "text-ink-soft"}`}>{note}</p>}
          <Question step={step} run={run} send={send} />
          {step.result !== null && <Result result={step.result} />}
          {step.made !== null && <Made made={step.made} />}
          <Details step={step} />
        </div>
        {run.mayWrite && run.state !== "working" && state !== "skipped" && (
          <Button
            size="small"
            variant="quiet"
            aria-label={`Run again from here: ${title}`}
            onClick={() => void send(`/api/workflow-runs/${run.id}/retry`, { body: { path } })}
          >
            <RotateCcw /> From here
          </Button>
        )}
      </div>
    </section>
  );
}

function Question({ step, run, send }: StepProps) {
  const { question, state, waitsFor, dueAt, path } = step;
  if (state !== "waiting") return null;
  const answer = (text: string) => send(`/api/workflow-runs/${run.id}/answer`, { body: { path, answer: text } });
  if (question === null)
    return (
      run.mayWrite && (
        <Button size="small" className="mt-3" onClick={() => void answer("")}>
          Continue with what is there
        </Button>
      )
    );
  const isFor = waitsFor === null ? "Anyone who writes in the project can answer." : `Asked of ${waitsFor.name}.`;
  return (
    <div className="mt-2">
      {question.isInstead && (
        <p className="mb-2 text-ink-soft">
          {step.kind === "find" ? "The web was not searched, so this step is yours." : "No model did this step, so it is yours."}
        </p>
      )}
      {question.email !== undefined ? (
        <PreparedEmailCard email={question.email} />
      ) : (
        <div dir="auto" className="font-serif text-read text-pretty">
          <MarkdownText text={question.text} />
        </div>
      )}
      <p className="mt-2 text-xs text-ink-faint">
        {isFor} {dueAt !== null && `Due on ${longDate(dueAt)}.`}
      </p>
      {run.mayWrite && <AnswerForm question={question} onAnswer={answer} />}
    </div>
  );
}

function Result({ result }: { result: WorkflowValue }) {
  if (result.type === "record") return <Fields fields={result.fields} />;
  const isPasted = result.type === "pasted";
  const text = isPasted ? result.text : textOfValue(result);
  if (text === "") return null;
  return (
    <div
      dir="auto"
      className={`scroll-thin mt-2 max-h-120 overflow-y-auto font-serif text-read text-pretty ${isPasted ? "whitespace-pre-wrap" : ""}`}
    >
      {isPasted ? text : <MarkdownText text={text} />}
    </div>
  );
}

const mostFields = 100;

function Fields({ fields }: { fields: readonly RecordField[] }) {
  return (
    <dl className="mt-2 grid gap-x-4 gap-y-1.5 sm:grid-cols-[minmax(8rem,1fr)_2fr]">
      {fields.slice(0, mostFields).map(({ label, value, state, note }, at) => (
        // Two may be called the same.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={`${at} ${label}`} className="contents">
          <dt dir="auto" className="text-ink-soft break-words">
            {label}
          </dt>
          <dd dir="auto" className="min-w-0 break-words">
            <span className={state === undefined || state === "found" ? "" : "text-ink-faint"}>
              {value || (state === "not-present" ? "Not present" : state === "unclear" ? "Unclear" : "–")}
            </span>
            {note !== undefined && note !== "" && <span className="block text-xs text-ink-faint text-pretty">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Made({ made: { kind, id, projectId, name } }: { made: StepMade }) {
  const place = useWorkspace();
  const to = kind === "review" ? `/review/${id}` : `/vault/projects/${projectId}/drafts/${id}`;
  const words = { draft: "Open the draft", review: "Open the review", changes: "Decide on its changes" }[kind];
  return (
    <p className="mt-3">
      <Link to={place.path(to)} className="text-blue underline-offset-4 hover:underline">
        {words}: {name}
      </Link>
    </p>
  );
}

function Details({ step: { given, sources, model, cost } }: { step: RunStep }) {
  const shown = sources.slice(0, 40);
  if (given.length === 0 && shown.length === 0) return null;
  return (
    <details className="mt-3">
      <summary className="cursor-pointer text-ink-faint touch-target hover:text-ink">
        {shown.length > 0
          ? `What it was given, and ${sources.length === 1 ? "its source" : `${sources.length} sources`}`
          : "What it was given"}
      </summary>
      <dl className="mt-2 flex flex-col gap-2">
        {given.map(({ label, text }) => (
          <div key={label}>
            <dt className="text-xs text-ink-faint">{label}</dt>
            <dd dir="auto" className="whitespace-pre-wrap text-ink-soft break-words">
              {text}
            </dd>
          </div>
        ))}
      </dl>
      <ul className="mt-2 flex flex-col gap-2">
        {shown.map((source, at) => (
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${at} ${source.quoted.slice(0, 40)}`}>
            <Source source={source} />
          </li>
        ))}
      </ul>
      {model !== null && (
        <p className="mt-2 text-xs text-ink-faint">
          {model}
          {cost !== null && cost > 0 && `, $${cost.toFixed(4)}`}
        </p>
      )}
    </details>
  );
}

function Source({ source: { words, quoted, document, verdict, page, url, fileId } }: { source: StepSource }) {
  const href = url ?? (fileId === undefined ? undefined : documentUrl(fileId));
  const name = page === undefined ? document : `${document}, page ${page}`;
  return (
    <figure>
      <blockquote dir="auto" className="border-l-2 border-rule-strong pl-3 font-serif text-pretty">
        {words ?? quoted}
      </blockquote>
      <figcaption className="mt-0.5 pl-3.5 text-xs text-ink-faint">
        {href === undefined ? (
          name
        ) : (
          <a href={href} className="underline-offset-4 hover:underline">
            {name}
          </a>
        )}{" "}
        · {verdictWords[verdict]}
      </figcaption>
    </figure>
  );
}
