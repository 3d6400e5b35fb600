/*
 * Whether a passage says what a claim says. The claim's clauses are aligned with
 * the passage, sign by sign and in order. They agree only if every sign that
 * decides something (figure, negation, force, bound, quantity, party) has its
 * equal at the same place, on both sides. What can't be matched is a difference
 * if the passage has something else there, and unclear otherwise; it is never
 * agreement.
 */
import { align, clausesOf, isLimited, isWord, type Aligned } from "./alignment.ts";
import { areOpposites, oppositeIn } from "../signs/polarity.ts";
import { scaleOf } from "../signs/phrases.ts";
import { isCombinedOtherwise } from "./combined-otherwise.ts";
import { exchangedParties, partyInPlace } from "./substitution.ts";
import { hasNumberOf, hasRate, kindOf } from "../signs/signs.ts";
import type { Sign } from "../signs/sign.ts";
import { isWithinRange } from "../signs/relations.ts";
import { addsNothing } from "../words/synonyms.ts";
import { isDenial } from "./translation.ts";

export type Difference = { said: string; source?: string };

export type Agreement = { kind: "agrees" } | { kind: "unclear" } | { kind: "differs"; difference: Difference };

/** `share`: how much of the claim's words the passage has, in their order. `signs`: the passage, with its alignment. */
export type Compared = Agreement & { share: number; signs: readonly Sign[]; aligned: Aligned };

const agrees: Agreement = { kind: "agrees" };
const unclear: Agreement = { kind: "unclear" };

/** Words that several sentences must add to what the nearest one has. */
const addedWords = 2;

/**
 * The claim against the sentences that come nearest to it, and against several
 * of them together. The one with most of its words decides, of equals the
 * strictest; several only where one of them is clearly not enough.
 */
export function agreementWith(
  claim: readonly Sign[],
  sentences: readonly (readonly Sign[])[],
  together: readonly Sign[],
): Compared {
  const said = Math.max(1, claim.filter(isWord).length);
  const strictest = { differs: 0, unclear: 1, agrees: 2 };
  const judged = [together, ...sentences].map((passage, at) => {
    const aligned = align(claim, passage);
    const there = claim.filter((sign, i) => isWord(sign) && aligned.claim[i] !== undefined).length;
    const keys = new Set(passage.map(({ key }) => key));
    const figures = claim.filter(({ kind, key }) => kind === "figure" && keys.has(key)).length;
    const shared = claim.filter((sign) => (isWord(sign) || sign.kind === "role") && keys.has(sign.key)).length;
    const matched = there - (at === 0 ? addedWords : 0);
    const compared = { signs: passage, aligned, share: there / said };
    return { matched, figures, shared, compared, agreement: judge(claim, passage, aligned) };
  });
  const sorted = judged.toSorted((a, b) => b.matched - a.matched || strictest[a.agreement.kind] - strictest[b.agreement.kind]);
  const first = sorted[0]!;
  const [whole] = judged;
  // One sentence has the rule, the next its figures: what the first only lacks is no difference.
  const isOnlyMissing = first.agreement.kind === "differs" && first.agreement.difference.source === undefined;
  if (isOnlyMissing && whole!.agreement.kind === "agrees" && whole!.matched >= first.matched)
    return { ...agrees, ...whole!.compared };
  // A sentence contradicts nothing of which one as near has more, in whatever order.
  const named = sorted.find((one) => one.matched === first.matched && (one.figures > first.figures || one.shared > first.shared));
  if (first.agreement.kind === "differs" && named !== undefined) return { ...named.agreement, ...named.compared };
  // Nor is a figure that stands in another sentence, where nothing is in its place here.
  const lacked = isOnlyMissing ? lackedFigure(first.agreement, claim) : undefined;
  if (lacked !== undefined && judged.some(({ compared }) => hasNumberOf(compared.signs, lacked)))
    return { ...unclear, ...first.compared };
  return { ...first.agreement, ...first.compared };
}

function lackedFigure(agreement: Agreement, claim: readonly Sign[]): Sign | undefined {
  return claim.find(({ kind, text }) => kind === "figure" && agreement.kind === "differs" && text === agreement.difference.said);
}

function judge(claim: readonly Sign[], passage: readonly Sign[], aligned: Aligned): Agreement {
  const opposite = oppositeIn(wordsOf(claim), wordsOf(passage));
  if (opposite !== undefined) return { kind: "differs", difference: opposite };
  const exchanged = exchangedParties(claim, passage, aligned);
  if (exchanged !== undefined) return { kind: "differs", difference: exchanged };
  const isLeft = (at: number) => aligned.scope.has(at) && aligned.passage[at] === undefined;
  const left = [...passage.keys()].filter(isLeft);
  const extra = [...claim.keys()].filter((at) => aligned.claim[at] === undefined);
  const judged = [
    ...extra.map((at) => {
      const [from, to] = gapAt(aligned.claim, at, passage.length);
      const beside = left.filter((one) => from < one && one < to).map((one) => passage[one]!);
      return judgeExtra(claim[at]!, {
        beside,
        left: left.map((one) => passage[one]!),
        passage,
        limit: isLimited(claim, at, aligned) ? passage[aligned.claim[at + 1]!] : undefined,
        isMoved: isMovedOwner(at, claim, passage, aligned),
        inPlace: partyInPlace(at, claim, passage, aligned),
      });
    }),
    ...left
      .map((at) =>
        judgeLeft(
          passage[at]!,
          extra.filter((one) => !isLimited(claim, one, aligned)).map((one) => claim[one]!),
          left.map((one) => passage[one]!),
          passage.some(({ clause }, one) => clause === passage[at]!.clause && aligned.passage[one] !== undefined),
        ),
      )
      .map((one, i) => (one.kind === "differs" && isAside(left[i]!, claim, passage, aligned) ? unclear : one)),
    ...(clausesOf(claim).some(
      (clause, at) => !isUnderstood(clause, claim, passage, aligned) && !(at === 0 && isOpening(clause, claim)),
    )
      ? [unclear]
      : []),
    ...(isCombinedOtherwise(claim, passage, aligned, left) ? [unclear] : []),
  ];
  return judged.find(({ kind }) => kind === "differs") ?? judged.find(({ kind }) => kind === "unclear") ?? agrees;
}

/** The share of a clause's words that must be in the passage. */
const understoodShare = 0.4;

function isUnderstood(clause: readonly number[], claim: readonly Sign[], passage: readonly Sign[], aligned: Aligned): boolean {
  const words = clause.filter((at) => isWord(claim[at]!));
  const isThere = (at: number) => aligned.claim[at] !== undefined || hasRate(passage, claim[at]!);
  return words.length < 2 || words.filter(isThere).length >= understoodShare * words.length;
}

/** "According to the lease, …": the beginning of a claim may introduce it, where it decides nothing. */
function isOpening(clause: readonly number[], claim: readonly Sign[]): boolean {
  return (
    (claim[clause[0]!]?.isOpening === true || clause.length <= longestLabel) &&
    clause.length <= longestOpening &&
    clause.length < claim.length &&
    clause.every((at) => ["content", "reference", "order"].includes(claim[at]!.kind))
  );
}

const longestOpening = 4;
/** "Early termination, half of the fees": a row of a table and its heading. */
const longestLabel = 2;

/** The stretch of the passage between the equals of a sign's neighbors. */
function gapAt(places: readonly (number | undefined)[], at: number, end: number): [from: number, to: number] {
  const before = places.slice(0, at).findLast((one) => one !== undefined) ?? -1;
  const behind = places.slice(at + 1).find((one) => one !== undefined) ?? end;
  return [before, behind];
}

const isAside = (at: number, claim: readonly Sign[], passage: readonly Sign[], aligned: Aligned) =>
  isOfExtract(at, passage, aligned) ||
  isBarelyTouched(at, passage, aligned) ||
  (passage[at]!.kind === "exception" && hasOwnWords(claim, passage, aligned));

/** "Reported, where feasible": it does not repeat the sentence, and may be so narrow that the exception is none of it. */
function hasOwnWords(claim: readonly Sign[], passage: readonly Sign[], aligned: Aligned): boolean {
  const isOwn = (sign: Sign, at: number) =>
    sign.kind === "content" && aligned.claim[at] === undefined && !addsNothing(sign.text.toLowerCase());
  return claim.some((sign, at) => isOwn(sign, at) && passage.every(({ key }) => key !== sign.key));
}

/** "If the tenant does not pay in time": "late payment" has one word of it, and says what it denies in another way. */
function isBarelyTouched(at: number, passage: readonly Sign[], aligned: Aligned): boolean {
  const { kind, clause } = passage[at]!;
  const others = [...passage.keys()].filter((one) => one !== at && passage[one]!.clause === clause);
  return kind === "negation" && others.length > 2 && others.filter((one) => aligned.passage[one] !== undefined).length < 2;
}

/** "The notice period is three months" repeats a small part of a rule: that it lacks the exception is no contradiction. */
function isOfExtract(at: number, passage: readonly Sign[], aligned: Aligned): boolean {
  if (passage.find(({ clause }) => clause === passage[at]!.clause)?.kind !== "exception") return false;
  const rule = [...aligned.scope].filter((one) => passage[one]!.clause < passage[at]!.clause && isWord(passage[one]!));
  return rule.filter((one) => aligned.passage[one] !== undefined).length < extractShare * rule.length;
}

const extractShare = 0.6;

/** "The customer's written consent" for "the written consent of the customer", and the reverse. */
function isMovedOwner(at: number, claim: readonly Sign[], passage: readonly Sign[], aligned: Aligned): boolean {
  const isFree = (place: number) => passage[place]?.key === claim[at]!.key && aligned.passage[place] === undefined;
  const isOther = (sign: Sign | undefined) => sign?.kind === "role" && sign.key !== claim[at]!.key;
  return [1, -1].some((step) => {
    let next = at + step;
    let place = aligned.claim[next];
    // "The buyer warned the seller" for "the seller warned the buyer".
    if (place === undefined || isOther(passage[place - step])) return false;
    const isThing = () => place !== undefined && isWord(claim[next]!) && Math.abs(next - at) <= longestThing;
    while (isThing() && aligned.claim[next + step] === place! + step) [next, place] = [next + step, place! + step];
    return isThing() && isFree(place! + step) && !isOther(claim[next + step]);
  });
}

const longestThing = 3;

/** "The courts of Paris" for "the courts of London". */
function differsByName(sign: Sign, beside: readonly Sign[]): Agreement {
  const other = beside.find(({ isName }) => isName === true);
  return other === undefined ? unclear : { kind: "differs", difference: { said: sign.text, source: other.text } };
}

/** A sign of the claim that the passage lacks there. */
function judgeExtra(
  sign: Sign,
  there: {
    beside: Sign[];
    left: Sign[];
    passage: readonly Sign[];
    limit: Sign | undefined;
    isMoved: boolean;
    inPlace: Sign | undefined;
  },
): Agreement {
  const { beside, left, passage, limit, isMoved, inPlace } = there;
  const differs = (source?: Sign): Agreement => ({
    kind: "differs",
    difference: { said: sign.text, ...(source && { source: source.text }) },
  });
  const isElsewhere = passage.some(({ key }) => key === sign.key);
  const rivals = left.filter(({ kind, key }) => kind === sign.kind && key !== sign.key);
  const [rival] = rivals;
  switch (sign.kind) {
    case "content": {
      const other = beside.find(({ text }) => areOpposites(sign.text.toLowerCase(), text.toLowerCase()));
      if (other !== undefined) return differs(other);
      // Where the passage writes all its nouns with a capital, it is no name.
      const isName = sign.isName === true && !passage.some((one) => one.isName === false);
      return isName && !isElsewhere ? differsByName(sign, beside) : agrees;
    }
    case "prompt":
      return agrees;
    case "pole": {
      const other = left.find((one) => one.kind === "pole" && one.key !== sign.key && scaleOf(one.key) === scaleOf(sign.key));
      return other === undefined ? agrees : isElsewhere ? unclear : differs(other);
    }
    case "reference": {
      // A claim often names the provision itself.
      if (isWithinRange(sign, passage)) return agrees;
      const other = beside.find(({ kind, key }) => kind === sign.kind && key !== sign.key);
      if (other !== undefined) return differs(other);
      return isElsewhere && rival !== undefined ? unclear : agrees;
    }
    case "unit":
      if (hasRate(passage, sign)) return agrees;
      if (beside[0]?.isArticle === true) return differs(beside[0]);
      return rival === undefined || isElsewhere ? unclear : differs(rival);
    case "figure": {
      const other = rivals.find((one) => kindOf(one) === kindOf(sign));
      if (sign.isArticle) {
        // "EUR 100 a year" for "a monthly fee of EUR 100".
        const each = left.find((one) => one.kind === "unit" && one.key !== `unit:${sign.key.slice("#period:".length)}`);
        return other === undefined ? (each === undefined ? agrees : differs(each)) : unclear;
      }
      const month = /^#date:--(\d\d)$/.exec(sign.key)?.[1];
      if (month !== undefined && passage.some(({ key }) => key.startsWith("#date:") && key.includes(`-${month}-`))) return agrees;
      if (isElsewhere) return unclear;
      // "30 t" for "30 kg", "EUR 500" for "SEK 500": as many of another unit.
      const ofOtherUnit = rivals.find((one) => kindOf(one) === kindOf(sign) && one.count !== undefined && one.count === sign.count);
      if (ofOtherUnit !== undefined) return differs(ofOtherUnit);
      return hasNumberOf(passage, sign) ? unclear : differs(other);
    }
    case "negation":
      // "If not" for "unless"; "is not allowed" for "nothing allows"; two denials may cancel each other out.
      return left.some((one) => one.kind === "exception" || isDenial(one)) ? unclear : differs();
    case "force":
      // "May be at most three" says no more than "is at most three".
      if (limit !== undefined && rivals.every(({ clause }) => clause !== limit.clause)) return agrees;
      if (rival !== undefined && isDenial(rival) && left.filter(isDenial).length === 2) return unclear;
      // The law often commands in the indicative.
      if (rival !== undefined) return differs(rival);
      return sign.key === "force:oblige" && !passage.some(({ kind }) => kind === "force") ? agrees : unclear;
    case "role":
      if (isMoved) return agrees;
      if (inPlace !== undefined) return differs(inPlace);
      // "The liability of the supplier" for "the supplier's liability", where there is no other party to confuse it with.
      if (isElsewhere && passage.every(({ kind, key }) => kind !== "role" || key === sign.key)) return agrees;
      return rival !== undefined && !isElsewhere ? differs(rival) : unclear;
    case "bound":
      return rival !== undefined && !isElsewhere ? differs(rival) : unclear;
    case "order":
      // "Before" doesn't come from nowhere, as the "after" of "within a month after" may.
      return rival !== undefined ? differs(rival) : sign.key === "order:before" && !isElsewhere ? unclear : agrees;
    case "quantity": {
      // "Every year" and "only five days" exclude each other in nothing.
      const other = rivals.find(({ key }) => key !== "quantity:only");
      return other === undefined || sign.key === "quantity:only" ? unclear : differs(other);
    }
    case "ordinal":
    case "exception":
      return rival === undefined ? unclear : differs(rival);
  }
}

/** A sign of the passage that the claim leaves out. `isSpokenOf`: the claim has other signs of its clause. */
function judgeLeft(sign: Sign, extra: readonly Sign[], left: readonly Sign[], isSpokenOf: boolean): Agreement {
  const rival = extra.find(({ kind, key }) => kind === sign.kind && key !== sign.key);
  // "May with consent" for "may not without consent": two denials less.
  const [mine, theirs] = [extra.filter(isDenial).length, left.filter(isDenial).length];
  if ((isDenial(sign) || sign.kind === "exception") && mine === 0 && theirs === 2) return unclear;
  // "Is not excluded" for "nothing excludes": denied once on both sides.
  if (isDenial(sign) && mine > 0 && mine === theirs) return unclear;
  if (sign.kind === "negation" && mine === theirs) return unclear;
  switch (sign.kind) {
    case "exception":
      if (sign.key === "exception:otherwise" && !isSpokenOf) return agrees;
      if (extra.some(({ kind }) => kind === "negation")) return unclear;
      return { kind: "differs", difference: { said: rival?.text ?? "—", source: sign.text } };
    case "negation":
      return { kind: "differs", difference: { said: rival?.text ?? "—", source: sign.text } };
    case "force":
      if (rival !== undefined) return { kind: "differs", difference: { said: rival.text, source: sign.text } };
      return sign.key === "force:forbid" || sign.key === "force:exempt"
        ? { kind: "differs", difference: { said: "—", source: sign.text } }
        : agrees;
    case "quantity":
      return sign.key === "quantity:only" || both.has(sign.text.toLowerCase()) ? unclear : agrees;
    case "bound":
      return rival === undefined ? agrees : { kind: "differs", difference: { said: rival.text, source: sign.text } };
    default:
      return agrees;
  }
}

/** "A party" for "both parties". */
const both: ReadonlySet<string> = new Set("both beide beiden beider båda".split(" "));

function wordsOf(signs: readonly Sign[]): string[] {
  return signs.filter(({ kind }) => kind !== "figure").map(({ text }) => text.toLowerCase());
}
