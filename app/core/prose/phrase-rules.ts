/*
 * Tables of phrases with replacements, and the engine that applies them. A rule
 * matches a phrase without judging its meaning; if there is no safe
 * replacement, it only flags it.
 *
 * Phrases are lower case with inflections in braces: "{make,makes,made} a
 * decision" with "{decide,decides,decided}" is three rules. An empty
 * replacement removes the phrase, then fixes the capital letter and the comma
 * after it.
 */
import type { Finding, FindingKind } from "./finding.ts";

export type PhraseRule = {
  /** Lower case; `{a,b}` lists alternative forms. */
  phrase: string;
  /** "" removes the phrase; null only flags it. */
  replacement: string | null;
  reason: string;
  kind: FindingKind;
  /** The phrase may carry legal meaning: the rule doesn't apply to legal text. */
  notLegal?: boolean;
  /** Only at the start of a sentence. */
  onlyFirst?: boolean;
  /** Doesn't apply if the words just before match this. */
  unlessAfter?: RegExp;
  /** May read oddly in some sentences, so it is shown as a suggestion to check. */
  unsure?: boolean;
};

type Matcher = { pattern: RegExp; rules: Map<string, PhraseRule> };

/** Rows of a table with the same reason, kind and flags. */
export function phraseRules(
  shared: Omit<PhraseRule, "phrase" | "replacement">,
  rows: readonly (readonly [string, string | null])[],
): PhraseRule[] {
  return rows.flatMap(([phrase, replacement]) => expand(phrase, replacement).map((row) => Object.assign(row, shared)));
}

/** Expands forms in braces, by the same position on both sides. */
function expand(phrase: string, replacement: string | null): { phrase: string; replacement: string | null }[] {
  const forms = /\{([^{}]*)\}/.exec(phrase);
  if (!forms) return [{ phrase, replacement }];
  const others = replacement === null ? null : /\{([^{}]*)\}/.exec(replacement);
  const replacements = others?.[1]!.split(",");
  return forms[1]!.split(",").flatMap((form, at) =>
    expand(
      phrase.replace(forms[0], () => form),
      replacements && replacement !== null
        ? replacement.replace(others![0], () => replacements[at] ?? replacements[0]!)
        : replacement,
    ),
  );
}

export function compilePhrases(rules: readonly PhraseRule[]): Matcher {
  const longestFirst = [...new Set(rules.map((rule) => rule.phrase))].toSorted((a, b) => b.length - a.length);
  const escaped = longestFirst.map((phrase) =>
    phrase
      .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
      .replaceAll("'", "['’]")
      .replace(/\s+/g, "\\s+"),
  );
  // The first rule for a phrase wins.
  const byPhrase = new Map(rules.toReversed().map((rule) => [rule.phrase, rule]));
  return {
    pattern: new RegExp(`(?<![\\p{L}\\p{N}_-])(?:${escaped.join("|")})(?![\\p{L}\\p{N}_]|-\\p{L})`, "giu"),
    rules: byPhrase,
  };
}

export function findPhrases(text: string, matcher: Matcher, legal: boolean): Finding[] {
  const findings: Finding[] = [];
  for (const hit of text.matchAll(matcher.pattern)) {
    const rule = matcher.rules.get(hit[0].toLowerCase().replace(/\s+/g, " ").replaceAll("’", "'"));
    if (!rule || (legal && rule.notLegal) || inQuotation(text, hit.index, hit[0].length)) continue;
    if (rule.onlyFirst && !beginsSentence(text, hit.index)) continue;
    if (rule.unlessAfter?.test(text.slice(Math.max(0, hit.index - 16), hit.index))) continue;
    findings.push(toFinding(text, hit.index, hit.index + hit[0].length, rule));
  }
  return findings;
}

function beginsSentence(text: string, index: number): boolean {
  return /(?:^|[.!?…:]["'”’)\]]*\s+|\n\s*(?:[-*•]\s+)?)$/.test(text.slice(Math.max(0, index - 12), index));
}

/** A quoted phrase is mentioned, not used. */
function inQuotation(text: string, index: number, length: number): boolean {
  return /["“„‘«]/.test(text[index - 1] ?? "") && /["”“’»]/.test(text[index + length] ?? "");
}

function toFinding(text: string, start: number, end: number, rule: PhraseRule): Finding {
  const base = {
    kind: rule.kind,
    reason: rule.reason,
    rule: `phrase:${rule.phrase}`,
    sure: rule.replacement !== null && !rule.unsure,
  };
  if (rule.replacement === null) return { ...base, start, end, original: text.slice(start, end), replacement: null };
  const place = rule.replacement === "" ? removal(text, start, end) : swap(text, start, end, rule.replacement);
  return { ...base, ...place, original: text.slice(place.start, place.end) };
}

type Place = { start: number; end: number; replacement: string };

function swap(text: string, start: number, end: number, words: string): Place {
  const original = text.slice(start, end);
  const shouted = original.length > 3 && original === original.toUpperCase() && original !== original.toLowerCase();
  const capital = /^\p{Lu}/u.test(original);
  const replacement = shouted ? words.toUpperCase() : capital ? capitalised(words) : words;
  return withArticle(text, { start, end, replacement });
}

/** "an utilisation" must not become "an use": adjusts the article before the phrase. */
function withArticle(text: string, place: Place): Place {
  const before = /(?<![\p{L}\p{N}])(an?)(\s+)$/iu.exec(text.slice(Math.max(0, place.start - 12), place.start));
  if (!before) return place;
  const vowel = soundsLikeVowel(place.replacement);
  const article = before[1]!.toLowerCase();
  if ((article === "an") === vowel) return place;
  const fixed = vowel ? `${before[1]!}n` : before[1]![0]!;
  return { start: place.start - before[0].length, end: place.end, replacement: fixed + before[2]! + place.replacement };
}

function soundsLikeVowel(words: string): boolean {
  return /^(?:[aeio]|u(?!s[aei]|ni[^nm])|hour|honest|heir|honou?r)/i.test(words) && !/^(?:one\b|eu|once\b)/i.test(words);
}

function removal(text: string, start: number, end: number): Place {
  const after = /^,?[^\S\n]+/.exec(text.slice(end, end + 8))?.[0] ?? "";
  const before = /,?[^\S\n]+$/.exec(text.slice(Math.max(0, start - 4), start))?.[0] ?? "";
  // Nothing follows on this line, so the separator before the phrase is removed too.
  if (after === "") return { start: start - before.length, end, replacement: "" };
  const next = /^\p{L}[\p{L}\p{N}'’-]*/u.exec(text.slice(end + after.length))?.[0] ?? "";
  const stop = end + after.length + next.length;
  if (beginsSentence(text, start) && /^\p{Lu}/u.test(text[start]!)) return { start, end: stop, replacement: capitalised(next) };
  // "he, needless to say, left": both commas go.
  if (before.startsWith(",") && (after.startsWith(",") || text[end - 1] === ",")) {
    return { start: start - before.length, end: stop, replacement: ` ${next}` };
  }
  return withArticle(text, { start, end: stop, replacement: next });
}

export function capitalised(words: string): string {
  return words.replace(/^\p{L}/u, (letter) => letter.toUpperCase());
}
