/*
 * Whether each sign of a claim has its equal in the passage, but among other words than in the claim. It is then in doubt.
 */
import { scaleOf } from "../signs/phrases.ts";
import type { Sign } from "../signs/sign.ts";
import { kindOf } from "../signs/signs.ts";
import { isWord, type Aligned } from "./alignment.ts";
import {
  isDenialOfOther,
  isFigureOfOther,
  isMovedAcross,
  isRelatedOtherwise,
  isTakenFromDenial,
  isUnbound,
} from "./moved-words.ts";
import { areExchanged, isJoinedOtherwise, isSubstituted, isVoiceChanged } from "./substitution.ts";

/** `left`: the signs of the passage that the claim leaves out. */
export function isCombinedOtherwise(
  claim: readonly Sign[],
  passage: readonly Sign[],
  aligned: Aligned,
  left: readonly number[],
): boolean {
  return (
    isUnbound(claim, passage, aligned) ||
    isTakenFromDenial(claim, passage, aligned) ||
    isMovedAcross(claim, passage, aligned) ||
    isFigureOfOther(claim, passage, aligned) ||
    isMispaired(claim, passage, aligned, left) ||
    isSpliced(claim, passage, aligned) ||
    isDenialOfOther(claim, passage, aligned) ||
    isJoinedOtherwise(claim, passage, aligned) ||
    isSubstituted(claim, passage, aligned) ||
    areExchanged(claim, passage, aligned) ||
    isVoiceChanged(claim, passage, aligned) ||
    isRelatedOtherwise(claim, passage, aligned) ||
    speaksOfInside(claim, passage)
  );
}

/** "The landlord" aligned with a landlord farther off than the tenant who stands there: in the passage another of its kind is nearer. */
function isMispaired(claim: readonly Sign[], passage: readonly Sign[], aligned: Aligned, left: readonly number[]): boolean {
  return [...claim.entries()].some(([at, { kind }]) => {
    const place = aligned.claim[at];
    if (place === undefined || (kind !== "role" && kind !== "force" && kind !== "negation")) return false;
    const rivals = left.filter((one) => passage[one]!.kind === kind);
    if (rivals.length === 0) return false;
    const [before, behind] = neighborsOf(claim, aligned, at);
    return rivals.some(
      (one) => (before !== undefined && before < one && one < place) || (behind !== undefined && place < one && one < behind),
    );
  });
}

/**
 * "The seller bears the costs of acceptance", from "the seller bears the costs of handing over, the buyer the costs of
 * acceptance": each word has its equal, but between two of them the passage has another party in a clause of its own,
 * or another figure or bound than the one beside it.
 */
function isSpliced(claim: readonly Sign[], passage: readonly Sign[], aligned: Aligned): boolean {
  const matched = [...claim.keys()].filter((at) => aligned.claim[at] !== undefined && !aligned.turned.has(at));
  return matched.slice(1).some((mine, i) => {
    const before = matched[i]!;
    const [from, to] = [aligned.claim[before]!, aligned.claim[mine]!];
    const skipped = [...passage.keys()].slice(from + 1, to).filter((at) => aligned.passage[at] === undefined);
    const { clause } = claim[mine]!;
    const isLaterClause = (sign: Sign) => sign.clause > passage[from]!.clause;
    return skipped.some((at) => {
      const sign = passage[at]!;
      if (sign.isArticle === true) return false;
      if (areRivals(claim[mine]!, sign) || (areRivals(claim[before]!, sign) && sign.kind !== "unit")) return true;
      if (!isLaterClause(sign) || claim[before]!.clause !== clause) return false;
      return (
        sign.kind === "role" || matched.slice(0, i).some((one) => claim[one]!.clause === clause && areRivals(claim[one]!, sign))
      );
    });
  });
}

function areRivals(one: Sign, other: Sign): boolean {
  if (one.kind === "content" || one.kind !== other.kind) return false;
  if (one.kind === "bound" && one.key === other.key) return false;
  if (one.kind === "pole") return one.key !== other.key && scaleOf(one.key) === scaleOf(other.key);
  return one.kind !== "figure" || kindOf(one) === kindOf(other);
}

/** Where the nearest aligned content words before and behind a sign of the claim are in the passage. */
function neighborsOf(
  claim: readonly Sign[],
  { claim: places }: Pick<Aligned, "claim">,
  at: number,
): [number | undefined, number | undefined] {
  const all = [...claim.keys()].filter((one) => places[one] !== undefined && isWord(claim[one]!));
  const [before, behind] = [all.findLast((one) => one < at), all.find((one) => one > at)];
  return [before === undefined ? undefined : places[before], behind === undefined ? undefined : places[behind]];
}

/** The passage says "without delay", and the claim has the delay without its "without". */
function speaksOfInside(claim: readonly Sign[], passage: readonly Sign[]): boolean {
  const inside = new Set(passage.flatMap((sign) => sign.inside ?? []));
  return inside.size > 0 && claim.some(({ kind, key }) => kind === "content" && inside.has(key));
}
