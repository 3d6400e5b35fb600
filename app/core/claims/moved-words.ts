/*
 * Words that stand in another place of the sentence than in the source. A sentence may be turned around, but not so that a
 * denial, a bound or a small word then belongs to something else: "the pool, but not the garden" for "the garden, but not
 * the pool". What is moved in such a way is in doubt.
 */
import { areContrary, isWithin } from "../signs/relations.ts";
import type { Sign } from "../signs/sign.ts";
import { kindOf } from "../signs/signs.ts";
import { isWord, type Aligned } from "./alignment.ts";
import { isDenial } from "./translation.ts";

type Pair = (claim: readonly Sign[], passage: readonly Sign[], aligned: Aligned) => boolean;

/** "Three months" for "at least three months". To leave out "within" may be a question of style. */
export const isUnbound: Pair = (claim, passage, aligned) =>
  [...aligned.scope].some((at) => {
    if (passage[at]!.kind !== "bound" || aligned.passage[at] !== undefined || isWithin(passage[at]!.text)) return false;
    const mine = passage[at + 1]?.kind === "ordinal" ? undefined : aligned.passage[at + 1];
    return mine !== undefined && claim[mine - 1]?.kind !== "bound";
  });

/**
 * "Paid by the landlord" for "paid to the landlord", "until May" for "since May"; "Bolt sells to Acme" for "Acme sells to
 * Bolt": two words that have exchanged what stands in front of them.
 */
export const isRelatedOtherwise: Pair = (claim, passage, aligned) => {
  const moved = movedWords(claim, passage, aligned);
  const shift = (mine: number, theirs: number) => (isDirected(claim[mine]!) ? 1 : 0) - (isDirected(passage[theirs]!) ? 1 : 0);
  return [...claim.keys()].some((at) => {
    const place = aligned.claim[at];
    if (place === undefined) return false;
    if (areContrary(claim[at]!.relation, passage[place]!.relation)) return true;
    const own = claim[at]!.kind === "content" ? shift(at, place) : 0;
    return own !== 0 && moved.some(([mine, theirs]) => shift(mine, theirs) === -own);
  });
};

const isDirected = ({ relation }: Sign) => relation === "to" || relation === "by" || relation === "against";

/** Words that both have, each out of the other's order. */
function movedWords(claim: readonly Sign[], passage: readonly Sign[], aligned: Aligned): [mine: number, theirs: number][] {
  return [...claim.keys()].flatMap((at): [number, number][] => {
    if (claim[at]!.kind !== "content" || aligned.claim[at] !== undefined) return [];
    const there = [...aligned.scope].filter((one) => passage[one]!.key === claim[at]!.key);
    return there.length === 1 && aligned.passage[there[0]!] === undefined ? [[at, there[0]!]] : [];
  });
}

/** "May use the pool, but not the garden" for "may use the garden, but not the pool": two words on the other side of what denies. */
export const isMovedAcross: Pair = (claim, passage, aligned) => {
  const moved = movedWords(claim, passage, aligned);
  return [...claim.keys()].some((at) => {
    const place = aligned.claim[at];
    if (place === undefined || !divides(claim[at]!)) return false;
    const crosses = (isBefore: boolean) => moved.some(([mine, theirs]) => mine < at === isBefore && theirs < place !== isBefore);
    return crosses(true) && crosses(false);
  });
};

const divides = (sign: Sign) => sign.kind === "negation" || sign.kind === "exception" || sign.key === "quantity:only";

/** "May use the pool" for "may use the garden, but not the pool": a word that the source has in what it denies alone. */
export const isTakenFromDenial: Pair = (claim, passage, aligned) => {
  const denied = new Set(
    [...passage.keys()].flatMap((at) => (isDenying(passage[at]!) && aligned.passage[at] === undefined ? passage[at]!.clause : [])),
  );
  if (denied.size === 0) return false;
  return [...claim.keys()].some((at) => {
    if (claim[at]!.kind !== "content" || aligned.claim[at] !== undefined) return false;
    const there = passage.filter(({ key }) => key === claim[at]!.key);
    return there.length > 0 && there.every(({ clause }) => denied.has(clause));
  });
};

const isDenying = (sign: Sign) => isDenial(sign) || sign.key === "exception:unless";

/** "This does not apply where it is entered into" denies nothing of "it is not entered into": a negation is followed by what it denies. */
export const isDenialOfOther: Pair = (claim, passage, aligned) =>
  [...claim.entries()].some(([at, { kind, clause }]) => {
    const place = aligned.claim[at];
    if (place === undefined || kind !== "negation" || aligned.turned.has(at)) return false;
    const next = [...claim.keys()].find((one) => one > at && isWord(claim[one]!) && aligned.claim[one] !== undefined);
    if (next === undefined || claim[next]!.clause !== clause) return false;
    const there = aligned.claim[next]!;
    return there < place || passage[there]!.clause !== passage[place]!.clause;
  });

/**
 * "For changes, within six weeks" for "within six weeks, for changes within three": the figure is of another clause than
 * the words it stands with, which have one of their own.
 */
export const isFigureOfOther: Pair = (claim, passage, aligned) =>
  [...claim.entries()].some(([at, figure]) => {
    const place = aligned.claim[at];
    if (place === undefined || !isCounted(figure)) return false;
    return [...claim.entries()].some(([one, { kind, clause, key }]) => {
      const there = aligned.claim[one] ?? onlyPlaceOf(key, passage);
      if (there === undefined || kind !== "content" || clause !== figure.clause) return false;
      const its = passage[there]!.clause;
      const isRival = (sign: Sign) =>
        isCounted(sign) && sign.clause === its && sign.key !== figure.key && kindOf(sign) === kindOf(figure);
      return its !== passage[place]!.clause && passage.some(isRival);
    });
  });

function onlyPlaceOf(key: string, passage: readonly Sign[]): number | undefined {
  const at = passage.findIndex((sign) => sign.key === key);
  return at < 0 || passage.findLastIndex((sign) => sign.key === key) > at ? undefined : at;
}

const isCounted = (sign: Sign) => sign.kind === "figure" && sign.isArticle !== true;
