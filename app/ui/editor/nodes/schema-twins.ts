/*
 * The editor has its own schema object, so its nodes differ from core's. Each node
 * is paired with one twin in the other schema, cached weakly: nodes are immutable,
 * so a keystroke only rebuilds the blocks above the change.
 */
import { Fragment, type Node, type Schema } from "@tiptap/pm/model";

const twins = new WeakMap<Node, Node>();

/** The same node in `schema`. */
export function twinOf(node: Node, schema: Schema): Node {
  if (node.type.schema === schema) return node;
  const known = twins.get(node);
  if (known?.type.schema === schema) return known;
  const marks = node.marks.map((mark) => schema.marks[mark.type.name]!.create(mark.attrs));
  if (node.isText) return schema.text(node.text!, marks);
  const content = Fragment.fromArray(node.children.map((child) => twinOf(child, schema)));
  const twin = schema.nodes[node.type.name]!.create(node.attrs, content, marks);
  twins.set(node, twin);
  twins.set(twin, node);
  return twin;
}
