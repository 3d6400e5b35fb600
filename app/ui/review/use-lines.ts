/*
 * The lines of a review's table in the order of the view: rows by their position, and heads of groups. The order is asked
 * for when the view changes or documents come and go, not when cells change: nothing jumps while one works.
 */
import { useEffect, useMemo, useState } from "react";
import type { Review, ReviewRow } from "#core/review/review.ts";
import { plainView, unpackPositions, writeView, type ReviewGroup, type ReviewOrder, type ReviewView } from "#core/review/view.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { showToast } from "../kit/toast.tsx";

export type GroupLine = ReviewGroup & { at: number; isClosed: boolean };
/** A row's position, or a group. */
export type Line = number | GroupLine;

export function useLines(review: Review, first: readonly ReviewRow[]) {
  const { id, documents } = review;
  const [view, setView] = useState<ReviewView>(plainView);
  const [order, setOrder] = useState<(ReviewOrder & { documents: number; times: number }) | null>(null);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  /** Counts the times the order was asked for again. */
  const [times, setTimes] = useState(0);
  const written = writeView(view);
  useEffect(() => {
    const gone = new AbortController();
    ask<ReviewOrder>(`/api/reviews/${id}/order${written === "" ? "" : `?view=${encodeURIComponent(written)}`}`, {
      signal: gone.signal,
    }).then(
      (found) => setOrder({ ...found, documents, times }),
      (error: unknown) => gone.signal.aborted || showToast({ kind: "error", text: sentenceOf(problemIn(error)), id: "order" }),
    );
    return () => gone.abort();
  }, [id, documents, written, times]);
  // Shown until the order is there.
  const [begun] = useState(() => first.map(({ position }) => position));
  const lines = useMemo(() => (order === null ? begun : linesOf(order, closed)), [order, closed, begun]);
  const lineOf = useMemo(() => {
    const at = new Map<number, number>();
    lines.forEach((line, index) => typeof line === "number" && at.set(line, index));
    return (position: number) => at.get(position);
  }, [lines]);
  function toggleGroup({ value }: GroupLine) {
    const key = JSON.stringify(value);
    setClosed((before) => new Set(before.has(key) ? [...before].filter((one) => one !== key) : [...before, key]));
  }
  const count = order === null ? documents : lines.filter((line) => typeof line === "number").length;
  return { view, setView, lines, lineOf, toggleGroup, count, sortAgain: () => setTimes((before) => before + 1) };
}

function linesOf({ rows, groups }: ReviewOrder, closed: ReadonlySet<string>): Line[] {
  const positions = unpackPositions(rows);
  if (groups === null) return positions;
  const lines: Line[] = [];
  let from = 0;
  groups.forEach((group, at) => {
    const isClosed = closed.has(JSON.stringify(group.value));
    lines.push({ ...group, at, isClosed });
    if (!isClosed) for (let row = 0; row < group.count; row++) lines.push(positions[from + row]!);
    from += group.count;
  });
  return lines;
}
