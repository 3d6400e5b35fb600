/* What the columns say as a whole, while it is shown; read again when the review changes. */
import { useEffect, useMemo, useState } from "react";
import type { Review } from "#core/review/review.ts";
import type { ColumnSummary } from "#core/review/summary.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { showToast } from "../kit/toast.tsx";

/** During a run, the review changes every second. */
const waitMs = 400;

export function useSummary(review: Review, isOn: boolean) {
  const [read, setSummaries] = useState<readonly ColumnSummary[] | null>(null);
  useEffect(() => {
    if (!isOn) return undefined;
    const gone = new AbortController();
    const timer = setTimeout(() => {
      ask<{ columns: ColumnSummary[] }>(`/api/reviews/${review.id}/summary`, { signal: gone.signal }).then(
        ({ columns }) => setSummaries(columns),
        (error: unknown) => gone.signal.aborted || showToast({ kind: "error", text: sentenceOf(problemIn(error)), id: "summary" }),
      );
    }, waitMs);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [review, isOn]);
  const summaries = isOn ? read : null;
  /** "position column" → why its answer stands out. */
  const outliers = useMemo(
    () =>
      summaries &&
      new Map(
        summaries.flatMap(({ columnId, outliers: found }) =>
          found.flatMap(({ positions, reason }) => positions.map((position) => [`${position} ${columnId}`, reason] as const)),
        ),
      ),
    [summaries],
  );
  return { summaries, outliers };
}
