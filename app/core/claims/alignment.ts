/*
 * Aligns the signs of a claim with those of a passage that mean the same: in
 * order, clause by clause, near words before far ones.
 */
import type { Sign } from "./signs.ts";

/** Alignment scores: near words are worth more than far ones. */
const score = { content: 2, figure: 2, role: 1.5, decider: 1, skippedClaim: 0, skippedPassage: 0.12 };

export type Aligned = {
  /** For each sign of the claim, the index of its equal in the passage. */
  claim: (number | undefined)[];
  /** The reverse. */
  passage: (number | undefined)[];
  /** The passage's signs that the claim speaks of. */
  scope: ReadonlySet<number>;
};

/** Signs that say what a sentence is about, rather than what it says of it. */
export function isWord({ kind }: Sign): boolean {
  return kind === "content" || kind === "figure" || kind === "unit" || kind === "pole";
}

/** Clauses may have exchanged their places, so each is aligned by itself. */
export function align(claim: readonly Sign[], passage: readonly Sign[]): Aligned {
  const whole = alignedBy([[...claim.keys()]], claim, passage);
  const clauses = clausesOf(claim);
  if (clauses.length < 2) return whole;
  const apart = alignedBy(
    clauses.toSorted((a, b) => b.length - a.length),
    claim,
    passage,
  );
  const count = ({ claim: places }: Aligned) => places.filter((one) => one !== undefined).length;
  return count(apart) > count(whole) ? apart : whole;
}

function alignedBy(groups: readonly (readonly number[])[], claim: readonly Sign[], passage: readonly Sign[]): Aligned {
  const aligned: { claim: (number | undefined)[]; passage: (number | undefined)[] } = {
    claim: claim.map(() => undefined),
    passage: passage.map(() => undefined),
  };
  const scope = new Set<number>();
  for (const group of groups) {
    const pairs = bestPairs(claim, group, passage, aligned.passage);
    for (const [mine, theirs] of nearPairs(pairs, claim, passage)) {
      aligned.claim[mine] = theirs;
      aligned.passage[theirs] = mine;
    }
    for (const at of spanOf(
      pairs.map(([, theirs]) => theirs),
      passage,
    ))
      scope.add(at);
  }
  return { ...aligned, scope };
}

/** How far a deciding sign may be from the content word aligned beside it. */
const farthestDecider = 6;

/** Without negations and the like that are aligned with one in another clause. */
function nearPairs(pairs: readonly [number, number][], claim: readonly Sign[], passage: readonly Sign[]): [number, number][] {
  const isContent = ([mine]: [number, number]) => isWord(claim[mine]!);
  return pairs.filter((pair) => {
    const [mine, theirs] = pair;
    if (isContent(pair) || claim[mine]!.kind === "reference") return true;
    const beside = [
      pairs.filter((one) => isContent(one) && one[0] < mine).toSorted((a, b) => b[0] - a[0])[0],
      pairs.filter((one) => isContent(one) && one[0] > mine).toSorted((a, b) => a[0] - b[0])[0],
    ];
    const isAlone =
      beside.every((one) => one === undefined) || (isClauseOfItsOwn(claim, mine) && isClauseOfItsOwn(passage, theirs));
    return (
      isAlone ||
      beside.some(
        (one) =>
          one !== undefined &&
          (claim[mine]!.kind === "exception" || passage[one[1]]!.clause === passage[theirs]!.clause) &&
          Math.abs(one[1] - theirs) <= farthestDecider,
      )
    );
  });
}

/** "A contract that does not say so, is void": the denial has a clause of its own. */
function isClauseOfItsOwn(signs: readonly Sign[], at: number): boolean {
  return signs.every((sign, other) => other === at || sign.clause !== signs[at]!.clause);
}

/** Indexes of the claim's signs, clause by clause; a clause of a word or two belongs to the one before it. */
export function clausesOf(claim: readonly Sign[]): number[][] {
  const groups: number[][] = [];
  let clause = -1;
  for (const [at, sign] of claim.entries()) {
    const last = groups.at(-1);
    const isWhole = last !== undefined && last.filter((one) => isWord(claim[one]!)).length >= 2;
    if (last === undefined || (sign.clause !== clause && isWhole)) groups.push([at]);
    else last.push(at);
    clause = sign.clause;
  }
  const [beforeLast, last] = groups.slice(-2);
  if (beforeLast !== undefined && last !== undefined && last.filter((one) => isWord(claim[one]!)).length < 2)
    groups.splice(-2, 2, [...beforeLast, ...last]);
  return groups;
}

/**
 * From the first to the last aligned sign, with the whole of the clauses these
 * are in, and an exception in front of them or behind.
 */
function spanOf(places: readonly number[], passage: readonly Sign[]): number[] {
  if (places.length === 0) return [];
  let first = passage[Math.min(...places)]!.clause;
  let last = passage[Math.max(...places)]!.clause;
  if (isException(passage, passage.findLast(({ clause }) => clause < first)?.clause)) first--;
  if (isException(passage, passage.find(({ clause }) => clause > last)?.clause))
    last = passage.find(({ clause }) => clause > last)!.clause;
  return [...passage.keys()].filter((at) => passage[at]!.clause >= first && passage[at]!.clause <= last);
}

/** "…, except in an emergency": the clause begins with its exception. */
function isException(passage: readonly Sign[], clause: number | undefined): boolean {
  return clause !== undefined && passage.find((sign) => sign.clause === clause)?.kind === "exception";
}

/** Semi-global alignment: all of the group against any stretch of the passage, dearer the longer the stretch. */
function bestPairs(
  claim: readonly Sign[],
  group: readonly number[],
  passage: readonly Sign[],
  taken: readonly (number | undefined)[],
): [mine: number, theirs: number][] {
  const width = passage.length + 1;
  const best = new Float64Array((group.length + 1) * width);
  const from = new Uint8Array((group.length + 1) * width);
  for (let i = 1; i <= group.length; i++) {
    const sign = claim[group[i - 1]!]!;
    for (let j = 0; j <= passage.length; j++) {
      const cell = i * width + j;
      best[cell] = best[cell - width]! - score.skippedClaim;
      from[cell] = 1;
      if (j === 0) continue;
      const passed = best[cell - 1]! - score.skippedPassage;
      if (passed > best[cell]!) [best[cell], from[cell]] = [passed, 2];
      const theirs = passage[j - 1]!;
      if (theirs.key !== sign.key || taken[j - 1] !== undefined) continue;
      const paired = best[cell - width - 1]! + worth(sign);
      if (paired > best[cell]!) [best[cell], from[cell]] = [paired, 3];
    }
  }
  let i = group.length;
  let j = 0;
  for (let at = 1; at <= passage.length; at++) if (best[i * width + at]! > best[i * width + j]!) j = at;
  const pairs: [number, number][] = [];
  while (i > 0) {
    const step = from[i * width + j];
    if (step === 3) pairs.push([group[--i]!, --j]);
    else if (step === 2) j--;
    else i--;
  }
  return pairs;
}

function worth({ kind }: Sign): number {
  return kind === "content" || kind === "pole"
    ? score.content
    : kind === "figure"
      ? score.figure
      : kind === "role"
        ? score.role
        : score.decider;
}
