import type { Node } from "prosemirror-model";

/** The text blocks of a document in order, by position. */
export function textBlocks(document: Node): Map<number, number> {
  const found = new Map<number, number>();
  document.descendants((node, pos) => {
    if (node.isTextblock) found.set(pos, found.size);
    return !node.isTextblock;
  });
  return found;
}
