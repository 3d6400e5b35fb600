/* Suggests columns from one or two documents: first which ones to read, then a list to choose from and change. */
import { useEffect, useRef, useState, type SyntheticEvent } from "react";
import { suggestionLimits, type Review, type ReviewRow, type SuggestedColumns } from "#core/review/review.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Button } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { costWords } from "../shell/run-bar.tsx";
import { SampleField, type Sample } from "./sample-field.tsx";
import { columnOf, SuggestedColumn, type Suggestion } from "./suggested-column.tsx";
import type { ReviewActions } from "./use-review.ts";

type SuggestProps = { review: Review; first: readonly ReviewRow[]; actions: ReviewActions; onClose: () => void };

export function SuggestDialog({ review, first, actions, onClose }: SuggestProps) {
  const [found, setFound] = useState<SuggestedColumns | null>(null);
  return found === null ? (
    <Reading review={review} first={first} onFound={setFound} onClose={onClose} />
  ) : (
    <Choosing found={found} actions={actions} onBack={() => setFound(null)} onClose={onClose} />
  );
}

type ReadingProps = Omit<SuggestProps, "actions"> & { onFound: (found: SuggestedColumns) => void };

function Reading({ review, first, onFound, onClose }: ReadingProps) {
  const [sample, setSample] = useState<readonly Sample[]>(() => first.slice(0, suggestionLimits.documents));
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const asked = useRef<AbortController>(null);
  // A model is not kept at work for a dialog that was closed.
  useEffect(() => () => asked.current?.abort(), []);

  async function suggest() {
    const gone = (asked.current = new AbortController());
    setBusy(true);
    setRefusal(null);
    try {
      const body = { documentIds: sample.map(({ id }) => id) };
      const found = await ask<SuggestedColumns>(`/api/reviews/${review.id}/suggestions`, { body, signal: gone.signal });
      if (found.columns.length > 0) return onFound(found);
      setRefusal(nothingWords(found));
    } catch (error) {
      if (gone.signal.aborted) return;
      setRefusal(sentenceOf(problemIn(error)));
    }
    setBusy(false);
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Suggest columns"
      description="Two typical documents are enough. You choose which of the suggested columns to add."
      size="small"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={sample.length === 0} pending={isBusy} onClick={() => void suggest()}>
            {refusal === null ? "Suggest" : "Try again"}
          </Button>
        </>
      }
    >
      <SampleField review={review} first={first} chosen={sample} onChange={setSample} />
      <p aria-live="polite" className={`min-h-5 text-pretty ${refusal === null ? "text-ink-soft" : "text-danger"}`}>
        {refusal ?? (isBusy ? "Reading …" : "")}
      </p>
    </Dialog>
  );
}

type ChoosingProps = { found: SuggestedColumns; actions: ReviewActions; onBack: () => void; onClose: () => void };

function Choosing({ found, actions, onBack, onClose }: ChoosingProps) {
  const [suggestions, setSuggestions] = useState<readonly Suggestion[]>(() =>
    found.columns.map((column, at) => Object.assign({ id: at + 1, isTaken: true }, column)),
  );
  const [isBusy, setBusy] = useState(false);
  const taken = suggestions.filter(({ isTaken }) => isTaken);

  async function add(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    setBusy(true);
    if (await actions.addColumns(taken.map(columnOf))) onClose();
    else setBusy(false);
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Suggested columns"
      description={originWords(found)}
      footer={
        <>
          <Button variant="quiet" className="mr-auto" onClick={onBack}>
            Back
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="suggested-columns" disabled={taken.length === 0} pending={isBusy}>
            {taken.length === 1 ? "Add 1 column" : `Add ${taken.length} columns`}
          </Button>
        </>
      }
    >
      <form id="suggested-columns" onSubmit={(event) => void add(event)}>
        <ul className="flex flex-col gap-3">
          {suggestions.map((suggestion) => (
            <SuggestedColumn
              key={suggestion.id}
              suggestion={suggestion}
              onChange={(to) => setSuggestions((before) => before.map((one) => (one.id === to.id ? to : one)))}
            />
          ))}
        </ul>
      </form>
    </Dialog>
  );
}

function originWords({ by, documents }: SuggestedColumns): string {
  const read = documents.map(({ name, isWhole }) => (isWhole ? `“${name}”` : `the beginning of “${name}”`)).join(" and ");
  if (by.kind === "library") {
    const sets = by.sets.map((name) => `“${name}”`).join(" and ");
    return `From the library: questions of ${sets} whose words are in ${read}. No model was used.`;
  }
  const cost = costWords(by.cost);
  return `From ${by.name}, which read ${read}${cost === "" ? "" : ` for ${cost}`}.`;
}

function nothingWords({ by }: SuggestedColumns): string {
  return by.kind === "library"
    ? "The library has no more questions for documents like these. Write your own, or connect a model to have some suggested."
    : "The model suggested only columns that are already in the table.";
}
