/*
 * What a model is given of an open document that is too long for it: the outline, and the text around the caret, the
 * selection and the chosen passages. Without any of those, the beginning.
 */

/** Words to find in the text; the longest possible part of it is shown around each. */
type Anchors = { caret: { before: string; after: string } | null; passages: readonly string[] };

const mostAnchors = 4;
const gap = "[…]";

/** At most about `most` characters; null if all of it fits. */
export function draftExcerpt(text: string, anchors: Anchors, most: number): string | null {
  if (text.length <= most) return null;
  const outline = outlineOf(text, Math.floor(most / 4));
  const places = [...new Set(placesOf(text, anchors))].slice(0, mostAnchors);
  if (places.length === 0) places.push(0);
  const parts = partsAround(text, places, most - outline.length);
  return `${outline === "" ? "" : `Outline:\n${outline}\n\n`}The part given here:\n\n${parts}`;
}

/** Headings; in a text without them, the beginnings of its numbered paragraphs. */
function outlineOf(text: string, most: number): string {
  const lines = text.split("\n");
  const headings = lines.filter((line) => /^#{1,6} /.test(line));
  const entries = headings.length > 1 ? headings : lines.filter((line) => /^(?:§\s?)?\d[\d.]*[.)]?\s+\p{L}/u.test(line));
  let outline = "";
  for (const entry of entries) {
    const line = entry.length > 90 ? `${entry.slice(0, 89)}…` : entry;
    if (outline.length + line.length + gap.length > most) return `${outline}${gap}`;
    outline += `${line}\n`;
  }
  return outline.trimEnd();
}

function placesOf(text: string, { caret, passages }: Anchors): number[] {
  const around =
    caret === null ? [] : [`${lastLine(caret.before)}${firstLine(caret.after)}`, lastLine(caret.before), firstLine(caret.after)];
  const atCaret = around.filter((words) => words.trim().length > 2).map((words) => text.indexOf(words));
  const found = atCaret.find((at) => at >= 0);
  const atPassages = passages.map((passage) => text.indexOf(firstLine(passage).trim())).filter((at) => at >= 0);
  return [...(found === undefined ? [] : [found]), ...atPassages];
}

const lastLine = (text: string) => text.split("\n").at(-1)!.slice(-80);
const firstLine = (text: string) =>
  text
    .split("\n")
    .find((line) => line.trim() !== "")
    ?.slice(0, 80) ?? "";

/** Whole lines around each place, in the order of the text; places that are near share theirs. */
function partsAround(text: string, places: readonly number[], most: number): string {
  const each = Math.floor(most / places.length);
  const ranges: { from: number; to: number }[] = [];
  for (const place of places.toSorted((one, other) => one - other)) {
    const range = wholeLines(text, Math.max(0, place - Math.floor(each / 3)), each);
    const last = ranges.at(-1);
    if (last && range.from <= last.to) last.to = Math.max(last.to, range.to);
    else ranges.push(range);
  }
  const shown = ranges.map(({ from, to }) => text.slice(from, to).trim()).join(`\n\n${gap}\n\n`);
  const [first, last] = [ranges[0]!, ranges.at(-1)!];
  return `${first.from > 0 ? `${gap}\n\n` : ""}${shown}${last.to < text.length ? `\n\n${gap}` : ""}`;
}

/** `length` characters from `start`, less what is cut off of a line at either end. */
function wholeLines(text: string, start: number, length: number): { from: number; to: number } {
  const end = Math.min(text.length, start + length);
  const from = start === 0 ? 0 : text.indexOf("\n", start) + 1;
  const to = end === text.length ? end : text.lastIndexOf("\n", end);
  // A single line longer than that is cut in the middle of it.
  return from > 0 && from < to ? { from, to } : start === 0 && to > 0 ? { from: 0, to } : { from: start, to: end };
}
