/* One proposed change: what it would do, its state, and why it could not be applied. */
/* oxlint-disable react/no-array-index-key -- these lists never change their order */
import { useMemo } from "react";
import type { AgentChange } from "#core/agent/agent.ts";
import type { Patch } from "#core/changes/patch.ts";
import { wordDiff } from "#core/changes/word-diff.ts";
import { Button } from "../../kit/button.tsx";
import { DiffMark } from "../../kit/diff-mark.tsx";
import type { Refusal } from "./refusal.ts";
import type { PatchState } from "./use-patches.ts";
import { PlaceChoices } from "./place-choices.tsx";
import { RejectReason } from "./reject-reason.tsx";

type PatchViewProps = {
  patch: AgentChange;
  state: PatchState;
  refusal: Refusal | null;
  isOnly: boolean;
  /** One of many identical changes: a line with enough context to tell which it is. */
  isShort: boolean;
  /** View only. */
  isReadOnly: boolean;
  /** With the occurrence to change, counted from 1, if the passage appears more than once. */
  onApply(occurrence?: number): void;
  onReject(): void;
  onRevert(): void;
  onReopen(): void;
  /** The reason for rejecting it, in one line. */
  onExplain(why: string): void;
};

export function PatchView(props: PatchViewProps) {
  const { patch, state, refusal, isOnly, isShort, onApply } = props;
  const diff = useMemo(() => wordDiff(patch.original, patch.replacement), [patch]);
  const reason = state.kind === "open" && refusal === null ? state.reason : undefined;
  return (
    <li
      tabIndex={0}
      className={`-outline-offset-2 px-4 ${isShort ? "flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5 sm:flex-nowrap" : "py-3"}`}
      data-patch-state={state.kind}
    >
      {patch.isDecision && <p className="mb-1 text-xs font-medium text-warn">Your decision</p>}
      {patch.summary !== "" && !isShort && <p className="mb-2 text-ink-soft">{patch.summary}</p>}
      <div
        className={`font-serif break-words ${state.kind === "rejected" ? "stet-underline" : ""} ${
          isShort
            ? "min-w-0 basis-full text-base sm:flex-1 sm:basis-0"
            : "scroll-thin max-h-72 overflow-y-auto text-read whitespace-pre-wrap"
        }`}
      >
        {isShort && <Beside text={patch.before ?? ""} side="before" />}
        <Difference patch={patch} diff={diff} state={state.kind} />
        {isShort && <Beside text={patch.after ?? ""} side="after" />}
      </div>
      {refusal && <Refused refusal={refusal} onChoose={onApply} />}
      {reason && <p className="mt-2 basis-full rounded-lg bg-desk px-3 py-2 text-xs leading-5">{reasonSentence(reason)}</p>}
      <div className={`flex flex-wrap items-center gap-2 ${isShort ? "ml-auto shrink-0" : "mt-3"}`}>
        <Decisions {...props} isPrimary={isOnly} />
        {!isShort && (
          <span className="ml-auto text-xs tabular-nums">
            <span className="text-insert">+{diff.added}</span> <span className="text-delete">−{diff.removed}</span>
          </span>
        )}
      </div>
      {state.kind === "rejected" && (
        <RejectReason why={state.reason ?? ""} isReadOnly={props.isReadOnly} onChange={props.onExplain} />
      )}
    </li>
  );
}

function Decisions({
  state,
  isShort,
  isReadOnly,
  isPrimary,
  onApply,
  onReject,
  onRevert,
  onReopen,
}: PatchViewProps & { isPrimary: boolean }) {
  const words = state.kind === "applied" ? "Applied" : state.kind === "rejected" ? "Rejected: text unchanged" : "";
  return (
    <>
      {!isReadOnly && state.kind === "open" && (
        <>
          <Button size="small" variant={isPrimary ? "primary" : isShort ? "quiet" : "outline"} onClick={() => onApply()}>
            Apply
          </Button>
          <Button size="small" variant="quiet" onClick={onReject}>
            Reject
          </Button>
        </>
      )}
      {!isReadOnly && state.kind === "applied" && (
        <Button size="small" variant="quiet" onClick={onRevert}>
          Revert
        </Button>
      )}
      {!isReadOnly && state.kind === "rejected" && (
        <Button size="small" variant="quiet" onClick={onReopen}>
          Undo
        </Button>
      )}
      <span role="status" className="text-xs text-ink-soft empty:hidden">
        {isShort && state.kind === "rejected" ? "Rejected" : words}
      </span>
    </>
  );
}

/** Characters of context around a short change, rounded to whole words. */
const besideLength = 32;

function Beside({ text, side }: { text: string; side: "before" | "after" }) {
  const line = side === "before" ? text.slice(text.lastIndexOf("\n") + 1) : text.split("\n", 1)[0]!;
  const cut =
    side === "before"
      ? line.slice(-besideLength).replace(/^\S*\s/, line.length > besideLength ? "…" : "$&")
      : line.slice(0, besideLength).replace(/\s\S*$/, line.length > besideLength ? "…" : "$&");
  return <span className="text-ink-faint">{cut}</span>;
}

function Difference({ patch, diff, state }: { patch: Patch; diff: ReturnType<typeof wordDiff>; state: PatchState["kind"] }) {
  if (state === "rejected") return patch.original;
  if (diff.isRewrite) {
    return (
      <>
        <DiffMark kind="removed" text={patch.original} />
        {"\n"}
        <DiffMark kind="added" text={patch.replacement} />
      </>
    );
  }
  return diff.segments.map((segment, i) => <DiffMark key={i} {...segment} />);
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

type Reason = NonNullable<Extract<PatchState, { kind: "open" }>["reason"]>;

/** Detected when the answer ended, before Apply was pressed. */
function reasonSentence(reason: Reason): string {
  if (reason === "several") return "This passage is in the text more than once. Apply it to choose which one.";
  if (reason === "context-differs") return "The words around this passage have changed. Apply it to choose the right place.";
  return reason === "no-text" ? sentenceFor("not-found", false) : sentenceFor(reason, true);
}

function sentenceFor(kind: Refusal["outcome"]["kind"], hasText: boolean): string {
  if (!hasText) return "The text this change is about is not in this chat. Open it beside the chat, or paste it into a message.";
  switch (kind) {
    case "several":
      return "This passage appears more than once. Choose which one to change:";
    case "context-differs":
      return "The words around this passage aren’t the ones the change was written for. If this is the right place, choose it:";
    case "already-applied":
      return "The text already says this.";
    case "empty-original":
      return "This change doesn’t say which passage it is about.";
    case "overlaps":
      return "This passage was changed by another change.";
    case "gone":
      return "This passage was deleted or edited. Nothing was changed.";
    case "changed-since":
      return "This passage was edited after the change, so it was left as it is.";
    case "not-found":
      return "This passage isn’t in the current text. Nothing was changed.";
  }
}
