/* The rows of a review as they come into view, and what is done with them. */
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { reviewLimits, type Review, type ReviewRow } from "#core/review/review.ts";
import type { CellChange } from "#core/requests/reviews.ts";
import { ask, problemIn, sentenceOf, type Question } from "../ask.ts";
import { showToast } from "../kit/toast.tsx";
import { useFresh } from "../projects/use-fresh.ts";

const size = reviewLimits.rowsAtOnce;

export type Seen = { from: number; to: number };
export type ReviewActions = {
  /** False after a failure, which has been shown. */
  send(path: string, question: Question): Promise<boolean>;
  reload(): Promise<void>;
  /** Takes a question or a document out; the notice brings it back. */
  remove(path: string, said: string): Promise<void>;
  /** How many of the project's files came in; null after a failure. */
  addDocuments(): Promise<number | null>;
  hold(cell: Omit<CellChange, "is">, is: CellChange["is"], said: string): Promise<void>;
};

/** `review` is read again whenever it changes elsewhere; with it, the rows in view are. */
export function useReview(review: Review, first: readonly ReviewRow[]) {
  const { id } = review;
  const [pages, setPages] = useState<ReadonlyMap<number, readonly ReviewRow[]>>(() => new Map([[0, first]]));
  const [seen, setSeen] = useState<Seen>({ from: 0, to: 0 });
  const asked = useRef(new Map<number, Review>([[0, review]]));
  const { revalidate } = useRevalidator();
  useFresh((update) => update.type === "review" && update.reviewId === id);

  useEffect(() => {
    const [from, to] = [Math.floor(seen.from / size), Math.floor(seen.to / size)];
    for (let page = from; page <= to; page++) {
      // Another review object is a newer state of it.
      if (asked.current.get(page) === review) continue;
      asked.current.set(page, review);
      ask<{ rows: ReviewRow[] }>(`/api/reviews/${id}/rows?from=${page * size}`).then(
        ({ rows }) => asked.current.get(page) === review && setPages((before) => new Map(before).set(page, rows)),
        () => asked.current.delete(page),
      );
    }
  }, [id, review, seen]);

  const actions = useMemo((): ReviewActions => {
    async function send(path: string, question: Question): Promise<boolean> {
      try {
        await ask(`/api/reviews/${id}${path}`, question);
        return true;
      } catch (error) {
        showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
        return false;
      } finally {
        await revalidate();
      }
    }
    async function setRemoved(path: string, isRemoved: boolean): Promise<boolean> {
      return send(path, { method: "PATCH", body: { isRemoved } });
    }
    return {
      send,
      reload: revalidate,
      async remove(path, said) {
        if (!(await setRemoved(path, true))) return;
        showToast({ kind: "success", text: said, action: { label: "Undo", run: () => void setRemoved(path, false) } });
      },
      async addDocuments() {
        try {
          const { added } = await ask<{ added: number }>(`/api/reviews/${id}/documents`, { body: {} });
          await revalidate();
          return added;
        } catch (error) {
          showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
          return null;
        }
      },
      async hold(cell, is, said) {
        try {
          const { changeId } = await ask<{ changeId: string }>(`/api/reviews/${id}/cells`, {
            method: "PUT",
            body: { ...cell, is },
          });
          const undo = () => void send(`/changes/${changeId}/undo`, { method: "POST", body: {} });
          showToast({
            kind: "success",
            text: said,
            action: { label: "Undo", run: undo },
            id: `cell ${cell.documentId} ${cell.columnId}`,
          });
        } catch (error) {
          showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
        }
        await revalidate();
      },
    };
  }, [id, revalidate]);
  const rowAt = useCallback((at: number) => pages.get(Math.floor(at / size))?.[at % size], [pages]);
  return { rowAt, setSeen, actions };
}
