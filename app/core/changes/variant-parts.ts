/*
 * The changed parts of each version of a passage, and the passage with some of them. A part is
 * what a reader would take or leave as one: neighbouring changes that only a word or two stand
 * between are one part.
 */
import { countWords } from "../text/words.ts";
import { wordDiff, type DiffSegment } from "./word-diff.ts";

/** Replaces [start, end) of the passage. */
export type VariantPart = { start: number; end: number; removed: string; added: string; segments: DiffSegment[] };
/** `part` is null for what the version has in common with the passage. */
export type VariantPiece = { part: number | null; text: string };
export type Variant = {
  text: string;
  parts: VariantPart[];
  pieces: VariantPiece[];
  added: number;
  removed: number;
  /** It has so little in common with the passage that it is one part, read alone. */
  isRewrite: boolean;
};

/** The parts taken of each version, by index. */
export type Taken = readonly (readonly number[])[];

/** Fewer unchanged words than this hold two changes together. */
const wordsApart = 3;

export function variantOf(original: string, text: string): Variant {
  const { segments, added, removed, isRewrite } = wordDiff(original, text);
  const parts: VariantPart[] = [];
  const pieces: VariantPiece[] = [];
  let at = 0;
  for (const stretch of isRewrite ? [segments] : stretches(segments)) {
    const before = sideOf(stretch, "added");
    if (stretch.every(({ kind }) => kind === "equal")) pieces.push({ part: null, text: before });
    else {
      pieces.push({ part: parts.length, text: before });
      parts.push({ start: at, end: at + before.length, removed: before, added: sideOf(stretch, "removed"), segments: stretch });
    }
    at += before.length;
  }
  return { text, parts, pieces, added, removed, isRewrite };
}

/** The segments in stretches that are either common to both or one part. */
function stretches(segments: readonly DiffSegment[]): DiffSegment[][] {
  const all: DiffSegment[][] = [];
  for (const [index, segment] of segments.entries()) {
    const last = all.at(-1);
    const isPart = last?.some(({ kind }) => kind !== "equal") ?? false;
    const joins = segment.kind !== "equal" || (index < segments.length - 1 && isShort(segment.text));
    if (last !== undefined && isPart && joins) last.push(segment);
    else all.push([segment]);
  }
  return all;
}

/** A sentence's end always divides. */
function isShort(text: string): boolean {
  return countWords(text) < wordsApart && !/[.!?:;\n]/u.test(text);
}

function sideOf(stretch: readonly DiffSegment[], without: "added" | "removed"): string {
  return stretch.map(({ kind, text }) => (kind === without ? "" : text)).join("");
}

/** Takes a part or leaves it. One that changes the same words as another replaces it. */
export function turnPart(variants: readonly Variant[], taken: Taken, variant: number, index: number): Taken {
  const part = variants[variant]!.parts[index]!;
  const isTaken = taken[variant]!.includes(index);
  return taken.map((indexes, at) => {
    if (at === variant) return isTaken ? indexes.filter((one) => one !== index) : [...indexes, index].toSorted((a, b) => a - b);
    return isTaken ? indexes : indexes.filter((one) => !meet(part, variants[at]!.parts[one]!));
  });
}

/** All parts of one version and none of the others, or none at all if it was taken whole. */
export function turnWhole(variants: readonly Variant[], taken: Taken, variant: number): Taken {
  const isWhole = taken[variant]!.length === variants[variant]!.parts.length;
  return variants.map(({ parts }, at) => (at === variant && !isWhole ? parts.map((_, index) => index) : []));
}

/** Parts that touch change the words at one place, too. */
function meet(a: VariantPart, b: VariantPart): boolean {
  return a.start <= b.end && b.start <= a.end;
}

export function composed(original: string, variants: readonly Variant[], taken: Taken): string {
  const parts = taken.flatMap((indexes, at) => indexes.map((index) => variants[at]!.parts[index]!));
  let text = "";
  let at = 0;
  for (const part of parts.toSorted((a, b) => a.start - b.start)) {
    text += original.slice(at, part.start) + part.added;
    at = part.end;
  }
  return text + original.slice(at);
}
