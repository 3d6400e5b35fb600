/* A review's table with what is around it: the view, the selected cells, and a cell opened beside it. */
import { useRef, useState } from "react";
import type { RunScope } from "#core/requests/reviews.ts";
import { reviewLimits, type Review, type ReviewColumn, type ReviewRow } from "#core/review/review.ts";
import { csvRows } from "#core/text/csv.ts";
import { problemIn, sentenceOf } from "../ask.ts";
import { showToast } from "../kit/toast.tsx";
import { AssignDialog } from "./assign-dialog.tsx";
import { CellPanel } from "./cell-panel.tsx";
import { FilterDialog } from "./filter-dialog.tsx";
import { FindField } from "./find-field.tsx";
import { rangeOf, sizeOf, type Place } from "./grid-keys.ts";
import { useGridLayout } from "./grid-layout.ts";
import { ReviewGrid, type GridCommand } from "./review-grid.tsx";
import { addFiles, cellsIn, changesOf, copied, nextUnverified, pasted, type TableCell } from "./table-cells.ts";
import type { Line, useLines } from "./use-lines.ts";
import type { ReviewActions, Seen } from "./use-review.ts";
import { useSummary } from "./use-summary.ts";
import { SelectionBar, ViewBar } from "./view-bar.tsx";

/** What a dialog is opened for. */
export type Asked =
  | { kind: "run"; again: RunScope | null }
  | { kind: "column"; column: ReviewColumn | null }
  | { kind: "suggest" }
  | { kind: "add" };

/** By the row's position. */
export type OpenedCell = { position: number; columnId: string };

type TableProps = {
  review: Review;
  opened: OpenedCell | null;
  lines: ReturnType<typeof useLines>;
  rowOf: (position: number) => ReviewRow | undefined;
  load: (positions: readonly number[]) => Promise<ReadonlyMap<number, ReviewRow>>;
  onSeen: (seen: Seen) => void;
  actions: ReviewActions;
  onAsk: (asked: Asked) => void;
};

/** Of a selection that something is done with. */
const rowsAtMost = 1000;

export function ReviewTable({ review, opened, lines: ordered, rowOf, load, onSeen, actions, onAsk }: TableProps) {
  const { lines, view, setView, lineOf } = ordered;
  const { laid, change: layout } = useGridLayout(review.id, review.columns);
  const [place, setPlaceOnly] = useState<Place>({ row: 0, column: 0 });
  const [anchor, setAnchor] = useState<Place>(place);
  const [isOpen, setOpen] = useState(false);
  const [editing, setEditing] = useState<{ row: number; column: number; answer: string } | null>(null);
  const [filtered, setFiltered] = useState<ReviewColumn | null>(null);
  const [isAssigning, setAssigning] = useState(false);
  const [hasSummary, setSummary] = useState(false);
  /** Counts the times a place was gone to from outside the table. */
  const [shown, setShown] = useState(0);
  const { summaries, outliers } = useSummary(review, hasSummary);
  const area = useRef<HTMLDivElement>(null);
  const find = useRef<HTMLInputElement>(null);
  const rowAt = (at: number) => rowAtLine(lines, at, rowOf);
  const table = { laid, rowAt };
  const row = rowAt(place.row);
  const column = laid.columns[place.column]?.column ?? undefined;
  const range = rangeOf(anchor, place);
  const isSelecting = (anchor.row !== place.row || anchor.column !== place.column) && sizeOf(range) > 0;

  function setPlace(at: Place, isExtending = false) {
    setPlaceOnly(at);
    if (!isExtending) setAnchor(at);
  }
  function refocus() {
    area.current?.querySelector<HTMLElement>('[data-place="active"]')?.focus();
  }
  function edit(at: Place | null) {
    const cell = at === null ? undefined : cellsIn({ from: at, to: at }, table)[0];
    if (at === null || !review.mayWrite || cell === undefined) return;
    setPlace(at);
    setEditing({ ...at, answer: cell.answer });
  }
  function edited(answer: string | null, move: "down" | "right" | null) {
    const at = editing;
    setEditing(null);
    if (at === null) return;
    const cell = cellsIn({ from: at, to: at }, table)[0];
    const isOther = cell !== undefined && answer !== null && answer.trim() !== cell.answer;
    if (isOther) void actions.change([{ ...cell.of, is: { answer } }], () => "Corrected");
    const to = { row: at.row + (move === "down" ? 1 : 0), column: at.column + (move === "right" ? 1 : 0) };
    if (to.row < lines.length && to.column < laid.columns.length) setPlace(to);
  }
  /** Of the selection, or of the one place; with those rows of it that were never in view. */
  async function chosen(): Promise<TableCell[]> {
    if (!isSelecting) return cellsIn({ from: place, to: place }, table);
    const positions = lines.slice(range.from.row, range.to.row + 1).filter((line) => typeof line === "number");
    if (positions.length > rowsAtMost) {
      showToast({ kind: "info", text: `Select at most ${rowsAtMost.toLocaleString("en")} rows at once.`, id: "review cells" });
      return [];
    }
    const loaded = await load(positions).catch((error: unknown) => {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)), id: "review cells" });
      return null;
    });
    return loaded === null ? [] : cellsIn(range, { laid, rowAt: (at) => rowAtLine(lines, at, (position) => loaded.get(position)) });
  }
  async function verify() {
    const cells = await chosen();
    const changes = changesOf(
      cells.filter(({ isOpen: isUnverified }) => isUnverified),
      { verified: true },
    );
    if (!review.mayWrite || cells.length === 0) return;
    if (changes.length === 0)
      return void showToast({ kind: "info", text: "There is no answer to verify here.", id: "review cells" });
    void actions.change(changes, (count) => (count === 1 ? "Verified" : `${count.toLocaleString("en")} answers verified`));
  }
  async function flag() {
    const cells = await chosen();
    if (!review.mayWrite || cells.length === 0) return;
    const isFlagged = !cells.every((cell) => cell.isFlagged);
    const said = (count: number) =>
      `${count === 1 ? "" : `${count.toLocaleString("en")} cells: `}${isFlagged ? "Flagged" : "Flag removed"}`;
    void actions.change(changesOf(cells, { isFlagged }), said);
  }
  function toNext() {
    const next = nextUnverified(lines, table, place);
    if (next === null) showToast({ kind: "info", text: "Nothing else in view needs verifying." });
    else {
      setPlace(next);
      setShown((before) => before + 1);
    }
  }
  function command(name: GridCommand) {
    if (name === "verify") void verify();
    else if (name === "flag") void flag();
    else if (name === "next") toNext();
    else if (name === "find") find.current?.focus();
    else void actions.undoLast();
  }
  async function askAgain() {
    const cells = (await chosen()).map(({ of }) => of);
    const most = reviewLimits.cellsAtOnce;
    if (cells.length > most)
      return void showToast({
        kind: "info",
        text: `Select at most ${most.toLocaleString("en")} cells to ask again.`,
        id: "review cells",
      });
    if (cells.length > 0) onAsk({ kind: "run", again: { cells } });
  }
  async function assign(assigned: { to: string; due: string | null } | null) {
    const cells = await chosen();
    if (cells.length > 0) void actions.change(changesOf(cells, { assigned }), (count) => `${count} cells assigned`);
  }
  async function copySelected() {
    await chosen();
    await navigator.clipboard.writeText(copied(range, table));
    showToast({ kind: "success", text: "Copied to clipboard", id: "review cells" });
  }
  function paste(text: string) {
    const changes = review.mayWrite
      ? pasted([...csvRows(text.replaceAll("\r\n", "\n").replace(/\n$/, ""), "\t")], place, { ...table, lines })
      : [];
    if (changes.length > 0)
      void actions.change(changes, (count) => (count === 1 ? "Pasted" : `${count.toLocaleString("en")} answers pasted`));
  }
  const matchPlace = ({ position, columnId }: { position: number; columnId: string | null }): Place | null => {
    const at = lineOf(position);
    const index = columnId === null ? 0 : laid.columns.findIndex(({ id }) => id === columnId);
    return at === undefined || index < 0 ? null : { row: at, column: index };
  };
  // A cited cell is opened once, when the order of the rows is there.
  const openedAt = opened === null ? null : matchPlace(opened);
  const [wasOpened, setWasOpened] = useState(opened === null);
  if (!wasOpened && openedAt !== null) {
    setWasOpened(true);
    setPlace(openedAt);
    setOpen(true);
    setShown((before) => before + 1);
  }
  return (
    <>
      <ViewBar
        review={review}
        view={view}
        setView={setView}
        laid={laid}
        layout={layout}
        count={ordered.count}
        hasSummary={hasSummary}
        setSummary={setSummary}
        onSortAgain={ordered.sortAgain}
        find={
          <FindField
            reviewId={review.id}
            field={find}
            isShown={(match) => matchPlace(match) !== null}
            onGo={(match) => {
              setPlace(matchPlace(match)!);
              setShown((before) => before + 1);
            }}
            onLeave={refocus}
          />
        }
      />
      <div ref={area} className="flex min-h-0 flex-1">
        <ReviewGrid
          review={review}
          view={view}
          setView={setView}
          laid={laid}
          layout={layout}
          lines={lines}
          count={ordered.count}
          rowOf={rowOf}
          place={place}
          shown={shown}
          anchor={anchor}
          setPlace={setPlace}
          editing={editing}
          onEdit={edit}
          onEdited={edited}
          onOpen={(at) => (setPlace(at), setOpen(true))}
          onGroup={ordered.toggleGroup}
          onCommand={command}
          onCopy={() => copied(range, table)}
          onPaste={paste}
          onFiles={(files) => void (review.mayWrite && addFiles(files, review, actions))}
          onSeen={onSeen}
          summaries={summaries}
          outliers={outliers}
          actions={{
            change: (one) => onAsk({ kind: "column", column: one }),
            filter: setFiltered,
            askAgain: ({ id }) => onAsk({ kind: "run", again: { columns: [id] } }),
            verify: ({ id }) => void actions.verifyColumn(id),
          }}
        />
        {isOpen && row !== undefined && (
          <CellPanel
            review={review}
            row={row}
            column={column}
            actions={actions}
            outlier={outliers?.get(`${row.position} ${column?.id}`)}
            onClose={() => (setOpen(false), refocus())}
            onNext={toNext}
            onKey={(key) => {
              const known = ({ v: "verify", f: "flag", n: "next" } as const)[key];
              if (known !== undefined) command(known);
              return known !== undefined;
            }}
          />
        )}
      </div>
      {isSelecting && (
        <SelectionBar
          count={sizeOf(range)}
          mayWrite={review.mayWrite}
          onVerify={() => void verify()}
          onFlag={() => void flag()}
          onAssign={() => setAssigning(true)}
          onAskAgain={() => void askAgain()}
          onCopy={() => void copySelected()}
          onClose={() => (setAnchor(place), refocus())}
        />
      )}
      {filtered !== null && (
        <FilterDialog reviewId={review.id} column={filtered} view={view} setView={setView} onClose={() => setFiltered(null)} />
      )}
      {isAssigning && (
        <AssignDialog
          reviewId={review.id}
          count={sizeOf(range)}
          before={null}
          onAssign={(assigned) => void assign(assigned)}
          onClose={() => setAssigning(false)}
        />
      )}
    </>
  );
}

function rowAtLine(lines: readonly Line[], at: number, rowOf: TableProps["rowOf"]): ReviewRow | undefined {
  const line = lines[at];
  return typeof line === "number" ? rowOf(line) : undefined;
}
