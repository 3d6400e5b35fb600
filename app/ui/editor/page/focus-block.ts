/* Focus mode: highlights the block at the caret and keeps it mid-window while typing. */
import { Plugin, PluginKey, type EditorState } from "@tiptap/pm/state";
import { Decoration, DecorationSet, type EditorView } from "@tiptap/pm/view";

const key = new PluginKey("focus-block");

export function focusBlock(): Plugin {
  return new Plugin({
    key,
    props: { decorations: blockOfCaret },
    view: () => ({
      update(view, before) {
        if (view.state.doc !== before.doc) keepInTheMiddle(view);
      },
    }),
  });
}

function blockOfCaret({ doc, selection: { $head } }: EditorState): DecorationSet {
  if (!$head.parent.isTextblock || $head.depth === 0) return DecorationSet.empty;
  return DecorationSet.create(doc, [Decoration.node($head.before(), $head.after(), { class: "in-focus" })]);
}

/** Fractions of the window's height between which the caret may be. */
const [highest, lowest] = [0.3, 0.6];

function keepInTheMiddle(view: EditorView): void {
  const scroller = view.dom.closest("[data-draft-scroll]");
  if (!scroller || !view.hasFocus()) return;
  const box = scroller.getBoundingClientRect();
  const caret = view.coordsAtPos(view.state.selection.head).top - box.top;
  if (caret < box.height * highest) scroller.scrollTop += caret - box.height * highest;
  else if (caret > box.height * lowest) scroller.scrollTop += caret - box.height * lowest;
}
