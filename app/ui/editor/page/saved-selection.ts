/*
 * The menu and the chat refer to the selection, but the browser stops painting it
 * once another field has focus. So it is painted here, over the text and without
 * touching it.
 */
import { Plugin } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";

const name = "kept-selection";

export function keptSelection(): Plugin {
  return new Plugin({ view: (view) => new Painted(view) });
}

class Painted {
  readonly #view: EditorView;

  constructor(view: EditorView) {
    this.#view = view;
    view.dom.addEventListener("blur", this.update);
    view.dom.addEventListener("focus", this.#clear);
  }

  update = (): void => {
    const { state, dom } = this.#view;
    const { from, to, empty } = state.selection;
    if (empty || dom.ownerDocument.activeElement === dom) return this.#clear();
    const [start, end] = [this.#view.domAtPos(from), this.#view.domAtPos(to)];
    const range = document.createRange();
    range.setStart(start.node, start.offset);
    range.setEnd(end.node, end.offset);
    CSS.highlights?.set(name, new Highlight(range));
  };

  #clear = (): void => void CSS.highlights?.delete(name);

  destroy(): void {
    this.#view.dom.removeEventListener("blur", this.update);
    this.#view.dom.removeEventListener("focus", this.#clear);
    this.#clear();
  }
}
