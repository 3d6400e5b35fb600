/*
 * The order in which a page is read. A gutter is an upright strip that lines of running text keep free on both sides;
 * a line across it ends the columns above it, and what is below begins again at the left.
 */
import { median, rowsOf, type Segment } from "./line.ts";

const fewestLines = 3;
const deepest = 6;

/** Groups of segments, each to be read from top to bottom, in the order of reading. */
export function readingOrder(segments: readonly Segment[], depth = 0): Segment[][] {
  const gutter = depth < deepest ? bestGutter(segments) : null;
  if (gutter === null) return segments.length > 0 ? [[...segments]] : [];
  const groups: Segment[][] = [];
  let across: Segment[] = [];
  const endAcross = () => {
    if (across.length > 0) groups.push(...readingOrder(across, depth + 1));
    across = [];
  };
  for (const part of partsAt(gutter, segments)) {
    if (part.isColumns) {
      endAcross();
      groups.push(...readingOrder(part.left, depth + 1), ...readingOrder(part.right, depth + 1));
    } else across.push(...part.left, ...part.right);
  }
  endAcross();
  return groups;
}

type Part = { left: Segment[]; right: Segment[]; isColumns: boolean };

function bestGutter(segments: readonly Segment[]): number | null {
  let best: { at: number; characters: number } | null = null;
  for (const at of candidates(segments)) {
    const columns = partsAt(at, segments).filter(({ isColumns }) => isColumns);
    const characters = columns.reduce((sum, { left, right }) => sum + length(left) + length(right), 0);
    if (characters > (best?.characters ?? 0)) best = { at, characters };
  }
  return best?.at ?? null;
}

/** A column's lines begin at the same place. */
function candidates(segments: readonly Segment[]): number[] {
  const lefts = segments.map(({ left }) => left).toSorted((a, b) => a - b);
  const found: number[] = [];
  for (let from = 0; from < lefts.length;) {
    let to = from;
    while (to < lefts.length && lefts[to]! - lefts[from]! < 3) to++;
    if (to - from >= fewestLines && from >= fewestLines) found.push(lefts[from]! - 0.5);
    from = to;
  }
  return found.slice(0, 60);
}

function partsAt(gutter: number, segments: readonly Segment[]): Part[] {
  const parts: Part[] = [];
  let open: Part | null = null;
  for (const segment of segments.toSorted((a, b) => a.y - b.y)) {
    if (segment.left < gutter && segment.right > gutter + 0.5) {
      parts.push({ left: [segment], right: [], isColumns: false });
      open = null;
    } else {
      if (open === null) parts.push((open = { left: [], right: [], isColumns: false }));
      (segment.left < gutter ? open.left : open.right).push(segment);
    }
  }
  for (const part of parts) part.isColumns = areColumns(part);
  return parts;
}

function areColumns({ left, right }: Part): boolean {
  if (left.length < fewestLines || right.length < fewestLines) return false;
  const [rowsLeft, rowsRight] = [rowsOf(left), rowsOf(right)];
  // The left column is filled before the right one; anything else is a margin note or the terms of a list.
  if (rowsLeft.length < Math.max(fewestLines, rowsRight.length / 2) || rowsRight.length < fewestLines) return false;
  const gap = Math.min(...right.map((one) => one.left)) - Math.max(...left.map((one) => one.right));
  if (gap < median([...left, ...right].map(({ size }) => size)) * 0.6) return false;
  return isRunningText(left) && isRunningText(right);
}

/** Most of its lines fill the width, and no cell is that long. */
function isRunningText(segments: readonly Segment[]): boolean {
  const rows = rowsOf(segments);
  const width = Math.max(...rows.map(({ right }) => right)) - Math.min(...rows.map(({ left }) => left));
  const isFull = rows.filter((row) => row.right - row.left > width * 0.6).length;
  return isFull >= rows.length * 0.5 && length(segments) / rows.length >= 15;
}

function length(segments: readonly Segment[]): number {
  return segments.reduce((sum, { text }) => sum + text.length, 0);
}
