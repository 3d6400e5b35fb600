/*
 * Where the pages of a text end. What cannot be divided is a unit: a line, a
 * row of a table, a picture. Units come with their heights as they are laid
 * out; a page ends before the first that does not fit. A heading does not stay
 * behind at the foot of a page, and no line of a paragraph stands alone.
 */
export type PageUnit = {
  /** From the beginning of the text, as if there were no pages. */
  top: number;
  bottom: number;
  /** Stays with what follows. */
  isHeading: boolean;
  /** Which of how many lines of its paragraph. */
  line: number;
  lines: number;
};

export type PageEnd = {
  /** The page ends before this unit. */
  unit: number;
  /** So much of the page stays empty. */
  rest: number;
};

/** `rest` of the last page as well. */
export type Pages = { ends: PageEnd[]; rest: number };

export function paginate(units: readonly PageUnit[], height: number): Pages {
  const ends: PageEnd[] = [];
  let first = 0;
  for (let i = 0; i < units.length; i++) {
    if (units[i]!.bottom - units[first]!.top <= height || i === first) continue;
    const end = endBefore(units, first, i);
    ends.push({ unit: end, rest: Math.max(0, height - (units[end - 1]!.bottom - units[first]!.top)) });
    first = end;
    i = end - 1;
  }
  const last = units.at(-1);
  return { ends, rest: last ? Math.max(0, height - (last.bottom - units[first]!.top)) : height };
}

/** At `i`, or where it looks better before it; never so that a page stays empty. */
function endBefore(units: readonly PageUnit[], first: number, i: number): number {
  let end = i;
  const { line, lines } = units[end]!;
  // The last line would stand alone on the next page, or the first one here.
  if (lines > 2 && line === lines - 1) end--;
  if (lines > 1 && units[end]!.line === 1) end--;
  while (end > first && units[end - 1]!.isHeading) end--;
  return end > first ? end : i;
}
