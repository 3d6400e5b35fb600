/* Above the table: finding, what is filtered, sorted and hidden, the summary, and what is done with the selected cells. */
import { ArrowDownUp, BadgeCheck, Copy, Eye, Flag, ListFilter, RotateCcw, Rows3, Sigma, UserRound, X } from "lucide-react";
import type { ReactNode } from "react";
import type { Review } from "#core/review/review.ts";
import { plainView, type ReviewView } from "#core/review/view.ts";
import { Button } from "../kit/button.tsx";
import type { LaidOut, LayoutChange } from "./grid-layout.ts";

type ViewBarProps = {
  review: Review;
  view: ReviewView;
  setView: (view: ReviewView) => void;
  laid: LaidOut;
  layout: LayoutChange;
  count: number;
  find: ReactNode;
  hasSummary: boolean;
  setSummary: (isOn: boolean) => void;
  onSortAgain: () => void;
};

export function ViewBar(props: ViewBarProps) {
  const { review, view, setView, laid, layout, count, find, hasSummary, setSummary, onSortAgain } = props;
  const nameOf = (id: string) => review.columns.find((column) => column.id === id)?.label ?? "Document";
  const isPlain = view.sort === null && view.filters.length === 0 && view.group === null;
  return (
    <div role="toolbar" aria-label="View" className="flex flex-wrap items-center gap-x-2 gap-y-1.5 px-5 pb-2">
      {find}
      <Button size="small" variant="quiet" aria-pressed={hasSummary} onClick={() => setSummary(!hasSummary)}>
        <Sigma /> Summary
      </Button>
      {view.filters.map((filter) => (
        <Chip
          key={filter.column}
          icon={<ListFilter />}
          words={nameOf(filter.column)}
          label={`Remove the filter on ${nameOf(filter.column)}`}
          onRemove={() => setView({ ...view, filters: view.filters.filter((one) => one !== filter) })}
        />
      ))}
      {view.group !== null && (
        <Chip icon={<Rows3 />} words={nameOf(view.group)} label="Ungroup" onRemove={() => setView({ ...view, group: null })} />
      )}
      {view.sort !== null && (
        <Chip
          icon={<ArrowDownUp />}
          words={nameOf(view.sort.by)}
          label="Unsort"
          onRemove={() => setView({ ...view, sort: null })}
        />
      )}
      {laid.hidden.length > 0 && (
        <Button size="small" variant="quiet" onClick={layout.showAll}>
          <Eye /> {laid.hidden.length === 1 ? "1 hidden column" : `${laid.hidden.length} hidden columns`}
        </Button>
      )}
      {!isPlain && (
        <>
          <span aria-live="polite" className="text-ink-faint tabular-nums">
            {count.toLocaleString("en")} of {review.documents.toLocaleString("en")}
          </span>
          <Button size="small" variant="quiet" onClick={onSortAgain}>
            <RotateCcw /> Apply again
          </Button>
          <Button size="small" variant="quiet" onClick={() => setView(plainView)}>
            Clear
          </Button>
        </>
      )}
    </div>
  );
}

function Chip({ icon, words, label, onRemove }: { icon: ReactNode; words: string; label: string; onRemove: () => void }) {
  return (
    <span className="flex h-7 max-w-56 items-center gap-1.5 rounded-full bg-blue-soft pr-1 pl-2.5 [&_svg]:size-3.5 [&_svg]:shrink-0">
      {icon}
      <span className="truncate">{words}</span>
      <button
        type="button"
        aria-label={label}
        onClick={onRemove}
        className="touch-target inline-grid size-5 place-items-center rounded-full hover:bg-wash-strong"
      >
        <X />
      </button>
    </span>
  );
}

type SelectionProps = {
  count: number;
  mayWrite: boolean;
  onVerify: () => void;
  onFlag: () => void;
  onAssign: () => void;
  onAskAgain: () => void;
  onCopy: () => void;
  onClose: () => void;
};

export function SelectionBar({ count, mayWrite, onVerify, onFlag, onAssign, onAskAgain, onCopy, onClose }: SelectionProps) {
  return (
    <div
      role="toolbar"
      aria-label="Selection"
      className="flex flex-wrap items-center gap-x-2 gap-y-1.5 border-t border-rule bg-blue-soft px-5 py-2"
    >
      <span className="mr-1 font-medium tabular-nums">{count.toLocaleString("en")} cells selected</span>
      {mayWrite && (
        <>
          <Button size="small" onClick={onVerify}>
            <BadgeCheck /> Verify
          </Button>
          <Button size="small" onClick={onFlag}>
            <Flag /> Flag
          </Button>
          <Button size="small" onClick={onAssign}>
            <UserRound /> Assign…
          </Button>
          <Button size="small" onClick={onAskAgain}>
            <RotateCcw /> Ask again…
          </Button>
        </>
      )}
      <Button size="small" onClick={onCopy}>
        <Copy /> Copy
      </Button>
      <Button size="small" variant="quiet" onClick={onClose}>
        Cancel
      </Button>
    </div>
  );
}
