/*
 * Running heads and page numbers: the outermost rows of a page that other pages repeat at the same height, with
 * nothing changed but numbers. They would otherwise stand in the middle of a sentence that crosses the page.
 */
import { rowsOf, rowText, type Row, type Segment } from "./line.ts";

export type PageSegments = { segments: Segment[]; height: number };

/** How deep a head may be. */
const mostRows = 4;
const share = 0.16;

type Candidate = { page: number; row: Row; text: string; isTop: boolean };

/** Removes them from the pages, and gives what stood in the margins of each. */
export function takeMargins(pages: PageSegments[]): string[][] {
  const found = pages.map(candidatesOf);
  const margins = new Set(
    [...Map.groupBy(found.flat(), keyOf).values()]
      .flatMap(atOneHeight)
      .filter((same) => areMargins(same, pages.length))
      .flat(),
  );
  const own = found.map((candidates) => outermost(candidates, margins));
  const gone = own.map((candidates) => new Set(candidates.flatMap(({ row }) => row.drawn)));
  // What stands alone on every page is the text.
  if (pages.every(({ segments }, at) => segments.every((segment) => gone[at]!.has(segment)))) return pages.map(() => []);
  for (const [at, page] of pages.entries())
    if (gone[at]!.size > 0) page.segments = page.segments.filter((segment) => !gone[at]!.has(segment));
  return own.map((candidates) => candidates.map(({ text }) => text));
}

function candidatesOf({ segments, height }: PageSegments, page: number): Candidate[] {
  const rows = rowsOf(segments);
  const of = (row: Row, isTop: boolean) => ({ page, row, isTop, text: rowText(row).replaceAll(/\s+/g, " ").trim() });
  const top = rows.slice(0, mostRows).filter((row) => row.y < height * share);
  const bottom = rows.slice(-mostRows).filter((row) => row.y > height * (1 - share) && !top.includes(row));
  return [...top.map((row) => of(row, true)), ...bottom.reverse().map((row) => of(row, false))];
}

function keyOf({ row, text, isTop }: Candidate): string {
  return `${isTop ? "top" : "bottom"} ${Math.round(row.size)} ${text.replaceAll(/\d+|\b[ivxlc]+\b/g, "#")}`;
}

function atOneHeight(candidates: readonly Candidate[]): Candidate[][] {
  const groups: Candidate[][] = [];
  for (const one of candidates.toSorted((a, b) => a.row.y - b.row.y)) {
    const last = groups.at(-1);
    if (last !== undefined && one.row.y - last[0]!.row.y < 4) last.push(one);
    else groups.push([one]);
  }
  return groups;
}

/** A repeated row below one that is not belongs to the text. */
function outermost(candidates: readonly Candidate[], margins: ReadonlySet<Candidate>): Candidate[] {
  return [true, false].flatMap((side) => {
    const own = candidates.filter(({ isTop }) => isTop === side);
    const first = own.findIndex((one) => !margins.has(one));
    return first < 0 ? own : own.slice(0, first);
  });
}

function areMargins(same: readonly Candidate[], pages: number): boolean {
  const [{ text, page }] = same as [Candidate];
  if (same.length === 1) return isCountedPage(text, page, pages);
  if (same.every((other) => other.text === text)) return true;
  return !numberedHeading.test(text) && countsUp(same);
}

/** "Annex 1", "Annex 2": one to a page, but not the page's number. */
const numberedHeading =
  /^(?:schedule|annex|appendix|exhibit|article|section|chapter|part|anlage|artikel|kapitel|teil|bilaga|avsnitt|del|bijlage|§)\s*[\dIVX]/iu;

/** "Page 1 of 1", the only one of its kind. */
function isCountedPage(text: string, page: number, pages: number): boolean {
  const found = /^(?:\p{L}+\s)?(\d+)\s?(?:\/|\(|of|von|av|van|de|sur)\s?(\d+)\)?$/iu.exec(text);
  return found !== null && Number(found[1]) === page + 1 && Number(found[2]) === pages;
}

/** The numbers follow the pages; Roman ones only have to differ. */
function countsUp(same: readonly Candidate[]): boolean {
  const offsets = same.map(({ text, page }) => new Set((text.match(/\d+/g) ?? []).map((digits) => Number(digits) - page)));
  if (offsets.every((own) => own.size === 0)) return new Set(same.map(({ text }) => text)).size === same.length;
  return [...offsets[0]!].some((offset) => offsets.every((own) => own.has(offset)));
}
