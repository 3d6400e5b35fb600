/* Adds the documents that are selected, or all that the query finds, to a review of the project. */
import { useEffect, useState, type SyntheticEvent } from "react";
import type { Collection } from "#core/discovery/discovery.ts";
import { reviewLimits, type ReviewPage, type ReviewSummary } from "#core/review/review.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { SelectField } from "../developers/select-field.tsx";
import { Button } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { Spinner } from "../kit/spinner.tsx";
import { TextField } from "../kit/text-field.tsx";
import { showToast } from "../kit/toast.tsx";
import { useTotal } from "./use-total.ts";
import { WhichDocuments } from "./which-documents.tsx";

type DialogProps = {
  collection: Collection;
  query: string;
  selected: ReadonlySet<string>;
  onClose: () => void;
  onDone: () => void;
};

const failed = (error: unknown) => showToast({ kind: "error", text: sentenceOf(problemIn(error)) });

export function ToReview({ collection, query, selected, onClose, onDone }: DialogProps) {
  const total = useTotal(collection.id, query);
  const reviews = useReviews(collection.projectId);
  const [isAll, setAll] = useState(selected.size === 0);
  const [isBusy, setBusy] = useState(false);
  const count = isAll ? total : selected.size;
  const isTooMany = count !== null && count > reviewLimits.collectedAtOnce;

  async function add(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const review = reviews?.find(({ id }) => id === form.get("review"));
    const which = isAll ? { query } : { documentIds: [...selected] };
    setBusy(true);
    try {
      await addTo(review ?? { name: String(form.get("name")).trim() }, collection, which);
      onDone();
    } catch (error) {
      failed(error);
      setBusy(false);
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Add to a review"
      description="Each document becomes a row. Of one that was in an archive or a mailbox, a text file is kept with the review."
      size="small"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            form="to-review"
            pending={isBusy}
            disabled={reviews === null || count === null || count === 0 || isTooMany}
          >
            {count === null || isTooMany ? "Add" : count === 1 ? "Add 1 document" : `Add ${count.toLocaleString("en")} documents`}
          </Button>
        </>
      }
    >
      <form id="to-review" onSubmit={(event) => void add(event)}>
        {selected.size > 0 && <WhichDocuments selected={selected.size} total={total} isAll={isAll} onChoose={setAll} />}
        {reviews === null ? <Spinner label="Looking" className="mx-auto my-4" /> : <WhichReview reviews={reviews} />}
        <p aria-live="polite" className="mt-3 text-warn text-pretty empty:hidden">
          {isTooMany
            ? `${count.toLocaleString("en")} documents were found. At most ${reviewLimits.collectedAtOnce} can be added at once: narrow the search, or select some.`
            : ""}
        </p>
      </form>
    </Dialog>
  );
}

/** A new one unless one is chosen. */
function WhichReview({ reviews }: { reviews: readonly ReviewSummary[] }) {
  const [chosen, choose] = useState(reviews[0]?.id ?? "");
  return (
    <div className="flex flex-col gap-4">
      {reviews.length > 0 && (
        <SelectField label="Review" name="review" value={chosen} onChange={({ currentTarget }) => choose(currentTarget.value)}>
          {reviews.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          <option value="">New review</option>
        </SelectField>
      )}
      {chosen === "" && (
        <TextField
          label="Name of the new review"
          name="name"
          required
          maxLength={200}
          autoComplete="off"
          placeholder="Emails of the board"
        />
      )}
    </div>
  );
}

/** Null while they are read. The newest; others are opened from the review itself. */
function useReviews(projectId: string): readonly ReviewSummary[] | null {
  const [reviews, setReviews] = useState<readonly ReviewSummary[] | null>(null);
  useEffect(() => {
    const leave = new AbortController();
    ask<ReviewPage>(`/api/reviews?${new URLSearchParams({ projectId })}`, { signal: leave.signal }).then(
      (page) => setReviews(page.reviews),
      (error: unknown) => !leave.signal.aborted && failed(error),
    );
    return () => leave.abort();
  }, [projectId]);
  return reviews;
}

type Which = { query: string } | { documentIds: string[] };
type Added = { documentIds: string[]; withoutText: number };

/** A review that was made for them does not stay without them. */
async function addTo(review: ReviewSummary | { name: string }, { id: collectionId, projectId }: Collection, which: Which) {
  const isNew = !("id" in review);
  const id = isNew ? (await ask<{ id: string }>("/api/reviews", { body: { projectId, name: review.name } })).id : review.id;
  const remove = () => ask(`/api/reviews/${id}`, { method: "PATCH", body: { isRemoved: true } });
  const body = { collected: { collectionId, ...which } };
  const added = await ask<Added>(`/api/reviews/${id}/documents`, { body }).catch(async (error: unknown) => {
    if (isNew) await remove();
    throw error;
  });
  const takeOut = () =>
    ask(`/api/reviews/${id}/documents`, { method: "PATCH", body: { documentIds: added.documentIds, isRemoved: true } });
  const undo = () => void (isNew ? remove() : takeOut()).catch(failed);
  const text = saidOf(added, review.name);
  if (added.documentIds.length === 0) showToast({ kind: "info", text });
  else showToast({ kind: "success", text, action: { label: "Undo", run: undo } });
}

function saidOf({ documentIds: { length }, withoutText }: Added, name: string): string {
  const count = length === 1 ? "1 document" : `${length.toLocaleString("en")} documents`;
  const added = length === 0 ? `Nothing new for “${name}”.` : `${count} added to “${name}”.`;
  if (withoutText === 0) return added;
  return `${added} ${withoutText === 1 ? "1 without text was" : `${withoutText} without text were`} left out.`;
}
