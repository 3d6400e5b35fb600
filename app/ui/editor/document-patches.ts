/*
 * Changes from the chat, made in the open document by the rules of
 * core/document-patch.ts: each is one step of undo and one entry of the
 * timeline, can be decided in the text or in the chat, and can be taken back at
 * any later time as long as its own words were not edited.
 */
import { closeHistory } from "@tiptap/pm/history";
import type { EditorView } from "@tiptap/pm/view";
import { applyEdit, changeBetween, locateInDocument, revertChange, type DocumentChange } from "#core/document-patch.ts";
import { documentText } from "#core/document-text.ts";
import { findApplied, type AppliedPatch, type Patch, type PatchOutcome } from "#core/patch.ts";
import { writeNote } from "../chat/blocks/patch-notes.ts";
import type { OpenDocument } from "../chat/open-document.ts";
import { showToast } from "../kit/toast.tsx";
import { made } from "./create-editor.ts";
import { editOf, proposalsIn, setProposals, type Proposal } from "./proposals.ts";
import { track, trackedRange } from "./tracked-ranges.ts";

type Result = NonNullable<ReturnType<OpenDocument["outcome"]>>;
type Applied = Pick<DocumentChange, "before" | "after"> & { proposal: Proposal | undefined };

/** Null: undone, and open again. */
type Decided = (index: number, isAccepted: boolean | null) => void;

export class DocumentPatches {
  #view: EditorView;
  #applied = new Map<string, Applied>();
  #decided = new Map<string, Decided>();
  #last: Result | null = null;

  constructor(view: EditorView) {
    this.#view = view;
  }

  /** `decided` is told of what was decided in the text, where no answer in the chat keeps it. */
  propose(block: string, messageId: string, patches: readonly (Patch | null)[], decided?: Decided): void {
    const others = proposalsIn(this.#view.state).filter((one) => one.block !== block);
    const own = patches.flatMap((patch, index) => (patch ? [{ block, index, messageId, patch }] : []));
    if (decided) this.#decided.set(block, decided);
    if (own.length > 0 || others.length < proposalsIn(this.#view.state).length) this.#set([...others, ...own]);
  }

  /** How many of a block stand in the text for now. */
  shownOf(block: string): number {
    return proposalsIn(this.#view.state).filter((one) => one.block === block && editOf(this.#view.state, one) !== null).length;
  }

  withdraw(block: string): void {
    if (this.#view.isDestroyed) return;
    const others = proposalsIn(this.#view.state).filter((one) => one.block !== block);
    if (others.length < proposalsIn(this.#view.state).length) this.#set(others);
  }

  #set(all: readonly Proposal[]): void {
    this.#view.dispatch(setProposals(this.#view.state.tr, all));
  }

  /** In the text, at the spot. */
  decide(proposal: Proposal, isAccepted: boolean): void {
    // What no answer in the chat keeps is over once it is decided.
    const isOwn = proposal.messageId === "";
    if (!isAccepted) return isOwn ? this.#close(proposal, false) : writeNote(proposal.block, proposal.index, { rejected: true });
    const done = this.#apply(proposal.patch, proposal);
    if ("applied" in done && isOwn) this.#close(proposal, true);
    else if ("applied" in done) writeNote(proposal.block, proposal.index, { applied: done.applied });
    else showToast({ kind: "error", text: "This passage has changed since. Nothing was changed; the chat says more." });
  }

  #close({ block, index }: Proposal, isAccepted: boolean): void {
    this.#set(proposalsIn(this.#view.state).filter((one) => one.block !== block || one.index !== index));
    this.#decided.get(block)?.(index, isAccepted);
  }

  /** The event `applyPatch`, from the chat or from anywhere. */
  hear(patch: Patch, messageId: string): void {
    const same = (one: Proposal) =>
      one.messageId === messageId && one.patch.original === patch.original && one.patch.replacement === patch.replacement;
    const proposal = patch.occurrence === undefined ? proposalsIn(this.#view.state).find(same) : undefined;
    this.#last = this.#view.editable ? this.#apply(patch, proposal) : null;
  }

  outcome(): Result | null {
    const last = this.#last;
    this.#last = null;
    return last;
  }

  #apply(patch: Patch, proposal: Proposal | undefined): Result {
    const { state } = this.#view;
    const { text } = documentText(state.doc);
    const shown = proposal ? editOf(state, proposal) : null;
    const outcome: PatchOutcome = shown ? { kind: "located", edit: shown } : locateInDocument(state.doc, patch);
    if (outcome.kind !== "located") return { refusal: { outcome, text } };
    const { tr } = state;
    applyEdit(tr, outcome.edit);
    const change = changeBetween(state.doc, tr.doc);
    if (change === null) return { refusal: { outcome: { kind: "already-applied", range: outcome.edit }, text } };
    const applied = appliedIn(text, documentText(tr.doc).text, outcome.edit);
    const name = nameOf(applied);
    this.#applied.set(name, { before: change.before, after: change.after, proposal });
    track(tr, name, change);
    this.#view.dispatch(closeHistory(made(tr, { kind: "patch", summary: patch.summary })).scrollIntoView());
    return { applied };
  }

  revert(applied: AppliedPatch): boolean {
    const { state } = this.#view;
    const name = nameOf(applied);
    const change = this.#applied.get(name);
    const range = trackedRange(state, name);
    const { tr } = state;
    const isBack = change && range && revertChange(tr, { ...change, ...range });
    const done = isBack ? tr : this.#revertByWords(applied);
    if (!done) return false;
    this.#applied.delete(name);
    this.#view.dispatch(closeHistory(made(track(done, name, null), { kind: "patch", summary: "A change was taken back" })));
    return true;
  }

  /** Undo on the keyboard takes a change back as well: then it is open again. */
  undone(): void {
    const { state } = this.#view;
    for (const [name, { before, after, proposal }] of this.#applied) {
      const range = trackedRange(state, name);
      if (!range || !proposal || !revertChange(state.tr, { ...range, before: after, after: before })) continue;
      this.#applied.delete(name);
      if (proposal.messageId !== "") writeNote(proposal.block, proposal.index, null);
      else this.#reopen(proposal);
    }
  }

  #reopen(proposal: Proposal): void {
    this.#decided.get(proposal.block)?.(proposal.index, null);
    // Not while the editor still tells of the undoing.
    queueMicrotask(() => !this.#view.isDestroyed && this.#set([...proposalsIn(this.#view.state), proposal]));
  }

  /** Applied in an earlier sitting: found again by its words and those beside it. */
  #revertByWords(applied: AppliedPatch) {
    const { tr } = this.#view.state;
    const { text } = documentText(tr.doc);
    const start = findApplied(text, applied);
    if (start === undefined) return null;
    applyEdit(tr, { start, end: start + applied.replacement.length, text: applied.original });
    return tr.docChanged ? tr : null;
  }
}

function nameOf({ start, original, replacement, before }: AppliedPatch): string {
  return `patch ${start} ${before} ${original} ${replacement}`;
}

const besideLength = 40;

/** What was done, in words: to find it again in another sitting. */
function appliedIn(before: string, after: string, { start, end }: { start: number; end: number }): AppliedPatch {
  const to = Math.max(start, after.length - (before.length - end));
  return {
    start,
    original: before.slice(start, end),
    replacement: after.slice(start, to),
    before: after.slice(Math.max(0, start - besideLength), start),
    after: after.slice(to, to + besideLength),
  };
}
