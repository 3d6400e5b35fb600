/*
 * Sections as a person names them by their numbers: "1-10, 15", "§§ 3–5 a", "2:1-2:4". Numbers are as sections have them
 * (server/knowledge/law-act.ts): "1", "11a", "3:2" for chapter and section, "4.4".
 */

/** One number or more, as far as they are written: chapter, section, and so on. */
type Key = [size: number, letters: string][];
export type SectionRange = { from: Key; to: Key };

const longest = 200;
const most = 40;

/** Null if it is anything but numbers and ranges of them. */
export function sectionRanges(text: string): SectionRange[] | null {
  const parts = text.slice(0, longest + 1).split(/[,;]/u);
  if (text.length > longest || parts.length > most) return null;
  const ranges: SectionRange[] = [];
  for (const part of parts) {
    const words = part.trim().replace(/^(?:§{1,2}|art(?:icles?|ikel)?\.?|sections?|ss?\.)\s*(?=\d)/iu, "");
    const ends = words.split(/[-–—]/u);
    const [from, to = from] = ends.map((end) => keyOf(end.trim().replace(/\s(?=[a-z]{1,2}$)/iu, "")));
    if (ends.length > 2 || from == null || to == null) return null;
    ranges.push({ from, to });
  }
  return ranges;
}

/** A range also has what is within its last number: "2-3" the sections of the chapters 2 and 3. */
export function isInRanges(number: string, ranges: readonly SectionRange[]): boolean {
  const own = keyOf(number);
  return own !== null && ranges.some(({ from, to }) => compare(own, from) >= 0 && compare(own.slice(0, to.length), to) <= 0);
}

/** Null if it is no such number: "sch1:2". */
function keyOf(text: string): Key | null {
  const key: Key = [];
  for (const part of text.toLowerCase().split(/[.:]/u)) {
    const [, size, letters = ""] = /^(\d{1,6})([a-z]{0,2})$/u.exec(part) ?? [];
    if (size === undefined) return null;
    key.push([Number(size), letters]);
  }
  return key;
}

function compare(one: Key, other: Key): number {
  for (const [at, [size, letters]] of one.entries()) {
    const [otherSize, otherLetters] = other[at] ?? [-1, ""];
    if (size !== otherSize) return size - otherSize;
    if (letters !== otherLetters) return letters < otherLetters ? -1 : 1;
  }
  return one.length - other.length;
}
