/*
 * Draws cross-references and footnotes as real text, so that they are read aloud,
 * found and copied like any other. Clicking a reference, or Enter while it is
 * selected, jumps to its target; a footnote's target is its words.
 */
import type { Node } from "@tiptap/pm/model";
import { NodeSelection, Plugin, Selection } from "@tiptap/pm/state";
import type { Decoration, EditorView, NodeView } from "@tiptap/pm/view";
import { anchorOf } from "#core/document/document-schema.ts";
import { referenceTargets } from "#core/clauses/references.ts";
import { scrollTo } from "../find/find-plugin.ts";
import type { ShownNumber } from "./live-numbers.ts";

export function numberViews(onFootnote: (view: EditorView, pos: number) => void): Plugin {
  return new Plugin({
    props: {
      // The arrow keys select a number in passing; Enter then follows it.
      handleKeyDown(view, event) {
        const { selection } = view.state;
        if (event.key !== "Enter" || !(selection instanceof NodeSelection)) return false;
        if (selection.node.type.name === "footnote") onFootnote(view, selection.from);
        else if (selection.node.type.name === "reference") goToBlock(view, String(selection.node.attrs["target"]));
        else return false;
        return true;
      },
      nodeViews: {
        reference: (node, view, _, decorations) => new ReferenceView(node, view, decorations),
        footnote: (node, view, getPos, decorations) => new FootnoteView(node, decorations, () => onFootnote(view, getPos()!)),
      },
    },
  });
}

function numberIn(decorations: readonly Decoration[]): ShownNumber | null {
  return (decorations.find(({ spec }) => "label" in spec)?.spec as ShownNumber | undefined) ?? null;
}

class ReferenceView implements NodeView {
  dom = document.createElement("a");
  #node: Node;

  constructor(node: Node, view: EditorView, decorations: readonly Decoration[]) {
    this.#node = node;
    this.dom.className = "reference";
    this.dom.contentEditable = "false";
    this.dom.addEventListener("click", (event) => {
      event.preventDefault();
      if (!event.shiftKey) goToBlock(view, String(this.#node.attrs["target"]));
    });
    this.#draw(decorations);
  }

  update(node: Node, decorations: readonly Decoration[]): boolean {
    if (node.type !== this.#node.type) return false;
    this.#node = node;
    this.#draw(decorations);
    return true;
  }

  #draw(decorations: readonly Decoration[]): void {
    const number = numberIn(decorations);
    const target = String(this.#node.attrs["target"]);
    this.dom.dataset["ref"] = target;
    this.dom.href = `#${anchorOf(target)}`;
    this.dom.classList.toggle("reference-missing", number?.isMissing === true);
    this.dom.title = number?.isMissing ? "The target of this reference is no longer in the document." : (number?.words ?? "");
    this.dom.textContent = number?.label ?? "";
  }

  ignoreMutation(): boolean {
    return true;
  }
}

class FootnoteView implements NodeView {
  dom = document.createElement("sup");
  #type: Node["type"];

  constructor(node: Node, decorations: readonly Decoration[], open: () => void) {
    this.#type = node.type;
    this.dom.className = "footnote";
    this.dom.setAttribute("role", "doc-noteref");
    this.dom.contentEditable = "false";
    this.dom.addEventListener("click", open);
    this.#draw(decorations);
  }

  update(node: Node, decorations: readonly Decoration[]): boolean {
    if (node.type !== this.#type) return false;
    this.#draw(decorations);
    return true;
  }

  #draw(decorations: readonly Decoration[]): void {
    const number = numberIn(decorations);
    this.dom.title = number?.words ?? "";
    this.dom.textContent = number?.label ?? "";
  }

  ignoreMutation(): boolean {
    return true;
  }

  stopEvent(event: Event): boolean {
    return event.type === "click";
  }
}

/** Scrolls to the block with this id and flashes it. */
function goToBlock(view: EditorView, id: string): void {
  const target = referenceTargets(view.state.doc).find((one) => one.id === id);
  if (!target) return;
  const pos = target.kind === "footnote" ? target.pos : target.pos + 1;
  view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(pos))));
  view.focus();
  scrollTo(view, pos);
  const dom = view.nodeDOM(target.pos);
  // Not a class, which the editor would take for a change to its DOM.
  if (dom instanceof HTMLElement) dom.animate([{ background: "var(--color-blue-soft)" }, { background: "transparent" }], 1600);
}
