/* Chooses the one or two documents of a review that columns are suggested from. */
import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { suggestionLimits, type Review, type ReviewRow } from "#core/review/review.ts";
import type { ReviewMatch } from "#core/review/view.ts";
import { ask } from "../ask.ts";
import { TextField } from "../kit/text-field.tsx";

export type Sample = Pick<ReviewRow, "id" | "name">;

type SampleProps = {
  review: Review;
  /** The first of the table. */
  first: readonly ReviewRow[];
  chosen: readonly Sample[];
  onChange: (chosen: readonly Sample[]) => void;
};

/** With fewer documents there is nothing to look for. */
const fewToFind = 8;
const foundAtOnce = 50;
const waitMs = 200;

export function SampleField({ review, first, chosen, onChange }: SampleProps) {
  const [words, setWords] = useState("");
  const found = useFound(review.id, words);
  const listed = words.trim() === "" ? first : (found ?? []);
  const all: readonly Sample[] = [...chosen, ...listed.filter(({ id }) => chosen.every((one) => one.id !== id))];
  const isFull = chosen.length >= suggestionLimits.documents;
  return (
    <div className="flex flex-col gap-3">
      {review.documents > fewToFind && (
        <TextField
          label="Find a document"
          type="search"
          hideLabel
          placeholder="Find a document"
          maxLength={200}
          start={<Search />}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      )}
      <fieldset>
        <legend className="group-label mb-1.5">Documents to read, at most {suggestionLimits.documents}</legend>
        <div className="scroll-thin max-h-64 overflow-y-auto">
          {all.map(({ id, name }) => {
            const isChosen = chosen.some((one) => one.id === id);
            return (
              <label key={id} className="flex min-h-8 items-center gap-2.5 pointer-coarse:min-h-11">
                <input
                  type="checkbox"
                  checked={isChosen}
                  disabled={isFull && !isChosen}
                  onChange={() => onChange(isChosen ? chosen.filter((one) => one.id !== id) : [...chosen, { id, name }])}
                />
                <span className="min-w-0 flex-1 truncate">{name}</span>
              </label>
            );
          })}
        </div>
      </fieldset>
      <p aria-live="polite" className="text-ink-soft">
        {words.trim() !== "" && found?.length === 0 && "No document has this in its name."}
      </p>
    </div>
  );
}

/** Documents with these words in their names; null before the answer. */
function useFound(reviewId: string, words: string): readonly Sample[] | null {
  const [found, setFound] = useState<{ words: string; rows: readonly Sample[] } | null>(null);
  useEffect(() => {
    if (words.trim() === "") return undefined;
    const gone = new AbortController();
    const { signal } = gone;
    async function look() {
      const address = `/api/reviews/${reviewId}/find?words=${encodeURIComponent(words.trim())}`;
      const { matches } = await ask<{ matches: ReviewMatch[] }>(address, { signal });
      const at = matches.filter(({ columnId }) => columnId === null).slice(0, foundAtOnce);
      if (at.length === 0) return setFound({ words, rows: [] });
      const positions = at.map(({ position }) => position).join(",");
      setFound({ words, ...(await ask<{ rows: ReviewRow[] }>(`/api/reviews/${reviewId}/rows?at=${positions}`, { signal })) });
    }
    // What cannot be looked for stays as it was; the next letter asks again.
    const timer = setTimeout(() => void look().catch(() => {}), waitMs);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [reviewId, words]);
  return found?.words === words ? found.rows : null;
}
