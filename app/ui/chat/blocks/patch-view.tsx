/* One proposed change: what it would do, what became of it, and why it could not be made. */
/* oxlint-disable react/no-array-index-key -- these lists never change their order */
import { useMemo } from "react";
import type { Patch } from "#core/patch.ts";
import { wordDiff } from "#core/word-diff.ts";
import { Button } from "../../kit/button.tsx";
import type { Refusal } from "./refusal.ts";
import type { PatchState } from "./use-patches.ts";
import { PlaceChoices } from "./place-choices.tsx";

type PatchViewProps = {
  patch: Patch;
  state: PatchState;
  refusal: Refusal | null;
  isOnly: boolean;
  /** Only to be looked at. */
  isReadOnly: boolean;
  /** With the place to change, counted from 1, when the passage stands in several. */
  onApply(occurrence?: number): void;
  onReject(): void;
  onRevert(): void;
  onReopen(): void;
};

export function PatchView({ patch, state, refusal, isOnly, isReadOnly, onApply, onReject, onRevert, onReopen }: PatchViewProps) {
  const diff = useMemo(() => wordDiff(patch.original, patch.replacement), [patch]);
  return (
    <li tabIndex={0} className="px-4 py-3 -outline-offset-2" data-patch-state={state.kind}>
      {patch.summary !== "" && <p className="mb-2 text-ink-soft">{patch.summary}</p>}
      <div
        className={`scroll-thin max-h-72 overflow-y-auto font-serif text-read break-words whitespace-pre-wrap ${
          state.kind === "rejected" ? "stet-underline" : ""
        }`}
      >
        <Difference patch={patch} diff={diff} state={state.kind} />
      </div>
      {refusal && <Refused refusal={refusal} onChoose={onApply} />}
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {!isReadOnly && state.kind === "open" && (
          <>
            <Button size="small" variant={isOnly ? "primary" : "outline"} onClick={() => onApply()}>
              Apply
            </Button>
            <Button size="small" variant="quiet" onClick={onReject}>
              Reject
            </Button>
          </>
        )}
        {state.kind === "applied" && (
          <Button size="small" variant="quiet" onClick={onRevert}>
            Revert
          </Button>
        )}
        {state.kind === "rejected" && (
          <Button size="small" variant="quiet" onClick={onReopen}>
            Undo
          </Button>
        )}
        <span role="status" className="text-xs text-ink-soft">
          {state.kind === "applied" ? "Applied" : state.kind === "rejected" ? "Rejected: the text stands" : ""}
        </span>
        <span className="ml-auto text-xs tabular-nums">
          <span className="text-insert">+{diff.added}</span> <span className="text-delete">−{diff.removed}</span>
        </span>
      </div>
    </li>
  );
}

const removedClass = "rounded-xs bg-delete-soft text-delete line-through decoration-delete/70";
const addedClass = "rounded-xs bg-insert-soft text-insert underline decoration-insert/70 underline-offset-4";

function Difference({ patch, diff, state }: { patch: Patch; diff: ReturnType<typeof wordDiff>; state: PatchState["kind"] }) {
  if (state === "rejected") return patch.original;
  if (diff.isRewrite) {
    return (
      <>
        <del className={removedClass}>{patch.original}</del>
        {"\n"}
        <ins className={addedClass}>{patch.replacement}</ins>
      </>
    );
  }
  return diff.segments.map((segment, i) => {
    if (segment.kind === "equal") return <span key={i}>{segment.text}</span>;
    const Mark = segment.kind === "removed" ? "del" : "ins";
    return (
      <Mark key={i} className={segment.kind === "removed" ? removedClass : addedClass}>
        {segment.text}
      </Mark>
    );
  });
}

function Refused({ refusal: { outcome, text }, onChoose }: { refusal: Refusal; onChoose(occurrence: number): void }) {
  return (
    <div className="mt-2 rounded-lg bg-desk px-3 py-2 text-xs leading-5" role="alert">
      <p>{sentenceFor(outcome.kind, text !== null)}</p>
      {(outcome.kind === "not-found" || outcome.kind === "changed-since") && outcome.nearest && text !== null && (
        <p className="mt-1 text-ink-soft">
          The nearest passage reads: <q className="font-serif text-sm">{text.slice(outcome.nearest.start, outcome.nearest.end)}</q>
        </p>
      )}
      {(outcome.kind === "several" || outcome.kind === "context-differs") && text !== null && (
        <PlaceChoices text={text} places={outcome.places} onChoose={onChoose} />
      )}
    </div>
  );
}

function sentenceFor(kind: Refusal["outcome"]["kind"], hasText: boolean): string {
  if (!hasText)
    return "The text that this change is about is not in this chat. Open it beside the chat, or paste it into a message.";
  switch (kind) {
    case "several":
      return "This passage stands in several places. Choose the one to change:";
    case "context-differs":
      return "The words beside this passage aren’t the ones that the change was written for. If it is meant here, choose it:";
    case "already-applied":
      return "The text already reads so.";
    case "empty-original":
      return "This change does not say which passage it is about.";
    case "overlaps":
      return "This passage was changed by another change.";
    case "gone":
      return "The passage that this change is about is gone, or was changed since. Nothing was changed.";
    case "changed-since":
      return "This passage was edited after the change. It was left as it is.";
    case "not-found":
      return "This passage is not in the text as it stands. Nothing was changed.";
  }
}
