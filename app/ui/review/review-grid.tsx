/*
 * The table of a review: only the rows in view are in the page, whatever their number. It has the keys of a spreadsheet,
 * one stop in the order of tabs, and says its size and place to screen readers.
 */
import { BadgeCheck, CircleAlert, CircleDashed, CircleHelp, Clock, Minus, PencilLine } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import type { Review, ReviewCell, ReviewRow } from "#core/review/review.ts";
import { hasOtherFinding, shownAnswer, stateWords } from "#core/review/shown.ts";
import type { Seen } from "./use-review.ts";

/** Row -1 is the head, column 0 the document. */
export type Place = { row: number; column: number };

type GridProps = {
  review: Review;
  rowAt: (at: number) => ReviewRow | undefined;
  place: Place;
  setPlace: (place: Place) => void;
  onOpen: (place: Place) => void;
  onVerify: (place: Place) => void;
  onSeen: (seen: Seen) => void;
};

const rowHeight = 44;
const headHeight = 56;
const nameWidth = 200;
const cellWidth = 208;
/** Rows beyond the edges, so that scrolling shows no gap. */
const spare = 6;

export function ReviewGrid(props: GridProps) {
  const { review, rowAt, place, setPlace, onOpen, onVerify, onSeen } = props;
  const { columns, documents } = review;
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 700 });
  const from = Math.max(0, Math.floor(view.top / rowHeight) - spare);
  const to = Math.min(documents - 1, Math.ceil((view.top + view.height) / rowHeight) + spare);
  useEffect(() => onSeen({ from, to: Math.max(from, to) }), [from, to, onSeen]);
  useEffect(() => {
    const watching = new ResizeObserver(([entry]) => setView((before) => ({ ...before, height: entry!.contentRect.height })));
    watching.observe(box.current!);
    return () => watching.disconnect();
  }, []);
  const moved = useRef(false);
  useLayoutEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    const cell = box.current?.querySelector<HTMLElement>('[data-place="active"]');
    cell?.focus({ preventScroll: true });
    if (cell) bringIntoView(box.current!, cell, place);
  }, [place]);

  function move(event: KeyboardEvent) {
    const page = Math.max(1, Math.floor((view.height - headHeight) / rowHeight) - 1);
    const next = nextPlace(event, place, { page, rows: documents, columns: columns.length });
    if (next !== null) {
      event.preventDefault();
      moved.current = true;
      if (next.row > to || (next.row >= 0 && next.row < from))
        box.current!.scrollTop = Math.max(0, next.row * rowHeight - view.height / 2);
      setPlace(next);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      onOpen(place);
    } else if (event.key === "v" && !event.ctrlKey && !event.metaKey && !event.altKey) onVerify(place);
  }
  const shown = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
  // The focus stays where it is when its row is scrolled out of view.
  if (place.row >= 0 && place.row < documents && (place.row < from || place.row > to)) shown.push(place.row);
  const width = nameWidth + columns.length * cellWidth;
  const cellProps = (row: number, column: number) => cellAttributes(place, { row, column }, setPlace, onOpen);
  return (
    <div
      ref={box}
      role="grid"
      aria-label={review.name}
      aria-rowcount={documents + 1}
      aria-colcount={columns.length + 1}
      onKeyDown={move}
      onScroll={({ currentTarget: { scrollTop } }) => setView((before) => ({ ...before, top: scrollTop }))}
      className="scroll-thin relative min-h-0 flex-1 overflow-auto border-y border-rule bg-paper"
    >
      <div role="rowgroup" className="sticky top-0 z-20 bg-desk" style={{ width, height: headHeight }}>
        <div role="row" aria-rowindex={1} className="flex h-full border-b border-rule-strong/60">
          <div
            role="columnheader"
            {...cellProps(-1, 0)}
            className={`${headClass} sticky left-0 z-10 bg-desk`}
            style={{ width: nameWidth }}
          >
            <span className="font-medium">Document</span>
          </div>
          {columns.map(({ id, label, question }, at) => (
            <div
              key={id}
              role="columnheader"
              {...cellProps(-1, at + 1)}
              title={question}
              className={headClass}
              style={{ width: cellWidth }}
            >
              <span className="truncate font-medium">{label}</span>
              <span className="truncate text-xs text-ink-faint">{verifiedOf(review, id)}</span>
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup" className="relative" style={{ width, height: documents * rowHeight }}>
        {shown.map((at) => (
          <div
            key={at}
            role="row"
            aria-rowindex={at + 2}
            className="absolute flex border-b border-rule"
            style={{ top: at * rowHeight, height: rowHeight, width }}
          >
            <div
              role="rowheader"
              {...cellProps(at, 0)}
              className={`${cellClass} sticky left-0 z-10 bg-paper font-medium`}
              style={{ width: nameWidth }}
            >
              <span className="truncate">{rowAt(at)?.name ?? "…"}</span>
            </div>
            {columns.map(({ id }, column) => (
              <div key={id} role="gridcell" {...cellProps(at, column + 1)} className={cellClass} style={{ width: cellWidth }}>
                <CellWords cell={rowAt(at)?.cells.find(({ columnId }) => columnId === id)} />
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

function cellAttributes(active: Place, own: Place, setPlace: (place: Place) => void, onOpen: (place: Place) => void) {
  const isActive = active.row === own.row && active.column === own.column;
  return {
    "aria-colindex": own.column + 1,
    tabIndex: isActive ? 0 : -1,
    "aria-selected": isActive,
    ...(isActive && { "data-place": "active" }),
    onFocus: () => !isActive && setPlace(own),
    onClick: () => onOpen(own),
  };
}

type Size = { page: number; rows: number; columns: number };

function nextPlace({ key, ctrlKey, metaKey }: KeyboardEvent, { row, column }: Place, { page, rows, columns }: Size): Place | null {
  const isFar = ctrlKey || metaKey;
  const to = (nextRow: number, nextColumn: number): Place => ({
    row: Math.max(-1, Math.min(rows - 1, nextRow)),
    column: Math.max(0, Math.min(columns, nextColumn)),
  });
  switch (key) {
    case "ArrowDown":
      return to(isFar ? rows : row + 1, column);
    case "ArrowUp":
      return to(isFar ? -1 : row - 1, column);
    case "ArrowRight":
      return to(row, isFar ? columns : column + 1);
    case "ArrowLeft":
      return to(row, isFar ? 0 : column - 1);
    case "PageDown":
      return to(row + page, column);
    case "PageUp":
      return to(row - page, column);
    case "Home":
      return to(isFar ? -1 : row, 0);
    case "End":
      return to(isFar ? rows : row, columns);
    default:
      return null;
  }
}

/** Beside the fixed column and below the head. */
function bringIntoView(box: HTMLElement, cell: HTMLElement, { row, column }: Place): void {
  const [outer, inner] = [box.getBoundingClientRect(), cell.getBoundingClientRect()];
  const left = outer.left + (outer.width > nameWidth + cellWidth ? nameWidth : 0);
  if (column > 0 && inner.left < left) box.scrollLeft -= left - inner.left;
  else if (column > 0 && inner.right > outer.right) box.scrollLeft += inner.right - outer.right + 1;
  if (row < 0) return;
  if (inner.top < outer.top + headHeight) box.scrollTop -= outer.top + headHeight - inner.top;
  else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom + 16;
}

function verifiedOf({ counts, documents }: Review, columnId: string): string {
  return `${counts.find((one) => one.columnId === columnId)?.verified ?? 0} of ${documents} verified`;
}

function CellWords({ cell }: { cell: ReviewCell | undefined }) {
  if (cell === undefined) return <span className="sr-only">Not asked</span>;
  const answer = shownAnswer(cell)?.answer ?? "";
  const state = stateOf(cell);
  return (
    <>
      <span className={`min-w-0 flex-1 truncate ${answer === "" ? "text-ink-faint" : ""}`}>
        {answer === "" ? state.words : answer}
      </span>
      {answer !== "" && <span className="sr-only">{state.words}</span>}
      <span className={state.look}>{state.icon}</span>
    </>
  );
}

function stateOf(cell: ReviewCell): { words: string; icon: ReactNode; look: string } {
  const words = stateWords(cell);
  if (cell.isQueued)
    return { words: "Waiting", icon: <CircleDashed className="animate-spin motion-reduce:animate-none" />, look: "text-ink-faint" };
  if (hasOtherFinding(cell)) return { words: `${words}; a newer answer differs`, icon: <PencilLine />, look: "text-warn" };
  if (cell.held !== null) return { words, icon: <BadgeCheck />, look: "text-insert" };
  if (cell.found === null) return { words, icon: null, look: "" };
  if (cell.found.isOutdated) return { words: `${words}, outdated`, icon: <Clock />, look: "text-warn" };
  if (cell.found.state === "unclear") return { words, icon: <CircleHelp />, look: "text-warn" };
  if (cell.found.state === "failed") return { words, icon: <CircleAlert />, look: "text-danger" };
  if (cell.found.state === "not-present") return { words, icon: <Minus />, look: "text-ink-faint" };
  return { words: `${words}, not verified`, icon: null, look: "" };
}

const headClass =
  "flex shrink-0 cursor-default flex-col justify-center gap-0.5 border-r border-rule px-3 outline-none focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-blue";
const cellClass =
  "flex shrink-0 cursor-default items-center gap-2 border-r border-rule px-3 outline-none aria-selected:shadow-[inset_0_0_0_2px_var(--color-blue)] focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-blue [&_svg]:size-4 [&_svg]:shrink-0";
