/*
 * A save of a long document sends only the blocks changed since the version it
 * is based on. A change names a parent by its path and replaces some of its
 * children; all indexes refer to the old document. Nodes are immutable, so an
 * unchanged block is the same object, and the cost depends only on the siblings
 * of what changed.
 */
import { Fragment, Node } from "prosemirror-model";
import type { BlockChange, DocumentChanges } from "../requests/documents.ts";
import { nestsTooDeep } from "./document-limits.ts";
import { documentSchema } from "./document-schema.ts";

export function documentChanges(before: Node, after: Node): DocumentChanges {
  const changes: BlockChange[] = [];
  compare(before.children, after.children, [], 0, changes);
  return { changes, size: after.content.size };
}

/** The children `before`, starting at index `at` of their parent, became `after`. */
function compare(before: readonly Node[], after: readonly Node[], path: readonly number[], at: number, found: BlockChange[]): void {
  let start = 0;
  while (start < before.length && start < after.length && isSame(before[start]!, after[start]!)) start++;
  let [end, endAfter] = [before.length, after.length];
  while (end > start && endAfter > start && isSame(before[end - 1]!, after[endAfter - 1]!)) {
    end--;
    endAfter--;
  }
  if (start === end && start === endAfter) return;
  compareMiddle(before.slice(start, end), after.slice(start, endAfter), path, at + start, found);
}

/** Splits at children that are the same object on both sides. */
function compareMiddle(
  before: readonly Node[],
  after: readonly Node[],
  path: readonly number[],
  at: number,
  found: BlockChange[],
): void {
  const places = new Map(before.map((node, i) => [node, i]));
  let [from, fromAfter] = [0, 0];
  for (const [i, node] of after.entries()) {
    const place = places.get(node);
    if (place === undefined || place < from) continue;
    changed(before.slice(from, place), after.slice(fromAfter, i), path, at + from, found);
    [from, fromAfter] = [place + 1, i + 1];
  }
  changed(before.slice(from), after.slice(fromAfter), path, at + from, found);
}

/** Equally many before and after: pairs them in order. */
function changed(before: readonly Node[], after: readonly Node[], path: readonly number[], at: number, found: BlockChange[]): void {
  if (before.length === after.length) for (const [i, node] of before.entries()) changedOne(node, after[i]!, path, at + i, found);
  else found.push({ path: [...path], at, remove: before.length, insert: after.map(jsonOfNode) });
}

function changedOne(before: Node, after: Node, path: readonly number[], at: number, found: BlockChange[]): void {
  const isWithin = before.sameMarkup(after) && !before.inlineContent && !before.isLeaf;
  if (isWithin) compare(before.children, after.children, [...path, at], 0, found);
  else if (!isSame(before, after)) found.push({ path: [...path], at, remove: 1, insert: [jsonOfNode(after)] });
}

function jsonOfNode(node: Node): unknown {
  return node.toJSON();
}

function isSame(a: Node, b: Node): boolean {
  return a === b || a.eq(b);
}

/** Null if the changes don't fit this document or the result violates the schema. */
export function withDocumentChanges(before: Node, { changes, size }: DocumentChanges): Node | null {
  try {
    // Backward, so that earlier positions stay valid.
    const after = changes.toReversed().reduce((document, change) => withChange(document, change, change.path), before);
    return after.content.size === size ? after : null;
  } catch {
    return null;
  }
}

function withChange(parent: Node, change: BlockChange, path: readonly number[]): Node {
  const children = [...parent.children];
  const [next, ...below] = path;
  if (next === undefined) {
    if (change.at + change.remove > children.length) throw new RangeError("no such blocks");
    children.splice(change.at, change.remove, ...change.insert.map(checkedNode));
  } else {
    const child = children[next];
    if (child === undefined) throw new RangeError("no such block");
    children[next] = withChange(child, change, below);
  }
  const content = Fragment.fromArray(children);
  if (!parent.type.validContent(content)) throw new RangeError("not a document of this schema");
  return parent.copy(content);
}

function checkedNode(json: unknown): Node {
  if (nestsTooDeep(json)) throw new RangeError("nested too deep");
  const node = Node.fromJSON(documentSchema, json);
  node.check();
  return node;
}
