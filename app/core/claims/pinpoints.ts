/* Brackets that name a provision, as lawyers put them behind a quotation: "(vgl. § 12 Nr. 4 BGB)". They claim nothing. */
import type { Range } from "../law/quotation.ts";
import type { Difference } from "./agreement.ts";
import { hasOpposite } from "../signs/polarity.ts";
import type { Sign } from "../signs/sign.ts";
import { signsIn } from "../signs/signs.ts";

const longestPinpoint = 200;

/** Names a provision and says nothing: "(andra stycket)", "(s 1(1))", "(vgl. § 12 Nr. 4 BGB)"; not "(if no)", "(except in July)". */
function isPlace(bracket: string): boolean {
  const signs = signsIn(bracket);
  const act = signs.findIndex(({ text }) => actNames.test(text));
  const fits = ({ kind, text }: Sign, at: number) =>
    kind === "reference" || (kind === "content" && (goesWithPlace(text) || (act >= 0 && at > act && !hasOpposite(text))));
  if (!signs.every(fits)) return false;
  return signs.some(({ kind }) => kind === "reference") || signs.every(({ text }) => isPlaceWord(text));
}

/** "BGB", "avtalslagen", "see also"; not the "excluding" of "(excluding what Schedule 5 amends)". */
const goesWithPlace = (word: string) =>
  /^\p{Lu}/u.test(word) || isPlaceWord(word) || besidePlaces.has(word.toLowerCase()) || actNames.test(word);

const besidePlaces: ReadonlySet<string> = new Set(
  (
    "read with conjunction compare pursuant under according accordance above below prop bet dnr jfr jämför enligt vgl siehe gemäß laut verbindung entsprechend " +
    "juncto volgens krachtens ingevolge vergelijk page pages side sida sidan seite bladzijde recital recitals annex annexes"
  ).split(" "),
);
const actNames =
  /(?:gesetz|gesetzes|lag|lagen|lagens|balk|balken|balkens|förordning|förordningen|wet|wetboek|verordening|verordnung|act)$/iu;

/** "Absatz", "subsection": words that only go with the number of a provision. */
export const isPlaceWord = (word: string) => placeWords.has(word.toLowerCase());

const placeWords: ReadonlySet<string> = new Set(
  (
    "last subsection subsections section sections paragraph sentence clause article schedule see also same " +
    "sista samma stycket meningen punkten paragrafen kap kapitlet " +
    "letzter letzten absatz satz abs halbsatz nummer lit buchstabe ziffer vgl siehe " +
    "laatste lid leden zin volzin artikel art zie " +
    "premier première deuxième troisième alinéa phrase voir"
  ).split(" "),
);

/** "… (vgl. § 12 Nr. 4 BGB)." is a location, not a statement. */
export function withoutTrailingPinpoint(text: string): string {
  const end = /\)[.;]?$/u.exec(text);
  if (end === null) return text;
  let depth = 0;
  for (let at = end.index; at >= 0 && end.index - at < longestPinpoint; at--) {
    if (text[at] === ")") depth++;
    if (text[at] === "(" && --depth === 0) return isPlace(text.slice(at, end.index + 1)) ? text.slice(0, at).trim() : text;
  }
  return text;
}

/** The outermost brackets of a text that name a provision. */
export function pinpointsIn(text: string): Range[] {
  const found: Range[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "(" && depth++ === 0) start = at;
    if (text[at] !== ")" || depth === 0 || --depth > 0) continue;
    if (at - start < longestPinpoint && isPlace(text.slice(start, at + 1))) found.push({ start, end: at + 1 });
  }
  return found;
}

/*
 * Which provision a claim names for its words, held against the one these stand
 * in: a true quotation under the number of another clause leads its reader
 * astray. The provisions of a document are read from the numbers its lines begin
 * with; a section of law is one provision, and its reference names it.
 */

export type Provision = {
  number: string;
  text: string;
  /** How it is cut: "§ 5", "5.2", "5". */ depth: number;
  start: number;
  end: number;
};

const labels =
  /^[^\S\n]{0,12}(?:§\s?(\d{1,4}[a-z]?)(?![\d,])|(\d{1,4}[a-z]?)\s?§|(?:Article|ARTICLE|Artikel|ARTIKEL|Art\.|Section|SECTION|Clause|CLAUSE)\s(\d{1,4}(?:\.\d{1,3}){0,3}[a-z]?)(?![\d/])|(\d{1,3}(?:\.\d{1,3}){1,3})\.?(?=\s+\S)|(\d{1,3})\.(?=\s+\p{Lu}))/gmu;
const named =
  /(?<![\p{L}\d])(?:§§?|art(?:icles?|ikel[ns]?|ikeln)?\.?|sections?|secs?\.?|ss?\.?|clauses?|cls?\.?|klausul(?:en)?|klausel|ziff(?:er|\.)|punkt(?:en)?|paragraf(?:en)?)\s?(\d{1,4}(?:[.:]\d{1,4}){0,3}[a-z]?)(?![\p{L}\d:/])|(?<![\d:./])(\d{1,4}[a-z]?)\s?§/giu;
/** "§ 12 BGB", "s. 75 of the Consumer Credit Act", "36 § avtalslagen": of another act than this document. */
const ofAnAct =
  /^[^.;:“”„«»"]{0,60}?(?:\p{Lu}{2,}|\p{Lu}\p{Ll}*G\b|\b(?:Act|Regulation|Directive|Code|Order)\b|\p{L}*(?:gesetz|lagen|balken|förordningen|wet|wetboek|verordening)(?!\p{L}))/u;

/** How many numbers are read; a longer document is one of tables. */
const mostProvisions = 4000;

/** `ref`: how a section of law is cited, "§ 622 BGB". */
export function provisionsOf(content: string, ref: string | undefined): Provision[] {
  if (ref !== undefined) {
    const [number] = numbersIn(ref);
    return number === undefined ? [] : [{ number: number.number, text: ref, depth: 0, start: 0, end: content.length }];
  }
  const found: Provision[] = [];
  for (const match of content.matchAll(labels)) {
    const number = match.slice(1).find((one) => one !== undefined)!;
    found.push({ number, text: match[0].trim(), depth: number.split(".").length, start: match.index, end: content.length });
    if (found.length >= mostProvisions) return [];
  }
  for (const [at, one] of found.entries()) {
    const next = found.slice(at + 1).find((other) => other.depth <= one.depth && follows(other.number, one.number));
    if (next !== undefined) one.end = next.start;
  }
  return found;
}

/** 9.4 follows 9.3 and 9; a list's "1." does not. */
function follows(next: string, before: string): boolean {
  const [mine, theirs] = [next, before].map((number) => number.split(".").map((part) => Number.parseInt(part, 10)));
  for (const [at, part] of mine!.entries()) if (part !== theirs![at]) return part > (theirs![at] ?? 0);
  return /[a-z]$/.test(next);
}

/** `beside`: the claim without its quotations. `places`: where its words stand in the source. */
export function misplaced(
  beside: string,
  places: readonly Range[],
  { content, provisions }: { content: string; provisions: readonly Provision[] },
): Difference | undefined {
  if (provisions.length === 0 || /(?<!\p{L})(?:kap\.?|kapitel|chapter|hoofdstuk)(?!\p{L})/iu.test(beside)) return undefined;
  const isLaw = provisions[0]!.depth === 0;
  const said = numbersIn(beside);
  if (said.length === 0) return undefined;
  const around = provisions.filter((one) => places.some((place) => one.start <= place.start && place.start < one.end));
  const nearest = around.at(-1);
  if (nearest === undefined) return undefined;
  const words = places.map(({ start, end }) => content.slice(paragraphStart(content, start), end)).join(" ");
  const isKnown = said.every(({ number, behind }) => {
    const isOfOther = ofAnAct.test(behind) && !(isLaw && sharesAct(behind, nearest.text));
    return (
      !isOfOther &&
      (isLaw || provisions.some((one) => one.number === number)) &&
      !numbersIn(words).some((one) => one.number === number)
    );
  });
  if (!isKnown || said.some(({ number }) => around.some((one) => isWithin(one.number, number)))) return undefined;
  return { said: said[0]!.text, source: nearest.text };
}

const isWithin = (one: string, other: string) =>
  one === other ||
  one.endsWith(`:${other}`) ||
  other.endsWith(`:${one}`) ||
  one.startsWith(`${other}.`) ||
  other.startsWith(`${one}.`);

function numbersIn(text: string): { number: string; text: string; behind: string }[] {
  return [...text.matchAll(named)].map((match) => ({
    number: (match[1] ?? match[2]!).toLowerCase(),
    text: match[0],
    behind: text.slice(match.index + match[0].length, match.index + match[0].length + 90),
  }));
}

function paragraphStart(content: string, at: number): number {
  const start = content.lastIndexOf("\n", at) + 1;
  const label = /^\s*\S{1,12}\s/.exec(content.slice(start, at))?.[0] ?? "";
  return start + label.length;
}

/** "§ 573 BGB" and "§ 622 BGB" are of one act. */
function sharesAct(behind: string, ref: string): boolean {
  const act = ref.trim().split(" ").at(-1)!;
  return /^\p{Lu}\p{L}/u.test(act) && behind.includes(act);
}
