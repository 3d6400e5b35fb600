/*
 * Whether a passage has a word of a claim, in some form or by another name. A
 * sentence that changes "registered letter" to "ordinary letter" uses a word the
 * source lacks, whatever the language: no table of opposites is needed to doubt
 * it. So a claim is supported only if every content word of it was found; else
 * these words are named, and nothing is said of the claim's truth.
 */
import { areSame } from "../words/same-words.ts";
import { addsNothing } from "../words/synonyms.ts";
import { partedVerb, areForms } from "../words/word-forms.ts";
import { tokensOf } from "../signs/tokens.ts";

export type WordFinder = {
  /** Whether the passage has the word, in lower case. Names of where it stands count as there. */
  has: (word: string) => boolean;
  /** It is part of such a name: "the Trial Work Act". */
  isName: (word: string) => boolean;
};

/** `said`: the claim; `passage`: with its heading. */
export function wordFinder(said: string, passage: string): WordFinder {
  const there = wordsOf(passage);
  const mine = new Set(wordsOf(said));
  const isThere = new Set(there);
  const names = new Set(wordsOf([...actNames(said), sourceFrame.exec(said)?.[0] ?? ""].join(" ")));
  const isName = (word: string) => names.has(word);
  return { isName, has: (word) => isName(word) || isFound(word, there, isThere, mine) };
}

const acts: ReadonlySet<string> = new Set("Act Regulation Directive Order Rules".split(" "));

/** "The Trial Work Act 1999" names where it stands: the words with capitals in front of "Act". */
function actNames(said: string): string[] {
  const words = tokensOf(said).map(({ text }) => text);
  return words.flatMap((word, at) => {
    if (!acts.has(word)) return [];
    const first = words.findLastIndex((one, i) => i < at && !/^\p{Lu}/u.test(one));
    return words.slice(first + 1, at + 1);
  });
}

/** "According to the lease," names where it stands, too. */
const sourceFrame =
  /^\s*(?:(?:according to|pursuant to|enligt|laut|gemäß|volgens|krachtens)\s[^,]{1,60},|(?:enligt|laut|gemäß|volgens|krachtens)\s(?:(?:der|dem|het|de)\s)?\p{L}{1,30}(?=\s))/iu;

function isFound(word: string, there: readonly string[], isThere: ReadonlySet<string>, mine: ReadonlySet<string>): boolean {
  if (isThere.has(word) || addsNothing(word)) return true;
  return there.some((one) => isSame(word, one, isThere, mine)) || isPutTogether(word, there);
}

function isSame(word: string, other: string, there: ReadonlySet<string>, mine: ReadonlySet<string>): boolean {
  return areSame(word, other) || arePartedForms(word, other, there, mine);
}

/** "Zeigt … an" for "anzeigen", and the reverse: the particle stands by itself. */
function arePartedForms(word: string, other: string, there: ReadonlySet<string>, mine: ReadonlySet<string>): boolean {
  return (
    partedVerb(word).some(([particle, root]) => there.has(particle) && areForms(root, other)) ||
    partedVerb(other).some(([particle, root]) => mine.has(particle) && areForms(word, root))
  );
}

const shortestPart = 4;
const joints = ["", "s", "n", "en", "er", "es", "e", "ings"];

/** "Vertragsbeginn" for "beginn des Vertrags": both parts are words of the passage. */
function isPutTogether(word: string, there: readonly string[]): boolean {
  for (let at = shortestPart; at <= word.length - shortestPart; at++) {
    const [first, second] = [word.slice(0, at), word.slice(at)];
    if (!there.some((one) => areForms(second, one))) continue;
    if (
      joints.some(
        (joint) => first.endsWith(joint) && there.some((one) => areForms(first.slice(0, first.length - joint.length), one)),
      )
    )
      return true;
  }
  return false;
}

const wordsOf = (text: string) => [...new Set(tokensOf(text.replaceAll("’", "'")).map((token) => token.text.toLowerCase()))];
