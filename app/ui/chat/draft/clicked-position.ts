/*
 * Finds a point clicked in rendered text in the document that is edited. The two
 * are laid out differently, so it is found by the number of letters before it.
 */
import type { Node } from "@tiptap/pm/model";
import { Selection } from "@tiptap/pm/state";

export type Clicked = { x: number; y: number; within: HTMLElement };

const letters = (text: string) => text.replaceAll(/\s/g, "").length;
/** In rendered text a citation is a button. */
const withoutCitations = (text: string) => text.replaceAll(/\[\[[\d,; \t]{1,60}\]\]/g, (found) => " ".repeat(found.length));

/** Null where no text was clicked. */
export function lettersBefore({ x, y, within }: Clicked): number | null {
  const [node, offset] = caretAt(x, y);
  if (!(node instanceof Text) || !within.contains(node)) return null;
  const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  let count = 0;
  for (let one = walker.nextNode(); one !== null && one !== node; one = walker.nextNode())
    if (one.parentElement?.closest("button") === null) count += letters(one.nodeValue ?? "");
  return count + letters(node.data.slice(0, offset));
}

function caretAt(x: number, y: number): [node: globalThis.Node | null, offset: number] {
  if ("caretPositionFromPoint" in document) {
    const caret = document.caretPositionFromPoint(x, y);
    return [caret?.offsetNode ?? null, caret?.offset ?? 0];
  }
  return [null, 0];
}

/** The position after so many letters. */
export function positionAfter(document: Node, count: number): number {
  let left = count;
  let found: number | null = null;
  document.descendants((node, pos) => {
    if (found !== null) return false;
    if (node.text === undefined) return true;
    const text = withoutCitations(node.text);
    const here = letters(text);
    if (left > here) {
      left -= here;
      return false;
    }
    let offset = 0;
    while (left > 0 && offset < text.length) left -= letters(text[offset++]!);
    found = pos + offset;
    return false;
  });
  return found ?? Selection.atEnd(document).head;
}
