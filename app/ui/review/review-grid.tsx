/*
 * The table of a review: only the rows and columns in view are in the page, whatever their number. It has the keys of a
 * spreadsheet, one stop in the order of tabs, and says its size and place to screen readers.
 */
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, type ClipboardEvent, type DragEvent, type KeyboardEvent, type MouseEvent } from "react"; // prettier-ignore
import type { ReviewRow } from "#core/review/review.ts";
import { nextPlace, rangeOf, type Place } from "./grid-keys.ts";
import { GridHead, type HeadProps } from "./grid-head.tsx";
import type { LaidOut } from "./grid-layout.ts";
import { GridRow, GroupRow, type Editing } from "./grid-row.tsx";
import type { GroupLine, Line } from "./use-lines.ts";
import type { Seen } from "./use-review.ts";
import { useWindow } from "./use-window.ts";

export type GridCommand = "verify" | "flag" | "next" | "find" | "undo";

type GridProps = Omit<HeadProps, "columns"> & {
  laid: LaidOut;
  lines: readonly Line[];
  /** Rows of the table without heads of groups. */
  count: number;
  rowOf: (position: number) => ReviewRow | undefined;
  place: Place;
  /** Changes when the place is to be brought into view, without the focus. */
  shown: number;
  /** The other end of the selection. */
  anchor: Place;
  setPlace: (place: Place, isSelecting?: boolean) => void;
  editing: (Editing & { row: number }) | null;
  onEdit: (place: Place | null) => void;
  onEdited: (answer: string | null, move: "down" | "right" | null) => void;
  onOpen: (place: Place) => void;
  onGroup: (group: GroupLine) => void;
  onCommand: (command: GridCommand) => void;
  onCopy: () => string | null;
  onPaste: (text: string) => void;
  onFiles: (files: File[]) => void;
  onSeen: (seen: Seen) => void;
  outliers: ReadonlyMap<string, string> | null;
};

const rowHeight = 44;

/** Always the same, so that only the row that is written in is drawn again. */
const ignore = () => {};

const commands: Record<string, GridCommand> = { v: "verify", f: "flag", n: "next" };

export function ReviewGrid(props: GridProps) {
  const { review, laid, lines, count, rowOf, place, shown, anchor, setPlace, editing, onOpen, onSeen, summaries } = props;
  const { columns, width } = laid;
  const headHeight = summaries === null ? 56 : 76;
  const box = useRef<HTMLDivElement>(null);
  const { from, to, window, look } = useWindow(laid, { rowHeight, count: lines.length });
  useEffect(() => onSeen({ from, to: Math.max(from, to) }), [from, to, onSeen]);
  useEffect(() => {
    const table = box.current!;
    // It is called at once, too.
    const watching = new ResizeObserver(() => look(table));
    watching.observe(table);
    return () => watching.disconnect();
  }, [look]);
  const follow = useFocus(box, { place, laid, headHeight, isEditing: editing !== null });

  function reveal({ row, column }: Place) {
    const target = box.current!;
    if (row > to || (row >= 0 && row < from)) target.scrollTop = Math.max(0, row * rowHeight - target.clientHeight / 2);
    const one = columns[column];
    if (one !== undefined && !window.others.includes(one) && !one.isPinned)
      target.scrollLeft = Math.max(0, one.left - laid.pinnedWidth - 16);
    look(target);
  }
  const toReveal = useEffectEvent(() => {
    reveal(place);
    const cell = box.current!.querySelector<HTMLElement>('[data-place="active"]');
    if (cell)
      bringIntoView(box.current!, cell, { place, pinnedWidth: columns[place.column]?.isPinned ? 0 : laid.pinnedWidth, headHeight });
  });
  useEffect(() => {
    if (shown > 0) toReveal();
  }, [shown]);
  function move(next: Place, isSelecting: boolean) {
    follow();
    reveal(next);
    setPlace(next, isSelecting);
  }
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.defaultPrevented || isField(event.target)) return;
    const page = Math.max(1, Math.floor((box.current!.clientHeight - headHeight) / rowHeight) - 1);
    const next = event.altKey ? null : nextPlace(event, place, { page, rows: lines.length, columns: columns.length - 1 });
    if (next !== null) {
      event.preventDefault();
      return move(next, event.shiftKey);
    }
    if (act(event)) event.preventDefault();
  }
  /** Whether the key means something here. */
  function act(event: KeyboardEvent<HTMLElement>): boolean {
    const { key } = event;
    const isWith = event.ctrlKey || event.metaKey;
    if (isWith && (key === "f" || key === "z") && !event.shiftKey) props.onCommand(key === "f" ? "find" : "undo");
    else if (isWith && key === "a" && lines.length > 0) {
      setPlace({ row: 0, column: 1 });
      setPlace({ row: lines.length - 1, column: columns.length - 1 }, true);
    } else if (isWith || event.altKey) return false;
    else if (key === "Enter" || key === " ") open(event.target as HTMLElement);
    else if (key === "F2" || key === "e") props.onEdit(place);
    else if (commands[key] !== undefined) props.onCommand(commands[key]);
    else return false;
    return true;
  }
  function open(target: HTMLElement) {
    const line = lines[place.row];
    if (place.row < 0) target.querySelector("button")?.click();
    else if (typeof line === "object") props.onGroup(line);
    else onOpen(place);
  }
  function onClick(event: MouseEvent<HTMLElement>) {
    const at = placeOf(event.target);
    if (at === null || at.row < 0 || isField(event.target)) return;
    const line = lines[at.row];
    if (typeof line === "object") props.onGroup(line);
    else if (event.shiftKey) setPlace(at, true);
    else onOpen(at);
  }
  const isSelecting = anchor.row !== place.row || anchor.column !== place.column;
  const range = isSelecting ? rangeOf(anchor, place) : null;
  const selected = (line: number) =>
    range !== null && line >= range.from.row && line <= range.to.row ? `${range.from.column} ${range.to.column}` : "";
  const inView = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
  // The focus stays where it is when its row is scrolled out of view.
  if (place.row >= 0 && place.row < lines.length && (place.row < from || place.row > to)) inView.push(place.row);
  return (
    <div
      ref={box}
      role="grid"
      aria-label={review.name}
      aria-rowcount={count + 1 + lines.filter((line) => typeof line === "object").length}
      aria-colcount={columns.length}
      aria-multiselectable
      onKeyDown={onKeyDown}
      onScroll={({ currentTarget }) => look(currentTarget)}
      onClick={onClick}
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      onDoubleClick={({ target }) => !isField(target) && props.onEdit(placeOf(target))}
      onFocus={({ target }) => {
        const at = placeOf(target);
        if (at !== null && !isField(target) && (at.row !== place.row || at.column !== place.column)) setPlace(at);
      }}
      onCopy={(event) => !isField(event.target) && copy(event, props.onCopy())}
      onPaste={(event) => !isField(event.target) && paste(event, props)}
      onDragOver={(event) => event.dataTransfer.types.includes("Files") && event.preventDefault()}
      onDrop={(event) => drop(event, props.onFiles)}
      className="scroll-thin relative min-h-0 flex-1 overflow-auto border-y border-rule bg-paper"
    >
      <div role="rowgroup" className="sticky top-0 z-20 bg-desk" style={{ width, height: headHeight }}>
        <GridHead {...props} columns={columns} window={window} height={headHeight} active={place.row < 0 ? place.column : -1} />
      </div>
      {/* Below the last row, a phone has room for a notice. */}
      <div role="rowgroup" className="relative max-sm:mb-20" style={{ width, height: lines.length * rowHeight }}>
        {inView.map((at) => {
          const line = lines[at]!;
          const shared = { line: at, top: at * rowHeight, height: rowHeight, width };
          if (typeof line === "object")
            return <GroupRow key={`group ${line.at}`} {...shared} group={line} span={columns.length} isActive={at === place.row} />;
          return (
            <GridRow
              key={line}
              {...shared}
              row={rowOf(line)}
              columns={columns}
              window={window}
              active={at === place.row ? place.column : -1}
              selected={selected(at)}
              editing={editing?.row === at ? editing : null}
              outliers={props.outliers}
              onEdited={editing?.row === at ? props.onEdited : ignore}
            />
          );
        })}
      </div>
    </div>
  );
}

type Focusing = { place: Place; laid: LaidOut; headHeight: number; isEditing: boolean };

/** Takes the focus to the place that a key has moved to, and back to it when an answer was written. */
function useFocus(box: React.RefObject<HTMLDivElement | null>, { place, laid, headHeight, isEditing }: Focusing) {
  const isMoved = useRef(false);
  const wasEditing = useRef(false);
  useLayoutEffect(() => {
    // Unless the pointer has taken it elsewhere.
    const isBack = wasEditing.current && !isEditing && document.activeElement === document.body;
    wasEditing.current = isEditing;
    if (!isMoved.current && !isBack) return;
    const cell = box.current?.querySelector<HTMLElement>('[data-place="active"]');
    if (!cell) return;
    isMoved.current = false;
    cell.focus({ preventScroll: true });
    bringIntoView(box.current!, cell, {
      place,
      pinnedWidth: laid.columns[place.column]?.isPinned ? 0 : laid.pinnedWidth,
      headHeight,
    });
  });
  return useCallback(() => {
    isMoved.current = true;
  }, []);
}

type Edges = { place: Place; pinnedWidth: number; headHeight: number };

/** Beside the pinned columns and below the head. */
function bringIntoView(box: HTMLElement, cell: HTMLElement, { place, pinnedWidth, headHeight }: Edges): void {
  const [outer, inner] = [box.getBoundingClientRect(), cell.getBoundingClientRect()];
  const left = outer.left + (outer.width > pinnedWidth + inner.width ? pinnedWidth : 0);
  if (pinnedWidth > 0 && inner.left < left) box.scrollLeft -= left - inner.left;
  else if (pinnedWidth > 0 && inner.right > outer.right) box.scrollLeft += inner.right - outer.right + 1;
  if (place.row < 0) return;
  if (inner.top < outer.top + headHeight) box.scrollTop -= outer.top + headHeight - inner.top;
  else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom + 16;
}

function placeOf(target: EventTarget): Place | null {
  const cell = (target as HTMLElement).closest<HTMLElement>("[data-line]");
  return cell === null ? null : { row: Number(cell.dataset["line"]), column: Number(cell.dataset["column"]) };
}

function isField(target: EventTarget): boolean {
  return (target as HTMLElement).matches("input, textarea, select");
}

function copy(event: ClipboardEvent, text: string | null): void {
  if (text === null) return;
  event.preventDefault();
  event.clipboardData.setData("text/plain", text);
}

function paste(event: ClipboardEvent, { onFiles, onPaste }: Pick<GridProps, "onFiles" | "onPaste">): void {
  const { files } = event.clipboardData;
  const text = event.clipboardData.getData("text/plain");
  if (files.length === 0 && text === "") return;
  event.preventDefault();
  if (text === "") onFiles([...files]);
  else onPaste(text);
}

function drop(event: DragEvent, onFiles: (files: File[]) => void): void {
  if (event.dataTransfer.files.length === 0) return;
  event.preventDefault();
  onFiles([...event.dataTransfer.files]);
}
