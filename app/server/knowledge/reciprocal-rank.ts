/* Merges keyword and semantic results by reciprocal rank fusion, which needs no common scale. */

const rankOffset = 60;
/** How many semantic results are shown without a word in common. */
const nearest = 2;

type Measures<Found> = {
  keyOf: (one: Found) => string | number;
  /** False if it was only read as a semantic match. */
  hasWords: (one: Found) => boolean;
};

/** `found` is in keyword order; `near` has the keys of semantic matches; both best first. */
export function fused<Found>(
  found: readonly Found[],
  near: readonly (string | number)[],
  { keyOf, hasWords }: Measures<Found>,
): { one: Found; weight: number; isNear: boolean }[] {
  const ranks = new Map(near.map((key, rank) => [key, rank]));
  const all = found.map((one, at) => {
    const rank = ranks.get(keyOf(one)) ?? Infinity;
    return { one, weight: (hasWords(one) ? 1 / (rankOffset + at) : 0) + 1 / (rankOffset + rank), isNear: rank < nearest };
  });
  return all.toSorted((a, b) => b.weight - a.weight);
}
