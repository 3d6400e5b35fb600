/*
 * Replaces the document on the page where it differs, within lists and tables too, so that the caret, the scroll
 * position, ongoing typing, open proposals and comments stay in place.
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
  let { tr } = view.state;
  for (const { from, to, blocks } of differences(tr.doc, next, 0).toReversed()) tr.replaceWith(from, to, blocks);
  // Contents that may not stand between what stays were fitted into it.
  if (!tr.doc.eq(next)) tr = view.state.tr.replaceWith(0, view.state.doc.content.size, next.content);
  if (tr.docChanged) view.dispatch(mark(tr));
}

export function elsewhere(tr: Transaction): Transaction {
  return tr.setMeta("addToHistory", false).setMeta(changedElsewhere, true);
}

type Difference = { from: number; to: number; blocks: Node[] };

/** `start`: where the contents of `before` begin. */
function differences(before: Node, after: Node, start: number): Difference[] {
  const match = matchNodes(before.children, after.children);
  const found: Difference[] = [];
  let [at, first, from, pos] = [0, 0, start, start];
  for (let i = 0; i <= before.childCount; i++) {
    const partner = i === before.childCount ? after.childCount : match[i]!;
    const old = before.maybeChild(i);
    if (partner >= 0) {
      const blocks = after.children.slice(at, partner);
      // As many after as before, so they are paired in order.
      if (blocks.length === i - first)
        for (const [j, block] of blocks.entries()) {
          const one = before.child(first + j);
          found.push(...narrowed(one, block, from));
          from += one.nodeSize;
        }
      else found.push({ from, to: pos, blocks });
      [at, first] = [partner + 1, i + 1];
    }
    pos += old?.nodeSize ?? 0;
    if (partner >= 0) from = pos;
  }
  return found;
}

/** A block that changed within the same type is changed only where it differs. */
function narrowed(old: Node, block: Node, pos: number): Difference[] {
  if (old.isLeaf || !old.sameMarkup(block)) return [{ from: pos, to: pos + old.nodeSize, blocks: [block] }];
  if (!old.isTextblock) return differences(old, block, pos + 1);
  const start = old.content.findDiffStart(block.content)!;
  const ends = old.content.findDiffEnd(block.content)!;
  const overlap = Math.max(0, start - Math.min(ends.a, ends.b));
  const piece: Node[] = [];
  block.content.cut(start, ends.b + overlap).forEach((node) => piece.push(node));
  return [{ from: pos + 1 + start, to: pos + 1 + ends.a + overlap, blocks: piece }];
}
