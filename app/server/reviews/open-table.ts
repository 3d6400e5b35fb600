/*
 * The table that a chat is about: read as the person who asks sees it, filtered and counted here and not by a model. Rows
 * are called by their number in the table's own order.
 */
import type { Review, ReviewColumn, ReviewRow } from "#core/review/review.ts";
import { valuesToFind, withinBounds, type Bounds } from "#core/review/table-text.ts";
import {
  mostMatches,
  plainView,
  unpackPositions,
  type ReviewMatch,
  type ReviewOrder,
  type ReviewView,
  type StateToShow,
} from "#core/review/view.ts";
import { theServer, type Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { placeOfChat } from "../data/pseudonyms/pseudonym-lists.ts";
import { findInReview, orderRows } from "../data/reviews/review-order.ts";
import { listRows } from "../data/reviews/review-rows.ts";
import { getReview } from "../data/reviews/reviews.ts";
import type { Db } from "../db/database.ts";

/** `column` by its heading. */
type TableFilter = Bounds & {
  column: string;
  states?: readonly StateToShow[] | undefined;
  values?: readonly string[] | undefined;
};
type TableSort = { column: string; descending: boolean };
export type Selected = { filters: readonly TableFilter[]; words?: string | undefined; sort?: TableSort | undefined };

export type NumberedRow = { number: number; row: ReviewRow };
type CountedValue = { value: string; count: number };
export type Counted = { rows: number; values: CountedValue[]; withoutAnswer: number; states: Partial<Record<StateToShow, number>> };

export type OpenTable = {
  review: Review;
  /** Rows by their numbers; those that are not there are left out. */
  rows(numbers: readonly number[]): Promise<NumberedRow[]>;
  /** The numbers of the rows that meet all of it, in order. */
  select(selected: Selected): Promise<number[]>;
  /** How often each value is in a column, among those rows. */
  count(column: string, selected: Selected): Promise<Counted>;
  columnNamed(label: string): ReviewColumn;
};

/**
 * Refused unless the chat is in the review's project: names are replaced on the way to a model as the chat's project says,
 * and who reads the chat may see the review.
 */
export async function openTable(
  me: Person,
  db: Db,
  { reviewId, chatId }: { reviewId: string; chatId: string },
): Promise<OpenTable> {
  const review = await getReview(me, db, reviewId).catch(refuseGone);
  const { projectId } = await placeOfChat(theServer, db, me, chatId, null);
  if (projectId !== review.projectId) throw problem("not-found", "This chat is not in the project of its review any more.");
  return tableOf(me, db, review);
}

function refuseGone(error: unknown): never {
  if (!(error instanceof Response) || error.status !== 404) throw error;
  throw problem("not-found", "The review that this chat is about was deleted, or is no longer shared with you.");
}

/** What a cell holds, each cell in one of them. */
const heldStates = ["verified", "found", "unclear", "not-present", "failed", "empty"] as const;

async function tableOf(me: Person, db: Db, review: Review): Promise<OpenTable> {
  const reading: Reading = {
    review,
    order: (view) => orderRows(me, db, review.id, { ...plainView, ...view }),
    find: (words) => findInReview(me, db, review.id, words),
  };
  const positions = unpackPositions((await reading.order({})).rows);
  const numbers = new Map(positions.map((position, at) => [position, at + 1]));
  return {
    review,
    columnNamed: (label) => columnNamed(review, label),
    async rows(wanted) {
      const at = wanted.flatMap((number) => positions[number - 1] ?? []);
      if (at.length === 0) return [];
      const found = new Map((await listRows(me, db, { reviewId: review.id, at })).map((row) => [row.position, row]));
      return at.flatMap((position) => {
        const [row, number] = [found.get(position), numbers.get(position)];
        return row === undefined || number === undefined ? [] : [{ number, row }];
      });
    },
    async select(selected) {
      return (await positionsIn(reading, selected)).flatMap((position) => numbers.get(position) ?? []);
    },
    count: (label, selected) => counted(reading, columnNamed(review, label), selected),
  };
}

type Reading = {
  review: Review;
  order(view: Partial<ReviewView>): Promise<ReviewOrder>;
  find(words: string): Promise<ReviewMatch[]>;
};

async function positionsIn(reading: Reading, { filters: asked, words, sort }: Selected): Promise<number[]> {
  const { review, order, find } = reading;
  const filters = asked.map((one) => ({ ...one, of: columnNamed(review, one.column) }));
  const { rows } = await order({
    sort: sort === undefined ? null : { by: sortedBy(review, sort), isDescending: sort.descending },
    filters: filters.map(({ of, states = [], values = [] }) => ({
      column: of.id,
      states: [...states],
      values: values.flatMap((value) => valuesToFind(of, value)),
    })),
  });
  let found = unpackPositions(rows);
  for (const { of, from, to } of filters) {
    if (from === undefined && to === undefined) continue;
    const isWithin = withinBounds(of, { from, to });
    if (isWithin === null) throw new Error(`“${of.label}” can't be compared with that: it is a column of the kind ${of.format}.`);
    const groups = await grouped(reading, of);
    const within = new Set(groups.flatMap((group) => (group.value !== null && isWithin(group.value) ? group.rows : [])));
    found = found.filter((position) => within.has(position));
  }
  if (words === undefined) return found;
  const matches = await find(words);
  if (matches.length >= mostMatches) throw new Error("Too many cells have these words. Look for something rarer.");
  const matching = new Set(matches.map(({ position }) => position));
  return found.filter((position) => matching.has(position));
}

/** All rows by what they say in a column. */
async function grouped({ order }: Reading, { id }: ReviewColumn): Promise<{ value: string | null; rows: number[] }[]> {
  const { rows, groups } = await order({ group: id });
  const all = unpackPositions(rows);
  let at = 0;
  return (groups ?? []).map(({ value, count }) => ({ value, rows: all.slice(at, (at += count)) }));
}

async function counted(reading: Reading, column: ReviewColumn, selected: Selected): Promise<Counted> {
  const among = new Set(await positionsIn(reading, selected));
  const countOf = (rows: readonly number[]) => rows.filter((position) => among.has(position)).length;
  const groups = (await grouped(reading, column)).map(({ value, rows }) => ({ value, count: countOf(rows) }));
  const states = await Promise.all(
    heldStates.map(async (state) => {
      const { rows } = await reading.order({ filters: [{ column: column.id, states: [state], values: [] }] });
      return [state, countOf(unpackPositions(rows))] as const;
    }),
  );
  return {
    rows: among.size,
    values: groups
      .flatMap(({ value, count }) => (value === null || count === 0 ? [] : [{ value, count }]))
      .toSorted((one, other) => other.count - one.count),
    withoutAnswer: groups.find(({ value }) => value === null)?.count ?? 0,
    states: Object.fromEntries(states.filter(([, count]) => count > 0)),
  };
}

function columnNamed({ columns }: Review, label: string): ReviewColumn {
  const plain = (words: string) => words.trim().toLowerCase();
  const found = columns.find((column) => plain(column.label) === plain(label));
  if (found !== undefined) return found;
  throw new Error(`The table has no column “${label}”. It has: ${columns.map((column) => `“${column.label}”`).join(", ")}.`);
}

function sortedBy(review: Review, { column }: TableSort): string {
  return column === "document" ? "document" : columnNamed(review, column).id;
}
