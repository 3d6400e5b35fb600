/*
 * Collects a reader's blocks into one text. Blocks are separated by an empty line, so the text
 * reads like the document.
 */
import type { TextBlock, FileText } from "#core/sources/file-text.ts";
import { withoutInvisible } from "#core/text/invisible.ts";
import { joinedLines } from "./readers/pdf/hyphens.ts";
import { Unreadable } from "./unreadable.ts";

/** About two thousand pages. */
const mostCharacters = 5_000_000;
const mostBlocks = 200_000;

export class DocumentBuilder {
  #pieces: string[] = [];
  #length = 0;
  #blocks: TextBlock[] = [];
  #page: number | undefined;
  #margin: string | undefined;
  #notices: string[] = [];
  #sure: ReadonlyMap<number, number>;
  #scanned: readonly number[] = [];

  /** `sure`: of the pages whose pictures were read. */
  constructor(sure: ReadonlyMap<number, number> = new Map()) {
    this.#sure = sure;
  }

  /** Content that follows is on this page, with this in its head and foot. */
  page(number: number, margins: readonly string[] = []): void {
    if (number !== this.#page) this.#margin = clean(margins.join(" · ")) || undefined;
    this.#page = number;
  }

  heading(level: number, text: string): void {
    this.#add(text, Math.min(9, Math.max(1, level)));
  }

  paragraph(text: string): void {
    this.#add(text);
  }

  /** The rest of the last paragraph, from the next column or page. */
  rest(raw: string): void {
    const text = clean(raw);
    const last = this.#blocks.at(-1);
    if (last === undefined || text === "") return this.paragraph(text);
    const end = this.#pieces.at(-1)!;
    const whole = joinedLines(end, text);
    const isWordBroken = whole.length < end.length + text.length;
    if (isWordBroken) {
      this.#pieces[this.#pieces.length - 1] = end.slice(0, -1);
      this.#length--;
      last.end--;
    } else this.#push(" ");
    const start = this.#length;
    this.#push(text);
    if (last.page === this.#page) last.end = this.#length;
    else this.#blocks.push(this.#block(start));
    this.#checkSize();
  }

  row(cells: readonly string[]): void {
    if (cells.some((cell) => cell.trim() !== "")) this.#add(cells.map((cell) => cell.replace(/\s+/g, " ").trim()).join(" | "));
  }

  notice(sentence: string): void {
    if (!this.#notices.includes(sentence)) this.#notices.push(sentence);
  }

  /** Pages of pictures that are still to be read. */
  scanned(pages: readonly number[]): void {
    this.#scanned = pages;
  }

  finish(pageCount?: number): FileText {
    return {
      text: this.#pieces.join(""),
      blocks: this.#blocks,
      ...(pageCount !== undefined && { pageCount }),
      ...(this.#notices.length > 0 && { notice: this.#notices.join(" ") }),
      ...(this.#scanned.length > 0 && { scanned: [...this.#scanned] }),
    };
  }

  #add(raw: string, level?: number): void {
    const text = clean(raw);
    if (text === "") return;
    if (this.#blocks.length > 0) this.#push("\n\n");
    const start = this.#length;
    this.#push(text);
    this.#blocks.push({ ...this.#block(start), ...(level !== undefined && { level }) });
    this.#checkSize();
  }

  #block(start: number): TextBlock {
    const margin = this.#margin;
    this.#margin = undefined;
    const sure = this.#page === undefined ? undefined : this.#sure.get(this.#page);
    return {
      start,
      end: this.#length,
      ...(this.#page !== undefined && { page: this.#page }),
      ...(margin !== undefined && { margin }),
      ...(sure !== undefined && { sure }),
    };
  }

  #checkSize(): void {
    if (this.#length > mostCharacters || this.#blocks.length > mostBlocks)
      throw new Unreadable("This file has too much text: Stet reads about 2,000 pages. Split it and attach the parts.");
  }

  #push(piece: string): void {
    this.#pieces.push(piece);
    this.#length += piece.length;
  }
}

/** Removes characters that a database or screen can't handle, invisible ones, and redundant white space. */
function clean(text: string): string {
  return (
    withoutInvisible(text.toWellFormed())
      // oxlint-disable-next-line no-control-regex -- these are what is to go
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g, "")
      .replace(/\r\n?/g, "\n")
      .replace(/(?<![^\S\n])[^\S\n]*\n[^\S\n]*/g, "\n")
      .replace(/[ \t]{2,}/g, " ")
      .trim()
  );
}
