/* What was found by its words and what is near by its meaning as one list: by reciprocal ranks, so that neither measure needs to know the other's. */

const rankOffset = 60;
/** So many are near enough to be shown without a word in common. */
const nearest = 2;

type Measures<Found> = {
  keyOf: (one: Found) => string | number;
  /** False for what was only read because it is near. */
  hasWords: (one: Found) => boolean;
};

/** `found` is in the order of its words, `near` the keys of what is near, each best first. */
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
