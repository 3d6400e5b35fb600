/* Running a review: what it will cost, how far it is, and pausing or ending it. */
import { Pause, Play, RotateCcw, X } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import type { Review, ReviewEstimate, ReviewRun } from "#core/review/review.ts";
import { actionsIn, type JobAction } from "#core/workspace/job.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Button } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { IconButton } from "../kit/icon-button.tsx";
import { showToast } from "../kit/toast.tsx";
import type { ReviewActions } from "./use-review.ts";

export function RunBar({ run, actions }: { run: ReviewRun; actions: ReviewActions }) {
  const done = run.cells - run.left;
  const words = `${done.toLocaleString("en")} of ${run.cells.toLocaleString("en")} answers`;
  async function change(action: JobAction) {
    try {
      await ask(`/api/jobs/${run.jobId}`, { body: { action } });
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    }
    await actions.reload();
  }
  return (
    <div
      role="group"
      aria-label="Run"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-rule bg-desk px-5 py-2"
    >
      <span className="font-medium">{stateWords[run.state]}</span>
      {run.state === "failed" ? (
        <span className="min-w-0 flex-1 text-danger">{run.problem}</span>
      ) : (
        <>
          <progress aria-label={words} value={done} max={run.cells} className="h-1.5 min-w-24 flex-1 accent-blue" />
          <span className="text-ink-soft tabular-nums">{[words, costWords(run.cost)].filter(Boolean).join(" · ")}</span>
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

const stateWords: Record<ReviewRun["state"], string> = {
  queued: "Waiting",
  running: "Running",
  paused: "Paused",
  failed: "Stopped",
};
const labels: Record<JobAction, string> = { pause: "Pause run", resume: "Resume run", cancel: "End run", retry: "Try again" };
const icons: Record<JobAction, ReactNode> = { pause: <Pause />, resume: <Play />, cancel: <X />, retry: <RotateCcw /> };

/** Empty if nothing was spent, or no price is known. */
export function costWords(cost: number | null): string {
  if (cost === null || cost === 0) return "";
  return cost < 0.01 ? "less than $0.01" : `$${cost.toFixed(2)}`;
}

export const sampleSize = 3;

/** Says what a run will ask and cost, before it starts. */
export function RunDialog({ review, actions, onClose }: { review: Review; actions: ReviewActions; onClose: () => void }) {
  const [isSample, setSample] = useState(review.documents > sampleSize && review.counts.length === 0);
  const [estimate, setEstimate] = useState<ReviewEstimate | string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const query = isSample ? `?first=${sampleSize}` : "";
  useEffect(() => {
    let isHere = true;
    ask<ReviewEstimate>(`/api/reviews/${review.id}/estimate${query}`).then(
      (found) => isHere && setEstimate(found),
      (error: unknown) => isHere && setEstimate(sentenceOf(problemIn(error))),
    );
    return () => void (isHere = false);
  }, [review.id, query]);

  async function run() {
    setBusy(true);
    if (await actions.send("/runs", { body: isSample ? { first: sampleSize } : { all: true } })) onClose();
    else setBusy(false);
  }
  const isReady = estimate !== null && typeof estimate === "object" && estimate.cells > 0;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Run review"
      size="small"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={!isReady} pending={isBusy} onClick={() => void run()}>
            Run
          </Button>
        </>
      }
    >
      <fieldset className="flex flex-col gap-2">
        <legend className="sr-only">Documents</legend>
        {[true, false].map((sample) => (
          <label
            key={String(sample)}
            className="flex cursor-pointer items-start gap-3 rounded-lg border border-rule p-3 has-checked:border-blue has-checked:bg-blue-soft"
          >
            <input
              type="radio"
              name="scope"
              checked={isSample === sample}
              onChange={() => (setEstimate(null), setSample(sample))}
              className="mt-0.5"
            />
            <span>
              <span className="block font-medium">
                {sample ? `The first ${Math.min(sampleSize, review.documents)} documents` : "All documents"}
              </span>
              <span className="text-ink-soft">
                {sample
                  ? "See whether the questions are understood before you ask them of everything."
                  : "What has no answer yet, has failed, or whose question has changed."}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      <p aria-live="polite" className="mt-4 min-h-10 text-ink-soft text-pretty">
        {estimate === null ? "Counting …" : typeof estimate === "string" ? estimate : estimateWords(estimate)}
      </p>
    </Dialog>
  );
}

function estimateWords({ cells, inputTokens, cost, model }: ReviewEstimate): string {
  if (cells === 0) return "Everything has an answer. Change a question, or ask a cell again.";
  const questions = cells === 1 ? "1 answer" : `${cells.toLocaleString("en")} answers`;
  const tokens = `about ${Math.max(1, Math.round(inputTokens / 1000)).toLocaleString("en")},000 tokens`;
  const price = cost === null ? "no price is known" : cost === 0 ? "free of charge" : `about ${costWords(cost)}`;
  return `${questions} from ${model}: ${tokens}, ${price}. Verified answers are not asked again.`;
}
