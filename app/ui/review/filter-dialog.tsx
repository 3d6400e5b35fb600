/* Which rows to show by the answers of a column: by state, and by the answers that are there. */
import { useEffect, useState } from "react";
import type { ReviewColumn } from "#core/review/review.ts";
import type { ColumnSummary } from "#core/review/summary.ts";
import { cellStatesToShow, type ReviewView, type StateToShow } from "#core/review/view.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Button } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { summaryWords } from "./summary-words.ts";

export const stateNames: Record<StateToShow, string> = {
  verified: "Verified",
  found: "Found, not verified",
  "not-present": "Not present",
  unclear: "Unclear",
  failed: "Failed",
  empty: "Not asked",
  flagged: "Flagged",
  mine: "Assigned to me",
  commented: "With comments",
  differs: "Newer answer differs",
};

type FilterProps = {
  reviewId: string;
  column: ReviewColumn;
  view: ReviewView;
  setView: (view: ReviewView) => void;
  onClose: () => void;
};

export function FilterDialog({ reviewId, column, view, setView, onClose }: FilterProps) {
  const before = view.filters.find((filter) => filter.column === column.id);
  const [states, setStates] = useState<readonly StateToShow[]>(before?.states ?? []);
  const [values, setValues] = useState<readonly string[]>(before?.values ?? []);
  const [summary, setSummary] = useState<ColumnSummary | string | null>(null);
  useEffect(() => {
    let isHere = true;
    ask<{ summary: ColumnSummary }>(`/api/reviews/${reviewId}/columns/${column.id}/summary`).then(
      (found) => isHere && setSummary(found.summary),
      (error: unknown) => isHere && setSummary(sentenceOf(problemIn(error))),
    );
    return () => void (isHere = false);
  }, [reviewId, column.id]);
  function apply(chosen: { states: readonly StateToShow[]; values: readonly string[] }) {
    const others = view.filters.filter((filter) => filter.column !== column.id);
    const isAny = chosen.states.length > 0 || chosen.values.length > 0;
    const own = { column: column.id, states: [...chosen.states], values: [...chosen.values] };
    setView({ ...view, filters: isAny ? [...others, own] : others });
    onClose();
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Filter by ${column.label}`}
      size="small"
      footer={
        <>
          {before !== undefined && (
            <Button variant="quiet" className="mr-auto" onClick={() => apply({ states: [], values: [] })}>
              Remove filter
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={() => apply({ states, values })}>
            Show rows
          </Button>
        </>
      }
    >
      <Choices
        legend="State"
        all={cellStatesToShow.map((one) => ({ key: one, label: stateNames[one] }))}
        chosen={states}
        onChange={setStates}
      />
      {typeof summary === "string" && <p className="mt-4 text-danger">{summary}</p>}
      {summary !== null && typeof summary === "object" && summary.filled > 0 && (
        <div className="mt-5">
          <p className="mb-2 text-ink-soft">{summaryWords(summary, column.format)}</p>
          <Choices
            legend="Answer"
            all={summary.top.map(({ key, value, count }) => ({ key, label: value, count }))}
            chosen={values}
            onChange={setValues}
          />
        </div>
      )}
    </Dialog>
  );
}

type ChoicesProps<Key extends string> = {
  legend: string;
  all: readonly { key: Key; label: string; count?: number }[];
  chosen: readonly Key[];
  onChange: (chosen: readonly Key[]) => void;
};

function Choices<Key extends string>({ legend, all, chosen, onChange }: ChoicesProps<Key>) {
  return (
    <fieldset>
      <legend className="group-label mb-1.5">{legend}</legend>
      <div className="scroll-thin max-h-56 overflow-y-auto">
        {all.map(({ key, label, count }) => (
          <label key={key} className="flex min-h-8 items-center gap-2.5 pointer-coarse:min-h-11">
            <input
              type="checkbox"
              checked={chosen.includes(key)}
              onChange={({ target }) => onChange(target.checked ? [...chosen, key] : chosen.filter((one) => one !== key))}
            />
            <span className="min-w-0 flex-1 truncate">{label}</span>
            {count !== undefined && <span className="text-ink-faint tabular-nums">{count}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
