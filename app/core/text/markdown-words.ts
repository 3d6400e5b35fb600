/*
 * The rendered words of a Markdown text, with each character's source offset
 * and the marks around it. Changes are located in these words, because people
 * don't quote the asterisks around a defined term.
 *
 * Hidden: emphasis, backticks, link addresses, footnote markers, backslashes,
 * and at the start of a line #, >, list markers and table bars. In doubt a
 * character counts as text, and must be quoted.
 */
import { fenceAfter } from "./code-spans.ts";

/** Both ends of a mark in the Markdown, delimiters included: `**`, `](address)`. */
export type MarkdownMark = { start: number; contentStart: number; contentEnd: number; end: number };

export type MarkdownWords = {
  text: string;
  /** The Markdown offset of each character, plus one for the end. */
  places: Int32Array;
  marks: MarkdownMark[];
};

const linePrefix = /^(?:[ \t]*(?:>[ \t]?|#{1,6}(?:[ \t]+|$)|[-*+][ \t]+(?:\[[ xX]\][ \t]+)?|\d{1,9}[.)][ \t]+))+/;
const ruleLine = /^[ \t]*(?:(?:[-*_][ \t]*){3,}|=+[ \t]*|(?:\|[ \t]*)?:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+(?:\|[ \t]*)?)$/;

export function markdownWords(markdown: string): MarkdownWords {
  const reader = new WordsReader(markdown);
  let fence = "";
  for (let at = 0; at < markdown.length;) {
    const newline = markdown.indexOf("\n", at);
    const end = newline < 0 ? markdown.length : newline;
    const line = markdown.slice(at, end).replace(/\r$/, "");
    const after = fenceAfter(fence, line);
    if (fence || after) reader.literal(at, fence && after ? end : at);
    else reader.line(at, line);
    reader.lineEnd(end, newline < 0 ? end : end + 1, line.trim() === "" || fence !== after);
    fence = after;
    at = newline < 0 ? end : end + 1;
  }
  return reader.words();
}

type Delimiter = { char: string; start: number; end: number; canOpen: boolean; canClose: boolean };
type Hidden = { start: number; end: number };

class WordsReader {
  #markdown: string;
  #shown = new Uint8Array();
  #hidden: Hidden[] = [];
  #marks: MarkdownMark[] = [];
  /** Of the current paragraph: emphasis may span its lines. */
  #delimiters: Delimiter[] = [];

  constructor(markdown: string) {
    this.#markdown = markdown;
    this.#shown = new Uint8Array(markdown.length).fill(1);
  }

  /** Code is shown literally; the fence itself is not (`end` is `at`). */
  literal(at: number, end: number): void {
    if (end > at) return;
    const newline = this.#markdown.indexOf("\n", at);
    this.#hide(at, newline < 0 ? this.#markdown.length : newline);
  }

  line(at: number, line: string): void {
    if (ruleLine.test(line)) return this.#hide(at, at + line.length);
    const prefix = linePrefix.exec(line)?.[0].length ?? 0;
    this.#hide(at, at + prefix);
    const rest = line.slice(prefix);
    const isRow = rest.trimStart().startsWith("|");
    this.#inline(at + prefix, at + line.length, isRow);
  }

  lineEnd(_end: number, next: number, endsParagraph: boolean): void {
    if (endsParagraph || linePrefix.test(this.#markdown.slice(next, next + 12))) this.#settle();
  }

  words(): MarkdownWords {
    this.#settle();
    for (const { start, end } of this.#hidden) this.#shown.fill(0, start, end);
    const places: number[] = [];
    let text = "";
    let from = 0;
    for (let at = 0; at <= this.#markdown.length; at++) {
      if (at < this.#markdown.length && this.#shown[at] === 1) {
        places.push(at);
        continue;
      }
      text += this.#markdown.slice(from, at);
      from = at + 1;
    }
    places.push(this.#markdown.length);
    return { text, places: Int32Array.from(places), marks: this.#marks.toSorted((a, b) => a.start - b.start || b.end - a.end) };
  }

  #hide(start: number, end: number): void {
    if (end > start) this.#hidden.push({ start, end });
  }

  #inline(from: number, to: number, isRow: boolean): void {
    const text = this.#markdown;
    for (let at = from; at < to;) {
      const char = text[at]!;
      if (char === "\\" && at + 1 < to && /[!-/:-@[-`{-~]/.test(text[at + 1]!)) {
        this.#hide(at, at + 1);
        at += 2;
      } else if (char === "`") at = this.#code(at, to);
      else if (char === "[") at = this.#bracket(at, to);
      else if (char === "<") at = this.#tag(at, to);
      else if (char === "*" || char === "_" || char === "~") at = this.#delimiter(at, to);
      else {
        // A table bar counts as a gap between cells, like a space.
        if (char === "|" && isRow && /^\s*$/.test(text.slice(from, at) || "")) this.#hide(at, at + 1);
        at++;
      }
    }
  }

  #code(at: number, to: number): number {
    const ticks = /^`+/.exec(this.#markdown.slice(at, to))![0];
    const close = new RegExp(`(?<!\`)${ticks}(?!\`)`).exec(this.#markdown.slice(at + ticks.length, to));
    if (close === null) return at + ticks.length;
    const contentEnd = at + ticks.length + close.index;
    this.#mark(at, at + ticks.length, contentEnd, contentEnd + ticks.length);
    return contentEnd + ticks.length;
  }

  /** A link keeps its text and hides its address; a footnote marker is hidden. */
  #bracket(at: number, to: number): number {
    const rest = this.#markdown.slice(at, to);
    const note = /^\[\^[^\]\s]+\]/.exec(rest);
    if (note) {
      this.#hide(at, at + note[0].length);
      return at + note[0].length;
    }
    const link = /^\[((?:[^[\]\\]|\\.)*)\]\((?:<[^<>]*>|[^\s()]*(?:\([^\s()]*\)[^\s()]*)*)(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)/.exec(
      rest,
    );
    if (link === null || this.#markdown[at - 1] === "!") return at + 1;
    const contentEnd = at + 1 + link[1]!.length;
    this.#mark(at, at + 1, contentEnd, at + link[0].length);
    this.#inline(at + 1, contentEnd, false);
    return at + link[0].length;
  }

  #tag(at: number, to: number): number {
    const tag = /^(?:<\/?(?:u|sup|sub)>|<br\s*\/?>|<a id="[^"]*"><\/a>|<!--.*?-->)/i.exec(this.#markdown.slice(at, to));
    if (tag === null) return at + 1;
    this.#hide(at, at + tag[0].length);
    return at + tag[0].length;
  }

  #delimiter(at: number, to: number): number {
    const char = this.#markdown[at]!;
    let end = at;
    while (end < to && this.#markdown[end] === char) end++;
    const [before, after] = [this.#markdown[at - 1] ?? " ", this.#markdown[end] ?? " "];
    const isSpace = (one: string) => /\s/.test(one);
    const isSign = (one: string) => /[\p{P}\p{S}]/u.test(one);
    const left = !isSpace(after) && (!isSign(after) || isSpace(before) || isSign(before));
    const right = !isSpace(before) && (!isSign(before) || isSpace(after) || isSign(after));
    const isWordy = char === "_";
    if (char !== "~" || end - at === 2)
      this.#delimiters.push({
        char,
        start: at,
        end,
        canOpen: left && (!isWordy || !right || isSign(before)),
        canClose: right && (!isWordy || !left || isSign(after)),
      });
    return end;
  }

  /** Pairs a paragraph's emphasis delimiters, innermost first, as in CommonMark. */
  #settle(): void {
    const open: Delimiter[] = [];
    for (const closer of this.#delimiters) {
      while (closer.canClose && closer.end > closer.start) {
        const at = open.findLastIndex(({ char, start, end }) => char === closer.char && end > start);
        const opener = open[at];
        if (opener === undefined) break;
        const size = opener.end - opener.start >= 2 && closer.end - closer.start >= 2 ? 2 : 1;
        this.#mark(opener.end - size, opener.end, closer.start, closer.start + size);
        opener.end -= size;
        closer.start += size;
        open.length = opener.end > opener.start ? at + 1 : at;
      }
      if (closer.canOpen && closer.end > closer.start) open.push(closer);
    }
    this.#delimiters = [];
  }

  #mark(start: number, contentStart: number, contentEnd: number, end: number): void {
    this.#hide(start, contentStart);
    this.#hide(contentEnd, end);
    this.#marks.push({ start, contentStart, contentEnd, end });
  }
}
