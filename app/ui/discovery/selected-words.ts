/* What is selected in a document's text, as a place in it; by the pointer, or by keys. */
import { useRef, type KeyboardEvent } from "react";
import { chosenAfter, stepOf } from "#core/discovery/choose-words.ts";
import type { TextPlace } from "#core/discovery/redaction.ts";
import { placedWords, type PlacedWord } from "#core/discovery/words.ts";

export function selectedIn(box: HTMLElement): TextPlace | null {
  const selection = getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0).cloneRange();
  if (!range.intersectsNode(box)) return null;
  if (!box.contains(range.startContainer)) range.setStart(box, 0);
  if (!box.contains(range.endContainer)) range.setEnd(box, box.childNodes.length);
  const before = document.createRange();
  before.selectNodeContents(box);
  before.setEnd(range.startContainer, range.startOffset);
  const [start, length] = [before.toString().length, range.toString().length];
  return range.toString().trim() === "" ? null : { start, end: start + length };
}

/** For the element that holds the text: the arrow keys choose words and lines, with Shift more of them. */
export function useWordKeys(text: string): (event: KeyboardEvent<HTMLElement>) => void {
  const split = useRef<{ text: string; words: PlacedWord[] } | null>(null);
  return (event) => {
    const step = event.ctrlKey || event.metaKey || event.altKey ? null : stepOf(event);
    if (step === null) return;
    event.preventDefault();
    if (split.current?.text !== text) split.current = { text, words: [...placedWords(text)] };
    const box = event.currentTarget;
    const place = chosenAfter(text, split.current.words, selectedIn(box), step);
    if (place !== null) select(box, place, step.to === "next");
  };
}

/** Its moving end is kept in sight. */
function select(box: HTMLElement, { start, end }: TextPlace, isForward: boolean): void {
  const [from, to] = [pointAt(box, start), pointAt(box, end)];
  if (from === null || to === null) return;
  getSelection()?.setBaseAndExtent(from.node, from.offset, to.node, to.offset);
  (isForward ? to : from).node.parentElement?.scrollIntoView({ block: "nearest" });
}

function pointAt(box: HTMLElement, place: number): { node: Text; offset: number } | null {
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  let left = place;
  for (let node = walker.nextNode() as Text | null; node !== null; node = walker.nextNode() as Text | null) {
    if (left <= node.length) return { node, offset: left };
    left -= node.length;
  }
  return null;
}
