/*
 * A patch to Markdown: it is located in the rendered words, and only the
 * Markdown of those words changes, so that marks, links and signs around
 * unchanged words survive. A patch that quotes raw Markdown is applied
 * literally.
 */
import { markdownWords, type MarkdownWords } from "../text/markdown-words.ts";
import { applyEdits, locatePatch, type AppliedPatch, type Edit, type Patch, type PatchOutcome } from "./patch.ts";
import { wordDiff } from "./word-diff.ts";

export type MarkdownOutcome = {
  /** A located edit refers to the Markdown; all other ranges refer to `shown`. */
  outcome: PatchOutcome;
  shown: string;
};

export function locateInMarkdown(markdown: string, patch: Patch): MarkdownOutcome {
  const words = markdownWords(markdown);
  const inWords = (one: Patch, looksFor = { nearest: false }) =>
    toMarkdown(markdown, words, locatePatch(words.text, one, looksFor), one);
  const first = inWords(patch);
  if (first.kind !== "not-found") return { outcome: first, shown: words.text };
  const asWritten = locatePatch(markdown, patch, { nearest: false });
  if (asWritten.kind !== "not-found") return { outcome: asWritten, shown: markdown };
  const plain = plainly(patch);
  return { outcome: inWords(plain, { nearest: true }), shown: words.text };
}

export function applyToMarkdown(markdown: string, patch: Patch): MarkdownOutcome & { text: string; applied?: AppliedPatch } {
  const found = locateInMarkdown(markdown, patch);
  if (found.outcome.kind !== "located") return { ...found, text: markdown };
  const [text, [applied]] = applyEdits(markdown, [found.outcome.edit]);
  return { ...found, text, ...(applied && { applied }) };
}

/** The context may include Markdown marks even when the rendered text does not. */
function plainly(patch: Patch): Patch {
  const wordsOf = (text: string) => markdownWords(text).text;
  const { before, after } = patch;
  return {
    ...patch,
    original: wordsOf(patch.original),
    replacement: wordsOf(patch.replacement),
    ...(before !== undefined && { before: wordsOf(before) }),
    ...(after !== undefined && { after: wordsOf(after) }),
  };
}

function toMarkdown(markdown: string, words: MarkdownWords, outcome: PatchOutcome, { original }: Patch): PatchOutcome {
  if (outcome.kind !== "located") return outcome;
  return { kind: "located", edit: markdownEdit(markdown, words, outcome.edit, original.trim().includes("\n")) };
}

/** The Markdown edit that replaces these words. With `hasBreaks`, line breaks are taken literally. */
export function markdownEdit(markdown: string, words: MarkdownWords, edit: Edit, hasBreaks = false): Edit {
  const { text, places } = words;
  const start = places[edit.start]!;
  const end = edit.end > edit.start ? places[edit.end - 1]! + 1 : start;
  if (edit.text !== "" && markdownWords(edit.text).text !== edit.text) return { ...balanced(words, start, end), text: edit.text };
  const change = new WordChange(markdown, words);
  let at = edit.start;
  const segments =
    edit.text === ""
      ? [{ kind: "removed" as const, text: text.slice(edit.start, edit.end) }]
      : wordDiff(text.slice(edit.start, edit.end), edit.text).segments;
  for (let i = 0; i < segments.length; i++) {
    const { kind, text: part } = segments[i]!;
    const next = segments[i + 1];
    if (kind === "removed" && next?.kind === "added") {
      change.replace(at, part, hasBreaks ? next.text : spacedAs(part, next.text));
      i++;
    } else if (kind === "removed") change.remove(at, at + part.length);
    else if (kind === "added") change.insert(at, part, edit);
    if (kind !== "added") at += part.length;
  }
  return change.edit(start, end);
}

/** Keeps the text's own white space at both ends, unless the replacement adds a line break. */
function spacedAs(there: string, wanted: string): string {
  const keep = (mine: string, given: string) =>
    mine !== "" && given !== "" && (mine.includes("\n") || !given.includes("\n")) ? mine : given;
  const ends = (text: string) => {
    const lead = text.length - text.trimStart().length;
    return text.trim() === "" ? ([text, ""] as const) : ([text.slice(0, lead), text.slice(text.trimEnd().length)] as const);
  };
  const [mine, given] = [ends(there), ends(wanted)];
  return keep(mine[0], given[0]) + wanted.trim() + keep(mine[1], given[1]);
}

/** Which characters of the Markdown are removed, and what is inserted where. */
class WordChange {
  #markdown: string;
  #words: MarkdownWords;
  #gone = new Set<number>();
  #added = new Map<number, string>();

  constructor(markdown: string, words: MarkdownWords) {
    this.#markdown = markdown;
    this.#words = words;
  }

  remove(from: number, to: number): void {
    for (let at = from; at < to; at++) this.#gone.add(this.#words.places[at]!);
  }

  /** The common prefix and suffix stay untouched. */
  replace(at: number, there: string, wanted: string): void {
    const lead = there.length - there.trimStart().length;
    const same = wanted.startsWith(there.slice(0, lead)) && there.trim() !== "" ? lead : 0;
    this.remove(at + same, at + there.length);
    const rest = wanted.slice(same);
    if (rest !== "") this.#put(this.#words.places[at + same]!, rest);
  }

  /** A space belongs outside the adjacent marks. */
  insert(at: number, text: string, { start, end }: Edit): void {
    const { places } = this.#words;
    const isAfter = at > start && !(/^\s/.test(text) && at < end);
    this.#put(isAfter ? places[at - 1]! + 1 : places[at]!, text);
  }

  #put(place: number, text: string): void {
    this.#added.set(place, (this.#added.get(place) ?? "") + text);
  }

  edit(start: number, end: number): Edit {
    let [from, to] = [start, end];
    for (const mark of this.#words.marks.toReversed()) {
      if (!this.#isEmptied(mark.contentStart, mark.contentEnd)) continue;
      this.#takeOut(mark.start, mark.contentStart);
      this.#takeOut(mark.contentEnd, mark.end);
      [from, to] = [Math.min(from, mark.start), Math.max(to, mark.end)];
    }
    const line = this.#emptiedLine(from, to);
    if (line) return { ...line, text: "" };
    let text = "";
    for (let at = from; at <= to; at++) {
      text += this.#added.get(at) ?? "";
      if (at < to && !this.#gone.has(at)) text += this.#markdown[at]!;
    }
    return { start: from, end: to, text };
  }

  #takeOut(start: number, end: number): void {
    for (let at = start; at < end; at++) this.#gone.add(at);
  }

  /** Whether the change emptied a range that held text. */
  #isEmptied(start: number, end: number): boolean {
    if (start >= end) return false;
    for (let at = start; at < end; at++) if (!this.#gone.has(at) || this.#added.has(at)) return false;
    return true;
  }

  /** A line left without words is removed with its prefix and line break. */
  #emptiedLine(from: number, to: number): Stretch | null {
    const lineStart = this.#markdown.lastIndexOf("\n", from - 1) + 1;
    const newline = this.#markdown.indexOf("\n", to);
    const lineEnd = newline < 0 ? this.#markdown.length : newline;
    if (lineStart === from || !this.#isEmptied(from, to)) return null;
    const isOnlyWords = markdownWords(this.#markdown.slice(lineStart, from)).text.trim() === "";
    if (!isOnlyWords || this.#markdown.slice(to, lineEnd).trim() !== "") return null;
    return { start: lineStart, end: newline < 0 ? lineEnd : lineEnd + 1 };
  }
}

type Stretch = { start: number; end: number };

/** Widens the range so that no mark is cut in half: the replacement brings its own. */
function balanced({ marks }: MarkdownWords, start: number, end: number): Stretch {
  let [from, to] = [start, end];
  for (const mark of marks.toReversed()) {
    const holdsAll = from <= mark.contentStart && to >= mark.contentEnd;
    const isWider = from < mark.contentStart || to > mark.contentEnd;
    if (holdsAll && isWider && mark.start < to && mark.end > from)
      [from, to] = [Math.min(from, mark.start), Math.max(to, mark.end)];
  }
  return { start: from, end: to };
}
