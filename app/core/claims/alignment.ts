/*
 * Aligns the signs of a claim with those of a passage that mean the same: in
 * order, clause by clause, near words before far ones.
 */
import { areSame } from "../words/same-words.ts";
import { isDeadline, isWithin } from "../signs/relations.ts";
import type { Sign, SignKind } from "../signs/sign.ts";

/** Alignment scores: near words are worth more than far ones. */
const score = { content: 2, figure: 2, role: 1.5, decider: 1, skippedClaim: 0, skippedPassage: 0.12 };

export type Aligned = {
  /** For each sign of the claim, the index of its equal in the passage. */
  claim: (number | undefined)[];
  /** The reverse. */
  passage: (number | undefined)[];
  /** The passage's signs that the claim speaks of. */
  scope: ReadonlySet<number>;
  /** Signs of the claim whose equals stand in another order: "the fee is not paid" for "if not paid is the fee". */
  turned: ReadonlySet<number>;
};

/** Signs that say what a sentence is about, rather than what it says of it. */
export function isWord({ kind }: Sign): boolean {
  return kind === "content" || kind === "figure" || kind === "unit" || kind === "pole";
}

/** The passage in the claim's own words: where it has "expenses" and the claim "costs", these are one sign. */
export function inTermsOf(claim: readonly Sign[], passage: readonly Sign[]): Sign[] {
  const [mine, theirs] = [claim, passage].map(
    (signs) => new Map(signs.filter(isPlain).map((one) => [one.key, one.text.toLowerCase()])),
  );
  const alone = [...mine!].filter(([key]) => !theirs!.has(key));
  const terms = new Map<string, string>();
  for (const [key, word] of theirs!) {
    const same = mine!.has(key) ? undefined : alone.find(([, said]) => areSame(said, word));
    if (same !== undefined) terms.set(key, same[0]);
  }
  if (terms.size === 0) return [...passage];
  return passage.map((sign) => (isPlain(sign) ? { ...sign, key: terms.get(sign.key) ?? sign.key } : sign));
}

const isPlain = ({ kind }: Sign) => kind === "content";

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
  return { ...aligned, scope, turned: turnAround(aligned, scope, claim, passage) };
}

/**
 * A sentence is turned around in a question of style: "defects must be reported" for "shall report defects". What it
 * denies or demands still stands beside the same word, and is the only denial or demand of its clause on both sides.
 */
function turnAround(
  aligned: Pick<Aligned, "claim" | "passage">,
  scope: ReadonlySet<number>,
  claim: readonly Sign[],
  passage: readonly Sign[],
): ReadonlySet<number> {
  const turned = new Set<number>();
  const isFreeTwin = (mine: number, theirs: number) =>
    passage[theirs]!.key === claim[mine]!.key && aligned.claim[mine] === undefined && aligned.passage[theirs] === undefined;
  const isAlone = (signs: readonly Sign[], at: number) =>
    signs.every(({ kind, clause }, other) => other === at || kind !== signs[at]!.kind || clause !== signs[at]!.clause);
  // "Tranches, each of": a quantity stands beside its word over a comma, too.
  const isBeside = (one: Sign, other: Sign) => one.kind === "quantity" || one.clause === other.clause;
  const sides = (signs: readonly Sign[], at: number) =>
    [at - 1, at + 1].filter((one) => signs[one]?.kind === "content" && isBeside(signs[at]!, signs[one]));
  for (const [at, { kind }] of claim.entries()) {
    if (!turnable.has(kind) || !isAlone(claim, at)) continue;
    const twins = [...scope].filter((place) => isFreeTwin(at, place) && isAlone(passage, place));
    for (const place of twins) {
      const beside = sides(claim, at).flatMap((mine) => sides(passage, place).map((theirs): [number, number] => [mine, theirs]));
      const pair = beside.find(
        ([mine, theirs]) =>
          (aligned.claim[mine] === theirs || isFreeTwin(mine, theirs)) &&
          (kind !== "negation" ||
            mine < at === theirs < place ||
            closesClause(mine < at ? claim : passage, mine < at ? at : place)),
      );
      if (pair === undefined || isCrossed(claim, at, passage, place)) continue;
      for (const [mine, theirs] of [[at, place] as const, pair]) {
        if (aligned.claim[mine] === theirs) continue;
        aligned.claim[mine] = theirs;
        aligned.passage[theirs] = mine;
        turned.add(mine);
      }
      break;
    }
  }
  return turned;
}

/** "Zahlt der Mieter nicht" for "wenn der Mieter nicht zahlt": behind its verb a denial ends its clause. */
function closesClause(signs: readonly Sign[], at: number): boolean {
  return signs[at + 1]?.clause !== signs[at]!.clause;
}

/** "The pool, but not the garden" for "the garden, but not the pool": what stands before it and behind it are exchanged. */
function isCrossed(claim: readonly Sign[], at: number, passage: readonly Sign[], place: number): boolean {
  const [before, behind] = [claim[at - 1]?.key, claim[at + 1]?.key];
  return before !== undefined && behind !== undefined && before === passage[place + 1]?.key && behind === passage[place - 1]?.key;
}

const turnable: ReadonlySet<SignKind> = new Set(["negation", "force", "quantity"]);

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
 * are in, an exception in front of them or behind, and the lead-in of their list.
 */
function spanOf(places: readonly number[], passage: readonly Sign[]): number[] {
  if (places.length === 0) return [];
  let first = passage[Math.min(...places)]!.clause;
  let last = passage[Math.max(...places)]!.clause;
  if (isException(passage, passage.findLast(({ clause }) => clause < first)?.clause)) first--;
  if (isException(passage, passage.find(({ clause }) => clause > last)?.clause))
    last = passage.find(({ clause }) => clause > last)!.clause;
  const isWithin = ({ clause }: Sign) => clause >= first && clause <= last;
  const leads = new Set(places.flatMap((at) => passage[at]!.lead ?? []));
  return [...passage.keys()].filter((at) => isWithin(passage[at]!) || leads.has(passage[at]!.clause));
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
      // Of two bounds, the one nearer to the figure behind it.
      if (paired > best[cell]! - (sign.kind === "bound" ? tie : 0)) [best[cell], from[cell]] = [paired, 3];
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

const tie = 1e-9;

function worth({ kind }: Sign): number {
  return kind === "content" || kind === "pole"
    ? score.content
    : kind === "figure"
      ? score.figure
      : kind === "role"
        ? score.role
        : score.decider;
}

/** "May be at most three", "must be at least two": the bound directly behind is the passage's, too. */
export function isLimited(claim: readonly Sign[], at: number, aligned: Pick<Aligned, "claim">): boolean {
  const [force, bound] = [claim[at]!.key, claim[at + 1]?.key];
  const goTogether = bound === "bound:atmost" || (bound === "bound:atleast" && force === "force:oblige");
  // "May, within seven days, tell" and "may, not later than May, report" set the permission no limit.
  const behind = claim[at + 1];
  if (behind === undefined || isWithin(behind.text) || isDeadline(behind.text) || behind.clause !== claim[at]!.clause) return false;
  return goTogether && (force === "force:permit" || force === "force:oblige") && aligned.claim[at + 1] !== undefined;
}
