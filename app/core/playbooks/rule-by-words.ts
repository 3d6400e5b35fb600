/*
 * A rule held against a document without a model: its positions are claims, and the document supports or contradicts
 * them as it would a citation. What contradicts the standard in one place is changed there; a rule none of whose words is
 * in the document is absent. Everything else is unclear, with the words that come closest.
 */
import { supportFor, type Support } from "../claims/support.ts";
import { tokenText, type TokenText } from "../signs/tokens.ts";
import type { Range } from "../law/quotation.ts";
import type { ReadDocument } from "../review/judge-finding.ts";
import { pageAt } from "../sources/file-text.ts";
import type { CellSource } from "../review/review.ts";
import { splitSentences, type ProseLanguage } from "../text/sentences.ts";
import { insertionOf } from "./judge-rule.ts";
import type { PlaybookRule, RuleChange, RuleFinding } from "./playbook.ts";

type Held =
  | { kind: "met" | "unclear" | "unknown"; sources: Range[] }
  | { kind: "differs"; sources: Range[]; said: string; there: string };

export function ruleByWords(rule: PlaybookRule, document: ReadDocument, language: ProseLanguage): RuleFinding {
  if (isSilentAbout(rule, document)) return absent(rule, document);
  const source = tokenText(document.text, document.quotation);
  const held = (words: string) => holds(words, { source, language, rule, text: document.text });
  const sourcesOf = (ranges: readonly Range[]) => uniqueRanges(ranges).map((range) => sourceOf(range, document));
  const never = rule.never.map(held).find(({ kind }) => kind === "met");
  if (never !== undefined) {
    const sources = sourcesOf(never.sources);
    const change = insteadOf(sources, rule.standard);
    return { ...none, position: "outside", sources, note: "The document has what the rule never accepts.", change };
  }
  const standard = held(rule.standard);
  if (standard.kind === "met")
    return {
      ...none,
      position: "standard",
      sources: sourcesOf(standard.sources),
      note: "The document says what the standard says.",
    };
  const change = standard.kind === "differs" ? changeIn(standard, document) : null;
  const said = standard.kind === "differs" ? `The standard says “${standard.said}”; the document says “${standard.there}”.` : "";
  const fallbacks = rule.fallbacks.map(held);
  const met = fallbacks.findIndex(({ kind }) => kind === "met");
  if (met >= 0) {
    const note = said || `The document says what fallback ${met + 1} says.`;
    return { position: "fallback", fallback: met + 1, sources: sourcesOf(fallbacks[met]!.sources), note, change };
  }
  if (standard.kind === "differs")
    return { ...none, position: "outside", sources: sourcesOf(standard.sources), note: said, change };
  return { ...none, sources: sourcesOf(standard.sources), note: "The built-in editor can’t tell which position these words meet." };
}

/** Only of a document that was read as a whole, and a rule that names its words. */
function isSilentAbout({ title, lookFor }: PlaybookRule, { text, unreadPages }: ReadDocument): boolean {
  return lookFor.length > 0 && unreadPages === 0 && !hasWords(text, [title, ...lookFor]);
}

function absent(rule: PlaybookRule, document: ReadDocument): RuleFinding {
  const looked = [rule.title, ...rule.lookFor].map((one) => `“${one}”`).join(", ");
  const change = insertionOf(rule.standard, "", document);
  return { ...none, position: "absent", note: `The document has none of these words: ${looked}.`, change };
}

const none = { position: "unclear", fallback: null, sources: [], note: "", change: null } as const satisfies RuleFinding;

type Against = { source: TokenText; language: ProseLanguage; rule: PlaybookRule; text: string };

/** Met if every sentence is; the first that the document contradicts is the difference. */
function holds(words: string, { source, language, rule, text }: Against): Held {
  const sentences = splitSentences(words.replaceAll(/\s+/g, " "), language).map(({ text }) => text.trim());
  const all = sentences.filter(Boolean).map((sentence) => supportFor(sentence, source));
  const ranges = all.flatMap((one) => ("range" in one ? [one.range] : []));
  // Words about something else contradict nothing.
  const isAbout = ({ start, end }: Range) => rule.lookFor.length === 0 || hasWords(text.slice(start, end), rule.lookFor);
  const differing = all.find((one) => one.verdict === "differs" && isAbout(one.range));
  if (differing?.verdict === "differs" && differing.difference.source !== undefined) {
    const { said, source: there } = differing.difference;
    return { kind: "differs", sources: [differing.range], said, there };
  }
  if (all.length > 0 && all.every(isSupported)) return { kind: "met", sources: ranges };
  return { kind: ranges.length > 0 ? "unclear" : "unknown", sources: ranges };
}

const isSupported = (one: Support) => one.verdict === "supported" && one.isTranslation !== true;

/** The words of the document that differ, in their line; null unless they are there once. */
function changeIn({ sources, said, there }: Extract<Held, { kind: "differs" }>, { text }: ReadDocument): RuleChange | null {
  const { start, end } = sources[0]!;
  const [original, ...others] = text
    .slice(start, end)
    .split("\n")
    .filter((line) => there !== "" && line.includes(there));
  if (original === undefined || others.length > 0) return null;
  const at = original.indexOf(there);
  if (original.includes(there, at + 1)) return null;
  return { original, replacement: original.slice(0, at) + said + original.slice(at + there.length) };
}

/** The standard for the words that are never accepted; null if they are in several places. */
function insteadOf(sources: readonly CellSource[], standard: string): RuleChange | null {
  const [words, ...others] = sources.map(({ words: one }) => one ?? "");
  if (words === undefined || others.length > 0 || words === "" || words.includes("\n")) return null;
  return { original: words, replacement: /[.!?]$/u.test(words) ? standard : standard.replace(/\.$/u, "") };
}

function hasWords(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return words.some((one) => lower.includes(one.toLowerCase()));
}

function uniqueRanges(ranges: readonly Range[]): Range[] {
  return ranges
    .filter(({ start, end }, at) => !ranges.slice(0, at).some((one) => one.start <= start && end <= one.end))
    .slice(0, 3);
}

function sourceOf(range: Range, { text, blocks }: ReadDocument): CellSource {
  const { start, end } = withoutHeading(range, text);
  const words = text.slice(start, end);
  const page = pageAt(blocks, start);
  return { quoted: words, verdict: "verified", start, end, words, ...(page !== undefined && { page }) };
}

/** A heading above the words has no full stop, and would be taken for part of their sentence. */
function withoutHeading({ start, end }: Range, text: string): Range {
  const heading = /^(?:[^\n.;:!?]{1,90}\n+)+/u.exec(text.slice(start, end))?.[0] ?? "";
  return heading.length < end - start ? { start: start + heading.length, end } : { start, end };
}
