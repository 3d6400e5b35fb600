/*
 * The words that stand for what is replaced, such as “Tamyven”. They read like names, so models keep, inflect and
 * capitalise them as names, and “yv” after two vowels and consonants is in no word of our languages, so that they are
 * recognised in whatever a model writes.
 */
import type { Code, ListScope } from "./entry.ts";

const consonants = "bdfgklmnprstvz";
const vowels = "aeiou";
const last: Record<ListScope, string> = { organization: "n", project: "r", person: "l" };

export const codeLength = 7;
/** Never used: what a model is shown as an example. */
export const exampleCode = "tamyven";

/** Where codes may be in a text: the start of each. Whether one is a code, the list says. */
export function* codePlaces(text: string): Generator<number> {
  for (let at = indexOfMark(text, 0); at !== -1; at = indexOfMark(text, at + 1)) if (at >= 3) yield at - 3;
}

const mark = /yv/gi;

function indexOfMark(text: string, from: number): number {
  mark.lastIndex = from;
  return mark.exec(text)?.index ?? -1;
}

/** What of the texts a new code must differ from, in lower case. */
export function codeLikeIn(texts: Iterable<string>): Set<string> {
  const found = new Set<string>();
  for (const text of texts) for (const at of codePlaces(text)) found.add(text.slice(at, at + codeLength).toLowerCase());
  return found;
}

/** Codes that begin alike are easily confused, so the first three letters are another's as long as there are any left. */
export function newCode(scope: ListScope, random: () => number, codes: readonly Code[], taken: ReadonlySet<string>): string {
  const used = new Set(codes.map(({ code }) => code));
  const stems = new Set(codes.map(({ code }) => code.slice(0, 3)));
  const pick = (letters: string) => letters[Math.floor(random() * letters.length)]!;
  for (let attempt = 0; attempt < 5_000; attempt++) {
    const stem = pick(consonants) + pick(vowels) + pick(consonants);
    const code = `${stem}yv${pick(vowels)}${last[scope]}`;
    const isFree = code !== exampleCode && !used.has(code) && !taken.has(code);
    if (isFree && (!stems.has(stem) || attempt > 200)) return code;
  }
  throw new Error("there are no codes left");
}
