/* Lists and quotations of an office file, whose blocks come one paragraph at a time. */
import type { Node } from "prosemirror-model";
import { listStart } from "#core/document/document-attributes.ts";
import { documentSchema } from "#core/document/document-schema.ts";

const { nodes } = documentSchema;

export type OpenList = {
  depth: number;
  kind: "bullet" | "clause" | "ordered";
  numId: string;
  start: number;
  items: Node[][];
  ids: (string | null)[];
};

export function listNode({ kind, start, items, ids }: OpenList): Node {
  const withParagraph = (content: Node[]) => {
    const isFirst = content[0]!.type === nodes.paragraph || (kind === "clause" && content[0]!.type === nodes.heading);
    if (isFirst) return content;
    // A numbered heading outside clauses, or a numbered quotation: its words become the item's.
    return [
      nodes.paragraph.create(null, content[0]!.isTextblock ? content[0]!.content : documentSchema.text(content[0]!.textContent)),
      ...content.slice(1),
    ];
  };
  if (kind === "clause")
    return nodes.clauseList.create(
      { restarts: false },
      items.map((item, i) => nodes.clause.create({ id: ids[i] ?? null }, withParagraph(item))),
    );
  const made = items.map((item) => nodes.listItem.create(null, withParagraph(item)));
  return kind === "bullet" ? nodes.bulletList.create(null, made) : nodes.orderedList.create({ start: listStart(start) }, made);
}

/** Merges adjacent quotations, and adjacent code lines that were one paragraph each. */
export function merged(blocks: readonly Node[]): Node[] {
  const found: Node[] = [];
  for (const block of blocks) {
    const last = found.at(-1);
    if (last?.type === nodes.blockquote && block.type === nodes.blockquote)
      found[found.length - 1] = last.copy(last.content.append(block.content));
    else found.push(block);
  }
  return found;
}
