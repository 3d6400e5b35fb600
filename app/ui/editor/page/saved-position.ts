/*
 * Where the writer was in a draft: what stood at the top of the window, and the
 * caret. A reload, or a way back from another page, goes on there. Kept for the
 * tab; the place is a block and not a height, since of a long document only what
 * is near is laid out.
 */
import { TextSelection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";

type Place = { block: number; above: number; caret: number; hasCaret: boolean };

/** Goes where the writer was, and remembers where they are until it is called off. */
export function keepPlace(view: EditorView, draftId: string): () => void {
  const name = `stet.place.${draftId}`;
  const scroller = view.dom.closest("[data-draft-scroll]");
  const kept = sessionStorage.getItem(name);
  if (kept !== null && scroller) goTo(view, scroller, JSON.parse(kept) as Place);
  const keep = () => {
    if (scroller) sessionStorage.setItem(name, JSON.stringify(placeOf(view, scroller)));
  };
  window.addEventListener("pagehide", keep);
  return () => {
    window.removeEventListener("pagehide", keep);
    keep();
  };
}

function placeOf(view: EditorView, scroller: Element): Place {
  const { top } = scroller.getBoundingClientRect();
  const blocks = [...view.dom.children];
  const block = Math.max(
    0,
    blocks.findIndex((one) => one.getBoundingClientRect().bottom > top),
  );
  const above = scroller.scrollTop === 0 || !blocks[block] ? 0 : top - blocks[block].getBoundingClientRect().top;
  return { block: scroller.scrollTop === 0 ? 0 : block, above, caret: view.state.selection.head, hasCaret: view.hasFocus() };
}

function goTo(view: EditorView, scroller: Element, { block, above, caret, hasCaret }: Place): void {
  const { tr } = view.state;
  const at = Math.min(caret, tr.doc.content.size);
  view.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(at))));
  // A finger would call up the keyboard with it.
  if (hasCaret && matchMedia("(pointer: fine)").matches) view.dom.focus({ preventScroll: true });
  const element = view.dom.children[Math.min(block, view.dom.children.length - 1)];
  if (!element || (block === 0 && above === 0)) return;
  element.scrollIntoView({ block: "start", behavior: "instant" });
  scroller.scrollTop += element.getBoundingClientRect().top - scroller.getBoundingClientRect().top + above;
}
