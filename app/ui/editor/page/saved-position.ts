/*
 * The writer's position in a draft: the top of the viewport and the caret, restored
 * after a reload or on return from another page. Stored per tab, as a block rather
 * than a height, since only the part of a long document near the viewport is laid
 * out.
 */
import { TextSelection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";

type Place = { block: number; above: number; caret: number; hasCaret: boolean };

/** Restores the position, then tracks it until the returned function is called. */
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
  // On touch screens this would open the keyboard.
  // Not the element itself: until the next tick the browser would have the caret at the start, where keys then go.
  if (hasCaret && matchMedia("(pointer: fine)").matches) view.focus();
  const element = view.dom.children[Math.min(block, view.dom.children.length - 1)];
  if (!element || (block === 0 && above === 0)) return;
  element.scrollIntoView({ block: "start", behavior: "instant" });
  scroller.scrollTop += element.getBoundingClientRect().top - scroller.getBoundingClientRect().top + above;
}
