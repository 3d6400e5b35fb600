/*
 * What an answer writes into the open document. It streams in at the caret, or
 * in place of the selection, while the writer goes on elsewhere; in the end it
 * is one step of undo and one entry of the timeline, and can be taken back and
 * put in again as long as its own words were not edited.
 *
 * While it streams each piece is put in from the beginning, in place of the one
 * before: Markdown is only sure of what it means once it is whole. Blocks that
 * stay the same are not drawn again.
 */
import { closeHistory } from "@tiptap/pm/history";
import { Fragment, Node, Slice } from "@tiptap/pm/model";
import type { EditorState, Transaction } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { changeBetween, revertChange, type DocumentChange } from "#core/document-patch.ts";
import { markdownToBlocks } from "#core/markdown-to-document.ts";
import { countWords } from "#core/words.ts";
import { emit } from "../events.ts";
import { showToast } from "../kit/toast.tsx";
import { made } from "./create-editor.ts";
import { changedElsewhere } from "./replace-document.ts";
import { track, trackedRange } from "./tracked-ranges.ts";

type Piece = Pick<DocumentChange, "before" | "after"> & { name: string; isIn: boolean; added: number; deleted: number };
type Place = { from: number; to: number };
/** What is being written: where the caret was, what stands there for now, and where that began when it was put in. */
type Stream = { name: string; caret: Place; start: number; shown: Pick<DocumentChange, "before" | "after"> | null };

/** In a long document the screen is brought up to date less often. */
const pauseMs = (state: EditorState) => (state.doc.content.size > 300_000 ? 45 : 30);

export class DocumentWriting {
  #view: EditorView;
  #streams = new Map<string, Stream>();
  #pieces = new Map<string, Piece[]>();
  #waiting = new Map<string, string>();
  #timer = 0;
  #count = 0;

  constructor(view: EditorView) {
    this.#view = view;
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
    const at = this.#takeOut(tr, stream);
    if (at === null) return;
    const before = tr.doc;
    put(tr, at, content);
    const change = changeBetween(before, tr.doc);
    stream.shown = change && { before: change.before, after: change.after };
    stream.caret = at;
    stream.start = (change ?? at).from;
    track(tr, stream.name, change ?? at);
    this.#view.dispatch(tr.setMeta("addToHistory", false).setMeta(changedElsewhere, true));
  }

  #begin(messageId: string): Stream {
    const { from, to } = this.#view.state.selection;
    const stream: Stream = { name: `writing ${messageId} ${this.#count++}`, caret: { from, to }, start: from, shown: null };
    this.#streams.set(messageId, stream);
    const { tr } = this.#view.state;
    this.#view.dispatch(track(tr, stream.name, { from, to }));
    return stream;
  }

  /** The document without what was written so far. Answers where the caret was; null when somebody edited it meanwhile. */
  #takeOut(tr: Transaction, { name, shown, caret, start }: Stream): Place | null {
    const range = trackedRange(this.#view.state, name);
    if (!range) return null;
    if (!shown) return range;
    const { before, after } = shown;
    if (!revertChange(tr, { ...range, before, after })) return null;
    // The caret keeps its distance from where the change begins.
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
    const at = this.#takeOut(clean, stream);
    if (at === null) return this.#keepEdited();
    this.#view.dispatch(clean.setMeta("addToHistory", false).setMeta(changedElsewhere, true));
    const { tr } = this.#view.state;
    const before = tr.doc;
    const deleted = countWords(before.textBetween(at.from, at.to, " ", " "));
    put(tr, at, content);
    const change = changeBetween(before, tr.doc);
    if (change === null) return;
    const { name } = stream;
    const piece = {
      name,
      before: change.before,
      after: change.after,
      isIn: true,
      added: countWords(wordsOf(change.after)),
      deleted,
    };
    this.#pieces.set(messageId, [...(this.#pieces.get(messageId) ?? []), piece]);
    track(tr, name, change);
    this.#view.dispatch(closeHistory(made(tr, { kind: "write", summary: "" })).scrollIntoView());
    this.#tell(messageId);
  }

  #keepEdited(): void {
    showToast({ kind: "info", text: "You edited the text while it was being written. It was left as you have it." });
  }

  #tell(messageId: string): void {
    const pieces = this.#pieces.get(messageId)!.filter(({ isIn }) => isIn);
    const sum = (count: (piece: Piece) => number) => pieces.reduce((total, piece) => total + count(piece), 0);
    emit("writing-stats", { messageId, added: sum(({ added }) => added), deleted: sum(({ deleted }) => deleted) });
  }

  /** Takes out, or puts back in, everything that a message wrote. */
  turn(messageId: string, isIn: boolean): void {
    const pieces = this.#pieces.get(messageId);
    if (!pieces) {
      showToast({ kind: "info", text: "This was written in an earlier sitting. The timeline has the text as it was before." });
      return;
    }
    for (const piece of isIn ? pieces : pieces.toReversed()) if (piece.isIn !== isIn) this.#turnPiece(piece, isIn);
    this.#tell(messageId);
  }

  #turnPiece(piece: Piece, isIn: boolean): void {
    const { state } = this.#view;
    const range = trackedRange(state, piece.name);
    const [before, after] = isIn ? [piece.after, piece.before] : [piece.before, piece.after];
    const { tr } = state;
    if (!range || !revertChange(tr, { ...range, before, after })) {
      showToast({ kind: "info", text: "This passage was edited since. It was left as it is." });
      return;
    }
    piece.isIn = isIn;
    track(tr, piece.name, { from: range.from, to: range.from + before.size });
    const summary = isIn ? "Put in again" : "Taken back";
    this.#view.dispatch(closeHistory(made(tr, { kind: "write", summary })).scrollIntoView());
  }
}

function put(tr: Transaction, { from, to }: Place, content: string): void {
  const { schema } = tr.doc.type;
  const blocks = markdownToBlocks(content).map((block) => Node.fromJSON(schema, block.toJSON()));
  if (blocks.length === 0) return;
  const isPlain = blocks.length === 1 && blocks[0]!.type.name === "paragraph";
  const slice = isPlain ? new Slice(spaced(tr, from, to, blocks[0]!.content), 0, 0) : Slice.maxOpen(Fragment.fromArray(blocks));
  tr.replaceRange(from, to, slice);
}

/** Words that come between words do not run into them. */
function spaced(tr: Transaction, from: number, to: number, content: Fragment): Fragment {
  const { schema } = tr.doc.type;
  const before = tr.doc.resolve(from).parent.isTextblock
    ? tr.doc.textBetween(Math.max(tr.doc.resolve(from).start(), from - 1), from)
    : "";
  const after = tr.doc.resolve(to).parent.isTextblock ? tr.doc.textBetween(to, Math.min(tr.doc.resolve(to).end(), to + 1)) : "";
  const first = content.firstChild?.text ?? "";
  const last = content.lastChild?.text ?? "";
  let spacedOut = content;
  if (/[\p{L}\p{N}.,;:!?)\]”’]/u.test(before) && /^[\p{L}\p{N}(“‘]/u.test(first))
    spacedOut = Fragment.from(schema.text(" ")).append(spacedOut);
  if (/^[\p{L}\p{N}(“‘]/u.test(after) && /[\p{L}\p{N}.,;:!?)”’]$/u.test(last))
    spacedOut = spacedOut.append(Fragment.from(schema.text(" ")));
  return spacedOut;
}

function wordsOf({ content }: Slice): string {
  return content.textBetween(0, content.size, " ", " ");
}
