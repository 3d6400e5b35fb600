/*
 * What the cross-references of a Word document point to. A field names a
 * bookmark; where that stands in a clause, a heading or round the sign of a
 * footnote, the reference can follow it here. Others stay the words they show.
 */
import { missingLabel } from "#core/clauses/references.ts";
import type { WordBlock, WordParagraph, WordRun } from "./word-blocks.ts";
import type { Numbering } from "./word-numbering.ts";

export type WordField = { kind: "REF" | "NOTEREF"; bookmark: string; isNumber: boolean };

/** Of what a field says of itself: ` REF _Ref12 \r \h `. Null for any other field. */
export function fieldOf(instruction: string): WordField | null {
  const match = /^\s*(REF|NOTEREF)\s+"?([^\s"\\]+)"?(.*)$/is.exec(instruction);
  if (!match) return null;
  return { kind: match[1]!.toUpperCase() as WordField["kind"], bookmark: match[2]!, isNumber: /\\[rnw]\b/i.test(match[3]!) };
}

type Place = { kind: "clause" | "heading" | "footnote"; id: string };

export class WordReferences {
  /** By the bookmark's name. */
  #places = new Map<string, Place>();
  #ids = new Map<WordParagraph | WordRun, string>();
  #taken = new Set<string>();
  /** Of names that come several times, the number to try next. */
  #counted = new Map<string, number>();

  /** `named` are the bookmarks that fields point to. */
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

  /** The id that this clause, heading or footnote is referred to by; null where nothing refers to it. */
  idOf(holder: WordParagraph | WordRun): string | null {
    return this.#ids.get(holder) ?? null;
  }

  /** Null where it stays the words it shows. */
  targetOf({ field, text }: WordRun): string | null {
    if (!field) return null;
    const place = this.#places.get(field.bookmark);
    // One of ours whose target was gone already.
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

/** Where cross-references stood in the text as Word showed them, and how long they are as shown here. */
export type ShownInstead = { start: number; length: number; shown: number };

/** From a place in the text as Word showed it to that in the text that came out. `instead` is in the order of the text. */
export function placeMover(instead: readonly ShownInstead[]): (place: number) => number {
  const ends = instead.map(({ start, length }) => start + length);
  /** By how much what follows each has moved. */
  const shifts: number[] = [];
  for (const { length, shown } of instead) shifts.push((shifts.at(-1) ?? 0) + shown - length);
  return (place) => {
    const next = firstBehind(ends, place);
    const moved = place + (shifts[next - 1] ?? 0);
    const within = instead[next];
    return within !== undefined && place > within.start ? moved - (place - within.start) : moved;
  };
}

/** How many of these ascending numbers are not greater than the place. */
function firstBehind(ends: readonly number[], place: number): number {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ends[middle]! <= place) low = middle + 1;
    else high = middle;
  }
  return low;
}
