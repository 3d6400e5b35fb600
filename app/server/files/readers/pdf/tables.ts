/*
 * Tables: rows whose words keep the same upright strips free. A cell of several lines is one cell.
 */
import { joinedLines } from "./hyphens.ts";
import { median, type Row, type Segment } from "./line.ts";

type Column = { left: number; right: number };

/** The table that begins with this row, and how many rows of the page it takes. */
export function tableAt(rows: readonly Row[], from: number): { cells: string[][]; taken: number } | null {
  if (rows[from]!.segments.length < 2) return null;
  let columns: Column[] = [];
  let to = from;
  for (; to < rows.length; to++) {
    const row = rows[to]!;
    if (to > from && row.y - rows[to - 1]!.y > Math.max(row.size, rows[to - 1]!.size) * 4) break;
    const wider = withRow(columns, row.segments);
    if (wider.length < Math.max(2, columns.length - 1)) break;
    columns = wider;
  }
  // Below the last full row only the rest of a cell belongs to the table.
  while (to > from && rows[to - 1]!.segments.length < 2 && !isClose(rows, to - 1)) to--;
  const lines = rows.slice(from, to);
  const full = lines.filter(({ segments }) => segments.length >= 2);
  if (full.length < 2 || columns.length < 2 || !hasWideGaps(full, columns)) return null;
  return { cells: cellsOf(lines, columns), taken: lines.length };
}

function isClose(rows: readonly Row[], at: number): boolean {
  const [above, own] = [rows[at - 1], rows[at]!];
  return above !== undefined && own.y - above.y < own.size * 1.45 && own.left > (above.segments[0]?.left ?? 0) + own.size;
}

/** The columns, made wider by a row's words; those that touch become one. */
function withRow(columns: readonly Column[], segments: readonly Segment[]): Column[] {
  const joined: Column[] = [];
  for (const { left, right } of [...columns, ...segments].toSorted((a, b) => a.left - b.left)) {
    const last = joined.at(-1);
    if (last !== undefined && left < last.right + 1) last.right = Math.max(last.right, right);
    else joined.push({ left, right });
  }
  return joined;
}

/** In justified text, too, wide spaces may meet by chance. */
function hasWideGaps(rows: readonly Row[], columns: readonly Column[]): boolean {
  if (columns.length > 2 && rows.length > 2) return true;
  const gaps = rows.flatMap(({ segments }) => segments.slice(1).map((one, at) => (one.left - segments[at]!.right) / one.size));
  return median(gaps) >= 1.5;
}

function cellsOf(lines: readonly Row[], columns: readonly Column[]): string[][] {
  const placed = lines.map((line) => {
    const cells = columns.map(() => "");
    for (const { text, left, right } of line.segments) {
      const at = columns.findIndex((column) => (left + right) / 2 <= column.right);
      cells[Math.max(0, at)] = `${cells[Math.max(0, at)]} ${text}`.trim();
    }
    return cells;
  });
  const isRest = restsOf(lines, placed);
  const rows: string[][] = [];
  for (const [at, cells] of placed.entries()) {
    const last = rows.at(-1);
    if (last === undefined || !isRest(at)) rows.push(cells);
    else for (const [column, text] of cells.entries()) if (text !== "") last[column] = joinedLines(last[column]!, text);
  }
  return rows;
}

/** Which lines continue the cells above them: those that are closer than rows are, else those without a first cell. */
function restsOf(lines: readonly Row[], placed: readonly string[][]): (at: number) => boolean {
  const steps = lines.map((line, at) => (at === 0 ? Infinity : (line.y - lines[at - 1]!.y) / line.size));
  const closest = Math.min(...steps);
  const isTight = (at: number) => steps[at]! <= Math.max(closest * 1.12, closest + 0.05);
  const tight = placed.filter((_, at) => isTight(at));
  const isSpaced = closest < 1.5 && steps.some((step, at) => at > 0 && step > closest * 1.25);
  const full = tight.filter((cells) => cells.every((cell) => cell !== "")).length;
  if (isSpaced && full < tight.length * 0.5) return isTight;
  return (at) => placed[at]![0] === "" && steps[at]! < 1.5;
}
