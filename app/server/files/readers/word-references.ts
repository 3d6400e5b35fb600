/*
 * The targets of a Word document's cross-references. A field names a bookmark; if that is in a
 * clause, a heading or around a footnote mark, the reference stays live here. Others become plain
 * text.
 */
import { missingLabel } from "#core/clauses/references.ts";
import type { WordBlock, WordParagraph, WordRun } from "./word-types.ts";
import type { Numbering } from "./word-numbering.ts";
import type { WordField } from "./word-types.ts";

/** Parses a field instruction such as ` REF _Ref12 \r \h `. Null for any other field. */
export function fieldOf(instruction: string): WordField | null {
  const match = /^\s*(REF|NOTEREF)\s+"?([^\s"\\]+)"?(.*)$/is.exec(instruction);
  if (!match) return null;
  return { kind: match[1]!.toUpperCase() as WordField["kind"], bookmark: match[2]!, isNumber: /\\[rnw]\b/i.test(match[3]!) };
}

type Place = { kind: "clause" | "heading" | "footnote"; id: string };

export class WordReferences {
  /** By bookmark name. */
  #places = new Map<string, Place>();
  #ids = new Map<WordParagraph | WordRun, string>();
  #taken = new Set<string>();
  /** For duplicate names, the next number to try. */
  #counted = new Map<string, number>();

  /** `named`: the bookmarks that fields target. */
  constructor(blocks: readonly WordBlock[], numbering: Numbering, named: ReadonlySet<string>) {
    for (const paragraph of paragraphsOf(blocks)) {
      const kind = kindOf(paragraph, numbering);
      if (kind !== null) this.#give(paragraph, paragraph.bookmarks, kind, named);
      for (const run of paragraph.runs) if (run.bookmarks) this.#give(run, run.bookmarks, "footnote", named);
    }
  }

  #give(holder: WordParagraph | WordRun, bookmarks: readonly string[], kind: Place["kind"], named: ReadonlySet<string>): void {
    const own = bookmarks.filter((name) => named.has(name));
    if (own.length === 0) return;
    const id = this.#newId(own[0]!);
    this.#ids.set(holder, id);
    for (const name of own) this.#places.set(name, { kind, id });
  }

  #newId(bookmark: string): string {
    const plain = idOfBookmark(bookmark);
    let id = plain;
    for (let i = this.#counted.get(plain) ?? 2; this.#taken.has(id); i++) {
      id = `${plain.slice(0, 30)}_${i}`;
      this.#counted.set(plain, i + 1);
    }
    this.#taken.add(id);
    return id;
  }

  /** The id by which this clause, heading or footnote is referenced; null if nothing refers to it. */
  idOf(holder: WordParagraph | WordRun): string | null {
    return this.#ids.get(holder) ?? null;
  }

  /** Null if it becomes plain text. */
  targetOf({ field, text }: WordRun): string | null {
    if (!field) return null;
    const place = this.#places.get(field.bookmark);
    // One of ours whose target was already gone.
    if (!place) return text === missingLabel ? idOfBookmark(field.bookmark) : null;
    const isShown = place.kind === "footnote" ? field.kind === "NOTEREF" : place.kind === "heading" || field.isNumber;
    return isShown ? place.id : null;
  }
}

function idOfBookmark(name: string): string {
  const plain = name.replace(/^_Ref(?=.)/, "").replaceAll(/[^A-Za-z0-9_]/g, "_");
  return plain.slice(0, 36) || "_";
}

function kindOf({ numId, depth, level, runs }: WordParagraph, numbering: Numbering): Place["kind"] | null {
  if (runs.every(({ text, note }) => text.trim() === "" && note === undefined)) return null;
  if (numId !== undefined && numId !== "0") return numbering.kindOf(numId, depth) === "clause" ? "clause" : null;
  return level === undefined ? null : "heading";
}

function* paragraphsOf(blocks: readonly WordBlock[]): Generator<WordParagraph> {
  for (const block of blocks) {
    if (block.kind === "paragraph") yield block;
    else for (const row of block.rows) for (const cell of row.cells) yield* paragraphsOf(cell.blocks);
  }
}

/** The positions of cross-references in the text as Word displayed them, and their lengths here. */
export type ShownInstead = { start: number; length: number; shown: number };

/** Maps a position in the text as Word displayed it to the final text. `instead` is in text order. */
export function placeMover(instead: readonly ShownInstead[]): (place: number) => number {
  const ends = instead.map(({ start, length }) => start + length);
  /** How far the text after each has moved. */
  const shifts: number[] = [];
  for (const { length, shown } of instead) shifts.push((shifts.at(-1) ?? 0) + shown - length);
  return (place) => {
    const next = firstBehind(ends, place);
    const moved = place + (shifts[next - 1] ?? 0);
    const within = instead[next];
    return within !== undefined && place > within.start ? moved - (place - within.start) : moved;
  };
}

/** How many of these ascending numbers are at most the position. */
function firstBehind(ends: readonly number[], place: number): number {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ends[middle]! <= place) low = middle + 1;
    else high = middle;
  }
  return low;
}
