/* The rows of a review as they come into view, and what is done with them. */
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { reviewLimits, type NewColumn, type Review, type ReviewRow } from "#core/review/review.ts";
import type { CellChange } from "#core/requests/reviews.ts";
import type { Problem } from "#core/workspace/problem.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { ask, problemIn, sentenceOf, type Question } from "../ask.ts";
import { showToast } from "../kit/toast.tsx";
import { useFresh } from "../projects/use-fresh.ts";
import type { Line } from "./use-lines.ts";

/** Rows that are asked for at once: a screen or two. */
const pageSize = 40;

export type Seen = { from: number; to: number };
export type NewDocuments = {
  fileIds?: string[];
  draftIds?: string[];
  law?: { actId: string; refs: string[] } | { actId: string; query: string };
};
export type AddedDocuments = { documentIds: string[]; notInForce: number };
export type ReviewActions = {
  /** False after a failure, which has been shown. */
  send(path: string, question: Question): Promise<boolean>;
  reload(): Promise<void>;
  /** Together; the notice takes all of them away again. False after a failure, which has been shown. */
  addColumns(columns: readonly NewColumn[]): Promise<boolean>;
  /** Takes a question or a document out; the notice brings it back. */
  remove(path: string, said: string): Promise<void>;
  /** The rows that came in; null after a failure. With nothing named, all of the project's files. */
  addDocuments(asked?: NewDocuments): Promise<AddedDocuments | null>;
  /** As one operation. `said` of how many cells have changed. */
  change(changes: readonly CellChange[], said: (count: number) => string): Promise<void>;
  /** All answers of a column that were found, or found not to be there. */
  verifyColumn(columnId: string): Promise<void>;
  /** Takes back the last operation of this visit that was not taken back yet. */
  undoLast(): Promise<void>;
};

/** `review` is read again whenever it changes elsewhere; with it, the rows in view are. */
export function useReview(review: Review, first: readonly ReviewRow[], lines: readonly Line[]) {
  const { id } = review;
  const [rows, setRows] = useState<ReadonlyMap<number, ReviewRow>>(() => new Map(first.map((row) => [row.position, row])));
  const [seen, setSeen] = useState<Seen>({ from: 0, to: 0 });
  /** With which state of the review each row was asked for. */
  const asked = useRef(new Map<number, Review>(first.map(({ position }) => [position, review])));
  useFresh((update) => update.type === "review" && update.reviewId === id);

  useEffect(() => {
    const [from, to] = [Math.floor(seen.from / pageSize), Math.floor(seen.to / pageSize)];
    for (let page = from; page <= to; page++) {
      const missing = lines.slice(page * pageSize, (page + 1) * pageSize).filter((line) => typeof line === "number");
      const at = missing.filter((position) => asked.current.get(position) !== review);
      if (at.length === 0) continue;
      for (const position of at) asked.current.set(position, review);
      ask<{ rows: ReviewRow[] }>(`/api/reviews/${id}/rows?at=${at.join(",")}`).then(
        ({ rows: found }) => setRows((before) => new Map([...before, ...found.map((row) => [row.position, row] as const)])),
        () => at.forEach((position) => asked.current.delete(position)),
      );
    }
  }, [id, review, seen, lines]);

  const { revalidate } = useRevalidator();
  const actions = useMemo(() => actionsOn(id, revalidate), [id, revalidate]);
  const rowOf = useCallback((position: number) => rows.get(position), [rows]);
  /** Asks for those that were never in view. */
  const load = useCallback(
    async (positions: readonly number[]): Promise<ReadonlyMap<number, ReviewRow>> => {
      const missing = positions.filter((position) => !rows.has(position));
      const all = new Map(rows);
      for (let from = 0; from < missing.length; from += reviewLimits.rowsAtOnce) {
        const at = missing.slice(from, from + reviewLimits.rowsAtOnce).join(",");
        for (const row of (await ask<{ rows: ReviewRow[] }>(`/api/reviews/${id}/rows?at=${at}`)).rows) all.set(row.position, row);
      }
      if (missing.length > 0) setRows((before) => new Map([...all, ...before]));
      return all;
    },
    [id, rows],
  );
  return { rowOf, load, setSeen, actions };
}

/** Changes of cells that are taken back together. `changed`: how many cells, once all is sent. */
type Operation = { id: string; changed: Promise<number> };
/** Calls `count` with how many cells each of its requests has changed. */
type Operate = (operationId: string, count: (changed: number) => void) => Promise<void>;
/** What is done with a request that failed for now: it is kept, and can be run again. */
type Again = { keep: () => void; run: () => void };

/** The server was not reached, or could not do it at the time. */
function mayPass({ status }: Problem): boolean {
  return status >= 500 || status === 429 || status === 401;
}

function placeOf({ id }: Operation, among: readonly Operation[]): number {
  const later = among.findIndex((other) => other.id > id);
  return later < 0 ? among.length : later;
}

function begin(run: Operate): Operation {
  const id = uuidv7();
  let count = 0;
  const sent = run(id, (changed) => (count += changed));
  const failed = (error: unknown) => showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
  return { id, changed: sent.catch(failed).then(() => count) };
}

function actionsOn(id: string, reload: () => Promise<void>): ReviewActions {
  /** In the order of their ids. */
  const operations: Operation[] = [];
  async function undo(operation: Operation): Promise<void> {
    const at = operations.indexOf(operation);
    if (at >= 0) operations.splice(at, 1);
    if ((await operation.changed) === 0) return;
    await attempt(
      `/operations/${operation.id}/undo`,
      { method: "POST", body: {} },
      {
        // What was not refused is still to be undone, and before what was changed earlier.
        keep: () => operations.splice(placeOf(operation, operations), 0, operation),
        run: () => void undo(operation),
      },
    );
  }
  /**
   * Changes cells as one operation. It can be undone from its first moment: the table may show what the server has done
   * before the server's answer is here.
   */
  async function operate(run: Operate, said: (count: number) => string): Promise<void> {
    const operation = begin(run);
    operations.push(operation);
    const count = await operation.changed;
    const at = operations.indexOf(operation);
    if (count === 0 && at >= 0) operations.splice(at, 1);
    // Not if it is already being undone.
    if (count > 0 && at >= 0) {
      const [text, action] = [said(count), { label: "Undo", run: () => void undo(operation) }];
      showToast({ kind: "success", text, action, id: "review cells" });
    }
    await reload();
  }
  /** Whether it was done. What may pass is kept for another try before it is shown: a key pressed at once finds it. */
  async function attempt(path: string, question: Question, again?: Again): Promise<boolean> {
    try {
      await ask(`/api/reviews/${id}${path}`, question);
      return true;
    } catch (error) {
      const problem = problemIn(error);
      const retry = mayPass(problem) ? again : undefined;
      retry?.keep();
      showToast({ kind: "error", text: sentenceOf(problem), ...(retry && { action: { label: "Try again", run: retry.run } }) });
      return false;
    } finally {
      await reload();
    }
  }
  const send = (path: string, question: Question) => attempt(path, question);
  async function setRemoved(path: string, isRemoved: boolean): Promise<boolean> {
    return send(path, { method: "PATCH", body: { isRemoved } });
  }
  return {
    send,
    reload,
    async addColumns(columns) {
      try {
        const { ids: columnIds } = await ask<{ ids: string[] }>(`/api/reviews/${id}/columns`, { body: { columns } });
        const undo = () => void send("/columns", { method: "PATCH", body: { columnIds, isRemoved: true } });
        const text = columns.length === 1 ? "1 column added" : `${columns.length} columns added`;
        showToast({ kind: "success", text, action: { label: "Undo", run: undo } });
        await reload();
        return true;
      } catch (error) {
        showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
        return false;
      }
    },
    async remove(path, said) {
      if (!(await setRemoved(path, true))) return;
      showToast({ kind: "success", text: said, action: { label: "Undo", run: () => void setRemoved(path, false) } });
    },
    async addDocuments(asked = {}) {
      try {
        const added = await ask<AddedDocuments>(`/api/reviews/${id}/documents`, { body: asked });
        await reload();
        return added;
      } catch (error) {
        showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
        return null;
      }
    },
    change(changes, said) {
      return operate(async (operationId, count) => {
        for (let from = 0; from < changes.length; from += reviewLimits.cellsAtOnce) {
          const body = { operationId, changes: changes.slice(from, from + reviewLimits.cellsAtOnce) };
          count((await ask<{ changed: number }>(`/api/reviews/${id}/cells`, { method: "PUT", body })).changed);
        }
      }, said);
    },
    verifyColumn(columnId) {
      return operate(
        async (operationId, count) => {
          const path = `/api/reviews/${id}/columns/${columnId}/verify`;
          const { changed } = await ask<{ changed: number }>(path, { body: { operationId } });
          if (changed === 0) showToast({ kind: "info", text: "Nothing that was found needs verifying.", id: "review cells" });
          count(changed);
        },
        (count) => (count === 1 ? "Verified" : `${count.toLocaleString("en")} answers verified`),
      );
    },
    async undoLast() {
      const last = operations.at(-1);
      if (last !== undefined) await undo(last);
    },
  };
}
