/*
 * A tool call. Closed, it is its outcome in one line; open, it shows what was
 * found, and under Details the input and the result as they were exchanged.
 */
import { Ban, Check, ChevronRight, Info, Minus } from "lucide-react";
import { useId, useState } from "react";
import { Link } from "react-router";
import type { ToolInvocation } from "#core/chat/message.ts";
import { partsOfToolName } from "#core/tool-servers/tool-server.ts";
import { Spinner } from "../../kit/spinner.tsx";
import { useWorkspace } from "../../shell/use-place.ts";
import { PlainText } from "../blocks/plain-text.tsx";
import type { LiveText } from "../live-text.ts";
import { ToolConsent } from "./tool-consent.tsx";
import { ToolParts } from "./tool-parts.tsx";
import { reportOf, signInAskedBy } from "./tool-report.ts";
import type { Outcome } from "./shown-report.ts";

export function ToolPanel({ invocation, input }: { invocation: ToolInvocation; input: LiveText }) {
  const [expanded, setExpanded] = useState(false);
  const id = useId();
  const { toolName, state } = invocation;
  const { outcome, title, subject, notices, parts } = reportOf(invocation);
  return (
    <div
      className="grows my-3 overflow-hidden rounded-xl border border-rule font-sans text-sm"
      data-tool={toolName}
      data-state={state}
      data-outcome={outcome}
    >
      <button
        type="button"
        aria-expanded={expanded}
        aria-controls={expanded ? id : undefined}
        onClick={() => setExpanded(!expanded)}
        className="flex min-h-10 w-full items-center gap-2.5 px-3 py-2 text-left touch-target hover:bg-wash"
      >
        <Sign outcome={outcome} />
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2.5">
          <span className="line-clamp-2 max-w-full font-medium break-words text-ink-soft">{title}</span>
          {subject !== "" && <span className="min-w-0 flex-1 basis-40 truncate text-ink-faint">{subject}</span>}
        </span>
        <ChevronRight
          className={`size-4 shrink-0 text-ink-faint transition-transform ${expanded ? "rotate-90" : ""}`}
          aria-hidden="true"
        />
      </button>
      <Notices notices={notices} />
      <SignInNotice server={signInAskedBy(invocation)} />
      {state === "call" && partsOfToolName(toolName) !== null && <ToolConsent callId={invocation.toolCallId} />}
      {expanded && (
        <div id={id} className="border-t border-rule">
          <ToolParts parts={parts} />
          <Details key={state} invocation={invocation} input={input} isAlone={parts.length === 0} />
        </div>
      )}
    </div>
  );
}

function Sign({ outcome }: { outcome: Outcome }) {
  if (outcome === "pending") return <Spinner label="Running" className="size-4 text-ink-faint" />;
  if (outcome === "done") return <Check className="size-4 shrink-0 text-insert" aria-hidden="true" />;
  if (outcome === "nothing") return <Minus className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />;
  return <Ban className="size-4 shrink-0 text-warn" aria-hidden="true" />;
}

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

/** A tool of another server was not run, because the reader is not signed in to it. */
function SignInNotice({ server }: { server: string }) {
  const place = useWorkspace();
  if (server === "") return null;
  return (
    <p className="border-t border-rule px-3 py-2 text-xs text-ink-soft">
      “{server}” asks you to{" "}
      <Link to={place.path("/settings/account/tools")} className="text-blue touch-target hover:underline">
        sign in to it in your settings
      </Link>
      .
    </p>
  );
}

type DetailsProps = { invocation: ToolInvocation; input: LiveText; /** There is nothing else to see. */ isAlone: boolean };

function Details({ invocation: { state, args, result }, input, isAlone }: DetailsProps) {
  return (
    <details open={isAlone} className={isAlone ? "" : "border-t border-rule"}>
      <summary className="min-h-8 cursor-default px-3 py-2 text-xs text-ink-soft touch-target hover:bg-wash">Details</summary>
      <dl className="space-y-3 px-3 pt-1 pb-3 text-xs">
        <div>
          <dt className="group-label mb-1">Input</dt>
          <dd>
            {state === "partial-call" ? (
              <PlainText as="pre" text={input} className={valueClass} tabIndex={0} />
            ) : (
              <Value value={args} />
            )}
          </dd>
        </div>
        {state === "result" && (
          <div>
            <dt className="group-label mb-1">Result</dt>
            <dd>
              <Value value={result} />
            </dd>
          </div>
        )}
      </dl>
    </details>
  );
}

const valueClass = "max-h-64 overflow-auto scroll-thin rounded-lg bg-desk px-2.5 py-2 font-mono leading-5 text-ink-soft";

function Value({ value }: { value: unknown }) {
  const text = typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "");
  return (
    <pre tabIndex={0} className={`${valueClass} break-words whitespace-pre-wrap`}>
      {text}
    </pre>
  );
}
