/*
 * The geometry of a page: pieces as the file draws them, put together to segments, which are words on one line
 * without a gap that could separate columns or cells. Coordinates run right and down.
 */
export type Piece = {
  text: string;
  left: number;
  right: number;
  /** Of the baseline. */ y: number;
  size: number;
  isBold?: boolean;
};

/** Words on one line. `size` is that of the largest of them, `indent` where the words after a clause's number begin. */
export type Segment = Required<Piece> & { indent?: number };

/** Segments on one baseline, from left to right. */
export type Row = {
  segments: Segment[];
  /** Before a number was joined to its clause. */
  drawn: readonly Segment[];
  y: number;
  size: number;
  left: number;
  right: number;
};

/** In font sizes: a wider gap may separate columns, cells or a number from its clause. */
const widestSpace = 1;
const visibleSpace = 0.15;

export function segmentsOf(pieces: readonly Piece[]): Segment[] {
  const drawn: Segment[] = [];
  let open: Segment | null = null;
  // The order of drawing keeps a raised footnote mark with its word.
  for (const piece of withoutDoubles(pieces)) {
    if (open !== null && isNext(open, piece)) append(open, piece);
    else drawn.push((open = { isBold: false, ...piece }));
  }
  const found: Segment[] = [];
  for (const row of rowsOf(drawn)) {
    let last: Segment | null = null;
    for (const segment of row.segments) {
      if (last !== null && isNext(last, segment)) append(last, segment);
      else found.push((last = segment));
    }
  }
  return found.filter(({ text }) => text.trim() !== "");
}

function isNext(open: Segment, next: Piece): boolean {
  const size = Math.max(open.size, next.size);
  const gap = next.left - open.right;
  return Math.abs(open.y - next.y) < size * 0.45 && gap > -size * 0.5 && gap < size * widestSpace;
}

function append(open: Segment, next: Piece): void {
  const gap = next.left - open.right;
  const isApart = gap > Math.max(open.size, next.size) * visibleSpace && !/\s$/.test(open.text) && !/^\s/.test(next.text);
  open.text += (isApart ? " " : "") + next.text;
  open.right = Math.max(open.right, next.right);
  // The baseline is that of the largest text.
  if (next.size > open.size) open.y = next.y;
  open.size = Math.max(open.size, next.size);
  open.isBold &&= next.isBold === true;
}

/** Bold that is simulated by drawing twice, and shadows. */
function withoutDoubles(pieces: readonly Piece[]): Piece[] {
  const seen = new Map<string, Piece[]>();
  return pieces.filter((piece) => {
    if (piece.text.trim() === "") return false;
    const same = seen.get(piece.text) ?? [];
    const isDouble = same.some((one) => Math.abs(one.left - piece.left) < 1.2 && Math.abs(one.y - piece.y) < 1.2);
    if (!isDouble) seen.set(piece.text, [...same.slice(-20), piece]);
    return !isDouble;
  });
}

export function rowsOf(segments: readonly Segment[]): Row[] {
  const rows: Row[] = [];
  for (const segment of segments.toSorted((a, b) => a.y - b.y)) {
    const last = rows.at(-1);
    if (last !== undefined && segment.y - last.y < Math.min(last.size, segment.size) * 0.45) {
      last.segments.push(segment);
      last.left = Math.min(last.left, segment.left);
      last.right = Math.max(last.right, segment.right);
      last.size = Math.max(last.size, segment.size);
    } else rows.push({ ...segment, segments: [segment], drawn: [] });
  }
  for (const row of rows) row.segments.sort((a, b) => a.left - b.left);
  return rows.map(({ segments, y, size, left, right }) => ({
    segments: withMarker(segments),
    drawn: segments,
    y,
    size,
    left,
    right,
  }));
}

/** "7.2", "(a)" and "•" belong to the words after them, however far these are indented. */
const marker =
  /^(?:\(?(?:\d{1,3}|[a-z]{1,2}|[ivxlc]{1,6})[.)]|\d{1,3}(?:\.\d{1,3}){1,4}\.?|[§•–▪◦·-]|§+\s?\d+\w?|Art(?:icle|ikel|\.)\s?\d+)$/iu;

function withMarker(segments: Segment[]): Segment[] {
  const [first, second, ...rest] = segments;
  if (first === undefined || second === undefined || !marker.test(first.text.trim())) return segments;
  return [{ ...second, text: `${first.text.trim()} ${second.text}`, left: first.left, indent: second.left }, ...rest];
}

/** Of a right-to-left script, the last segment is read first. */
export function rowText({ segments }: Row): string {
  const all = segments.map(({ text }) => text).join("");
  const letters = all.match(/\p{L}/gu)?.length ?? 0;
  const isRightToLeft = (all.match(/[\p{Script=Hebrew}\p{Script=Arabic}]/gu)?.length ?? 0) > letters / 2;
  const inOrder = isRightToLeft ? segments.toReversed() : segments;
  return inOrder.reduce((text, segment, at) => {
    const before = inOrder[at - 1];
    if (before === undefined) return segment.text;
    const gap = isRightToLeft ? before.left - segment.right : segment.left - before.right;
    return text + (gap > segment.size * 2 ? "\t" : " ") + segment.text;
  }, "");
}

export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
