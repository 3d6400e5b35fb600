/*
 * Footnotes in the text: inserting, opening, and returning from them. Which one is
 * open is page state, not part of the document; their words are edited at the foot
 * of the page (footnote-list.tsx).
 */
import type { Node } from "@tiptap/pm/model";
import { Plugin, PluginKey, TextSelection, type Command, type EditorState } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { footnotesIn } from "./live-numbers.ts";

export type ListedNote = { pos: number; number: string; node: Node };

const key = new PluginKey<number | null>("footnotes");

export function footnotes(): Plugin<number | null> {
  return new Plugin<number | null>({
    key,
    state: {
      init: () => null,
      apply(tr, open) {
        const asked = tr.getMeta(key) as { open: number | null } | undefined;
        if (asked) return asked.open;
        if (open === null || !tr.docChanged) return open;
        const { deleted, pos } = tr.mapping.mapResult(open, 1);
        return deleted ? null : pos;
      },
    },
    props: {
      handleKeyDown: (view, event) =>
        event.altKey && (event.ctrlKey || event.metaKey) && event.code === "KeyF" && insertFootnote(view.state, view.dispatch),
    },
  });
}

/** The position of the note being edited; null if none is. */
export function openNote(state: EditorState): number | null {
  return key.getState(state) ?? null;
}

export function openFootnote(view: EditorView, pos: number | null): void {
  if (openNote(view.state) !== pos) view.dispatch(view.state.tr.setMeta(key, { open: pos }));
}

/** After the selection; its text field opens immediately. */
export const insertFootnote: Command = (state, dispatch) => {
  const { $to } = state.selection;
  const type = state.schema.nodes["footnote"]!;
  if (!$to.parent.inlineContent || !$to.parent.canReplaceWith($to.index(), $to.index(), type)) return false;
  const tr = state.tr.insert($to.pos, type.create());
  tr.setSelection(TextSelection.create(tr.doc, $to.pos + 2));
  dispatch?.(tr.setMeta(key, { open: $to.pos }).scrollIntoView());
  return true;
};

/** To its words at the foot of the page. */
export function scrollToNote(view: EditorView, pos: number): void {
  const note = footnotesIn(view.state).find((one) => one.pos === pos);
  const page = view.dom.closest("[data-draft-scroll]");
  page?.querySelector(`[data-note="${note?.label}"]`)?.scrollIntoView({ block: "center" });
}

/** Puts the caret after the footnote mark. */
export function leaveFootnote(view: EditorView, pos: number): void {
  const { tr } = view.state;
  const note = tr.doc.nodeAt(pos);
  if (note?.type.name === "footnote") tr.setSelection(TextSelection.create(tr.doc, pos + note.nodeSize));
  view.dispatch(tr.setMeta(key, { open: null }).scrollIntoView());
  view.focus();
}

export function removeFootnote(view: EditorView, pos: number): void {
  const { tr } = view.state;
  tr.delete(pos, pos + tr.doc.nodeAt(pos)!.nodeSize);
  tr.setSelection(TextSelection.create(tr.doc, pos));
  view.dispatch(tr.setMeta(key, { open: null }));
  view.focus();
}

/** All notes in order. */
export function listedNotes(state: EditorState): readonly ListedNote[] {
  return footnotesIn(state).map(({ pos, label }) => ({ pos, number: label, node: state.doc.nodeAt(pos)! }));
}
