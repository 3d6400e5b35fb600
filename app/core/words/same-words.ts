/*
 * When two words are the same word to a reader: forms of one, names for one
 * thing, or a compound and the part it is called by the second time. There is
 * one notion of it, for finding the passage a claim is about, for aligning the
 * two, and for what of the claim the passage lacks.
 */
import { areForms, formBeginnings } from "./word-forms.ts";
import { areSynonyms, synonymsOf } from "./synonyms.ts";

/** As lower-case words. */
export function areSame(word: string, other: string): boolean {
  return word === other || areForms(word, other) || areSynonyms(word, other) || isHead(word, other);
}

const shortestHead = 4;

/** "Frist" is what "Kündigungsfrist" is called the second time. */
function isHead(word: string, compound: string): boolean {
  return word.length >= shortestHead && compound.length >= word.length + shortestHead - 1 && compound.endsWith(word);
}

/** Finds the words of a vocabulary that are the same as a given one, without comparing it with each. */
export class SameWords {
  readonly #beginnings = new Map<string, string[]>();
  readonly #ends = new Map<string, string[]>();

  constructor(vocabulary: Iterable<string>) {
    for (const word of vocabulary) {
      for (const beginning of formBeginnings(word)) push(this.#beginnings, beginning, word);
      if (word.length >= 2 * shortestHead - 1) push(this.#ends, word.slice(-shortestHead), word);
    }
  }

  of(word: string): string[] {
    const beginnings = new Set([word, ...synonymsOf(word)].flatMap(formBeginnings));
    const near = new Set([...beginnings].flatMap((one) => this.#beginnings.get(one) ?? []));
    for (const one of this.#ends.get(word.slice(-shortestHead)) ?? []) near.add(one);
    return [...near].filter((one) => areSame(word, one));
  }
}

function push(map: Map<string, string[]>, key: string, word: string): void {
  const all = map.get(key);
  if (all === undefined) map.set(key, [word]);
  else all.push(word);
}
