/*
 * Replaces the document on the page block by block, so that the caret, the scroll
 * position and ongoing typing stay in place.
 */
import { Node } from "@tiptap/pm/model";
import type { Transaction } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { matchNodes } from "#core/document/match-nodes.ts";
import { twinOf } from "../nodes/schema-twins.ts";

export const changedElsewhere = "stet-changed-elsewhere";

/**
 * A node of any schema, or JSON. The change was made elsewhere, so it adds no undo
 * step unless `mark` makes it one.
 */
export function replaceDocument(view: EditorView, document: unknown, mark = elsewhere): void {
  const { schema } = view.state;
  const next = document instanceof Node ? twinOf(document, schema) : Node.fromJSON(schema, document);
  const { tr } = view.state;
  for (const { from, to, blocks } of differences(tr.doc, next).toReversed()) tr.replaceWith(from, to, blocks);
  if (!tr.doc.eq(next)) return;
  if (tr.docChanged) view.dispatch(mark(tr));
}

export function elsewhere(tr: Transaction): Transaction {
  return tr.setMeta("addToHistory", false).setMeta(changedElsewhere, true);
}

type Difference = { from: number; to: number; blocks: Node[] };

function differences(before: Node, after: Node): Difference[] {
  const match = matchNodes(before.children, after.children);
  const found: Difference[] = [];
  let [at, from, pos] = [0, 0, 0];
  for (let i = 0; i <= before.childCount; i++) {
    const partner = i === before.childCount ? after.childCount : match[i]!;
    if (partner >= 0) {
      if (pos > from || partner > at) found.push(...paired(before, { from, to: pos, blocks: childrenBetween(after, at, partner) }));
      at = partner + 1;
    }
    if (i < before.childCount) pos += before.child(i).nodeSize;
    if (partner >= 0) from = pos;
  }
  return found;
}

/** As many blocks after as before, so they are paired in order. */
function paired(document: Node, difference: Difference): Difference[] {
  const old: Difference[] = [];
  document.nodesBetween(difference.from, difference.to, (node, pos, parent) => {
    if (parent === document && pos >= difference.from && pos < difference.to)
      old.push({ from: pos, to: pos + node.nodeSize, blocks: difference.blocks.slice(old.length, old.length + 1) });
    return false;
  });
  return old.length === difference.blocks.length ? old.map((one) => narrowed(document, one)) : [difference];
}

/** A block that changed within the same type is changed only where it differs. */
function narrowed(document: Node, difference: Difference): Difference {
  const { from, to, blocks } = difference;
  const old = document.nodeAt(from);
  const block = blocks[0];
  if (!old || !block || blocks.length !== 1 || old.nodeSize !== to - from || !old.isTextblock || !old.sameMarkup(block))
    return difference;
  const start = old.content.findDiffStart(block.content);
  const ends = old.content.findDiffEnd(block.content);
  if (start === null || !ends) return difference;
  const overlap = Math.max(0, start - Math.min(ends.a, ends.b));
  const piece: Node[] = [];
  block.content.cut(start, ends.b + overlap).forEach((node) => piece.push(node));
  return { from: from + 1 + start, to: from + 1 + ends.a + overlap, blocks: piece };
}

function childrenBetween(document: Node, from: number, to: number): Node[] {
  const blocks: Node[] = [];
  for (let i = from; i < to; i++) blocks.push(document.child(i));
  return blocks;
}
