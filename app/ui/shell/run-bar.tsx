/* How far a run is, above what it works on, and pausing or ending it. */
import { Pause, Play, RotateCcw, X } from "lucide-react";
import type { ReactNode } from "react";
import { actionsIn, type JobAction, type JobState } from "#core/workspace/job.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { IconButton } from "../kit/icon-button.tsx";
import { showToast } from "../kit/toast.tsx";

type RunBarProps = {
  /** `jobId`: null for those who did not start it. */
  run: { state: JobState; jobId: string | null; problem: string | null; by: string | null };
  /** What is done and of how much; null while that is unknown. */
  progress: { done: number; of: number } | null;
  /** The same in words. */
  words: string;
  /** Said behind the words, but not read out at each change. */
  more?: string;
  reload: () => Promise<void>;
  className?: string;
};

export function RunBar({ run, progress, words, more = "", reload, className = "" }: RunBarProps) {
  async function change(action: JobAction) {
    try {
      await ask(`/api/jobs/${run.jobId}`, { body: { action } });
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    }
    await reload();
  }
  return (
    <div
      role="group"
      aria-label="Run"
      className={`flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-rule bg-desk px-5 py-2 ${className}`}
    >
      <span className="font-medium">{stateWords[run.state]}</span>
      {run.state === "failed" ? (
        <span className="min-w-0 flex-1 text-danger">{run.problem}</span>
      ) : (
        <>
          {progress !== null && (
            <progress
              aria-label={words}
              value={progress.done}
              max={Math.max(1, progress.of)}
              className="h-1.5 min-w-24 flex-1 accent-blue"
            />
          )}
          <span className="text-ink-soft tabular-nums">{[words, more].filter(Boolean).join(" · ")}</span>
        </>
      )}
      {run.jobId === null ? (
        <span className="text-ink-faint">Started by {run.by ?? "someone who has left"}</span>
      ) : (
        actionsIn[run.state].map((action) => (
          <IconButton key={action} label={labels[action]} icon={icons[action]} onClick={() => void change(action)} />
        ))
      )}
    </div>
  );
}

const stateWords: Record<JobState, string> = { queued: "Waiting", running: "Running", paused: "Paused", failed: "Stopped" };
const labels: Record<JobAction, string> = { pause: "Pause run", resume: "Resume run", cancel: "End run", retry: "Try again" };
const icons: Record<JobAction, ReactNode> = { pause: <Pause />, resume: <Play />, cancel: <X />, retry: <RotateCcw /> };

/** Empty if nothing was spent, or no price is known. */
export function costWords(cost: number | null): string {
  if (cost === null || cost === 0) return "";
  return cost < 0.01 ? "less than $0.01" : `$${cost.toFixed(2)}`;
}
