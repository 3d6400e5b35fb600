/*
 * A document as plain text, with the way back: for each character where in the
 * document it stands. Quotations are looked for in this text; it holds what is
 * written and nothing else, no numbers and no marks. Blocks are two line breaks
 * apart, a break within a block is one.
 *
 * `outlineText` is the same for a reader without a page: with the numbers of
 * clauses, signs before list items, and bars between cells.
 */
import type { Node } from "prosemirror-model";
import { clauseNumbers } from "./clause-numbers.ts";

export type DocumentText = {
  text: string;
  /** For each character, the position before it in the document. */
  positions: Int32Array;
};

const known = new WeakMap<Node, DocumentText>();

export function documentText(document: Node): DocumentText {
  const before = known.get(document);
  if (before) return before;
  const parts: string[] = [];
  const positions: number[] = [];
  let end = -1;
  document.descendants((node, pos) => {
    if (!node.isTextblock) return true;
    if (end >= 0) {
      parts.push("\n\n");
      positions.push(end, pos);
    }
    end = pos + 1 + node.content.size;
    node.forEach((child, offset) => {
      const text = child.isText ? child.text! : child.type.name === "hardBreak" ? "\n" : "\ufffc";
      parts.push(text);
      for (let i = 0; i < text.length; i++) positions.push(pos + 1 + offset + i);
    });
    return false;
  });
  const made = { text: parts.join(""), positions: Int32Array.from(positions) };
  known.set(document, made);
  return made;
}

/** The range of the document that the characters [start, end) take; `end` > `start`. */
export function documentRange({ positions }: DocumentText, start: number, end: number): { from: number; to: number } {
  return { from: positions[start]!, to: positions[end - 1]! + 1 };
}

export function plainTextOf(document: Node): string {
  return documentText(document).text;
}

/** For a model and for a text file. `marksHeadings` writes # before headings, as Markdown does. */
export function outlineText(document: Node, options: { marksHeadings?: boolean } = {}): string {
  const numbers = new Map(clauseNumbers(document).map(({ pos, label }) => [pos, label]));
  const lines: string[] = [];
  document.forEach((node, pos) => writeBlock({ node, pos, indent: "", lead: "", lines, numbers, ...options }));
  return lines.join("\n").trimEnd();
}

type Block = {
  node: Node;
  pos: number;
  /** Before every line; before the first one `lead` stands in its place. */
  indent: string;
  lead: string;
  lines: string[];
  numbers: ReadonlyMap<number, string>;
  marksHeadings?: boolean;
};

function writeBlock(block: Block): void {
  const { node, pos, indent, lines } = block;
  const first = block.lead === "" ? indent : block.lead;
  const isTight = indent !== "" && lines.length > 0 && block.lead !== "";
  if (lines.length > 0 && !isTight) lines.push("");
  switch (node.type.name) {
    case "horizontalRule":
      lines.push(`${first}* * *`);
      return;
    case "table":
      node.forEach((row) => lines.push(indent + cellsOf(row).join(" | ")));
      return;
    case "bulletList":
    case "orderedList":
    case "clauseList":
      if (lines.at(-1) === "") lines.pop();
      node.forEach((item, offset, index) => writeItem(block, item, pos + 1 + offset, index));
      return;
    case "blockquote":
      if (lines.at(-1) === "") lines.pop();
      node.forEach((child, offset) =>
        writeBlock({ ...block, node: child, pos: pos + 1 + offset, indent: `${indent}> `, lead: "" }),
      );
      return;
    default: {
      const sign = node.type.name === "heading" && block.marksHeadings ? `${"#".repeat(Number(node.attrs["level"]))} ` : "";
      const [line = "", ...more] = textOf(node).split("\n");
      lines.push(first + sign + line, ...more.map((one) => indent + one));
    }
  }
}

function writeItem(list: Block, item: Node, pos: number, index: number): void {
  const name = list.node.type.name;
  const sign =
    name === "clauseList" ? list.numbers.get(pos)! : name === "bulletList" ? "-" : `${Number(list.node.attrs["start"]) + index}.`;
  const lead = `${list.indent}${sign} `;
  const indent = list.indent + (name === "clauseList" ? "    " : " ".repeat(sign.length + 1));
  if (list.lines.length > 0 && list.indent === "" && (index === 0 || name === "clauseList")) list.lines.push("");
  item.forEach((child, offset, at) => {
    writeBlock({ ...list, node: child, pos: pos + 1 + offset, indent, lead: at === 0 ? lead : "" });
  });
}

function cellsOf(row: Node): string[] {
  const cells: string[] = [];
  row.forEach((cell) => cells.push(cell.textBetween(0, cell.content.size, " ", " ").trim()));
  return cells;
}

function textOf(node: Node): string {
  return node.textBetween(0, node.content.size, "\n", (leaf) => (leaf.type.name === "hardBreak" ? "\n" : ""));
}
