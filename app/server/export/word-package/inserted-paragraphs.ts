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
export type InsertedParagraphs = { side: "before" | "behind"; index: number; numbers: number[] };

export type WholeParagraphs = {
  /** By change. */
  changes: (InsertedParagraphs | null)[];
  /** Blocks beside inserted paragraphs that no change inserts alone: together they stay as they came, or can't be written. */
  unclear: number[][];
};

type Given = Pick<PackageGiven, "anchors" | "imported" | "came"> & { paragraphs: readonly Paragraph[] };
type Claim = { change: number; side: InsertedParagraphs["side"]; index: number; texts: string[] };

export function insertedParagraphs({ paragraphs, anchors, imported, came }: Given): WholeParagraphs {
  const changes = came.map((): InsertedParagraphs | null => null);
  const known = new Set([...anchors.blocks.flat(), ...(anchors.insertedRows ?? []).flatMap((rows) => rows?.flat() ?? [])]);
  const own = [...paragraphs.keys()].filter((number) => !known.has(number) && isInserted(paragraphs[number]!));
  if (own.length === 0) return { changes, unclear: [] };
  const inOrder = [...known].toSorted((a, b) => a - b);
  const gapOf = (number: number) => inOrder.findLast((one) => one < number) ?? -1;
  const claims = Map.groupBy(claimsOf(imported, came, anchors), ({ side, index }) => {
    const numbers = anchors.blocks[index] ?? [];
    return side === "behind" ? Math.max(-1, ...numbers) : gapOf(Math.min(...numbers));
  });
  const unclear: number[][] = [];
  for (const [gap, numbers] of Map.groupBy(own, gapOf)) {
    const claimed = claims.get(gap) ?? [];
    const texts = claimed.flatMap((one) => one.texts);
    if (texts.length === numbers.length && texts.every((text, i) => squeezed(text) === wordsOf(paragraphs[numbers[i]!]!))) {
      let at = 0;
      for (const { change, side, index, texts: its } of claimed)
        changes[change] = { side, index, numbers: numbers.slice(at, (at += its.length)) };
    } else unclear.push(besides(anchors, numbers));
  }
  return { changes, unclear };
}

/** Its words, and its break or that of an empty paragraph, which the draft doesn't have. */
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
    const index = starts.findLastIndex((pos) => pos <= positions[start]!);
    const isBehind = replacement.startsWith(`${original}\n\n`);
    if (!isBehind && !replacement.endsWith(`\n\n${original}`)) return [];
    const rest = isBehind ? replacement.slice(original.length + 2) : replacement.slice(0, -original.length - 2);
    // A break alone parts a paragraph.
    return rest === "" ? [] : [{ change, side: isBehind ? "behind" : "before", index, texts: rest.split("\n\n") }];
  });
}

/** The blocks directly before and after these paragraphs. */
function besides({ blocks }: PackageAnchors, numbers: readonly number[]): number[] {
  const before = blocks.findLastIndex((own) => own.some((number) => number < numbers[0]!));
  const after = blocks.findIndex((own) => own.some((number) => number > numbers.at(-1)!));
  return [before, after].filter((index) => index >= 0);
}

function wordsOf({ atoms }: Paragraph): string {
  return squeezed(atoms.map(({ text, isNote, isNever }) => (isNote || isNever ? "" : text)).join(""));
}

const squeezed = (text: string) => text.replaceAll(/\s+/g, " ").trim();
