/*
 * Applies the chat's changes to the open document by the rules of
 * core/changes/document-patch.ts. Each is one undo step and one timeline entry, can
 * be decided in the text or in the chat, and can be reverted at any time unless its
 * own words were edited.
 */
import type { Editor } from "@tiptap/core";
import { closeHistory, redo, undo } from "@tiptap/pm/history";
import type { Node } from "@tiptap/pm/model";
import type { Transaction } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { agentBlock } from "#core/changes/change-blocks.ts";
import { applyEdit, changeBetween, locateInDocument } from "#core/changes/document-patch.ts";
import { documentText } from "#core/document/document-text.ts";
import { appliedBetween, packApplied, unpackApplied, type AppliedChange } from "#core/changes/applied-change.ts";
import { nearestPassage } from "#core/sources/nearest-passage.ts";
import type { AnchorGiven } from "#core/requests/comments.ts";
import type { AppliedPatch, Patch, PatchOutcome } from "#core/changes/patch.ts";
import { normaliseNeedle, normaliseQuotation } from "#core/law/quotation.ts";
import { readAnswerFacts } from "../../chat/answer-facts.ts";
import type { Refusal } from "../../chat/blocks/refusal.ts";
import { parseBlock, type BlockNote } from "../../chat/change-rows.ts";
import type { AppliedItem, ItemKey, OpenDocument, ProposedBy } from "../../chat/open-document.ts";
import { authored } from "../authorship/authorship-plugin.ts";
import { tasks } from "../../kit/steps.ts";
import { authorshipOfAnswer, quotesIn } from "../authorship/answer-authorship.ts";
import { made as deed, type TimelineNote } from "../page/create-editor.ts";
import { DocumentAgents } from "../agent/document-agents.ts";
import { deciding, turnDecisions } from "./decision-step.ts";
import type { DraftNotes } from "./draft-notes.ts";
import { showPassageChanged } from "./passage-changed.ts";
import { anchorOfProposal, editOf, findAgain, isGone, proposalsIn, setProposals, withFound, type Proposal } from "./proposals.ts";
import { appliedIn, isOpenAgain, nameOf, sideOf, takeBackTogether, type Applied } from "./taking-back.ts";
import { track } from "./tracked-ranges.ts";

type Result = NonNullable<ReturnType<OpenDocument["outcome"]>>;

/** Null: undone, and open again. `anchor`: where it is then, or was when it was rejected, if its words are there. */
export type Decided = (index: number, isAccepted: boolean | null, anchor?: AnchorGiven | null) => void;
/** Who proposes if it is not an answer, who is notified of decisions made in the text, and which another person accepted. */
type Proposing = { by?: ProposedBy; decided?: Decided; isAccepted?: (index: number) => boolean };

/** Hundreds are drawn in several tasks, so that a key or a click comes between. */
const shownAtOnce = 50;

const opened = new WeakMap<Editor, DocumentPatches>();

export function keepPatches(editor: Editor, patches: DocumentPatches): void {
  opened.set(editor, patches);
}

/** Undefined if the reader doesn't decide on changes here. */
export function patchesIn(editor: Editor): DocumentPatches | undefined {
  return opened.get(editor);
}

export class DocumentPatches {
  /** For answers written by an agent. */
  readonly agents: DocumentAgents;
  #view: EditorView;
  #notes: DraftNotes;
  #applied = new Map<string, Applied>();
  #proposing = new Map<string, Proposing>();
  /** By block, from cards, menus and a counterpart's file. */
  #given = new Map<string, readonly Proposal[]>();
  #isShowing = false;
  #last: Result | null = null;

  constructor(view: EditorView, notes: DraftNotes) {
    this.#view = view;
    this.#notes = notes;
    this.agents = new DocumentAgents(view, this.#applied, notes);
  }

  propose(block: string, messageId: string, patches: readonly (Patch | null)[], proposing?: Proposing): void {
    const own = patches.flatMap((patch, index) => (patch ? [{ block, index, messageId, patch }] : []));
    if (proposing) this.#proposing.set(block, proposing);
    this.#give(block, own);
  }

  /** What is open now of one that was proposed, as another window may have left it. */
  follow(block: string, open: readonly Proposal[]): void {
    const known = this.#given.get(block) ?? [];
    // One that is shown keeps its place.
    this.#give(
      block,
      open.map((one) => known.find(({ index }) => index === one.index) ?? one),
    );
  }

  withdraw(block: string): void {
    this.#give(block, []);
  }

  #give(block: string, own: readonly Proposal[]): void {
    if (own.length > 0) this.#given.set(block, own);
    else this.#given.delete(block);
    this.show();
  }

  /**
   * The stored rows say what is open; an answer's card only shows what is not stored yet.
   * Not at once, because the editor may be dispatching.
   */
  show(): void {
    if (this.#isShowing) return;
    this.#isShowing = true;
    queueMicrotask(() => {
      this.#isShowing = false;
      if (!this.#view.isDestroyed) this.#show();
    });
  }

  #show(): void {
    const stored = this.#notes.open().flatMap(({ messageId, block, place, patch }): Proposal[] => {
      void readAnswerFacts(messageId);
      return patch === null ? [] : [{ block: `${messageId}.${block}`, index: place, messageId, patch }];
    });
    const isStored = ({ block, index, messageId }: Proposal) => messageId !== "" && this.#notes.knows(block, index);
    const all = [...stored, ...[...this.#given.values()].flat().filter((one) => !isStored(one))];
    const before = proposalsIn(this.#view.state);
    const isSame = (one: Proposal, i: number) =>
      one.block === before[i]!.block && one.index === before[i]!.index && one.patch === before[i]!.patch;
    if (all.length === before.length && all.every(isSame)) return;
    const shown = new Set(before.map(nameOfProposal));
    let room = shownAtOnce;
    const some = all.filter((one) => shown.has(nameOfProposal(one)) || room-- > 0);
    this.#view.dispatch(setProposals(this.#view.state.tr, some));
    if (some.length === all.length) return;
    const later = tasks();
    later.run(() => !this.#view.isDestroyed && this.#show());
  }

  /** Inline, in the text. */
  decide(proposal: Proposal, isAccepted: boolean, rejectReason?: string): void {
    const reading = isAccepted ? readAnswerFacts(proposal.messageId) : null;
    if (reading) return void reading.then(() => !this.#view.isDestroyed && this.decide(proposal, isAccepted, rejectReason));
    if (!isAccepted) return this.reject([proposal], rejectReason);
    // A proposal that does not come from an answer is closed once it is decided.
    const isOwn = proposal.messageId === "";
    const done = this.#apply(proposal.patch, proposal, proposal.messageId);
    if ("applied" in done && isOwn) this.#close(proposal, true);
    else if ("applied" in done) this.note(proposal.block, proposal.index, { applied: done.applied });
    else showPassageChanged();
  }

  /** As one undo step. Those that are rejected get this reason. */
  reject(all: readonly Proposal[], rejectReason = ""): void {
    for (const one of all) if (one.messageId !== "" && this.#isRejected(one)) this.#noteRejected(one, rejectReason);
    const open = all.filter((one) => this.#isOpen(one));
    this.#turnTogether(open, false, new Map(open.map((one) => [one, rejectReason])));
  }

  /** Those that are rejected, as one undo step. */
  reopen(all: readonly Proposal[]): void {
    this.#turnTogether(
      all.filter((one) => this.#isRejected(one)),
      true,
    );
  }

  /** It was opened again by other means: in the undo history as well. */
  reopened(proposal: Proposal): void {
    this.#view.dispatch(deciding(this.#view.state.tr, this.#turnOf([proposal]), true));
  }

  #turnTogether(some: readonly Proposal[], isOpen: boolean, reasons?: Map<Proposal, string>): void {
    if (some.length === 0) return;
    const turn = this.#turnOf(some, reasons);
    this.#view.dispatch(deciding(this.#view.state.tr, turn, isOpen));
    turn(isOpen);
  }

  /** Undo leaves alone what was decided otherwise since. What a rejection gave as its reason, redo gives again. */
  #turnOf(some: readonly Proposal[], reasons = new Map<Proposal, string>()): (isOpen: boolean) => boolean {
    return (isOpen) => {
      const due = some.filter((one) => (isOpen ? this.#isRejected(one) : this.#isOpen(one)));
      for (const one of due) {
        if (one.messageId === "") {
          if (isOpen) this.#turn(one, true);
          else this.#close(one, false);
        } else if (isOpen) {
          reasons.set(one, this.#noteOf(one).rejectReason ?? "");
          this.note(one.block, one.index, null);
        } else this.#noteRejected(one, reasons.get(one));
      }
      return due.length > 0;
    };
  }

  #noteRejected({ block, index }: Proposal, rejectReason?: string): void {
    this.note(block, index, { rejected: true, ...(rejectReason && { rejectReason }) });
  }

  #noteOf({ block, index }: Proposal): BlockNote {
    return parseBlock(this.#notes.read(block))[index] ?? {};
  }

  #isOpen(one: Proposal): boolean {
    if (one.messageId === "") return this.#given.get(one.block)?.some(({ index }) => index === one.index) === true;
    const { applied, rejected } = this.#noteOf(one);
    return !applied && !rejected;
  }

  #isRejected(one: Proposal): boolean {
    if (one.messageId !== "") return this.#noteOf(one).rejected === true;
    return !this.#isOpen(one) && this.#proposing.get(one.block)?.isAccepted?.(one.index) !== true;
  }

  /** Who proposes them, if it is not an answer. */
  proposer(block: string): ProposedBy | null {
    return this.#proposing.get(block)?.by ?? null;
  }

  /** Of one that does not come from an answer. Null: it is open again. */
  decided(proposal: Proposal, isAccepted: boolean | null): void {
    if (isAccepted === null) this.#turn(proposal, true);
    else this.#close(proposal, isAccepted);
  }

  /** It was decided, and is open again. */
  again(proposal: Proposal): void {
    const { block, index } = proposal;
    this.#give(block, [...(this.#given.get(block) ?? []).filter((one) => one.index !== index), proposal]);
  }

  #close(proposal: Proposal, isAccepted: boolean): void {
    const { block, index } = proposal;
    const anchor = isAccepted ? null : anchorOfProposal(this.#view.state, proposal);
    this.#give(
      block,
      (this.#given.get(block) ?? []).filter((one) => one.index !== index),
    );
    this.#proposing.get(block)?.decided?.(index, isAccepted, anchor);
  }

  /** Handles the `applyPatch` event, from the chat or elsewhere. */
  hear(patch: Patch, messageId: string): void {
    const same = (one: Proposal) =>
      one.messageId === messageId && one.patch.original === patch.original && one.patch.replacement === patch.replacement;
    this.#last = this.#view.editable ? this.#apply(patch, proposalsIn(this.#view.state).find(same), messageId) : null;
  }

  outcome(): Result | null {
    const last = this.#last;
    this.#last = null;
    return last;
  }

  #apply(patch: Patch, proposal: Proposal | undefined, messageId: string): Result {
    const { state } = this.#view;
    const { text } = documentText(state.doc);
    // An occurrence chosen by the reader overrides one that was found.
    const isChosen = patch.occurrence !== undefined && patch.occurrence !== proposal?.patch.occurrence;
    const shown = proposal && !isChosen ? editOf(state, proposal) : null;
    if (proposal && !isChosen && isGone(state, proposal)) return { refusal: { outcome: { kind: "gone" }, text } };
    const outcome: PatchOutcome = shown ? { kind: "located", edit: shown } : locateInDocument(state.doc, patch);
    if (outcome.kind !== "located") return { refusal: { outcome, text } };
    const { tr } = state;
    applyEdit(tr, outcome.edit);
    const change = changeBetween(state.doc, tr.doc);
    if (change === null) return { refusal: { outcome: { kind: "already-applied", range: outcome.edit }, text } };
    const applied = appliedIn(text, documentText(tr.doc).text, outcome.edit);
    const name = nameOf(applied);
    track(tr, name, change);
    const by = proposal ? this.proposer(proposal.block) : null;
    const work = this.agents.deed(messageId);
    const { origin, sources } = authorshipOfAnswer({
      messageId: this.agents.answerOf(messageId),
      via: work || proposal?.block.endsWith(`.${agentBlock}`) ? "agent" : "change",
      by,
      patch,
    });
    authored(tr, { origin, quotes: quotesIn(tr.doc, change, origin, sources) });
    if (proposal) withFound(tr, [{ proposal, edit: outcome.edit }], state.doc);
    this.#view.dispatch(closeHistory(deed(tr, work ?? { kind: "patch", summary: patch.summary })).scrollIntoView());
    const done = appliedBetween(sideOf(state), sideOf(this.#view.state), applied);
    if (done) this.#applied.set(name, { made: done, proposal, documents: { before: state.doc, after: this.#view.state.doc } });
    if (done) work?.agent.made.push(packApplied(done));
    return { applied };
  }

  /** Records a change's state for every device; if it was applied here, with everything needed to revert it. */
  note(block: string, index: number, note: BlockNote | null): void {
    const done = note?.applied && this.#applied.get(nameOf(note.applied))?.made;
    const state = note === null ? null : note.rejected ? "rejected" : "applied";
    const rejectReason = note?.rejectReason;
    this.#notes.decide(block, index, state, { ...(done && { change: packApplied(done) }), ...(rejectReason && { rejectReason }) });
  }

  /** As one undo step. Returns a refusal for each change edited since, which is left alone. */
  async revert(items: readonly AppliedItem[]): Promise<Map<ItemKey, Refusal>> {
    const known = await Promise.all(
      items.map(async (item) => {
        const made = this.#applied.get(nameOf(item.applied))?.made ?? (await this.#stored(item.block, item.index));
        return { applied: item.applied, made, item };
      }),
    );
    const { state } = this.#view;
    const { tr } = state;
    const { done, left } = takeBackTogether(state, tr, known);
    const refused = new Map(left.map(({ item, applied }) => [item as ItemKey, changedSince(state.doc, applied)]));
    if (!tr.docChanged) return refused;
    const messageId = done[0]!.item.block.split(".", 1)[0]!;
    const work = this.agents.deed(messageId);
    for (const { applied, made, item, place } of done) {
      work?.agent.takenBack.push(applied);
      // Undo on the keyboard reapplies it, which is recognized by its piece.
      track(tr, nameOf(applied), place);
      const { block, index, patch } = item;
      const known = this.#applied.get(nameOf(applied));
      const proposal = known?.proposal ?? { block, index, messageId, patch };
      if (made && place) this.#applied.set(nameOf(applied), { ...known, made, proposal, isOpen: true });
      else this.#applied.delete(nameOf(applied));
    }
    this.#view.dispatch(closeHistory(deed(tr, work ?? { kind: "patch", summary: undoneWords(done.length) })));
    return refused;
  }

  async #stored(block: string, index: number): Promise<AppliedChange | null> {
    const change = await this.#notes.changeOf(block, index);
    return change && unpackApplied(this.#view.state.schema, change);
  }

  /** Undo and redo on the keyboard reopen and reapply a change; the text in its place shows which. */
  #turned(): { one: Applied; proposal: Proposal; isOpen: boolean }[] {
    const { state } = this.#view;
    return [...this.#applied.values()].flatMap((one) => {
      const isOpen = one.proposal ? isOpenAgain(state, one) : null;
      return !one.proposal || isOpen === null || isOpen === (one.isOpen ?? false) ? [] : [{ one, proposal: one.proposal, isOpen }];
    });
  }

  /** For the timeline, before `undone`. */
  turnNote(): TimelineNote | null {
    const turned = this.#turned();
    const open = turned.filter(({ isOpen }) => isOpen);
    if (turned.length === 0) return null;
    return { kind: "patch", summary: open.length > 0 ? undoneWords(open.length) : turned[0]!.proposal.patch.summary };
  }

  undone(tr: Transaction): void {
    if (!turnDecisions(tr)) return this.#turnNext(tr);
    for (const { one, proposal, isOpen } of this.#turned()) {
      const { made: done } = one;
      one.isOpen = isOpen;
      if (proposal.messageId === "") this.#turn(proposal, isOpen);
      else if (isOpen) this.#notes.decide(proposal.block, proposal.index, one.isFinal ? "rejected" : null);
      else this.#notes.decide(proposal.block, proposal.index, "applied", { change: packApplied(done) });
    }
  }

  /** A key that is pressed does something. Not at once, because the editor is dispatching. */
  #turnNext(tr: Transaction): void {
    const { redo: isRedo } = tr.getMeta("history$") as { redo: boolean };
    queueMicrotask(() => {
      if (!this.#view.isDestroyed) (isRedo ? redo : undo)(this.#view.state, this.#view.dispatch);
    });
  }

  /** The names of open changes whose words are gone. */
  lost(): string {
    const { state } = this.#view;
    const lost = proposalsIn(state).filter((one) => isGone(state, one));
    return lost.map(nameOfProposal).join();
  }

  /** Those that the server has located in this very text since: another window brought their words back. */
  findAgain(): void {
    const { state } = this.#view;
    const lost = proposalsIn(state).filter((one) => one.patch.place && isGone(state, one));
    if (lost.length > 0) this.#view.dispatch(findAgain(state.tr, lost));
  }

  #turn(proposal: Proposal, isOpen: boolean): void {
    if (!isOpen) return this.#close(proposal, true);
    const { block, index } = proposal;
    this.#proposing.get(block)?.decided?.(index, null, anchorOfProposal(this.#view.state, proposal));
    this.again(proposal);
  }
}

function nameOfProposal({ block, index }: Proposal): string {
  return `${block} ${index}`;
}

function undoneWords(count: number): string {
  return count === 1 ? "A change was undone" : `${count} changes were undone`;
}

/** The writer has edited it since: returns what is there now, as far as that can be determined. */
function changedSince(doc: Node, applied: AppliedPatch): Refusal {
  const { text } = documentText(doc);
  const nearest = nearestPassage(normaliseQuotation(text), normaliseNeedle(applied.replacement));
  return { outcome: { kind: "changed-since", ...(nearest && { nearest }) }, text };
}
