/* Maps run properties to marks. */
import type { WordRun } from "./word-types.ts";
import type { MarkName } from "./word-numbering.ts";
import type { ParagraphStyle } from "./word-numbering.ts";

export const markNames: Record<string, MarkName> = {
  b: "bold",
  i: "italic",
  u: "underline",
  strike: "strike",
  dstrike: "strike",
  smallCaps: "smallCaps",
  caps: "caps",
};
export const raised: Record<string, MarkName> = { superscript: "superscript", subscript: "subscript" };
export const monospaced = /courier|consolas|mono/i;

export function marksOfStyle({ isCode, marks = [] }: ParagraphStyle): readonly MarkName[] {
  return isCode ? ["code"] : marks;
}

/** Single monospaced words within other text are code; a text entirely in such a font isn't. */
export function hasCode(runs: readonly WordRun[]): boolean {
  const letters = { mono: 0, other: 0 };
  let stretch = "";
  for (const run of runs) {
    letters[run.isMono ? "mono" : "other"] += run.text.trim().length;
    stretch = run.isMono ? stretch + run.text : "";
    if (stretch.trim().split(/\s+/).length > codeWordsMax) return false;
  }
  return letters.mono > 0 && letters.mono < letters.other;
}

const codeWordsMax = 6;

/** Code allows no other marks. */
export function shownMarks(marks: ReadonlySet<MarkName>): MarkName[] {
  return marks.has("code") ? ["code"] : [...marks];
}

export function isOn(value: string | undefined): boolean {
  return value === undefined || !/^(?:0|false|off)$/.test(value);
}
