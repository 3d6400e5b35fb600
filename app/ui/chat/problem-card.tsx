/*
 * An answer that failed: what happened, what was kept, and what to do now. Stopping
 * is the reader's own choice, so it gets a line instead of a card.
 */
import { CircleAlert } from "lucide-react";
import type { RunStatus } from "#core/chat/message.ts";
import { ownSentence } from "#core/workspace/own-problems.ts";
import { Button } from "../kit/button.tsx";
import type { AnswerView } from "./answer.ts";

type ProblemCardProps = {
  status: Exclude<RunStatus, "running" | "done">;
  problem: AnswerView["problem"];
  hasText: boolean;
  /** Only the last answer can be continued. */
  canAct: boolean;
  onContinue: () => void;
  onAgain: () => void;
};

export function ProblemCard({ status, problem, hasText, canAct, onContinue, onAgain }: ProblemCardProps) {
  const buttons = canAct && (
    <span className="flex gap-1.5">
      {hasText && (
        <Button size="small" onClick={onContinue}>
          Continue
        </Button>
      )}
      <Button size="small" variant={hasText ? "quiet" : "outline"} onClick={onAgain}>
        Try again
      </Button>
    </span>
  );
  if (problem?.code === "agent-limit")
    return <AgentLimit sentence={problem.detail ?? ""} canAct={canAct} onContinue={onContinue} />;
  if (status === "stopped") {
    return (
      <div className="mt-3 flex min-h-9 flex-wrap items-center gap-3 font-sans text-ink-faint" data-problem="stopped">
        <span>{canAct ? "You stopped this answer." : "This answer was stopped."}</span>
        {buttons}
      </div>
    );
  }
  const title = ownSentence(problem?.code) ?? "The answer was interrupted.";
  const detail = problem?.detail !== undefined && problem.detail !== title ? problem.detail : null;
  return (
    <div
      role="group"
      aria-label="What happened"
      data-problem={problem?.code ?? status}
      className="mt-4 rounded-xl border border-warn/40 bg-warn-soft px-4 py-3 font-sans"
    >
      <p className="flex gap-2.5">
        <CircleAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden="true" />
        <span className="min-w-0">
          <span className="font-medium">{title}</span>
          {detail !== null && <span className="mt-0.5 block break-words text-ink-soft">{detail}</span>}
          {hasText && <span className="mt-0.5 block text-ink-soft">What arrived is kept.</span>}
        </span>
      </p>
      {canAct && <div className="mt-3 pl-6.5">{buttons}</div>}
    </div>
  );
}

/** Reaching a limit the writer set is not an error: the work done is kept and can be continued. */
function AgentLimit({ sentence, canAct, onContinue }: { sentence: string; canAct: boolean; onContinue: () => void }) {
  return (
    <div
      role="group"
      aria-label="What happened"
      data-problem="agent-limit"
      className="mt-4 flex flex-wrap items-center gap-3 rounded-xl border border-rule bg-raised px-4 py-3 font-sans text-sm"
    >
      <p className="min-w-0 flex-1 basis-56 text-ink-soft text-pretty">{sentence}</p>
      {canAct && (
        <Button size="small" onClick={onContinue}>
          Go on
        </Button>
      )}
    </div>
  );
}
