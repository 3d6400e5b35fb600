/*
 * The authorship of pasted words. Words from this draft keep theirs, as do words
 * that a model, a source or a file contributed to another of our drafts; text from
 * a source is quoted; everything else is external.
 */
import type { Slice } from "@tiptap/pm/model";
import type { EditorState, Transaction } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { spreadRuns, textRuns } from "#core/changes/authored-text.ts";
import { packRuns, unpackRuns, type Origin, type Runs } from "#core/authorship/authorship.ts";
import { copiedIn, signedCopy, type CopiedText } from "../../copied-text.ts";
import { runsIn } from "../authorship/authored-documents.ts";

/** `text` is the text that `runs` describes, if authorship is known run by run. */
export type PastedText = { origin: Origin; text: string; runs: Runs | null };

export function pastedBy(view: EditorView, data: DataTransfer | null, slice: Slice, draftId: string, isMoved = false): PastedText {
  const at = new Date().toISOString();
  const text = wordsOf(slice);
  if (isMoved) return { origin: { kind: "pasted", at }, text, runs: selectedRuns(view.state) };
  const copied = copiedIn(data?.getData("text/html") ?? "");
  if (copied?.kind === "draft" && copied.text === text) return { ...ofDraft(copied, draftId, at), text };
  return { origin: originOf(copied, at), text, runs: null };
}

function originOf(copied: CopiedText | null, at: string): Origin {
  if (copied?.kind === "source") return { kind: "quoted", at, source: copied.source, ...(copied.place && { place: copied.place }) };
  if (copied?.kind === "answer") {
    const { model, prompt, messageId } = copied;
    return { kind: "proposed", at, via: "answer", model, prompt, messageId };
  }
  if (copied?.kind === "draft") return { kind: "pasted", at, from: { id: copied.draftId, name: copied.name } };
  return { kind: "pasted", at };
}

function ofDraft(copied: Extract<CopiedText, { kind: "draft" }>, draftId: string, at: string) {
  const origin: Origin = { kind: "pasted", at, from: { id: copied.draftId, name: copied.name } };
  const runs = unpackRuns(copied.authorship, copied.text.length);
  if (copied.draftId === draftId) return { origin, runs };
  const isOwn = ({ kind }: Origin) => kind === "typed" || kind === "pasted" || kind === "unknown";
  return { origin, runs: runs && runs.map((run) => (isOwn(run.origin) ? { length: run.length, origin } : run)) };
}

/** The authorship of a paste, once its words are in the document. */
export function pastedFrom(tr: Transaction, { text, runs }: PastedText): Authored {
  if (runs === null) return {};
  let range: { from: number; to: number } | null = null;
  for (const [i, map] of tr.mapping.maps.entries()) {
    const rest = tr.mapping.slice(i + 1);
    map.forEach((_, __, from, to) => {
      if (to > from && tr.docs[i + 1] !== undefined) range = { from: rest.map(from, -1), to: rest.map(to, 1) };
      else if (to > from) range = { from, to };
    });
  }
  if (range === null) return {};
  const { from, to } = range as { from: number; to: number };
  if (tr.doc.textBetween(from, to, "", "\ufffc") !== text) return {};
  return { piece: { from, runs: spreadRuns(tr.doc, from, to, runs) } };
}

/** Adds provenance to text copied from the editor, after the editor has written it. */
export function signCopies(view: EditorView, draft: { id: string; name: string }): () => void {
  const holder = view.dom.parentElement;
  function sign(event: ClipboardEvent) {
    const html = event.clipboardData?.getData("text/html") ?? "";
    const selected = copiedWords.get(event);
    if (html === "" || !selected) return;
    event.clipboardData!.setData(
      "text/html",
      signedCopy(html, { kind: "draft", draftId: draft.id, name: draft.name, ...selected }),
    );
  }
  function note(event: ClipboardEvent) {
    const { state } = view;
    copiedWords.set(event, { text: wordsOf(state.selection.content()), authorship: packRuns(selectedRuns(state)) });
  }
  // Before the editor, which removes the words on cut; and after it.
  holder?.addEventListener("copy", note, true);
  holder?.addEventListener("cut", note, true);
  holder?.addEventListener("copy", sign);
  holder?.addEventListener("cut", sign);
  return () => {
    holder?.removeEventListener("copy", note, true);
    holder?.removeEventListener("cut", note, true);
    holder?.removeEventListener("copy", sign);
    holder?.removeEventListener("cut", sign);
  };
}

const copiedWords = new WeakMap<ClipboardEvent, { text: string; authorship: ReturnType<typeof packRuns> }>();

function selectedRuns({ doc, selection: { from, to } }: EditorState): Runs {
  return textRuns(doc, runsIn(doc), from, to);
}

function wordsOf({ content }: Slice): string {
  return content.textBetween(0, content.size, "", "\ufffc");
}

export type Authored = {
  /** For the inserted content. */
  origin?: Origin;
  /** For the content that each step inserts, if it is not one for all. */
  origins?: readonly Origin[];
  /** For the whole document after the change. */
  runs?: Runs;
  /** For a piece of the document after the change, or several if several were restored. */
  piece?: { from: number; runs: Runs };
  pieces?: readonly { from: number; runs: Runs }[];
  /** Parts inserted with `of`, or `origin`, that belong to another origin. */
  quotes?: readonly { from: number; to: number; of?: Origin; origin: Origin }[];
};
