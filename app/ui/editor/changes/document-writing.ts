/*
 * Text that an answer writes into the open document. It streams in at the caret, or
 * over the selection, while the writer works elsewhere. In the end it is one undo
 * step and one timeline entry, and can be removed and reinserted on any device
 * unless its own words were edited.
 *
 * While streaming, each update replaces the previous one from the beginning,
 * because Markdown is unambiguous only once it is complete. Unchanged blocks are
 * not redrawn.
 */
import { closeHistory } from "@tiptap/pm/history";
import { TextSelection, type EditorState, type Transaction } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { cutRuns, replaceRuns, runsOf, type Runs } from "#core/authorship/authorship.ts";
import { changeBetween, revertChange, type DocumentChange } from "#core/changes/document-patch.ts";
import { documentText } from "#core/document/document-text.ts";
import {
  findAppliedChange,
  appliedBetween,
  packApplied,
  takeBack,
  turned,
  unpackApplied,
  type AppliedChange,
} from "#core/changes/applied-change.ts";
import { nearestPassage } from "#core/sources/nearest-passage.ts";
import { normaliseNeedle, normaliseQuotation } from "#core/law/quotation.ts";
import { countWords } from "#core/text/words.ts";
import { emit } from "../../events.ts";
import { showToast } from "../../kit/toast.tsx";
import { authorshipOfAnswer, quotesIn } from "../authorship/answer-authorship.ts";
import { authored, currentRuns } from "../authorship/authorship-plugin.ts";
import { made } from "../page/create-editor.ts";
import type { DraftNotes } from "./draft-notes.ts";
import { putWriting, writtenWords } from "./put-writing.ts";
import { changedElsewhere } from "./replace-document.ts";
import { track, trackedRange } from "./tracked-ranges.ts";

type Piece = { made: AppliedChange; name: string; place: number; isIn: boolean; added: number; deleted: number };
type Place = { from: number; to: number };
/** What is currently shown, what it replaces, and the authorship of that. */
type Shown = Pick<DocumentChange, "before" | "after"> & { owners: Runs };
/** A stream in progress: where the caret was, what is currently shown, and where that began when inserted. */
type Stream = { name: string; caret: Place; start: number; shown: Shown | null };

/** Long documents are updated less often. */
const pauseMs = (state: EditorState) => (state.doc.content.size > 300_000 ? 45 : 30);

export class DocumentWriting {
  #view: EditorView;
  #notes: DraftNotes;
  #streams = new Map<string, Stream>();
  #pieces = new Map<string, Piece[]>();
  #waiting = new Map<string, string>();
  #timer = 0;
  #count = 0;

  constructor(view: EditorView, notes: DraftNotes) {
    this.#view = view;
    this.#notes = notes;
  }

  update(content: string, messageId: string): void {
    this.#waiting.set(messageId, content);
    this.#timer ||= window.setTimeout(() => this.#flush(), pauseMs(this.#view.state));
  }

  #flush(): void {
    this.#timer = 0;
    for (const [messageId, content] of this.#waiting) this.#show(messageId, content);
    this.#waiting.clear();
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #show(messageId: string, content: string): void {
    if (!this.#view.editable) return;
    const stream = this.#streams.get(messageId) ?? this.#begin(messageId);
    const { tr } = this.#view.state;
    const own = this.#runsWithout(stream);
    const at = this.#takeOut(tr, stream);
    if (at === null) return;
    const before = tr.doc;
    putWriting(tr, at, content);
    const change = changeBetween(before, tr.doc);
    const runs = change ? this.#written(stream, change, own, messageId) : own;
    stream.caret = at;
    if (change === null) stream.shown = null;
    stream.start = (change ?? at).from;
    track(tr, stream.name, change ?? at);
    this.#view.dispatch(authored(tr.setMeta("addToHistory", false).setMeta(changedElsewhere, true), { runs }));
  }

  #written(stream: Stream, { from, before, after }: DocumentChange, own: Runs, messageId: string): Runs {
    stream.shown = { before, after, owners: cutRuns(own, from, from + before.size) };
    const { origin } = authorshipOfAnswer({ messageId, via: "write" });
    return replaceRuns(own, from, from + before.size, runsOf(after.size, origin));
  }

  /** The authorship of the document without the text streamed so far. */
  #runsWithout({ name, shown }: Stream): Runs {
    const range = trackedRange(this.#view.state, name);
    const runs = currentRuns(this.#view.state);
    return range && shown ? replaceRuns(runs, range.from, range.to, shown.owners) : runs;
  }

  #begin(messageId: string): Stream {
    const { from, to } = this.#view.state.selection;
    const stream: Stream = { name: `writing ${messageId} ${this.#count++}`, caret: { from, to }, start: from, shown: null };
    this.#streams.set(messageId, stream);
    const { tr } = this.#view.state;
    this.#view.dispatch(track(tr, stream.name, { from, to }));
    return stream;
  }

  /** Removes the text streamed so far. Returns where the caret was; null if the text was edited meanwhile. */
  #takeOut(tr: Transaction, { name, shown, caret, start }: Stream): Place | null {
    const range = trackedRange(this.#view.state, name);
    if (!range) return null;
    if (!shown) return range;
    const { before, after } = shown;
    if (!revertChange(tr, { ...range, before, after })) return null;
    // The caret keeps its distance from the start of the change.
    const moved = range.from - start;
    return { from: caret.from + moved, to: caret.to + moved };
  }

  complete(content: string, messageId: string): void {
    if (!this.#view.editable) return;
    this.#waiting.delete(messageId);
    this.#show(messageId, content);
    const stream = this.#streams.get(messageId);
    this.#streams.delete(messageId);
    if (!stream?.shown) return;
    const clean = this.#view.state.tr;
    const own = this.#runsWithout(stream);
    const at = this.#takeOut(clean, stream);
    if (at === null) return this.#keepEdited();
    this.#view.dispatch(authored(clean.setMeta("addToHistory", false).setMeta(changedElsewhere, true), { runs: own }));
    this.#insert(content, messageId, stream.name, at);
  }

  /** The complete text, as one undo step. */
  #insert(content: string, messageId: string, name: string, at: Place): void {
    const { state } = this.#view;
    const { tr } = state;
    const deleted = countWords(state.doc.textBetween(at.from, at.to, " ", " "));
    putWriting(tr, at, content);
    const change = changeBetween(state.doc, tr.doc);
    if (change === null) return;
    const { origin, sources } = authorshipOfAnswer({ messageId, via: "write" });
    authored(track(tr, name, change), { origin, quotes: quotesIn(tr.doc, change, origin, sources) });
    this.#view.dispatch(closeHistory(made(tr, { kind: "write", summary: "" })).scrollIntoView());
    const done = appliedBetween(sideOf(state), sideOf(this.#view.state))!;
    const pieces = this.#pieces.get(messageId) ?? [];
    const place = Math.max(-1, ...this.#notes.written(messageId).map((row) => row.place)) + 1;
    const piece: Piece = { made: done, name, place, isIn: true, added: writtenWords(content), deleted };
    this.#pieces.set(messageId, [...pieces, piece]);
    this.#notes.keepWritten(messageId, place, "applied", packApplied(done, { added: piece.added, deleted }));
    this.#tell(messageId);
  }

  #keepEdited(): void {
    showToast({ kind: "info", text: "You edited the text while it was being written. Your version was kept." });
  }

  #tell(messageId: string): void {
    const pieces = this.#pieces.get(messageId)!.filter(({ isIn }) => isIn);
    const sum = (count: (piece: Piece) => number) => pieces.reduce((total, piece) => total + count(piece), 0);
    emit("writing-stats", { messageId, added: sum(({ added }) => added), deleted: sum(({ deleted }) => deleted) });
  }

  /** Removes or reinserts everything a message wrote, in this session or an earlier one. */
  async turn(messageId: string, isIn: boolean): Promise<void> {
    const pieces = await this.#piecesOf(messageId);
    if (pieces.length === 0) {
      showToast({
        kind: "info",
        text: "What this answer wrote here is no longer available. The timeline has the earlier text.",
      });
      return;
    }
    for (const piece of isIn ? pieces : pieces.toReversed()) if (piece.isIn !== isIn) this.#turnPiece(messageId, piece, isIn);
    this.#tell(messageId);
  }

  async #piecesOf(messageId: string): Promise<Piece[]> {
    const known = new Map((this.#pieces.get(messageId) ?? []).map((piece) => [piece.place, piece]));
    const pieces: Piece[] = [];
    for (const row of this.#notes.written(messageId)) {
      const piece = known.get(row.place) ?? (await this.#stored(messageId, row.place));
      // Another device may have toggled it meanwhile.
      if (piece) pieces.push(Object.assign(piece, { isIn: row.state === "applied" }));
    }
    this.#pieces.set(messageId, pieces);
    return pieces;
  }

  async #stored(messageId: string, place: number): Promise<Piece | null> {
    const change = await this.#notes.writtenAt(messageId, place);
    const stored = change && unpackApplied(this.#view.state.schema, change);
    const name = `written ${messageId} ${place}`;
    return stored && { made: stored, name, place, isIn: true, added: change.added, deleted: change.deleted };
  }

  #turnPiece(messageId: string, piece: Piece, isIn: boolean): void {
    const { state } = this.#view;
    const change = isIn ? turned(piece.made) : piece.made;
    const place = trackedRange(state, piece.name) ?? findAppliedChange(state.doc, change);
    const { tr } = state;
    if (!place || !takeBack(tr, change, place)) return this.#refuse(change);
    piece.isIn = isIn;
    this.#notes.keepWritten(messageId, piece.place, isIn ? "applied" : "reverted");
    track(tr, piece.name, { from: place.from, to: place.from + change.before.size });
    authored(tr, { piece: { from: place.from, runs: change.owners.before } });
    const summary = isIn ? "Restored" : "Undone";
    this.#view.dispatch(closeHistory(made(tr, { kind: "write", summary })).scrollIntoView());
  }

  #refuse({ applied }: AppliedChange): void {
    const { text, positions } = documentText(this.#view.state.doc);
    const nearest = nearestPassage(normaliseQuotation(text), normaliseNeedle(applied.replacement || applied.original));
    const at = nearest && positions[nearest.start];
    showToast({
      kind: "info",
      text: "This passage has been edited since, so it was left as it is.",
      ...(at !== undefined && { action: { label: "Show it", run: () => this.#showPlace(at) } }),
    });
  }

  #showPlace(at: number): void {
    const { tr } = this.#view.state;
    this.#view.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(Math.min(at, tr.doc.content.size)))).scrollIntoView());
    this.#view.focus();
  }

  /** Undo and redo on the keyboard also remove and reinsert it. */
  undone(): void {
    const { state } = this.#view;
    for (const [messageId, pieces] of this.#pieces) {
      for (const piece of pieces) {
        const range = trackedRange(state, piece.name);
        const other = piece.isIn ? turned(piece.made) : piece.made;
        if (!range || !takeBack(state.tr, other, range)) continue;
        piece.isIn = !piece.isIn;
        this.#notes.keepWritten(messageId, piece.place, piece.isIn ? "applied" : "reverted");
        this.#tell(messageId);
      }
    }
  }
}

function sideOf(state: EditorState) {
  return { document: state.doc, runs: currentRuns(state) };
}
