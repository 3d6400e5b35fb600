/*
 * Whole paragraphs that a counterpart inserted are in the file, but in no block of the imported text. Here each is given
 * to the change that inserts it, so that it goes, or becomes text like any other, as that change was decided.
 */
import type { Node } from "prosemirror-model";
import { documentText } from "#core/document/document-text.ts";
import type { PackageAnchors } from "#core/document/package-anchors.ts";
import type { Paragraph } from "./package-paragraphs.ts";
import { textBlocks } from "./text-blocks.ts";
import type { PackageGiven } from "./package-given.ts";

/** `index`: the imported block that they are beside; `numbers`: of their paragraphs, one for each new block. */
export type InsertedParagraphs = {
  side: "before" | "behind";
  index: number;
  numbers: number[];
  texts: string[];
  /** What else the change makes of its words; null if it only inserts. */
  rest: string | null;
};

export type WholeParagraphs = {
  /** By change. */
  changes: (InsertedParagraphs | null)[];
  /** Blocks beside inserted paragraphs that no change inserts: together they stay as they came, or can't be written. */
  unclear: number[][];
};

type Given = Pick<PackageGiven, "anchors" | "imported" | "came"> & { paragraphs: readonly Paragraph[] };
/** `words`: what comes before the texts, or behind them; null if it is what was there. */
type Claim = Pick<InsertedParagraphs, "side" | "index" | "texts"> & { change: number; original: string; words: string | null };

export function insertedParagraphs({ paragraphs, anchors, imported, came }: Given): WholeParagraphs {
  const changes = came.map((): InsertedParagraphs | null => null);
  const known = new Set([...anchors.blocks.flat(), ...(anchors.insertedRows ?? []).flatMap((rows) => rows?.flat() ?? [])]);
  const isOwn = (one: Paragraph) => isInserted(one) && wordsOf(one) !== "";
  const own = [...paragraphs.keys()].filter((number) => !known.has(number) && isOwn(paragraphs[number]!));
  if (own.length === 0) return { changes, unclear: [] };
  // Inserted rows are in no block either: what is beside them is beside the block above them.
  const inOrder = anchors.blocks.flat().toSorted((a, b) => a - b);
  const gapOf = (number: number) => inOrder.findLast((one) => one < number) ?? -1;
  const claims = Map.groupBy(claimsOf(imported, came, anchors), ({ side, index }) => {
    const numbers = anchors.blocks[index] ?? [];
    return side === "behind" ? Math.max(-1, ...numbers) : gapOf(Math.min(...numbers));
  });
  const unclear: number[][] = [];
  for (const [gap, numbers] of Map.groupBy(own, gapOf)) {
    const claimed = withoutParts(claims.get(gap) ?? [], numbers.length);
    const texts = claimed.flatMap((one) => one.texts);
    if (texts.length === numbers.length && texts.every((text, i) => squeezed(text) === wordsOf(paragraphs[numbers[i]!]!))) {
      let at = 0;
      for (const { change, side, index, texts: its, words } of claimed)
        changes[change] = { side, index, texts: its, rest: words, numbers: numbers.slice(at, (at += its.length)) };
    } else unclear.push(besides(anchors, numbers));
  }
  return { changes, unclear };
}

/** The first of them may part its own paragraph too: those parts are in the imported block. */
function withoutParts(claims: readonly Claim[], count: number): Claim[] {
  const [first, ...rest] = claims;
  const more = claims.reduce((sum, { texts }) => sum + texts.length, -count);
  if (first?.side !== "behind" || more <= 0 || more >= first.texts.length) return [...claims];
  const words = [first.words ?? first.original, ...first.texts.slice(0, more)].join("\n\n");
  return [{ ...first, texts: first.texts.slice(more), words }, ...rest];
}

/** Its words, and its break or that of an empty paragraph, which the draft doesn't have. Without words it is no change there. */
function isInserted({ revisedBreak, isInner, hasSection, hasInner, atoms, drawings }: Paragraph): boolean {
  if (isInner || hasSection || !atoms.every(({ change }) => change?.kind === "ins")) return false;
  return revisedBreak === "ins" || (revisedBreak === null && atoms.length > 0 && !hasInner && drawings.length === 0);
}

function claimsOf(imported: Node, came: Given["came"], anchors: PackageAnchors): Claim[] {
  const { text, positions } = documentText(imported);
  const starts = [...textBlocks(imported).keys()];
  return came.flatMap(({ patch }, change): Claim[] => {
    const [start, end] = anchors.changes[change] ?? [0, 0];
    if (patch.rows || patch.look || end <= start) return [];
    const original = text.slice(start, end);
    const { replacement } = patch;
    const index = starts.findLastIndex((pos) => pos <= positions[end - 1]!);
    const [first, last] = [imported.resolve(positions[start]!), imported.resolve(positions[end - 1]! + 1)];
    if (replacement.endsWith(`\n\n${original}`) && first.parentOffset === 0) {
      const texts = replacement.slice(0, -original.length - 2).split("\n\n");
      return [
        { change, side: "before", index: starts.findLastIndex((pos) => pos <= positions[start]!), texts, original, words: null },
      ];
    }
    if (last.parentOffset < last.parent.content.size) return [];
    const isOnly = replacement.startsWith(`${original}\n\n`);
    const [words, ...texts] = (isOnly ? replacement.slice(original.length) : replacement).split("\n\n");
    // A break alone parts a paragraph.
    if (texts.every((one) => one === "")) return [];
    return [{ change, side: "behind", index, texts, original, words: isOnly ? null : words! }];
  });
}

/** The blocks directly before and after these paragraphs. */
export function besides({ blocks }: PackageAnchors, numbers: readonly number[]): number[] {
  const before = blocks.findLastIndex((own) => own.some((number) => number < numbers[0]!));
  const after = blocks.findIndex((own) => own.some((number) => number > numbers.at(-1)!));
  return [before, after].filter((index) => index >= 0);
}

function wordsOf({ atoms }: Paragraph): string {
  return squeezed(atoms.map(({ text, isNote, isNever }) => (isNote || isNever ? "" : text)).join(""));
}

const squeezed = (text: string) => text.replaceAll(/\s+/g, " ").trim();
