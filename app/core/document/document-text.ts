/*
 * A document as plain text, with a mapping from each character back to its
 * position. Quotations are located in this text, so it holds only what is
 * written: no clause numbers and no marks. Blocks are separated by two line
 * breaks, and a break within a block is one. A cross-reference is the number it
 * shows, all at one position. Footnotes come last, a block each, and leave
 * nothing where they are cited.
 *
 * `outlineText` is for readers without a page: it adds clause numbers, list
 * markers, cell separators, and [^1] for footnotes.
 */
import type { Node } from "prosemirror-model";
import { clauseNumbers } from "../clauses/clause-numbers.ts";
import { imageSource } from "./document-image.ts";
import { footnotesOf, missingLabel, referenceLabels } from "../clauses/references.ts";

export type DocumentText = {
  text: string;
  /** Stretches of text that are contiguous in the document, or share one position: two numbers and a step each. */
  pieces: Int32Array;
  /** The document position before each character. Increasing, then increasing again from `notesAt`. Computed lazily. */
  readonly positions: Int32Array;
  /** Where the text of the footnotes begins, including the break before it; the length of the text if there are none. */
  notesAt: number;
  /** Cross-references, in text order. */
  references: readonly ShownReference[];
};

export type ShownReference = { start: number; end: number; target: string; isMissing: boolean };

const known = new WeakMap<Node, DocumentText>();

export function documentText(document: Node): DocumentText {
  const before = known.get(document);
  if (before) return before;
  const made = new TextOfDocument(document).made();
  known.set(document, made);
  return made;
}

class TextOfDocument {
  #document: Node;
  #parts: string[] = [];
  #length = 0;
  #pieces: number[] = [];
  #references: ShownReference[] = [];
  #notes: { node: Node; pos: number }[] = [];
  #end = -1;

  constructor(document: Node) {
    this.#document = document;
  }

  made(): DocumentText {
    this.#document.descendants((node, pos) => {
      if (!node.isTextblock) return true;
      this.#block(node, pos);
      return false;
    });
    const notesAt = this.#length;
    for (const { node, pos } of this.#notes) this.#block(node, pos);
    const text = this.#parts.join("");
    const pieces = Int32Array.from(this.#pieces);
    let positions: Int32Array | null = null;
    return {
      text,
      pieces,
      notesAt,
      references: this.#references,
      get positions() {
        return (positions ??= allPositions(pieces, text.length));
      },
    };
  }

  #block(node: Node, pos: number): void {
    if (this.#end >= 0) {
      this.#add("\n", this.#end);
      this.#add("\n", pos);
    }
    this.#end = pos + 1 + node.content.size;
    node.forEach((child, offset) => this.#inline(child, pos + 1 + offset));
  }

  #inline(node: Node, pos: number): void {
    if (node.isText) {
      this.#put(node.text!, pos, 1);
    } else if (node.type.name === "hardBreak") this.#add("\n", pos);
    else if (node.type.name === "footnote") this.#notes.push({ node, pos });
    else if (node.type.name === "reference") {
      const target = String(node.attrs["target"]);
      const label = referenceLabels(this.#document).get(target);
      const start = this.#length;
      this.#add(label ?? missingLabel, pos);
      this.#references.push({ start, end: this.#length, target, isMissing: label === undefined });
    } else this.#add("\ufffc", pos);
  }

  #add(text: string, pos: number): void {
    this.#put(text, pos, 0);
  }

  #put(text: string, pos: number, step: 0 | 1): void {
    if (text === "") return;
    this.#pieces.push(this.#length, pos, step);
    this.#parts.push(text);
    this.#length += text.length;
  }
}

function allPositions(pieces: Int32Array, length: number): Int32Array {
  const positions = new Int32Array(length);
  for (let piece = 0; piece < pieces.length; piece += 3) {
    const [start, pos, step] = [pieces[piece]!, pieces[piece + 1]!, pieces[piece + 2]!];
    const end = pieces[piece + 3] ?? length;
    for (let at = start; at < end; at++) positions[at] = pos + step * (at - start);
  }
  return positions;
}

/** `positions[at]`, without computing them all. */
function positionAt({ pieces }: DocumentText, at: number): number {
  let [low, high] = [0, pieces.length / 3 - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (pieces[3 * middle]! <= at) low = middle;
    else high = middle - 1;
  }
  return pieces[3 * low + 1]! + pieces[3 * low + 2]! * (at - pieces[3 * low]!);
}

/** The document range of the characters [start, end); `end` > `start`. */
export function documentRange(shown: DocumentText, start: number, end: number): { from: number; to: number } {
  return { from: positionAt(shown, start), to: positionAt(shown, end - 1) + 1 };
}

/** Whether [start, end) is contiguous in the document too, so doesn't cross the edge of a footnote. */
export function isOneStretch({ text, notesAt }: DocumentText, start: number, end: number): boolean {
  return end <= notesAt || (start > notesAt + 1 && !text.slice(start, end).includes("\n\n"));
}

/** The text offset of `pos`, which may be inside a footnote. */
export function textOffset(shown: DocumentText, document: Node, pos: number): number {
  const place = document.resolve(pos);
  const isInNote = place.depth > 0 && place.parent.type.name === "footnote";
  let [low, high] = isInNote ? [shown.notesAt + 1, shown.text.length] : [0, shown.notesAt];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (positionAt(shown, middle) < pos) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function plainTextOf(document: Node): string {
  return documentText(document).text;
}

/** For models and text files. `marksHeadings` puts # before headings, as in Markdown. */
export function outlineText(document: Node, options: { marksHeadings?: boolean } = {}): string {
  const numbers = new Map(clauseNumbers(document).map(({ pos, label }) => [pos, label]));
  const lines: string[] = [];
  const notes = footnotesOf(document);
  const labels: Labels = { references: referenceLabels(document), notes: new Map(notes.map(({ pos, number }) => [pos, number])) };
  document.forEach((node, pos) => writeBlock({ node, pos, indent: "", lead: "", lines, numbers, labels, ...options }));
  if (notes.length > 0) lines.push("");
  for (const { node, pos, number } of notes) lines.push(`[^${number}]: ${textOf(node, pos, labels).replaceAll("\n", "\n    ")}`);
  return lines.join("\n").trimEnd();
}

/** Footnotes by position. */
type Labels = { references: ReadonlyMap<string, string>; notes: ReadonlyMap<number, number> };

type Block = {
  node: Node;
  pos: number;
  /** Before every line; `lead` replaces it on the first. */
  indent: string;
  lead: string;
  lines: string[];
  numbers: ReadonlyMap<number, string>;
  labels: Labels;
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
    case "image":
      lines.push(first + imageText(node));
      return;
    case "table":
      node.forEach((row, offset) => lines.push(indent + cellsOf(row, pos + 1 + offset, block.labels).join(" | ")));
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
      const [line = "", ...more] = textOf(node, pos, block.labels).split("\n");
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

function cellsOf(row: Node, pos: number, labels: Labels): string[] {
  const cells: string[] = [];
  row.forEach((cell, offset) => {
    const parts: string[] = [];
    cell.descendants((node, inner) => {
      if (node.type.name === "image") parts.push(imageText(node));
      else if (node.isTextblock) parts.push(textOf(node, pos + 1 + offset + 1 + inner, labels).replaceAll("\n", " "));
      return !node.isTextblock;
    });
    cells.push(parts.join(" ").trim());
  });
  return cells;
}

function imageText({ attrs }: Node): string {
  const { alt, caption, src } = attrs as { alt: string; caption: string; src: string };
  const source = imageSource(src);
  const words = [alt || "no description", caption].filter((part) => part !== "").join(". ");
  return `[Picture: ${words}${source?.kind === "elsewhere" ? `, ${source.href}` : ""}]`;
}

function textOf(block: Node, pos: number, { references, notes }: Labels): string {
  let text = "";
  block.forEach((child, offset) => {
    if (child.isText) text += child.text!;
    else if (child.type.name === "hardBreak") text += "\n";
    else if (child.type.name === "reference") text += references.get(String(child.attrs["target"])) ?? missingLabel;
    else if (child.type.name === "footnote") text += `[^${notes.get(pos + 1 + offset)!}]`;
  });
  return text;
}
