/*
 * Collects a reader's blocks into one text. Blocks are separated by an empty line, so the text
 * reads like the document.
 */
import type { TextBlock, FileText } from "#core/sources/file-text.ts";
import { withoutInvisible } from "#core/text/invisible.ts";
import { Unreadable } from "./unreadable.ts";

/** About two thousand pages. */
const mostCharacters = 5_000_000;
const mostBlocks = 200_000;

export class DocumentBuilder {
  #pieces: string[] = [];
  #length = 0;
  #blocks: TextBlock[] = [];
  #page: number | undefined;
  #notices: string[] = [];

  /** Content that follows is on this page. */
  page(number: number): void {
    this.#page = number;
  }

  heading(level: number, text: string): void {
    this.#add(text, Math.min(9, Math.max(1, level)));
  }

  paragraph(text: string): void {
    this.#add(text);
  }

  row(cells: readonly string[]): void {
    if (cells.some((cell) => cell.trim() !== "")) this.#add(cells.map((cell) => cell.replace(/\s+/g, " ").trim()).join(" | "));
  }

  notice(sentence: string): void {
    if (!this.#notices.includes(sentence)) this.#notices.push(sentence);
  }

  finish(pageCount?: number): FileText {
    return {
      text: this.#pieces.join(""),
      blocks: this.#blocks,
      ...(pageCount !== undefined && { pageCount }),
      ...(this.#notices.length > 0 && { notice: this.#notices.join(" ") }),
    };
  }

  #add(raw: string, level?: number): void {
    const text = clean(raw);
    if (text === "") return;
    if (this.#blocks.length > 0) this.#push("\n\n");
    const start = this.#length;
    this.#push(text);
    this.#blocks.push({
      start,
      end: this.#length,
      ...(this.#page !== undefined && { page: this.#page }),
      ...(level !== undefined && { level }),
    });
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
