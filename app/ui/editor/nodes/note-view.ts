/*
 * Edits one footnote's words in a separate view: changes made here are applied to
 * the document, and changes there are drawn here. Undo belongs to the document.
 */
import { toggleMark } from "@tiptap/pm/commands";
import { redo, undo } from "@tiptap/pm/history";
import { keymap } from "@tiptap/pm/keymap";
import type { Node } from "@tiptap/pm/model";
import { EditorState, Selection, type Command, type Plugin, type Transaction } from "@tiptap/pm/state";
import { StepMap } from "@tiptap/pm/transform";
import { Decoration, DecorationSet, EditorView } from "@tiptap/pm/view";
import { missingLabel, referenceLabels } from "#core/clauses/references.ts";
import { leaveFootnote, openFootnote, openNote, removeFootnote } from "./footnotes.ts";
import { numberViews } from "./number-views.ts";

const fromOutside = "from-outside";

/** Those of the document that work in its notes as well. */
export const sharedPlugins = ({ state }: EditorView) =>
  state.plugins.flatMap((plugin) => (plugin.spec["inNotes"] as (() => Plugin) | undefined)?.() ?? []);

export class NoteView {
  readonly view: EditorView;
  #outer: EditorView;

  constructor(element: HTMLElement, outer: EditorView, note: Node, label: string) {
    this.#outer = outer;
    this.view = new EditorView(
      { mount: element },
      {
        state: EditorState.create({ doc: note, plugins: [...sharedPlugins(outer), keymap(this.#keys()), numberViews(() => {})] }),
        editable: () => outer.editable,
        dispatchTransaction: (tr) => this.#dispatch(tr),
        decorations: (state) => this.#numbers(state.doc),
        attributes: { role: "textbox", "aria-label": label, "aria-multiline": "true", class: "note-words", spellcheck: "true" },
        handleDOMEvents: { blur: () => this.#left(this.#pos) },
      },
    );
    this.view.dispatch(this.view.state.tr.setSelection(Selection.atEnd(this.view.state.doc)).setMeta(fromOutside, true));
    this.view.focus();
  }

  get #pos(): number | null {
    return openNote(this.#outer.state);
  }

  #keys(): Record<string, Command> {
    const { marks, nodes } = this.#outer.state.schema;
    const breakLine: Command = (state, dispatch) => {
      dispatch?.(state.tr.replaceSelectionWith(nodes["hardBreak"]!.create()).scrollIntoView());
      return true;
    };
    const leave = () => {
      if (this.#pos !== null) leaveFootnote(this.#outer, this.#pos);
      return true;
    };
    return {
      "Mod-z": () => undo(this.#outer.state, this.#outer.dispatch),
      "Mod-y": () => redo(this.#outer.state, this.#outer.dispatch),
      "Mod-Shift-z": () => redo(this.#outer.state, this.#outer.dispatch),
      "Mod-b": toggleMark(marks["bold"]!),
      "Mod-i": toggleMark(marks["italic"]!),
      "Mod-u": toggleMark(marks["underline"]!),
      Enter: breakLine,
      "Shift-Enter": breakLine,
      Escape: leave,
      Backspace: (state) => {
        if (state.doc.content.size > 0 || this.#pos === null) return false;
        removeFootnote(this.#outer, this.#pos);
        return true;
      },
    };
  }

  #dispatch(tr: Transaction): void {
    const { state, transactions } = this.view.state.applyTransaction(tr);
    this.view.updateState(state);
    if (tr.getMeta(fromOutside) === true || !tr.docChanged || this.#pos === null) return;
    const outer = this.#outer.state.tr.setTime(tr.time);
    const moved = StepMap.offset(this.#pos + 1);
    for (const one of transactions) for (const step of one.steps) outer.step(step.map(moved)!);
    if (tr.getMeta("paste") === true) outer.setMeta("paste", true);
    this.#outer.dispatch(outer);
  }

  /** The note's current content in the document. */
  update(note: Node): void {
    const { state } = this.view;
    if (note.eq(state.doc)) return;
    const start = note.content.findDiffStart(state.doc.content);
    const ends = note.content.findDiffEnd(state.doc.content);
    if (start === null || !ends) return;
    const overlap = Math.max(0, start - Math.min(ends.a, ends.b));
    const tr = state.tr.replace(start, ends.b + overlap, note.slice(start, ends.a + overlap));
    this.view.dispatch(tr.setMeta(fromOutside, true));
  }

  #numbers(doc: Node): DecorationSet {
    const labels = referenceLabels(this.#outer.state.doc);
    const found: Decoration[] = [];
    doc.forEach((node, pos) => {
      if (node.type.name !== "reference") return;
      const label = labels.get(String(node.attrs["target"]));
      found.push(Decoration.node(pos, pos + 1, {}, { label: label ?? missingLabel, words: "", isMissing: label === undefined }));
    });
    return DecorationSet.create(doc, found);
  }

  /** Another note or the text may have taken focus by then. */
  #left(pos: number | null): void {
    setTimeout(() => {
      if (this.view.isDestroyed || this.view.hasFocus() || !document.hasFocus() || this.#pos !== pos) return;
      openFootnote(this.#outer, null);
    });
  }

  destroy(): void {
    this.view.destroy();
  }
}
