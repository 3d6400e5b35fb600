/* Where a block's lines stand, and whether it begins a page. */
import type { Editor } from "@tiptap/core";
import { setBlockType as turn } from "@tiptap/pm/commands";
import type { Attrs, NodeType } from "@tiptap/pm/model";
import type { Command, Transaction } from "@tiptap/pm/state";
import { canSplit } from "@tiptap/pm/transform";
import type { Alignment } from "#core/document/document-attributes.ts";
import { layoutOf } from "#core/document/document-schema.ts";

/** As ProseMirror's, but the block stays where it stands. */
export const setBlockType =
  (type: NodeType, attrs: Attrs | null = null): Command =>
  (state, dispatch, view) => {
    const { from, to } = state.selection;
    return turn(type, attrs)(
      state,
      dispatch &&
        ((tr) => {
          const laid: [pos: number, name: string, value: unknown][] = [];
          state.doc.nodesBetween(from, to, (node, pos) => {
            const now = isLaidOut(node.attrs) ? tr.doc.nodeAt(tr.mapping.map(pos)) : null;
            if (now && isLaidOut(now.attrs))
              for (const [name, value] of Object.entries(layoutOf(node))) laid.push([tr.mapping.map(pos), name, value]);
            return !node.isTextblock;
          });
          for (const [pos, name, value] of laid) tr.setNodeAttribute(pos, name, value);
          dispatch(tr);
        }),
      view,
    );
  };

const align =
  (to: Alignment | null): Command =>
  (state, dispatch) => {
    const { tr } = state;
    const { from, to: end } = state.selection;
    state.doc.nodesBetween(from, end, (node, pos) => {
      if (isLaidOut(node.attrs)) tr.setNodeAttribute(pos, "align", to);
      return !node.isTextblock;
    });
    if (tr.docChanged) dispatch?.(tr);
    return tr.docChanged;
  };

/** What follows the caret begins a page; at the start of a block that does, it no longer does. */
export const breakPage: Command = (state, dispatch) => {
  const { tr } = state;
  const { $from, empty } = tr.selection;
  if (!isLaidOut($from.parent.attrs)) return false;
  if (empty && $from.parentOffset === 0) toggle(tr, $from.before(), !($from.parent.attrs["startsPage"] as boolean));
  else {
    if (!empty) tr.deleteSelection();
    const { pos } = tr.selection.$from;
    const inItem = /^(?:listItem|clause)$/.test(tr.selection.$from.node(-1).type.name);
    if (inItem && canSplit(tr.doc, pos, 2)) tr.split(pos, 2);
    else if (canSplit(tr.doc, pos)) tr.split(pos);
    else return false;
    toggle(tr, tr.selection.$from.before(), true);
  }
  dispatch?.(tr.scrollIntoView());
  return true;
};

function toggle(tr: Transaction, pos: number, startsPage: boolean): void {
  tr.setNodeAttribute(pos, "startsPage", startsPage);
}

const isLaidOut = (attrs: Record<string, unknown>) => "align" in attrs;

const choice = (name: string, label: string, words: string, command: Command): BlockChoice => ({
  name,
  label,
  hint: "",
  words,
  run: (editor: Editor) => {
    command(editor.state, editor.view.dispatch);
    editor.view.focus();
  },
});

export const layoutChoices: readonly BlockChoice[] = [
  choice("alignStart", "Align left", "alignment start side", align(null)),
  choice("alignCenter", "Center", "centre align middle", align("center")),
  choice("alignRight", "Align right", "alignment end side", align("right")),
  choice("alignJustify", "Justify", "align block both sides", align("justify")),
];

export type BlockChoice = { name: string; label: string; hint: string; words: string; run(editor: Editor): void };
