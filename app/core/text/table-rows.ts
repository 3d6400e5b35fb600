/*
 * Models see table rows with bars between cells, and quote them so. In a
 * document's text, cells are blocks, so a quoted row is located without its
 * bars, and only the cells that differ are changed.
 */
import type { Edit, Patch } from "../changes/patch.ts";
import { normaliseNeedle } from "../law/quotation.ts";

const separatorRow = /^(?=[^-]*-)[\s|:-]*$/;

/** The cells of the quoted rows in sequence; null if no line has bars. */
function cellsOf(quoted: string): string[] | null {
  const lines = quoted.split(/\r?\n/).filter((line) => line.trim() !== "" && !separatorRow.test(line));
  if (!lines.some((line) => line.includes("|"))) return null;
  return lines.flatMap((line) =>
    line
      .trim()
      .replace(/^\|/, "")
      .replace(/(?<!\\)\|$/, "")
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll("\\|", "|")),
  );
}

/** The same patch in the words of the cells; null if it quotes no row, or changes the number of cells. */
export function withoutBars(patch: Patch): Patch | null {
  const [original, replacement] = [cellsOf(patch.original), cellsOf(patch.replacement)];
  if (original === null || replacement === null || original.length !== replacement.length) return null;
  return { ...patch, original: original.join("\n\n"), replacement: replacement.join("\n\n") };
}

/** From the first cell that differs to the last. Null if the text's cells don't match the patch. */
export function onlyCells(text: string, edit: Edit): Edit | null {
  const [there, wanted] = [text.slice(edit.start, edit.end).split("\n\n"), edit.text.split("\n\n")];
  if (there.length !== wanted.length) return null;
  const differs = there.map((cell, i) => normaliseNeedle(cell) !== normaliseNeedle(wanted[i]!));
  const [first, last] = [differs.indexOf(true), differs.lastIndexOf(true)];
  if (first < 0) return null;
  const changed = wanted.slice(first, last + 1);
  // An empty cell has no words to locate; among several it would shift the others.
  if (there.slice(first, last + 1).includes("") || (changed.length > 1 && changed.includes(""))) return null;
  const start = edit.start + there.slice(0, first).reduce((sum, cell) => sum + cell.length + 2, 0);
  const length = there.slice(first, last + 1).join("\n\n").length;
  return { start, end: start + length, text: changed.join("\n\n") };
}
