/*
 * The parties of an agreement, as its first sentence names them: “between A, a Delaware corporation (“Seller”), and B …
 * (“Buyer”)”. Each is given a name in brackets there; without two of those nothing is said.
 */
import { foldedName } from "../contacts/folded-name.ts";
import type { Span } from "../text/sentences.ts";

/** The opening is looked for up to here: a cover and a table of contents may come before it. */
const farthest = 12_000;
const longestOpening = 3_000;
const longestName = 120;

const between = /\b(?:between|among|by and between|mellan|zwischen|tussen)\b:?/giu;
const ends =
  /\b(?:WITNESSETH|WITNESSES|WHEREAS|Whereas|RECITALS?|Recitals|BACKGROUND|Background|NOW,? THEREFORE|Bakgrund|Präambel|Vorbemerkung|Overwegende)\b/u;
/** (the “Seller”), ("Buyer"), (hereinafter referred to as “Licensee”), („Verkäufer“), nedan kallad ”Säljaren”. */
const called =
  /\((?:hereinafter|hereafter)(?: (?:called|referred to as))? [^()"“”]{2,60}\)|(?:\(|nedan (?:kallad|benämnd)|nachfolgend|hierna)[^()"“”„«»]{0,80}["“”„«»][^"“”„«»]{1,60}["“”„«»][^()]{0,80}\)?/giu;
const joint =
  /^[\s,(]*(?:(?:hereinafter|hereafter|and)[\s,]+)?(?:collectively|together|each|individually|jointly|gemensamt|gemeinsam|gezamenlijk)\b/iu;

export function isAboutParties({ label, question }: { label: string; question: string }): boolean {
  return aboutParties.test(label.trim()) || whoAre.test(question);
}

const aboutParties = /^(?:the )?(?:contracting |avtals|vertrags|contract)?(?:parties|parter(?:na)?|parteien|partijen)$/iu;
const whoAre =
  /^(?:who are the (?:contracting )?parties|vilka är parterna|wer sind die (?:vertrags)?parteien|wie zijn de partijen)\b/iu;

/**
 * The names an answer to that question lists, each once, without what stands in brackets behind it. At most 12; none of
 * more than 120 letters, which is a sentence.
 */
export function namesAnswered(answer: string): string[] {
  const names = answer.split(/[;\n]/u).map((part) =>
    part
      .split(/[([]/u, 1)[0]!
      .trim()
      .replace(/^(?:[-–•*]|\d{1,2}[.)])\s*/u, "")
      .replace(/,$/u, ""),
  );
  const wanted = names.filter((name) => name !== "" && name.length <= longestName).map((name) => [foldedName(name), name] as const);
  return wanted
    .filter(([fold], at) => wanted.findIndex(([other]) => other === fold) === at)
    .slice(0, mostParties)
    .map(([, name]) => name);
}

export type Parties = { names: string[]; place: Span };

/** Null unless there are two parties or more, each with a name of its own. */
export function partiesIn(text: string): Parties | null {
  const head = text.slice(0, farthest);
  for (const { index, 0: word } of head.matchAll(between)) {
    const start = index + word.length;
    const rest = text.slice(start, start + longestOpening);
    const opening = rest.slice(0, ends.exec(rest)?.index ?? rest.length);
    const { names, end } = namesIn(opening);
    if (names.length >= 2 && names.length <= mostParties) return { names, place: { start: index, end: start + end } };
  }
  return null;
}

const mostParties = 12;
/** On a cover, or where something else is between two things. */
const noName = /\b(?:agreement|dated|this|these|hereby|shall|for the)\b/iu;

/** An abbreviation does not end one. */
const newSentence =
  /(?<!\b(?:[Cc]o|CO|[Ii]nc|INC|[Ll]td|LTD|[Cc]orp|CORP|[Ss]t|[Nn][or]|[DM]r|[Aa]ve|[Bb]ldg|LLC|L\.P|B\.V|N\.V|S\.A))\.\s+[\p{Lu}\d]/u;
const companyForm = /\b(?:llc|l\.l\.c|l\.p|inc|ltd|limited|corp|corporation|gmbh|ab|b\.v|n\.v|plc)\b/iu;
const isAnother = /(?:^|[^\p{L}])(?:and|AND|och|und|en|&)(?:\b|\s)|^[\s,;.]*\(?(?:\d{1,2}|[ivxIVX]{1,4})[.)]|^\s*,\s*\p{Lu}/u;

/** None if one of them is no name. */
function namesIn(opening: string): { names: string[]; end: number } {
  const names: string[] = [];
  let [at, end] = [0, 0];
  for (const match of opening.matchAll(called)) {
    const part = opening.slice(at, match.index);
    // Several with one short name for all of them: where each ends is not sure.
    if (joint.test(match[0]) && names.length > 0 && companyForm.test(part)) return { names: [], end };
    // What follows the first is another party only behind “and”, a comma or a number.
    const name = names.length === 0 || isAnother.test(part) ? nameIn(part) : null;
    at = match.index + match[0].length;
    if (names.length >= 2 && (joint.test(match[0]) || newSentence.test(part))) break;
    if (name === null) continue;
    if (noName.test(name)) return { names: [], end };
    if (names.every((one) => one.toLowerCase() !== name.toLowerCase())) names.push(name);
    end = at;
  }
  return { names, end };
}

/** What a part of the opening begins with, up to what is said of it. */
function nameIn(part: string): string | null {
  const words = part
    .replaceAll(/\s+/g, " ")
    // What is still said of the party before, up to “and”.
    .replace(/^[\s,]*(?!and\b)(?:with|whose|having|located|a|an|of|incorporated|organized)\b.*?,? and (?=\p{Lu})/u, "")
    .replace(
      /^[\s,;:.]*(?:(?:and|och|und|en|by|on the (?:one|other)(?: hand| part)?|of the (?:one|other) part)\b[\s,;:]*)*(?:\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]\s*)?/iu,
      "",
    );
  const [name = ""] = words.split(
    /,? (?:a|an|ein|eine|ett|en|een)(?: \p{L}+){0,6} (?:corporation|company|partnership|limited|association|trust|university|bank|institution|individual|gesellschaft|aktiebolag|vennootschap)|,? (?:with|having|whose|located|organi[sz]ed|incorporated|existing|registered|a corporation|a company|org|mit sitz|gevestigd|acting|doing business|on behalf|of \d)|\(|;|,(?! ?(?:inc|llc|ltd|l\.?l\.?c|l\.?p|corp|co|limited|s\.a|n\.v|b\.v|gmbh|plc)\b)/iu,
  );
  const said = name
    .trim()
    .replace(/[,;:]$/, "")
    .replace(/^(?:the|der|die|dem|den|de|het) (?=\p{Lu})|,? (?:together|and\/or assigns)$/gu, "");
  return said.length >= 2 && said.length <= longestName && /^(?:\p{Lu}|\d|\p{Ll}\p{Lu}|\p{Ll}[-.]\p{L})/u.test(said) ? said : null;
}
