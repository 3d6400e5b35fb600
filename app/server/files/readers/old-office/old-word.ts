/*
 * DOC, Word 97 to 2003: the text lies in pieces, with paragraph and character properties in pages of 512 bytes beside
 * it. Read like DOCX: with all tracked changes accepted.
 */
import type { FileText } from "#core/sources/file-text.ts";
import { DocumentBuilder } from "../../document-builder.ts";
import { officeLocked, Unreadable } from "../../unreadable.ts";
import { decodedBy } from "./code-page.ts";
import { damaged, type Entry } from "./compound.ts";
import { propertiesOf, type Runs } from "./old-word-properties.ts";
import { trackedNotice } from "../word.ts";

/** Text from `cp` on, stored at `at` in one or two bytes per character. */
type Piece = { cp: number; end: number; at: number; isWide: boolean };

const word97 = 0xc1;

export function readOldWord(root: Entry): FileText {
  const main = root.children.get("WordDocument")!.bytes();
  if (main.length < 0x200 || main.readUInt16LE(0) !== 0xa5_ec)
    throw new Unreadable("This Word file is older than Word 97. Save it as DOCX or PDF and attach that.");
  if (main.readUInt16LE(2) < word97)
    throw new Unreadable("This Word file is older than Word 97. Save it as DOCX or PDF and attach that.");
  const flags = main.readUInt16LE(0x0a);
  if ((flags & 0x01_00) !== 0) throw new Unreadable(officeLocked);
  const table = root.children.get((flags & 0x02_00) === 0 ? "0Table" : "1Table")?.bytes();
  if (table === undefined) throw new Unreadable(damaged);
  const pieces = piecesOf(part(main, table, 33));
  const paragraphs = propertiesOf(main, part(main, table, 13), "paragraph");
  const characters = propertiesOf(main, part(main, table, 12), "character");
  const builder = new DocumentBuilder();
  const lengths = [0x4c, 0x50, 0x54, 0x58, 0x5c, 0x60].map((at) => main.readUInt32LE(at));
  const [body = 0, footnotes = 0, headers = 0, macros = 0, comments = 0, endnotes = 0] = lengths;
  const story = new Story(main, pieces, paragraphs, characters, builder);
  story.write(0, body);
  // Headers and comments are not the text.
  story.write(body, body + footnotes);
  const afterNotes = body + footnotes + headers + macros + comments;
  story.write(afterNotes, afterNotes + endnotes);
  if (story.hadDeletions) builder.notice(trackedNotice);
  if (story.hadNumbers)
    builder.notice("The automatic numbers of this old Word file (.doc) aren’t read. Save it as DOCX to have its clauses numbered.");
  return builder.finish();
}

/** A part of the table stream, by its place in the file's list of parts. */
function part(main: Buffer, table: Buffer, index: number): Buffer {
  const at = 0x9a + index * 8;
  const start = main.readUInt32LE(at);
  return table.subarray(start, start + main.readUInt32LE(at + 4));
}

function piecesOf(clx: Buffer): Piece[] {
  let at = 0;
  while (at < clx.length && clx[at] === 1) at += 3 + clx.readUInt16LE(at + 1);
  if (clx[at] !== 2) throw new Unreadable(damaged);
  const list = clx.subarray(at + 5, at + 5 + clx.readUInt32LE(at + 1));
  const count = Math.floor((list.length - 4) / 12);
  return Array.from({ length: count }, (_, index) => {
    const stored = list.readUInt32LE((count + 1) * 4 + index * 8 + 2);
    const isWide = (stored & 0x40_00_00_00) === 0;
    const place = stored & 0x3f_ff_ff_ff;
    return {
      cp: list.readUInt32LE(index * 4),
      end: list.readUInt32LE(index * 4 + 4),
      at: isWide ? place : place >> 1,
      isWide,
    };
  });
}

class Story {
  hadDeletions = false;
  hadNumbers = false;
  #text = "";
  #cells: string[] = [];
  /** Instructions of nested fields, which are not shown. */
  #hidden: boolean[] = [];

  readonly #main: Buffer;
  readonly #pieces: readonly Piece[];
  readonly #paragraphs: Runs;
  readonly #characters: Runs;
  readonly #builder: DocumentBuilder;

  constructor(main: Buffer, pieces: readonly Piece[], paragraphs: Runs, characters: Runs, builder: DocumentBuilder) {
    this.#main = main;
    this.#pieces = pieces;
    this.#paragraphs = paragraphs;
    this.#characters = characters;
    this.#builder = builder;
  }

  write(from: number, to: number): void {
    for (const { cp, end, at, isWide } of this.#pieces) {
      const [first, last] = [Math.max(cp, from), Math.min(end, to)];
      const width = isWide ? 2 : 1;
      if (last <= first) continue;
      const start = at + (first - cp) * width;
      this.#writeBytes(start, Math.min(this.#main.length, start + (last - first) * width), width);
    }
    this.#endParagraph(undefined);
    this.#endRow();
  }

  /** A run of one character property at a time. */
  #writeBytes(start: number, end: number, width: 1 | 2): void {
    for (let at = start; at < end;) {
      const run = this.#characters.at(at);
      const next = Math.min(end, Math.max(at + width, run?.end ?? end));
      const isDeleted = run?.isDeleted === true;
      this.hadDeletions ||= isDeleted;
      const bytes = this.#main.subarray(at, next);
      const text = width === 2 ? bytes.toString("utf16le") : decodedBy(1252, bytes);
      // By UTF-16 units, as the file counts.
      for (let index = 0; index < text.length; index++) this.#put(text[index]!, isDeleted, at + index * width);
      at = next;
    }
  }

  #put(character: string, isDeleted: boolean, at: number): void {
    const code = character.charCodeAt(0);
    if (code === 0x13) this.#hidden.push(true);
    else if (code === 0x14 && this.#hidden.length > 0) this.#hidden[this.#hidden.length - 1] = false;
    else if (code === 0x15) this.#hidden.pop();
    else if (isDeleted || this.#hidden.includes(true)) return;
    else if (code === 0x0d || code === 0x0c) this.#endParagraph(at);
    else if (code === 0x07) this.#endCell(at);
    else if (code === 0x0b) this.#text += "\n";
    else if (code === 0x1e) this.#text += "-";
    else if (code >= 0x20 || code === 0x09) this.#text += character;
  }

  #endParagraph(at: number | undefined): void {
    const own = at === undefined ? undefined : this.#paragraphs.at(at);
    const text = this.#text.trim();
    if (own?.isNumbered === true && text !== "") this.hadNumbers = true;
    if (own?.isInTable === true) {
      this.#text += " ";
      return;
    }
    this.#text = "";
    this.#endRow();
    if (own?.level !== undefined) this.#builder.heading(own.level, text);
    else this.#builder.paragraph(text);
  }

  #endCell(at: number): void {
    if (this.#paragraphs.at(at)?.isRowEnd === true) return this.#endRow();
    this.#cells.push(this.#text.trim());
    this.#text = "";
  }

  #endRow(): void {
    if (this.#cells.length > 0) this.#builder.row(this.#cells);
    this.#cells = [];
  }
}
