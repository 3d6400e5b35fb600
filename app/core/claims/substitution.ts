/*
 * A claim that repeats its passage but for one word. Where one word stands
 * exactly in the place of another, it is what the sentence turns on: "ordinary
 * letter" for "registered letter". Whether the two mean the same isn't known,
 * unless they are inflections of one word, or a table has both.
 */
import type { Aligned } from "./alignment.ts";
import type { Sign, SignKind } from "../signs/sign.ts";
import { areOpposites } from "../signs/polarity.ts";
import { areSynonyms } from "../words/synonyms.ts";
import { leadsAgent } from "../words/voice.ts";

type Pair = (claim: readonly Sign[], passage: readonly Sign[], aligned: Aligned) => boolean;

/** One sign between the same two neighbors on both sides, or at the end of both. */
export const isSubstituted: Pair = (claim, passage, aligned) =>
  [...claim.keys()].some((at) => {
    const sign = claim[at]!;
    if (aligned.claim[at] !== undefined || !isReplaceable(sign) || passage.some(({ key }) => key === sign.key)) return false;
    const [before, behind] = [aligned.claim[at - 1], aligned.claim[at + 1]];
    const isAtEnd = at === claim.length - 1 && before !== undefined && before + 1 === passage.length - 1;
    const isBetween = before !== undefined && behind === before + 2;
    const place = isAtEnd || isBetween ? before + 1 : undefined;
    const other = place === undefined ? undefined : passage[place];
    if (other === undefined || aligned.passage[place!] !== undefined || !isReplaceable(other)) return false;
    const next = isAtEnd ? undefined : { mine: claim[at + 1]!, theirs: passage[place! + 1]! };
    if (next !== undefined && (next.mine.clause !== sign.clause || next.theirs.clause !== other.clause)) return false;
    // In front of the first word they share stands what introduces it.
    const isLater = aligned.claim.slice(0, at).some((one) => one !== undefined) || (at === 0 && place === 0);
    return isLater && !areAlike(sign, other);
  });

const isReplaceable = ({ kind }: Sign) => kind === "content" || kind === "pole" || kind === "negation" || kind === "ordinal";

/** So many letters in common make "receipt" and "receiving" one word. */
const sameBeginning = 4;

function areAlike(one: Sign, other: Sign): boolean {
  const [mine, theirs] = [one.text.toLowerCase(), other.text.toLowerCase()];
  if (one.kind !== "content" && other.kind !== "content") return false;
  // "Tid" is what "uppsägningstid" is called the second time; "übernächsten" is not "nächsten".
  const [short, long] = mine.length < theirs.length ? [mine, theirs] : [theirs, mine];
  if (long.endsWith(short) && long.length - short.length > sameBeginning) return true;
  return mine.slice(0, sameBeginning) === theirs.slice(0, sameBeginning) || areSynonyms(mine, theirs);
}

/**
 * "The company may release the director" for "the director may release the company": beside a word that both have
 * stands another one, and these two are in the other order.
 */
export const areExchanged: Pair = (claim, passage, aligned) =>
  [...claim.keys()].some((at) => {
    const place = aligned.claim[at];
    if (place === undefined || !anchors.has(claim[at]!.kind)) return false;
    return [1, -1].some((step) => {
      const [mine, theirs] = [claim[at + step], passage[place + step]];
      if (mine === undefined || theirs === undefined || !isNamed(mine) || !isNamed(theirs) || mine.key === theirs.key) return false;
      if (mine.clause !== claim[at]!.clause || theirs.clause !== passage[place]!.clause) return false;
      const other = claim.findIndex(({ key }) => key === theirs.key);
      const there = passage.findIndex(({ key }) => key === mine.key);
      if (other < 0 || there < 0 || at + step < other === there < place + step) return false;
      // Two things of one clause may change their places, two parties may not, nor may things of two clauses.
      const isOfOneClause = claim[other]!.clause === mine.clause || passage[there]!.clause === theirs.clause;
      const areNames = mine.isName === true && theirs.isName === true;
      const areContraries = areOpposites(mine.text.toLowerCase(), theirs.text.toLowerCase());
      return !isOfOneClause || mine.kind === "role" || theirs.kind === "role" || areNames || areContraries;
    });
  });

/**
 * "The tenant pays the landlord" for "the landlord pays the tenant": a clause with the words of one clause of the
 * source, in their order, and its parties in another, each led by the same small words.
 */
export function exchangedParties(
  claim: readonly Sign[],
  passage: readonly Sign[],
  aligned: Aligned,
): { said: string; source: string } | undefined {
  for (const mine of Map.groupBy(claim.keys(), (at) => claim[at]!.clause).values()) {
    const place = mine
      .map((at) => (claim[at]!.kind === "content" ? aligned.claim[at] : undefined))
      .find((one) => one !== undefined);
    if (place === undefined) continue;
    const own = mine.map((at) => claim[at]!);
    const theirs = passage.filter((one) => one.clause === passage[place]!.clause);
    if (!isInOrder(own.filter(isNoParty), theirs.filter(isNoParty))) continue;
    const parties = (signs: readonly Sign[]) => signs.filter(({ kind }) => kind === "role");
    const [said, there] = [parties(own), parties(theirs)];
    const sorted = (signs: readonly Sign[]) =>
      signs
        .map(({ key }) => key)
        .toSorted()
        .join(" ");
    if (said.length < 2 || sorted(said) !== sorted(there) || !said.every(({ led }, i) => led === there[i]!.led)) continue;
    const at = said.findIndex(({ key }, i) => key !== there[i]!.key);
    if (at >= 0) return { said: said[at]!.text, source: there[at]!.text };
  }
  return undefined;
}

const isNoParty = ({ kind }: Sign) => kind !== "role";

/** The signs of the one are among those of the other, in this order. */
function isInOrder(some: readonly Sign[], all: readonly Sign[]): boolean {
  let next = 0;
  for (const { key } of all) if (key === some[next]?.key) next++;
  return next === some.length;
}

/**
 * "The tenant insures the house" for "the landlord insures the house": the party that stands exactly in its place. Not
 * where a sentence is put the other way round, "the tenant is paid by the landlord": its parties are led by other words.
 */
export function partyInPlace(at: number, claim: readonly Sign[], passage: readonly Sign[], aligned: Aligned): Sign | undefined {
  const sign = claim[at]!;
  if (sign.kind !== "role") return undefined;
  const isOfClause = (signs: readonly Sign[], one: number, of: Sign) => signs[one]?.clause === of.clause;
  const [before, behind] = [at - 1, at + 1].map((one) => (isOfClause(claim, one, sign) ? aligned.claim[one] : null));
  const place = typeof before === "number" ? before + 1 : typeof behind === "number" ? behind - 1 : undefined;
  const other = place === undefined ? undefined : passage[place];
  if (other === undefined || other.kind !== "role" || other.key === sign.key) return undefined;
  const isThere = [before, behind].every((one, i) => {
    const beside = place! + (i === 0 ? -1 : 1);
    if (one === null) return !isOfClause(passage, beside, other) || passage[beside]!.kind === "reference";
    return one === beside || (one === undefined && isRoleIn(claim, at + (i === 0 ? -1 : 1)) && isRoleIn(passage, beside));
  });
  const led = (signs: readonly Sign[], of: Sign) =>
    signs.flatMap(({ kind, clause, led: words }) => (kind === "role" && clause === of.clause ? [words ?? ""] : [])).join("|");
  return isThere && led(claim, sign) === led(passage, other) ? other : undefined;
}

const isRoleIn = (signs: readonly Sign[], at: number) => signs[at]?.kind === "role";

/** "Without the owner's consent" for "without the consent of the owner" exchanges nothing. */
const anchors: ReadonlySet<SignKind> = new Set(["content", "force", "role"]);
const isNamed = ({ kind }: Sign) => kind === "content" || kind === "role";

/** "A and B" for "A or B". */
export const isJoinedOtherwise: Pair = (claim, passage, aligned) =>
  [...claim.keys()].some((at) => {
    const [before, place] = [aligned.claim[at - 1], aligned.claim[at]];
    if (before === undefined || place !== before + 1) return false;
    const [mine, theirs] = [claim[at]!.joined, passage[place]!.joined];
    return mine !== undefined && theirs !== undefined && mine !== theirs;
  });

/** "The buyer shall be informed", "the buyer shall be informed by the seller" for "the buyer shall inform the seller". */
export const isVoiceChanged: Pair = (claim, passage, aligned) =>
  [...claim.keys()].some((at) => {
    const [mine, place] = [claim[at]!, aligned.claim[at]];
    const theirs = place === undefined ? undefined : passage[place]!;
    if (theirs === undefined) return false;
    if (mine.kind === "role")
      return (
        leadsAgent(mine.led ?? "") !== leadsAgent(theirs.led ?? "") &&
        [[claim, mine] as const, [passage, theirs] as const].every(hasTwoParties)
      );
    if ((mine.passiveBy === undefined) === (theirs.passiveBy === undefined)) return false;
    const [one, other] = [subjectOf(claim, mine), subjectOf(passage, theirs)];
    return one !== undefined && one.key === other?.key;
  });

/** The party in front of its verb, with nothing between that could be what the verb is said of. */
function subjectOf(signs: readonly Sign[], verb: Sign): Sign | undefined {
  const by = verb.passiveBy ?? verb.start;
  const before = signs.filter(({ clause, start }) => clause === verb.clause && start < verb.start);
  const party = by >= verb.start ? before.find(isParty) : before.findLast((one) => isParty(one) && one.start < by);
  if (party === undefined || leadsAgent(party.led ?? "") || /['’]s$/u.test(party.text)) return undefined;
  return by < verb.start && before.some(({ kind, start }) => kind === "content" && party.start < start && start < by)
    ? undefined
    : party;
}

const isParty = ({ kind }: Sign) => kind === "role";
const hasTwoParties = ([signs, { clause }]: readonly [readonly Sign[], Sign]) =>
  new Set(signs.flatMap(({ kind, key, clause: own }) => (kind === "role" && own === clause ? [key] : []))).size > 1;
