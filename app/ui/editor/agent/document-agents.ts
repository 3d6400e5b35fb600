/*
 * Changes that are applied to the open document together, each at its current position, as one undo step: those of an
 * answer, and all that a reader accepts at once. Those of an agent's answer form one timeline entry and can be undone
 * together at any time; what the writer has edited since is kept and reported.
 */
import { closeHistory } from "@tiptap/pm/history";
import type { EditorState, Transaction } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import type { AgentAction } from "#core/agent/agent.ts";
import type { Origin } from "#core/authorship/authorship.ts";
import { applyEdit, changeBetween, locateInDocument, type DocumentChange } from "#core/changes/document-patch.ts";
import { documentText } from "#core/document/document-text.ts";
import type { AppliedChangeRow } from "#core/requests/changes.ts";
import { appliedAmong, packApplied, unpackApplied } from "#core/changes/applied-change.ts";
import type { AppliedPatch, Edit, PatchOutcome } from "#core/changes/patch.ts";
import type { Refusal } from "../../chat/blocks/refusal.ts";
import { parseBlock } from "../../chat/change-rows.ts";
import type { AgentAtWork, Item, ItemKey, PatchResult } from "../../chat/open-document.ts";
import { authorshipOfAnswer, quotesIn } from "../authorship/answer-authorship.ts";
import { authored } from "../authorship/authorship-plugin.ts";
import { made, type TimelineNote } from "../page/create-editor.ts";
import type { DraftNotes } from "../changes/draft-notes.ts";
import { editOf, isGone, proposalsIn, withFound, type Proposal } from "../changes/proposals.ts";
import { nameOf, sideOf, takeBackTogether, type Applied, type ToTakeBack } from "../changes/taking-back.ts";
import { track } from "../changes/tracked-ranges.ts";

type Place = { from: number; to: number };
type AgentsDeed = TimelineNote & { agent: AgentAction };
type Located = { item: Item; edit: Edit; at: number };
type Done = Located & { change: DocumentChange; old: Place; steps: number };
type Author = ReturnType<typeof authorshipOfAnswer>;
/** Whose words each of them is, and how the timeline has them. */
type Together = {
  deed: AgentsDeed | null;
  authorOf: (item: Item) => Author;
  proposalOf: (item: Item) => Proposal;
};

export class DocumentAgents {
  #view: EditorView;
  /** By the name of the applied change; shared with the code that applies changes one by one. */
  #applied: Map<string, Applied>;
  #notes: DraftNotes;
  #agents = new Map<string, AgentAtWork>();

  constructor(view: EditorView, applied: Map<string, Applied>, notes: DraftNotes) {
    this.#view = view;
    this.#applied = applied;
    this.#notes = notes;
  }

  workAs(messageId: string, agent: AgentAtWork): void {
    this.#agents.set(messageId, agent);
  }

  /** The answer the words belong to: work may continue in a later answer than it started in. */
  answerOf(messageId: string): string {
    return this.#agents.get(messageId)?.messageId ?? messageId;
  }

  /** How a change of this answer is recorded on the timeline; null if no agent made it. */
  deed(messageId: string): AgentsDeed | null {
    const agent = this.#agents.get(messageId);
    if (agent === undefined) return null;
    const { model, summary } = agent;
    return { kind: "agent", summary, agent: { messageId, model, made: [], takenBack: [], isUndo: false } };
  }

  applyTogether(messageId: string, items: readonly Item[]): Map<ItemKey, PatchResult> {
    const deed = this.deed(messageId);
    const author = authorshipOfAnswer({ messageId: this.answerOf(messageId), via: deed ? "agent" : "change" });
    const shown = proposalsIn(this.#view.state);
    const proposalOf = ({ block, index, patch }: Item) =>
      shown.find((one) => one.block === block && one.index === index) ?? { block, index, messageId, patch };
    return this.#apply(items, { deed, authorOf: () => author, proposalOf });
  }

  /** Of several answers and people. `authorOf` may give the same object for several: their words have one origin. */
  applyProposals(all: readonly Proposal[], authorOf: (one: Proposal) => Author): Map<ItemKey, PatchResult> {
    const proposalOf = (item: Item) => item as Proposal;
    return this.#apply(all, { deed: null, authorOf: (item) => authorOf(proposalOf(item)), proposalOf });
  }

  #apply(items: readonly Item[], together: Together): Map<ItemKey, PatchResult> {
    const results = new Map<ItemKey, PatchResult>();
    if (this.#view.isDestroyed || !this.#view.editable) return results;
    const { state } = this.#view;
    const { located, refused } = this.#locate(items);
    const tr = state.tr;
    const done = makeAll(tr, located);
    if (done.length > 0) this.#dispatch(together, { state, tr, done, results });
    const undone = located.filter(({ item }) => !done.some((one) => one.item === item)).map(({ item }) => item);
    const left = [...undone, ...items.filter((item) => refused.has(item))];
    // Some may build on what was just applied.
    const again = done.length > 0 && left.length > 0 ? this.#apply(left, together) : null;
    const { text } = documentText(this.#view.state.doc);
    for (const item of left) {
      const outcome = refused.get(item) ?? { kind: "not-found" as const };
      results.set(item, again?.get(item) ?? { refusal: { outcome, text } });
    }
    return results;
  }

  #locate(items: readonly Item[]) {
    const { state } = this.#view;
    const shown = documentText(state.doc);
    const located: Located[] = [];
    const refused = new Map<Item, Refusal["outcome"]>();
    for (const item of items) {
      if (isGone(state, item)) {
        refused.set(item, { kind: "gone" });
        continue;
      }
      const edit = editOf(state, item);
      const outcome: PatchOutcome = edit ? { kind: "located", edit } : locateInDocument(state.doc, item.patch);
      if (outcome.kind === "located")
        located.push({ item, edit: outcome.edit, at: shown.positions[outcome.edit.start] ?? state.doc.content.size });
      else refused.set(item, outcome);
    }
    return { located, refused };
  }

  #dispatch(
    { deed, authorOf, proposalOf }: Together,
    work: { state: EditorState; tr: Transaction; done: readonly Done[]; results: Map<ItemKey, PatchResult> },
  ): void {
    const { state, tr, done, results } = work;
    const placed = done.map((one) => ({ ...one, place: placeAfter(tr, one), ...authorOf(one.item) }));
    const quotes = placed.flatMap(({ place, origin, sources }) => {
      const quoted = quotesIn(tr.doc, place, origin, sources);
      return quoted.map(({ from, to, origin: own }) => ({ from, to, of: origin, origin: own }));
    });
    authored(tr, { origins: originsOfSteps(placed), quotes });
    withFound(
      tr,
      done.map((one) => ({ proposal: proposalOf(one.item), edit: one.edit })),
      state.doc,
    );
    this.#view.dispatch(closeHistory(made(tr, deed ?? { kind: "patch", summary: summaryOf(done) })));
    const after = this.#view.state;
    const documents = { before: state.doc, after: after.doc };
    const following = after.tr.setMeta("addToHistory", false);
    for (const { item, change, old, place } of placed) {
      const piece = appliedAmong(sideOf(state), sideOf(after), { old, place, before: change.before, after: change.after });
      const name = nameOf(piece.applied);
      const proposal = proposalOf(item);
      this.#applied.set(name, { made: piece, proposal, documents });
      track(following, name, place);
      deed?.agent.made.push(packApplied(piece));
      results.set(item, { applied: piece.applied });
    }
    this.#view.dispatch(following);
  }

  /** This answer's changes in this session that are still as they were applied. */
  madeBy(messageId: string): AppliedChangeRow[] {
    const standing = [...this.#applied.values()].filter(({ proposal, isOpen }) => proposal?.messageId === messageId && !isOpen);
    return standing.map((one) => packApplied(one.made));
  }

  takeBackAll(messageId: string, changes: readonly AppliedChangeRow[]): { done: number; left: AppliedPatch[] } {
    const { state } = this.#view;
    const { tr } = state;
    const { done, left } = takeBackTogether(
      state,
      tr,
      changes.map((change) => ({ applied: change.applied, made: unpackApplied(tr.doc.type.schema, change) })),
    );
    if (!tr.docChanged) return { done: 0, left: left.map(({ applied }) => applied) };
    const takenBack = done.map(({ applied }) => applied);
    for (const { applied, place } of done) track(tr, nameOf(applied), place);
    const summary = this.#agents.get(messageId)?.summary ?? "";
    const agent: AgentAction = { messageId, model: "", made: [], takenBack, isUndo: true };
    this.#view.dispatch(closeHistory(made(tr, { kind: "agent", summary, agent })));
    for (const one of done) this.#reject(messageId, one);
    return { done: takenBack.length, left: left.map(({ applied }) => applied) };
  }

  /** Undoing all is a decision, so they are not reopened. Undo on the keyboard reapplies them. */
  #reject(messageId: string, { applied, made, place }: ToTakeBack & { place: object | null }): void {
    const name = nameOf(applied);
    const block = this.#applied.get(name)?.proposal?.block ?? `${messageId}.agent`;
    this.#applied.delete(name);
    for (const [index, note] of Object.entries(parseBlock(this.#notes.read(block)))) {
      if (!note.applied || nameOf(note.applied) !== name) continue;
      this.#notes.decide(block, Number(index), "rejected");
      const patch = note.patch ?? { original: applied.original, replacement: applied.replacement, summary: "" };
      const proposal = { block, index: Number(index), messageId, patch };
      if (made && place) this.#applied.set(name, { made, proposal, isOpen: true, isFinal: true });
    }
  }
}

/** From the end of the document, so that earlier positions stay valid. Overlapping changes are skipped. */
function makeAll(tr: Transaction, located: readonly Located[]): Done[] {
  const shown = documentText(tr.doc);
  const done: Done[] = [];
  for (const one of located.toSorted((a, b) => b.at - a.at)) {
    const next = done.at(-1);
    if (next && one.edit.end > next.edit.start && one.edit.start < next.edit.end) continue;
    const before = tr.doc;
    applyEdit(tr, one.edit, shown);
    const change = changeBetween(before, tr.doc);
    if (change === null) continue;
    const old = { from: change.from, to: change.from + change.before.size };
    done.push({ ...one, change, old, steps: tr.steps.length });
  }
  return done;
}

/** `steps` is how many there were once it was applied. */
function originsOfSteps(done: readonly { steps: number; origin: Origin }[]): Origin[] {
  const origins: Origin[] = [];
  for (const { steps, origin } of done) while (origins.length < steps) origins.push(origin);
  return origins;
}

/** Everything applied after it lies before it in the document. */
function placeAfter(tr: Transaction, { change, steps }: Done): Place {
  const rest = tr.mapping.slice(steps);
  return { from: rest.map(change.from, 1), to: rest.map(change.to, 1) };
}

/** The text of the timeline entry. */
function summaryOf(done: readonly Done[]): string {
  const [first] = done;
  const isOne = done.every(({ item }) => item.patch.summary === first!.item.patch.summary);
  const { summary } = first!.item.patch;
  return done.length === 1 || (isOne && summary !== "") ? summary : `${done.length} changes`;
}
