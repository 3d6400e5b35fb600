/* Running a review: what it will cost, how far it is, and pausing or ending it. */
import { useEffect, useState } from "react";
import type { RunScope } from "#core/requests/reviews.ts";
import type { Review, ReviewEstimate, ReviewRun } from "#core/review/review.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Button } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { costWords, RunBar } from "../shell/run-bar.tsx";
import type { ReviewActions } from "./use-review.ts";

export function ReviewRunBar({ run, actions: { reload } }: { run: ReviewRun; actions: ReviewActions }) {
  const done = run.cells - run.left;
  const words = `${done.toLocaleString("en")} of ${run.cells.toLocaleString("en")} answers`;
  return <RunBar run={run} progress={{ done, of: run.cells }} words={words} more={costWords(run.cost)} reload={reload} />;
}

const sampleSize = 3;

type Choice = { name: string; hint: string; scope: RunScope };

/** Says what a run will ask and cost, before it starts. `again`: certain cells, instead of the choice. */
type RunProps = { review: Review; again: RunScope | null; actions: ReviewActions; onClose: () => void };

export function RunDialog({ review, again, actions, onClose }: RunProps) {
  const choices = again === null ? choicesOf(review) : [];
  const isNew = review.counts.length === 0;
  const [chosen, setChosen] = useState(review.documents > sampleSize && isNew ? 0 : Math.min(1, choices.length - 1));
  const [estimate, setEstimate] = useState<ReviewEstimate | string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const scope = again ?? choices[chosen]!.scope;
  const written = JSON.stringify(scope);
  useEffect(() => {
    let isHere = true;
    ask<ReviewEstimate>(`/api/reviews/${review.id}/estimate`, { body: JSON.parse(written) as RunScope }).then(
      (found) => isHere && setEstimate(found),
      (error: unknown) => isHere && setEstimate(sentenceOf(problemIn(error))),
    );
    return () => void (isHere = false);
  }, [review.id, written]);

  async function run() {
    setBusy(true);
    if (await actions.send("/runs", { body: scope })) onClose();
    else setBusy(false);
  }
  const isReady = estimate !== null && typeof estimate === "object" && estimate.cells > 0;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={again === null ? "Run review" : "Ask again"}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={!isReady} pending={isBusy} onClick={() => void run()}>
            {again === null ? "Run" : "Ask again"}
          </Button>
        </>
      }
    >
      {again === null && (
        <fieldset className="flex flex-col gap-2">
          <legend className="sr-only">Documents</legend>
          {choices.map(({ name, hint }, at) => (
            <label
              key={name}
              className="flex cursor-pointer items-start gap-3 rounded-lg border border-rule p-3 has-checked:border-blue has-checked:bg-blue-soft"
            >
              <input
                type="radio"
                name="scope"
                checked={at === chosen}
                onChange={() => (setEstimate(null), setChosen(at))}
                className="mt-0.5"
              />
              <span>
                <span className="block font-medium">{name}</span>
                <span className="text-ink-soft">{hint}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <p aria-live="polite" className="mt-4 min-h-10 text-ink-soft text-pretty">
        {estimate === null ? "Counting …" : typeof estimate === "string" ? estimate : estimateWords(estimate)}
      </p>
    </Dialog>
  );
}

function choicesOf({ documents, counts }: Review): Choice[] {
  const failed = counts.reduce((sum, one) => sum + one.failed, 0);
  return [
    {
      name: `The first ${Math.min(sampleSize, documents)} documents`,
      hint: "See whether the questions are understood before you ask them of everything.",
      scope: { first: sampleSize },
    },
    { name: "All documents", hint: "Cells with no answer yet, that failed, or whose question has changed.", scope: { all: true } },
    ...(failed > 0
      ? [
          {
            name: "Only what failed",
            hint: failed === 1 ? "1 answer." : `${failed.toLocaleString("en")} answers.`,
            scope: { failed: true as const },
          },
        ]
      : []),
  ];
}

function estimateWords({ cells, inputTokens, cost, model }: ReviewEstimate): string {
  if (cells === 0) return "Everything has an answer. Change a question, or ask a cell again.";
  const questions = cells === 1 ? "1 answer" : `${cells.toLocaleString("en")} answers`;
  const tokens = `about ${Math.max(1, Math.round(inputTokens / 1000)).toLocaleString("en")},000 tokens`;
  const price = cost === null ? "no price is known" : cost === 0 ? "free of charge" : `at most about ${costWords(cost)}`;
  return `${questions} from ${model}: ${tokens}, ${price}. Verified answers are not asked again.`;
}
