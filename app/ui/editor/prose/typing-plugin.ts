/*
 * Sets quotation marks, dashes and ellipses while the writer types, as the language of the draft has them
 * (core/text/typing.ts). Directly afterwards, Backspace or undo brings back what was typed.
 */
import type { ResolvedPos } from "@tiptap/pm/model";
import { Plugin, PluginKey, type EditorState, type Transaction } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { typedAs, typographyOf, type Typography } from "#core/text/typing.ts";

/** The last change made here, as long as nothing has happened since. */
type Made = { tr: Transaction; from: number; to: number; typed: string };

const key = new PluginKey<Made | null>("typing");

/** Comes before the editor's own keys, whose undo would take back everything typed lately. */
export function typing(language: string): Plugin<Made | null> {
  const rules = typographyOf(language);
  return new Plugin<Made | null>({
    key,
    state: {
      init: () => null,
      apply(tr, before) {
        const made = tr.getMeta(key) as Omit<Made, "tr"> | undefined;
        if (made) return { ...made, tr };
        return tr.selectionSet || tr.docChanged ? null : before;
      },
    },
    props: {
      handleTextInput: (view, from, to, typed) => !view.composing && set(view, { from, to, typed, rules }),
      handleDOMEvents: {
        // A quotation mark may be a dead key, and then is composed.
        compositionend(view, { data }) {
          setTimeout(() => {
            const { from, empty } = view.state.selection;
            if (view.isDestroyed || view.composing || !empty || data.length !== 1) return;
            if (view.state.doc.textBetween(Math.max(0, from - 1), from) === data)
              set(view, { from: from - 1, to: from, typed: data, rules });
          });
        },
      },
      handleKeyDown(view, event) {
        const isCommand = event.ctrlKey || event.metaKey;
        const isMeant = isCommand ? event.key === "z" : event.key === "Backspace";
        return isMeant && !event.shiftKey && !event.altKey && takeBack(view);
      },
    },
    // A footnote's words are written in a view of their own.
    inNotes: () => typing(language),
  });
}

function set(view: EditorView, { from, to, typed, rules }: Omit<Made, "tr"> & { rules: Typography }): boolean {
  const { state } = view;
  const start = state.doc.resolve(from);
  if (typed.length !== 1 || isCode(state, start)) return false;
  const before = textBefore(start);
  const made = typedAs(before, typed, rules);
  if (made === null) return false;
  const { tr } = state;
  if (made.text !== "" || to > from) tr.insertText(made.text, from, to);
  if (made.replaced) {
    const shift = from - before.length;
    tr.insertText(made.replaced.text, made.replaced.start + shift, made.replaced.end + shift);
  }
  view.dispatch(tr.setMeta(key, { from, to, typed }).scrollIntoView());
  return true;
}

function isCode(state: EditorState, place: ResolvedPos): boolean {
  const marks = state.storedMarks ?? place.marks();
  return place.parent.type.spec.code === true || marks.some(({ type }) => type.spec.code);
}

/** What is replaced are characters next to the caret, so longer nodes before them may count as one. */
function textBefore({ parent, parentOffset }: ResolvedPos): string {
  let text = "";
  parent.nodesBetween(0, parentOffset, (node, pos) => {
    if (node.isText) text += node.text!.slice(0, parentOffset - pos);
    else text += node.type.name === "hardBreak" ? "\n" : "\ufffc";
    return false;
  });
  return text;
}

function takeBack(view: EditorView): boolean {
  const { state } = view;
  const made = key.getState(state);
  if (!made) return false;
  const { tr } = state;
  for (const [i, step] of [...made.tr.steps.entries()].toReversed()) tr.step(step.invert(made.tr.docs[i]!));
  tr.insertText(made.typed, made.from, made.to);
  // One step of undo with what it takes back.
  view.dispatch(tr.setTime(made.tr.time).scrollIntoView());
  return true;
}
