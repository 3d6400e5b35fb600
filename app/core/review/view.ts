/*
 * How a person looks at a review: sorted, grouped, and only certain rows of it. The server answers with the order of all
 * rows, which stays as it is while cells change under it; the rows themselves are asked for as they come into view.
 */

export const cellStatesToShow = [
  "verified",
  "found",
  "not-present",
  "unclear",
  "failed",
  "empty",
  "flagged",
  "mine",
  "commented",
  "differs",
] as const;
export type StateToShow = (typeof cellStatesToShow)[number];

export type ViewFilter = {
  column: string;
  /** One of them; none: any. */
  states: StateToShow[];
  /** As answers are compared: without case, and spaces or a full stop around them. */
  values: string[];
};

/** Sorted by a column or by the documents’ names. Rows have to meet all filters. */
export type ReviewView = {
  sort: { by: string; isDescending: boolean } | null;
  group: string | null;
  filters: ViewFilter[];
};
export const plainView: ReviewView = { sort: null, group: null, filters: [] };

/** Empty for the plain view. */
export function writeView(view: ReviewView): string {
  return view.sort === null && view.group === null && view.filters.length === 0 ? "" : JSON.stringify(view);
}

/** A group of rows with the same answer; null: without one. */
export type ReviewGroup = { value: string | null; count: number };

/** `rows`: positions, as pairs of the first of several that follow each other and how many they are. */
export type ReviewOrder = { rows: number[]; groups: ReviewGroup[] | null };

export function packPositions(positions: readonly number[]): number[] {
  const packed: number[] = [];
  for (const position of positions) {
    const last = packed.length - 2;
    const next = last < 0 ? null : packed[last]! + packed[last + 1]!;
    if (position === next) packed[last + 1]!++;
    else packed.push(position, 1);
  }
  return packed;
}

export function unpackPositions(packed: readonly number[]): number[] {
  const positions: number[] = [];
  for (let at = 0; at + 1 < packed.length; at += 2)
    for (let step = 0; step < packed[at + 1]!; step++) positions.push(packed[at]! + step);
  return positions;
}

/** A place that has the words looked for; without a column, the document's name. */
export type ReviewMatch = { position: number; columnId: string | null };
export const mostMatches = 1000;
