/*
 * The open changes of an answer's draft, shown in its text and decided there. The server locates them in the rendered
 * words of the Markdown (core/text/markdown-words.ts). The document has other characters between those words, so a
 * place is found in it by the letters before it, and counts only if the same words are there.
 */
import type { Node } from "@tiptap/pm/model";
import type { EditorView } from "@tiptap/pm/view";
import { locateInDocument } from "#core/changes/document-patch.ts";
import type { ChangeSummary } from "#core/changes/proposed-change.ts";
import { placedAt } from "#core/changes/moved-patches.ts";
import { locatePatch, type Patch } from "#core/changes/patch.ts";
import { documentText } from "#core/document/document-text.ts";
import { markdownWords } from "#core/text/markdown-words.ts";
import { deciding } from "../../editor/changes/decision-step.ts";
import { showPassageChanged } from "../../editor/changes/passage-changed.ts";
import { proposals, proposalsIn, setProposals, type Proposal } from "../../editor/changes/proposals.ts";
import { ChatTextChanges, noteOf, wordsOf } from "../blocks/chat-text-changes.ts";
import type { PatchItem } from "../blocks/patch-items.ts";
import { parseBlock, placeOfName } from "../change-rows.ts";
import type { ChatTools } from "../chat-context.ts";

type Draft = Pick<ChatTools, "store" | "changes"> & {
  /** Of the text among the chat's, and as the answer wrote it. */
  name: string;
  original: () => string;
  /** Saves what was typed, so that a decision is made on it. */
  keep: () => void;
};

export class DraftProposals {
  readonly plugin = proposals((proposal, isAccepted, why) => this.#decide(proposal, isAccepted, why));
  #draft: Draft;
  #view: EditorView | null = null;
  /** The rows that were last shown: a place in the document is looked for once, and mapped from then on. */
  #shown = new Map<string, { row: ChangeSummary; proposal: Proposal | null }>();

  constructor(draft: Draft) {
    this.#draft = draft;
  }

  /** `markdown` is what the document in the editor stands for. */
  show(view: EditorView, markdown: string): void {
    const before = this.#shown;
    this.#view = view;
    this.#shown = new Map();
    let places: Places | null = null;
    for (const row of this.#draft.changes.open(this.#draft.name)) {
      const key = `${row.messageId}.${row.block} ${row.place}`;
      const known = before.get(key);
      const proposal = known?.proposal ?? proposalOf(row, (places ??= placesIn(view.state.doc, markdown)));
      this.#shown.set(key, { row, proposal });
    }
    const all = [...this.#shown.values()].flatMap(({ proposal }) => proposal ?? []);
    const old = proposalsIn(view.state);
    if (all.length === old.length && all.every((one, i) => one === old[i])) return;
    view.dispatch(setProposals(view.state.tr, all));
  }

  #decide({ block, index }: Proposal, isAccepted: boolean, why?: string): void {
    const { changes, name, keep } = this.#draft;
    keep();
    // As it is after what was typed is saved.
    const isIt = (row: ChangeSummary) => `${row.messageId}.${row.block}` === block && row.place === index;
    const row = changes.open(name).find(isIt);
    const turn = (isOpen: boolean) => this.#turn(block, index, isOpen ? "open" : isAccepted ? "accepted" : "rejected", why);
    if (!row?.patch || !turn(false)) return showPassageChanged();
    // What is accepted comes into the document as a change made elsewhere, which the undo history has not.
    const view = this.#view!;
    const again = (isOpen: boolean) => queueMicrotask(() => turn(isOpen) || showPassageChanged());
    if (!view.isDestroyed) view.dispatch(deciding(view.state.tr, again));
  }

  /** False if the text has become another. */
  #turn(block: string, index: number, to: "accepted" | "rejected" | "open", why?: string): boolean {
    const { store, changes, name, original, keep } = this.#draft;
    keep();
    const note = parseBlock(changes.read(block))[index];
    if (!note?.patch) return false;
    const item = { block, index, patch: note.patch, note, isExpanded: false };
    const texts = new ChatTextChanges(store, changes, placeOfName(block).messageId);
    const target = { name, kind: "draft" as const, text: original() };
    if (to === "accepted") return [...texts.applyOne(target, item).values()].every((result) => !("refusal" in result));
    if (to === "open" && note.applied) return texts.revert(target, [item]).size === 0;
    if (to === "open") changes.change([reopenedAt(wordsOf(target, texts.read(target)), item)]);
    else texts.decide(item, "rejected", why);
    return true;
  }
}

/** One that was rejected, at the place that it has in these words now. */
function reopenedAt(words: string, item: PatchItem) {
  const found = locatePatch(words, item.patch, { nearest: false });
  if (found.kind !== "located") return noteOf(item, null, {});
  const place = { start: found.edit.start, end: found.edit.end };
  const { before = "", after = "" } = placedAt(words, item.patch, place);
  return noteOf(item, null, { located: { place, before, after } });
}

type Places = { words: string; letters: Uint32Array; doc: Node; text: string; byLetter: number[] };

const isLetter = /[\p{L}\p{N}]/u;

function placesIn(doc: Node, markdown: string): Places {
  const words = markdownWords(markdown).text;
  const letters = new Uint32Array(words.length + 1);
  for (let i = 0; i < words.length; i++) letters[i + 1] = letters[i]! + (isLetter.test(words[i]!) ? 1 : 0);
  const { text } = documentText(doc);
  const byLetter: number[] = [];
  for (let i = 0; i < text.length; i++) if (isLetter.test(text[i]!)) byLetter.push(i);
  return { words, letters, doc, text, byLetter };
}

/** Null if it has no certain place in the document: then its card alone has it. */
function proposalOf({ messageId, block, place: index, patch }: ChangeSummary, places: Places): Proposal | null {
  if (!patch?.place) return null;
  const found = locatePatch(places.words, patch, { nearest: false });
  if (found.kind !== "located") return null;
  const { start, end } = found.edit;
  const own = places.words.slice(start, end);
  const at = placeOf(places, { start, end }, own);
  const { place: _place, ...rest } = patch;
  const replacement = patch.look ? patch.replacement : markdownWords(patch.replacement).text;
  const shown: Patch = { ...rest, original: own, replacement, ...(at && { place: at }) };
  if (!at && locateInDocument(places.doc, shown, { nearest: false }).kind !== "located") return null;
  return { block: `${messageId}.${block}`, index, messageId, patch: shown };
}

function placeOf({ letters, text, byLetter }: Places, { start, end }: { start: number; end: number }, own: string) {
  const first = byLetter[letters[start]!];
  const last = byLetter[letters[end]! - 1];
  if (first === undefined || last === undefined || last < first) return null;
  // What is no letter at either end belongs to it as well.
  const [lead, tail] = [own.search(isLetter), own.length - own.search(/[\p{L}\p{N}][^\p{L}\p{N}]*$/u) - 1];
  const at = { start: first - lead, end: last + 1 + tail };
  return text.slice(at.start, at.end) === own ? at : null;
}
