/*
 * A tool call's input and output. Collapsed it is one line; expanded it shows the
 * details for anyone who wants to check them.
 */
import { Ban, Check, ChevronRight, Info } from "lucide-react";
import { useState } from "react";
import type { ToolInvocation, ToolName } from "#core/chat/message.ts";
import { webSearchNotSetUp } from "../../composer/web-search-context.ts";
import { Spinner } from "../../kit/spinner.tsx";
import type { LiveText } from "../live-text.ts";
import { toolWords, type ToolWords } from "../tool-words.ts";
import { PlainText } from "./plain-text.tsx";
import { WebResults, webResultsIn } from "./web-results.tsx";

export function ToolPanel({ invocation, input }: { invocation: ToolInvocation; input: LiveText }) {
  const [expanded, setExpanded] = useState(false);
  const { toolName, state, args, result } = invocation;
  const words: ToolWords = isFromLaw(result) ? lawWords : (toolWords[toolName as ToolName] ?? { doing: toolName, done: toolName });
  const outcome = state === "result" ? outcomeOf(result) : "pending";
  const pages = toolName === "webSearch" ? webResultsIn(result) : null;
  const subject = state === "partial-call" ? "" : subjectOf(args);
  return (
    <div className="my-3 overflow-hidden rounded-xl border border-rule font-sans text-sm" data-tool={toolName} data-state={state}>
      <button
        type="button"
        aria-expanded={expanded}
        onClick={() => setExpanded(!expanded)}
        className="flex min-h-10 w-full items-center gap-2.5 px-3 py-2 text-left touch-target hover:bg-wash"
      >
        <Sign outcome={outcome} />
        <span className="shrink-0 font-medium text-ink-soft">
          {isNotSetUp(result) ? "Nothing was searched" : outcome === "pending" ? words.doing : words.done}
        </span>
        <span className="min-w-0 flex-1 truncate text-ink-faint">{outcome === "cancelled" ? "Cancelled" : subject}</span>
        <ChevronRight
          className={`size-4 shrink-0 text-ink-faint transition-transform ${expanded ? "rotate-90" : ""}`}
          aria-hidden="true"
        />
      </button>
      {state === "result" && <Notices notices={noticesOf(result)} />}
      {isNotSetUp(result) && <p className="border-t border-rule px-3 py-2.5 text-xs text-ink-soft">{webSearchNotSetUp}</p>}
      {expanded && (
        <dl className="space-y-3 border-t border-rule px-3 py-3 text-xs">
          <div>
            <dt className="group-label mb-1">Input</dt>
            <dd>
              {state === "partial-call" ? <PlainText as="pre" text={input} className={valueClass} /> : <Value value={args} />}
            </dd>
          </div>
          {state === "result" && (
            <div>
              <dt className="group-label mb-1">Result</dt>
              <dd>{pages === null ? <Value value={result} /> : <WebResults results={pages} />}</dd>
            </div>
          )}
        </dl>
      )}
    </div>
  );
}

const lawWords: ToolWords = { doing: "Searching the law", done: "Searched the law" };

/** Law passages carry a citation form; if the result has only those, no file was useful. */
function isFromLaw(result: unknown): boolean {
  if (typeof result !== "object" || result === null || !("passages" in result) || !Array.isArray(result.passages)) return false;
  const passages: unknown[] = result.passages;
  return passages.length > 0 && passages.every((one) => typeof one === "object" && one !== null && "pinpoint" in one);
}

const valueClass = "max-h-64 overflow-auto scroll-thin rounded-lg bg-desk px-2.5 py-2 font-mono leading-5 text-ink-soft";

/** What the reader must see even with the panel closed: outdated law, or a source that could not be reached. */
function Notices({ notices }: { notices: string[] }) {
  if (notices.length === 0) return null;
  return (
    <ul className="space-y-1 border-t border-rule px-3 py-2 text-xs text-ink-soft">
      {notices.map((notice) => (
        <li key={notice} className="flex gap-2">
          <Info className="mt-0.5 size-3.5 shrink-0 text-warn" aria-hidden="true" />
          {notice}
        </li>
      ))}
    </ul>
  );
}

function noticesOf(result: unknown): string[] {
  if (typeof result !== "object" || result === null || !("notices" in result) || !Array.isArray(result.notices)) return [];
  return result.notices.filter((notice) => typeof notice === "string");
}

/** No web search is configured. */
function isNotSetUp(result: unknown): boolean {
  return (
    typeof result === "object" && result !== null && "available" in result && result.available === false && "results" in result
  );
}

type Outcome = "pending" | "done" | "cancelled" | "failed";

function outcomeOf(result: unknown): Outcome {
  if (typeof result !== "object" || result === null) return "done";
  if ("cancelled" in result && result.cancelled === true) return "cancelled";
  return ("error" in result && result.error) || isNotSetUp(result) ? "failed" : "done";
}

function Sign({ outcome }: { outcome: Outcome }) {
  if (outcome === "pending") return <Spinner label="Running" className="size-4 text-ink-faint" />;
  if (outcome === "done") return <Check className="size-4 shrink-0 text-insert" role="img" aria-label="Done" />;
  return <Ban className="size-4 shrink-0 text-warn" role="img" aria-label={outcome === "cancelled" ? "Cancelled" : "Failed"} />;
}

/** The most descriptive line of an input: its query, else its first short text. */
function subjectOf(args: unknown): string {
  if (typeof args === "string") return args;
  if (typeof args !== "object" || args === null) return "";
  const values = Object.values(args);
  return String(("query" in args && args.query) || values.find((value) => typeof value === "string") || "");
}

function Value({ value }: { value: unknown }) {
  const text = typeof value === "string" ? value : contentOf(value);
  return (
    <pre tabIndex={0} className={`${valueClass} break-words whitespace-pre-wrap`}>
      {text}
    </pre>
  );
}

/** A result that includes its own text is shown as that text alone. */
function contentOf(value: unknown): string {
  if (typeof value === "object" && value !== null && "content" in value && typeof value.content === "string") return value.content;
  return JSON.stringify(value, null, 2) ?? "";
}
