/*
 * A claim that repeats its passage but for one word. Where one word stands
 * exactly in the place of another, it is what the sentence turns on: "ordinary
 * letter" for "registered letter". Whether the two mean the same isn't known,
 * unless they are inflections of one word, or a table has both.
 */
import type { Aligned } from "./alignment.ts";
import type { Sign } from "./signs.ts";

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
  return mine.slice(0, sameBeginning) === theirs.slice(0, sameBeginning) || synonymOf(mine) === synonymOf(theirs);
}

/** "A and B" for "A or B". */
export const isJoinedOtherwise: Pair = (claim, passage, aligned) =>
  [...claim.keys()].some((at) => {
    const [before, place] = [aligned.claim[at - 1], aligned.claim[at]];
    if (before === undefined || place !== before + 1) return false;
    const [mine, theirs] = [claim[at]!.joined, passage[place]!.joined];
    return mine !== undefined && theirs !== undefined && mine !== theirs;
  });

/** Content words that lawyers use for each other, each line one meaning. */
const groups = `
obtain obtains obtained get gets receive receives received acquire acquires acquired
pay pays paid remit remits remitted
give gives given provide provides provided deliver delivers delivered
contract agreement
party parties side sides
begin commence start
buy buys purchase purchases
require requires required need needs
notify notifies notified inform informs informed
costs expenses
duty obligation
breach violation infringement
bedarf benötigt braucht erfordert
erhält bekommt empfängt
mitteilen mitzuteilen informieren unterrichten
zahlen zahlt entrichten entrichtet leisten leistet
schriftstück dokument unterlage
besonders insbesondere
verpflichtung pflicht
erhålla erhåller få får mottaga motta ta_emot
underrätta underrättar meddela meddelar informera informerar
betala betalar erlägga erlägger
skyldighet förpliktelse plikt
hyra_ut upplåta
bedoeld bedoelde genoemd genoemde vermeld vermelde
betalen betaalt voldoen voldoet
mededelen meedelen informeren
verkrijgen verkrijgt krijgen krijgt ontvangen ontvangt
verplichting plicht
`;

const meanings: ReadonlyMap<string, string> = new Map(
  groups
    .trim()
    .split("\n")
    .flatMap((line) => line.split(" ").map((word): [string, string] => [word, line])),
);

/** Equal for words of one meaning; the word itself where the table has none. */
function synonymOf(word: string): string {
  return meanings.get(word) ?? word;
}
