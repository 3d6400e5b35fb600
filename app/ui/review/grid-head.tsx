/* The head of the table: a column's name, how far it is settled, what it says as a whole, and its menu. */
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, BadgeCheck, EyeOff, ListFilter, Pencil, Pin, PinOff, RotateCcw, Rows3 } from "lucide-react"; // prettier-ignore
import type { KeyboardEvent, PointerEvent } from "react";
import type { Review, ReviewColumn } from "#core/review/review.ts";
import type { ColumnSummary } from "#core/review/summary.ts";
import type { ReviewView } from "#core/review/view.ts";
import { Menu, MenuItem, MenuSeparator } from "../kit/menu.tsx";
import type { LaidColumn, LayoutChange } from "./grid-layout.ts";
import type { Window } from "./grid-row.tsx";
import { summaryWords } from "./summary-words.ts";

export type ColumnActions = {
  change: (column: ReviewColumn) => void;
  filter: (column: ReviewColumn) => void;
  askAgain: (column: ReviewColumn) => void;
  verify: (column: ReviewColumn) => void;
};

export type HeadProps = {
  review: Review;
  view: ReviewView;
  setView: (view: ReviewView) => void;
  columns: readonly LaidColumn[];
  layout: LayoutChange;
  summaries: readonly ColumnSummary[] | null;
  actions: ColumnActions;
};

type RowProps = HeadProps & { window: Window; height: number; active: number };

export function GridHead({ window, height, active, ...head }: RowProps) {
  const cell = (laid: LaidColumn) => (
    <HeadCell
      key={laid.id}
      {...head}
      laid={laid}
      at={head.columns.indexOf(laid)}
      isActive={active === head.columns.indexOf(laid)}
    />
  );
  return (
    <div role="row" aria-rowindex={1} className="flex border-b border-rule-strong/60" style={{ height }}>
      {window.pinned.map(cell)}
      {window.skipped > 0 && <div role="presentation" className="shrink-0" style={{ width: window.skipped }} />}
      {window.others.map(cell)}
    </div>
  );
}

const dragged = "application/x-stet-column";

function HeadCell({ laid, at, isActive, ...head }: HeadProps & { laid: LaidColumn; at: number; isActive: boolean }) {
  const { view, layout } = head;
  const { column, id, width } = laid;
  const sorted = view.sort?.by === id ? view.sort : null;
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const step = { ArrowLeft: -16, ArrowRight: 16 }[event.key];
    if (!event.altKey || step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    layout.resize(id, width + step);
  }
  return (
    <div
      role="columnheader"
      aria-colindex={at + 1}
      aria-sort={sorted === null ? "none" : sorted.isDescending ? "descending" : "ascending"}
      tabIndex={isActive ? 0 : -1}
      data-line={-1}
      data-column={at}
      {...(isActive && { "data-place": "active" })}
      onKeyDown={onKeyDown}
      draggable={column !== null}
      onDragStart={({ dataTransfer }) => dataTransfer.setData(dragged, id)}
      onDragOver={(event) => event.dataTransfer.types.includes(dragged) && event.preventDefault()}
      onDrop={(event) => {
        const moved = event.dataTransfer.getData(dragged);
        if (moved === "" || moved === id || column === null) return;
        event.preventDefault();
        layout.move(moved, id, event.nativeEvent.offsetX < width / 2 ? "before" : "behind");
      }}
      className={`${headClass} ${laid.isPinned ? "sticky z-10 bg-desk" : ""} ${isActive ? "shadow-[inset_0_0_0_2px_var(--color-blue)]" : ""}`}
      style={{ width, ...(laid.isPinned && { left: laid.left }) }}
    >
      <HeadMenu {...head} laid={laid} />
      <Resizer width={width} onResize={(to) => layout.resize(id, to)} />
    </div>
  );
}

function HeadMenu({ laid, ...head }: HeadProps & { laid: LaidColumn }) {
  const { review, view, setView, columns, layout, summaries, actions } = head;
  const { column, id, isPinned } = laid;
  const sorted = view.sort?.by === id ? view.sort : null;
  const isFiltered = view.filters.some((filter) => filter.column === id);
  const sort = (isDescending: boolean) =>
    setView({ ...view, sort: sorted?.isDescending === isDescending ? null : { by: id, isDescending } });
  const alike = columns.filter((one) => one.column !== null && one.isPinned === isPinned);
  const beside = (step: number) => alike[alike.indexOf(laid) + step];
  const [left, right] = [beside(-1), beside(1)];
  const summary = summaries?.find(({ columnId }) => columnId === id);
  return (
    <Menu
      trigger={
        <button
          type="button"
          tabIndex={-1}
          title={column?.question}
          className="flex h-full w-full min-w-0 flex-col justify-center gap-0.5 px-3 text-left"
        >
          <span className="flex w-full items-center gap-1.5">
            <span className="truncate font-medium">{column?.label ?? "Document"}</span>
            {sorted !== null && (sorted.isDescending ? <ArrowDown /> : <ArrowUp />)}
            {isFiltered && <ListFilter />}
            {isPinned && column !== null && <Pin />}
          </span>
          {column !== null && <span className="w-full truncate text-xs text-ink-faint">{verifiedOf(review, id)}</span>}
          {summary !== undefined && (
            <span className="w-full truncate text-xs text-ink-soft">{summaryWords(summary, column!.format)}</span>
          )}
        </button>
      }
    >
      <MenuItem icon={<ArrowUp />} onSelect={() => sort(false)}>
        {sorted?.isDescending === false ? "Unsort" : "Sort ascending"}
      </MenuItem>
      <MenuItem icon={<ArrowDown />} onSelect={() => sort(true)}>
        {sorted?.isDescending === true ? "Unsort" : "Sort descending"}
      </MenuItem>
      {column !== null && (
        <>
          <MenuItem icon={<ListFilter />} onSelect={() => actions.filter(column)}>
            Filter…
          </MenuItem>
          <MenuItem icon={<Rows3 />} onSelect={() => setView({ ...view, group: view.group === id ? null : id })}>
            {view.group === id ? "Ungroup" : "Group by this"}
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={isPinned ? <PinOff /> : <Pin />} onSelect={() => layout.setPinned(id, !isPinned)}>
            {isPinned ? "Unpin" : "Pin"}
          </MenuItem>
          <MenuItem icon={<ArrowLeft />} disabled={left === undefined} onSelect={() => left && layout.move(id, left.id, "before")}>
            Move left
          </MenuItem>
          <MenuItem
            icon={<ArrowRight />}
            disabled={right === undefined}
            onSelect={() => right && layout.move(id, right.id, "behind")}
          >
            Move right
          </MenuItem>
          <MenuItem icon={<EyeOff />} onSelect={() => layout.setHidden(id, true)}>
            Hide
          </MenuItem>
          {review.mayWrite && (
            <>
              <MenuSeparator />
              <MenuItem icon={<BadgeCheck />} onSelect={() => actions.verify(column)}>
                Verify all that was found
              </MenuItem>
              <MenuItem icon={<RotateCcw />} onSelect={() => actions.askAgain(column)}>
                Ask again…
              </MenuItem>
              <MenuItem icon={<Pencil />} onSelect={() => actions.change(column)}>
                Change question
              </MenuItem>
            </>
          )}
        </>
      )}
    </Menu>
  );
}

/** By pointer; with the keyboard it is Alt and the arrows. */
function Resizer({ width, onResize }: { width: number; onResize: (width: number) => void }) {
  function onPointerDown(event: PointerEvent<HTMLElement>) {
    event.preventDefault();
    const from = event.clientX;
    const handle = event.currentTarget;
    handle.setPointerCapture(event.pointerId);
    const gone = new AbortController();
    const { signal } = gone;
    handle.addEventListener("pointermove", (moved: globalThis.PointerEvent) => onResize(width + moved.clientX - from), { signal });
    for (const end of ["pointerup", "pointercancel"]) handle.addEventListener(end, () => gone.abort(), { signal });
  }
  return (
    <div
      aria-hidden
      data-resizer
      draggable={false}
      onPointerDown={onPointerDown}
      className="absolute inset-y-0 right-0 w-2 cursor-col-resize touch-none hover:bg-blue/40"
    />
  );
}

function verifiedOf({ counts, documents }: Review, columnId: string): string {
  const { verified = 0, unclear = 0, notPresent = 0, failed = 0 } = counts.find((one) => one.columnId === columnId) ?? {};
  const rest = [
    unclear > 0 && `${unclear} unclear`,
    notPresent > 0 && `${notPresent} not present`,
    failed > 0 && `${failed} failed`,
  ];
  return [`${verified} of ${documents} verified`, ...rest].filter(Boolean).join(" · ");
}

const headClass =
  "relative flex shrink-0 cursor-default items-stretch border-r border-rule outline-none focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-blue [&_svg]:size-3.5 [&_svg]:shrink-0 [&_svg]:text-ink-soft";
