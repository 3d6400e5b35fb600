import type { Node } from "prosemirror-model";

const words: Record<string, string> = {
  blockquote: "quotation",
  bulletList: "list",
  codeBlock: "block of code",
  footnote: "footnote",
  hardBreak: "line break",
  horizontalRule: "horizontal line",
  image: "picture",
  listItem: "list item",
  orderedList: "numbered list",
  picture: "picture",
  table: "table",
  tableCell: "table cell",
  tableHeader: "table cell",
  tableRow: "table row",
};

/** What a reader calls this part of a text: "picture", "numbered list". */
export function wordFor({ type }: Node): string {
  return words[type.name] ?? "paragraph";
}
