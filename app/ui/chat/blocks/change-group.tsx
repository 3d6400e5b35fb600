/*
 * Several changes as a group: how many there are, how many are decided, and the two
 * decisions that apply to all. The individual changes are listed below.
 */
import { ChevronRight, Undo2 } from "lucide-react";
import { useRef, useState, type ReactNode } from "react";
import { Button } from "../../kit/button.tsx";
import { decideByKey } from "./change-keys.ts";
import { PatchView } from "./patch-view.tsx";
import type { usePatches } from "./use-patches.ts";

type Changes = ReturnType<typeof usePatches>;
type ChangeGroupProps = {
  changes: Changes;
  title: ReactNode;
  isReadOnly: boolean;
  /** False if there is no text to decide them in. */
  canDecide: boolean;
  /** How many to show before the rest is expanded. */
  preview: number;
  onRevert(index: number): void;
  onUndoAll: (() => void) | null;
};

export function ChangeGroup({ changes, title, isReadOnly, canDecide, preview, onRevert, onUndoAll }: ChangeGroupProps) {
  const { items, states, refusals } = changes;
  const [asked, setOpen] = useState<boolean | null>(null);
  const isOpen = asked ?? items.length <= preview + 1;
  const list = useRef<HTMLUListElement>(null);
  const common = commonSummary(changes);
  const count = (kind: string) => states.filter((state) => state.kind === kind).length;
  const decisions = items.filter(({ patch }, i) => patch.isDecision && states[i]!.kind === "open").length;
  const [applied, left] = [count("applied"), count("open")];
  const shown = isOpen ? items.length : preview;
  const hidden = items.length - shown;
  const isMany = items.length > 1;
  return (
    <>
      <header className="flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1 py-1.5 pr-2 pl-4">
        <h3 className="max-w-full truncate font-medium text-ink-soft">{title}</h3>
        {isMany && (
          <span className="text-xs text-ink-faint tabular-nums" role="status">
            {statusWords({ applied, rejected: count("rejected"), left, decisions })}
          </span>
        )}
        <span className="flex-1" />
        {isMany && canDecide && left > 0 && (
          <span className="flex gap-1">
            {left > decisions && (
              <Button size="small" variant="primary" onClick={changes.applyAll}>
                {left - decisions === items.length ? "Apply all" : `Apply the other ${left - decisions}`}
              </Button>
            )}
            <Button size="small" variant="quiet" onClick={changes.rejectAll}>
              {left === items.length ? "Reject all" : "Reject the rest"}
            </Button>
          </span>
        )}
        {isMany && onUndoAll !== null && applied > 0 && left === 0 && (
          <Button size="small" variant="quiet" onClick={onUndoAll}>
            <Undo2 />
            Undo all
          </Button>
        )}
      </header>
      {common !== "" && <p className="-mt-1 px-4 pb-2.5 text-ink-soft">{common}</p>}
      {shown > 0 && (
        <ul
          ref={list}
          className={`divide-y divide-rule border-t border-rule ${isMany ? "scroll-thin max-h-[60dvh] overflow-y-auto" : ""}`}
          onKeyDown={(event) => !isReadOnly && decideByKey(event, list.current, changes)}
        >
          {items.slice(0, shown).map((item, i) => (
            <PatchView
              key={`${item.block} ${item.index}`}
              patch={common === "" ? item.patch : { ...item.patch, summary: "" }}
              state={states[i]!}
              refusal={refusals[i] ?? null}
              isOnly={!isMany}
              isShort={isMany && item.isExpanded}
              isReadOnly={isReadOnly}
              onApply={(occurrence) => changes.apply(i, occurrence)}
              onReject={() => changes.reject(i)}
              onRevert={() => onRevert(i)}
              onExplain={(why) => changes.explain(i, why)}
              onReopen={() => changes.reopen(i)}
            />
          ))}
        </ul>
      )}
      {(hidden > 0 || (isOpen && items.length > preview + 1)) && (
        <button
          type="button"
          aria-expanded={isOpen}
          className="flex min-h-9 w-full items-center gap-2 border-t border-rule px-4 text-left text-ink-soft touch-target hover:bg-wash"
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronRight
            className={`size-3.5 shrink-0 text-ink-faint transition-transform ${isOpen ? "rotate-90" : ""}`}
            aria-hidden="true"
          />
          {isOpen ? "Show fewer" : preview === 0 ? `Show the ${hidden} changes one by one` : `Show ${hidden} more, one by one`}
        </button>
      )}
    </>
  );
}

function statusWords({
  applied,
  rejected,
  left,
  decisions,
}: Record<"applied" | "rejected" | "left" | "decisions", number>): string {
  const parts = [
    applied > 0 ? `${applied} applied` : "",
    rejected > 0 ? `${rejected} rejected` : "",
    left > 0 && applied + rejected > 0 ? `${left} to decide` : "",
    decisions > 0 ? `${decisions} need${decisions === 1 ? "s" : ""} your decision` : "",
  ];
  return parts.filter((part) => part !== "").join(", ");
}

/** Shown once if it is the same for all. */
function commonSummary({ items }: Changes): string {
  const [first] = items;
  const isCommon = items.length > 1 && items.every(({ patch }) => patch.summary === first!.patch.summary);
  return isCommon ? first!.patch.summary : "";
}
