/*
 * How the entries of lists are found in a text. Names count word by word, so that “Anna Lindqvist”, “Lindqvist” and
 * “Ms Lindqvist” agree; anything else that was entered counts as a whole.
 */
import { isNameKind, type Entry, type EntryKind, type ListScope, type PseudonymList } from "./entry.ts";
import { isCommonNoun, isEveryday, isGluePart, isTitle } from "./everyday-words.ts";

export type Word = { text: string; start: number; end: number };
export type ScopedList = { scope: ListScope; list: PseudonymList };

/** A stretch of a text that is replaced, and the key of its code. */
export type NameSpan = { start: number; end: number; kind: EntryKind; key: string; scope: ListScope };

type WordRule = {
  kind: EntryKind;
  scope: ListScope;
  /** The entries it is part of. */
  of: Set<Entry>;
  /** Also counts without another word of its entry beside it. */
  isAlone: boolean;
  /** Also counts in small letters. */
  isLoose: boolean;
};
type Phrase = { words: string[]; kind: EntryKind; scope: ListScope };

export type NameRules = { words: Map<string, WordRule>; longest: number; phrases: Map<string, Phrase[]>; asIs: Set<string> };

export const folded = (text: string) => text.normalize("NFC").toLowerCase();
export const nameKey = (words: string) => `n:${folded(words)}`;
/** The same number or address, however it is spaced. */
export const foundKey = (kind: EntryKind, value: string) => `${kind}:${folded(value).replaceAll(/[^\p{L}\p{N}@]/gu, "")}`;

export function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(/[\p{L}\p{M}\p{N}]+/gu), ({ 0: word, index }) => ({
    text: word,
    start: index,
    end: index + word.length,
  }));
}

export function rulesOf(lists: readonly ScopedList[]): NameRules {
  const rules: NameRules = { words: new Map(), longest: 0, phrases: new Map(), asIs: new Set() };
  for (const { scope, list } of lists) {
    for (const entry of list.entries) {
      const { kind, forms, isFound, isSentAsIs } = entry;
      if (isSentAsIs && !isNameKind(kind)) for (const form of forms) rules.asIs.add(foundKey(kind, form));
      if (isFound || isSentAsIs) continue;
      for (const form of forms) {
        if (kind === "person" || kind === "organization") addName(rules, { entry, scope, form });
        else addPhrase(rules, { kind, scope, form });
      }
    }
  }
  for (const word of rules.words.keys()) rules.longest = Math.max(rules.longest, word.length);
  for (const phrases of rules.phrases.values()) phrases.sort((a, b) => b.words.length - a.words.length);
  return rules;
}

function addName({ words }: NameRules, { entry, scope, form }: { entry: Entry; scope: ListScope; form: string }): void {
  const all = wordsOf(form);
  const own = all.filter(({ text }) => !isGluePart(text));
  const parts = own.length === 0 ? all : own;
  for (const { text } of parts) {
    const key = folded(text);
    const isOnly = parts.length === 1;
    const isTelling = text.length > 1 && !isEveryday(text);
    const isAlone = isOnly || (isTelling && (entry.kind === "person" || text.length > 2));
    const isLoose = text === key || (isTelling && !isCommonNoun(text) && text.length > (entry.kind === "person" ? 3 : 4));
    const known = words.get(key);
    if (known === undefined) words.set(key, { kind: entry.kind, scope, of: new Set([entry]), isAlone, isLoose });
    else {
      known.of.add(entry);
      known.isAlone ||= isAlone;
      known.isLoose ||= isLoose;
    }
  }
}

function addPhrase({ phrases }: NameRules, { kind, scope, form }: { kind: EntryKind; scope: ListScope; form: string }): void {
  const words = wordsOf(form).map(({ text }) => folded(text));
  const first = words[0];
  if (first === undefined) return;
  phrases.set(first, [...(phrases.get(first) ?? []), { words, kind, scope }]);
}

/** Shorter names begin too many other words. */
const shortestCompound = 5;

/** Spans in reading order. Where one is within another, the longer one counts. */
export function findNames(text: string, rules: NameRules): NameSpan[] {
  if (rules.words.size + rules.phrases.size === 0) return [];
  const words = wordsOf(text);
  const spans: NameSpan[] = [];
  for (let at = 0; at < words.length; at++) {
    const phrase = phraseAt(text, words, at, rules);
    if (phrase !== null) {
      const { start } = words[at]!;
      const { end } = words[at + phrase.words.length - 1]!;
      const key = isNameKind(phrase.kind) ? nameKey(phrase.words.join(" ")) : foundKey(phrase.kind, text.slice(start, end));
      spans.push({ start, end, kind: phrase.kind, scope: phrase.scope, key });
      at += phrase.words.length - 1;
      continue;
    }
    const stem = stemOf(words[at]!.text, rules);
    if (stem === null || !counts(text, words, at, stem, rules)) continue;
    const { start, end } = words[at]!;
    const { kind, scope } = stem.rule;
    spans.push({ start, end: stem.length === null ? end : start + stem.length, kind, scope, key: nameKey(stem.word) });
  }
  return spans;
}

function phraseAt(text: string, words: readonly Word[], at: number, { phrases }: NameRules): Phrase | null {
  const candidates = phrases.get(folded(words[at]!.text)) ?? [];
  const isHere = ({ words: asked }: Phrase) =>
    asked.every((word, i) => {
      const here = words[at + i];
      return here !== undefined && folded(here.text) === word && (i === 0 || isJoined(text, words, at + i - 1));
    });
  return candidates.find(isHere) ?? null;
}

function isJoined(text: string, words: readonly Word[], at: number): boolean {
  const between = text.slice(words[at]!.end, words[at + 1]!.start);
  return between.length <= 3 && !between.includes("\n");
}

/** Nothing but blanks and the marks within a name between this word and the next, and no end of a sentence. */
function isNear(text: string, words: readonly Word[], at: number): boolean {
  const [one, next] = [words[at], words[at + 1]];
  if (one === undefined || next === undefined || next.start - one.end > 4) return false;
  const between = text.slice(one.end, next.start);
  return /^[\s\u00a0.&,'’+/_-]*$/u.test(between) && (one.text.length < 4 || !/\.\s/.test(between));
}

/** `length`: of the name within the word; null where the whole word has to be taken. */
type Stem = { word: string; rule: WordRule; length: number | null; isInflected: boolean };

function stemOf(word: string, { words, longest }: NameRules): Stem | null {
  const key = folded(word);
  const whole = words.get(key);
  const isEven = key.length === word.length;
  if (whole !== undefined) return { word: key, rule: whole, length: isEven ? word.length : null, isInflected: false };
  const found = (length: number): Stem | null => {
    const rule = length > 1 ? words.get(key.slice(0, length)) : undefined;
    return rule === undefined ? null : { word: key.slice(0, length), rule, length: isEven ? length : null, isInflected: true };
  };
  const ending = key.endsWith("s") ? (found(key.length - 1) ?? (key.endsWith("es") ? found(key.length - 2) : null)) : null;
  if (ending !== null) return ending;
  for (let length = Math.min(longest, key.length - 1); length >= shortestCompound; length--) {
    const stem = found(length);
    // “Lindqvistavtalet”. In small letters a name that is a word is in too many others.
    if (stem?.rule.isAlone === true && (stem.rule.isLoose || word[0] !== key[0])) return stem;
  }
  return null;
}

function counts(text: string, words: readonly Word[], at: number, { rule }: Stem, rules: NameRules): boolean {
  const word = words[at]!.text;
  const isSmall = word === word.toLowerCase() && word !== word.toUpperCase();
  if (rule.isAlone && (rule.isLoose || !isSmall)) return true;
  return hasPartner(text, words, at, rule, rules);
}

/** Beside another word of the same name, past “von” and “&”, or after “Ms”. */
function hasPartner(text: string, words: readonly Word[], at: number, rule: WordRule, rules: NameRules): boolean {
  const isPartner = (other: number) => {
    const of = stemOf(words[other]!.text, rules)?.rule.of;
    return of !== undefined && [...of].some((entry) => rule.of.has(entry));
  };
  for (const step of [-1, 1]) {
    for (let other = at; isNear(text, words, step < 0 ? other - 1 : other);) {
      other += step;
      if (isPartner(other)) return true;
      const between = words[other]!.text;
      if (step < 0 && isTitle(between) && words[at]!.text[0] !== words[at]!.text[0]!.toLowerCase()) return true;
      if (!isGluePart(between)) break;
    }
  }
  return false;
}
