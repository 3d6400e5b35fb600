/* Gives the links of an imported document their addresses, once what they lead to is stored; other such links become words. */
import { Fragment, type Mark, type Node } from "prosemirror-model";
import { placeholderIn } from "./imported-document.ts";

export function withAddresses(node: Node, links: ReadonlyMap<string, string>): Node {
  if (node.isText) return node.mark(node.marks.flatMap((mark) => addressed(mark, links)));
  return node.isLeaf ? node : node.copy(Fragment.fromArray(node.children.map((child) => withAddresses(child, links))));
}

function addressed(mark: Mark, links: ReadonlyMap<string, string>): Mark[] {
  const id = mark.type.name === "link" ? placeholderIn(String(mark.attrs["href"])) : null;
  if (id === null) return [mark];
  const href = links.get(id);
  return href === undefined ? [] : [mark.type.create({ href })];
}
