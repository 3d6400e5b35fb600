/* One line of the table: a document with its answers, or the head of a group. Drawn again only when it changes. */
import { ChevronDown, ChevronRight, History } from "lucide-react";
import { memo } from "react";
import type { ReviewRow } from "#core/review/review.ts";
import { CellEditor } from "./cell-editor.tsx";
import { CellWords } from "./cell-words.tsx";
import type { LaidColumn } from "./grid-layout.ts";
import type { GroupLine } from "./use-lines.ts";

export type Window = { pinned: LaidColumn[]; skipped: number; others: LaidColumn[] };
export type Editing = { column: number; answer: string };

type RowProps = {
  line: number;
  row: ReviewRow | undefined;
  top: number;
  height: number;
  width: number;
  columns: readonly LaidColumn[];
  window: Window;
  /** The column that has the focus; -1 if none of this row. */
  active: number;
  /** The columns that are selected, as "from to"; empty if none. */
  selected: string;
  editing: Editing | null;
  outliers: ReadonlyMap<string, string> | null;
  onEdited: (answer: string | null, move: "down" | "right" | null) => void;
};

export const GridRow = memo(function GridRow(props: RowProps) {
  const { line, row, top, height, width, columns, window, active, selected, editing, outliers, onEdited } = props;
  const [from, to] = selected === "" ? [1, 0] : selected.split(" ").map(Number);
  const cell = (laid: LaidColumn) => {
    const at = columns.indexOf(laid);
    const isActive = active === at;
    const column = laid.column;
    const isEditing = editing?.column === at && column !== null;
    const isDocument = column === null;
    return (
      <div
        key={laid.id}
        role={isDocument ? "rowheader" : "gridcell"}
        aria-colindex={at + 1}
        aria-selected={isActive || (at >= from! && at <= to!)}
        tabIndex={isActive ? 0 : -1}
        data-line={line}
        data-column={at}
        {...(isActive && { "data-place": "active" })}
        className={`${cellClass} ${laid.isPinned ? "sticky z-10 bg-paper" : ""} ${isDocument ? "font-medium" : ""} ${isActive ? activeClass : ""} ${at >= from! && at <= to! ? "bg-blue-soft" : ""}`}
        style={{ width: laid.width, ...(laid.isPinned && { left: laid.left }) }}
      >
        {isDocument ? (
          <>
            <span className="min-w-0 flex-1 truncate">{row?.name ?? "…"}</span>
            {row?.law?.amended != null && <Amended isRepealed={row.law.amended.isRepealed} />}
          </>
        ) : isEditing ? (
          <CellEditor column={column} answer={editing.answer} onEnd={onEdited} />
        ) : (
          <CellWords
            cell={row?.cells.find(({ columnId }) => columnId === laid.id)}
            outlier={row === undefined ? undefined : outliers?.get(`${row.position} ${laid.id}`)}
          />
        )}
      </div>
    );
  };
  return (
    <div
      role="row"
      aria-rowindex={line + 2}
      className="absolute flex border-b border-rule contain-strict"
      style={{ top, height, width }}
    >
      {window.pinned.map(cell)}
      {window.skipped > 0 && <div role="presentation" className="shrink-0" style={{ width: window.skipped }} />}
      {window.others.map(cell)}
    </div>
  );
});

function Amended({ isRepealed }: { isRepealed: boolean }) {
  const words = isRepealed ? "Repealed since it was added" : "Amended since it was added";
  return (
    <span title={words} className="text-warn">
      <History aria-hidden="true" />
      <span className="sr-only">{words}</span>
    </span>
  );
}

type GroupProps = { line: number; group: GroupLine; top: number; height: number; width: number; span: number; isActive: boolean };

export const GroupRow = memo(function GroupRow({ line, group, top, height, width, span, isActive }: GroupProps) {
  const count = group.count === 1 ? "1 document" : `${group.count.toLocaleString("en")} documents`;
  return (
    <div role="row" aria-rowindex={line + 2} className="absolute flex border-b border-rule bg-desk" style={{ top, height, width }}>
      <div
        role="rowheader"
        aria-colindex={1}
        aria-colspan={span}
        aria-expanded={!group.isClosed}
        tabIndex={isActive ? 0 : -1}
        data-line={line}
        data-column={0}
        {...(isActive && { "data-place": "active" })}
        className={`sticky left-0 flex cursor-default items-center gap-2 px-3 outline-none focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-blue [&_svg]:size-4`}
      >
        {group.isClosed ? <ChevronRight /> : <ChevronDown />}
        <span className="max-w-80 truncate font-medium">{group.value ?? "No answer"}</span>
        <span className="text-ink-faint">{count}</span>
      </div>
    </div>
  );
});

const activeClass = "shadow-[inset_0_0_0_2px_var(--color-blue)]";
const cellClass =
  "flex shrink-0 cursor-default items-center gap-2 border-r border-rule px-3 outline-none focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-blue [&_svg]:size-4 [&_svg]:shrink-0";
