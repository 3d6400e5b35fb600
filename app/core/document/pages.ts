/*
 * Computes page breaks from measured units that can't be split: a line, a table
 * row, an image. A page ends before the first unit that doesn't fit. A heading
 * is never left at the foot of a page, and there are no widows or orphans.
 */
export type PageUnit = {
  /** Measured from the start of the text, as if there were no pages. */
  top: number;
  bottom: number;
  /** Keeps with next. */
  isHeading: boolean;
  /** Begins a page. */
  startsPage?: boolean;
  /** Index and number of lines within its paragraph. */
  line: number;
  lines: number;
};

export type PageEnd = {
  /** The page ends before this unit. */
  unit: number;
  /** Empty space left on the page. */
  rest: number;
};

/** `rest` is that of the last page. */
export type Pages = { ends: PageEnd[]; rest: number };

export function paginate(units: readonly PageUnit[], height: number): Pages {
  const ends: PageEnd[] = [];
  let first = 0;
  for (let i = 0; i < units.length; i++) {
    const isStart = units[i]!.startsPage === true;
    if (i === first || (!isStart && units[i]!.bottom - units[first]!.top <= height)) continue;
    const end = isStart ? i : endBefore(units, first, i);
    ends.push({ unit: end, rest: Math.max(0, height - (units[end - 1]!.bottom - units[first]!.top)) });
    first = end;
    i = end - 1;
  }
  const last = units.at(-1);
  return { ends, rest: last ? Math.max(0, height - (last.bottom - units[first]!.top)) : height };
}

/** Breaks at `i`, or earlier for a better break, but never leaves a page empty. */
function endBefore(units: readonly PageUnit[], first: number, i: number): number {
  let end = i;
  const { line, lines } = units[end]!;
  // Avoids a single line of a paragraph on either page.
  if (lines > 2 && line === lines - 1) end--;
  if (lines > 1 && units[end]!.line === 1) end--;
  while (end > first && units[end - 1]!.isHeading) end--;
  return end > first ? end : i;
}
