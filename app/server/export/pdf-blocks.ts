/*
 * Converts a document for pdfmake: one plain object per block, which can be sent to the rendering
 * worker. Headings become bookmarks, clauses keep their numbers, citations link to their sources
 * and cross-references to their targets. A footnote's mark carries its note; pdf-footnotes.ts
 * places it at the bottom of the page.
 */
import type { Mark, Node } from "prosemirror-model";
import type { Content, ContentText, TableCell } from "pdfmake/interfaces.js";
import { findCitations } from "#core/law/citations.ts";
import { clauseNumbers } from "#core/clauses/clause-numbers.ts";
import { imageSource } from "#core/document/document-image.ts";
import { highlightOf, layoutOf, type Highlight } from "#core/document/document-schema.ts";
import { footnotesOf, missingLabel, ownText, referenceLabels } from "#core/clauses/references.ts";
import { dataUrl, pictureWords, type DraftPictures } from "./draft-pictures.ts";

export type PdfOptions = {
  /** The destination id of a cited number's source, or null if there is none. */
  sourceId?(n: number): string | null;
  /** The parent bookmark for headings. */
  outlineParentId?: string;
  /** By file id. */
  pictures?: DraftPictures;
};

type Inside = PdfOptions & {
  numbers: ReadonlyMap<number, string>;
  labels: ReadonlyMap<string, string>;
  notes: ReadonlyMap<number, number>;
  /** Prefix for ids in the file, which may contain several documents. */
  prefix: string;
  /** Ids already used in the file. */
  taken: Set<string>;
};

let documents = 0;

export function pdfBlocks(document: Node, options: PdfOptions = {}): Content[] {
  const notes = footnotesOf(document);
  const inside: Inside = {
    ...options,
    numbers: new Map(clauseNumbers(document).map(({ pos, label }) => [pos, label])),
    labels: referenceLabels(document),
    notes: new Map(notes.map(({ pos, number }) => [pos, number])),
    prefix: `${++documents}-`,
    taken: new Set(),
  };
  return blocksIn(document, 0, inside);
}

function noteOf(node: Node, pos: number, number: number, inside: Inside): Content {
  return {
    columns: [
      { textRole: "Lbl", text: String(number), width: 16, style: "footnote", id: `${inside.prefix}note-${number}` },
      { text: runsOf(node, pos, inside), width: "*", style: "footnote", ...idOf(node, inside) },
    ],
  } as Content;
}

function placed(node: Node): Pick<ContentText, "alignment" | "pageBreak"> {
  const { align, startsPage } = layoutOf(node);
  return { ...(align && { alignment: align }), ...(startsPage && { pageBreak: "before" }) };
}

/** The destination of references to this block. */
function idOf({ attrs }: Node, { prefix, taken }: Inside): { id?: string } {
  const id = attrs["id"] as string | null | undefined;
  // If several share an id, the first is meant, as everywhere; pdfmake rejects duplicates.
  if (!id || taken.has(id)) return {};
  taken.add(id);
  return { id: `${prefix}${id}` };
}

/** `start` is where the parent's content begins. */
function blocksIn(parent: Node, start: number, inside: Inside): Content[] {
  const found: Content[] = [];
  parent.forEach((node, offset) => {
    const block = blockOf(node, start + offset, inside);
    if (block !== null) found.push(block);
  });
  return found;
}

function blockOf(node: Node, pos: number, inside: Inside): Content | null {
  switch (node.type.name) {
    case "paragraph":
      return { text: runsOf(node, pos, inside), style: "paragraph", ...placed(node) };
    case "heading":
      return headingOf(node, pos, inside);
    case "blockquote":
      return ruled(blocksIn(node, pos + 1, inside), "quote");
    case "bulletList":
      return { ul: itemsOf(node, pos, inside), style: "list" };
    case "orderedList":
      return { ol: itemsOf(node, pos, inside), start: Number(node.attrs["start"]), style: "list" };
    case "clauseList":
      return { stack: clausesOf(node, pos, inside), role: "L" } as Content;
    case "codeBlock":
      return ruled([{ text: node.textContent, style: "code", preserveLeadingSpaces: true }], "code");
    case "horizontalRule":
      return {
        canvas: [{ type: "line", x1: 0, y1: 0, x2: ruleWidth, y2: 0, lineWidth: 0.5, lineColor: faint }],
        margin: [0, 8, 0, 12],
      };
    case "image":
      return pictureOf(node, inside);
    case "table":
      return tableOf(node, pos, inside);
    default:
      // An unknown kind of block keeps its words.
      return node.textContent === "" ? null : { text: node.textContent, style: "paragraph" };
  }
}

/** PDF supports PNG and JPEG; other pictures become their alternative text. */
function pictureOf(node: Node, { pictures }: Inside): Content {
  const source = imageSource(node.attrs["src"]);
  const picture = source?.kind === "file" ? pictures?.get(source.fileId) : undefined;
  const caption = String(node.attrs["caption"]);
  const isDrawn = picture?.type === "image/png" || picture?.type === "image/jpeg";
  const width = (ruleWidth * Number(node.attrs["width"])) / 100;
  const description = { alt: String(node.attrs["alt"]) || caption || "No description" };
  const shown: Content =
    picture && isDrawn
      ? { ...description, image: dataUrl(picture), fit: [width, mostHeight], margin: [0, 4, 0, caption === "" ? 10 : 4] }
      : { text: pictureWords(node), italics: true, style: "paragraph" };
  return caption === ""
    ? shown
    : { stack: [shown, { textRole: "Caption", text: caption, style: "footnote", margin: [0, 0, 0, 10] } as Content] };
}

function headingOf(node: Node, pos: number, inside: Inside): Content {
  const { outlineParentId } = inside;
  const words = ownText(node);
  return {
    text: runsOf(node, pos, inside),
    ...idOf(node, inside),
    ...placed(node),
    style: `heading${Number(node.attrs["level"])}`,
    headlineLevel: 1,
    ...(words.trim() !== "" && {
      outline: true,
      outlineText: words,
      ...(outlineParentId !== undefined && { outlineParentId }),
    }),
  } as Content;
}

function itemsOf(list: Node, pos: number, inside: Inside): Content[] {
  const items: Content[] = [];
  list.forEach((item, offset) => items.push({ stack: blocksIn(item, pos + 1 + offset + 1, inside) }));
  return items;
}

function clausesOf(list: Node, pos: number, inside: Inside): Content[] {
  const clauses: Content[] = [];
  list.forEach((clause, offset) => {
    const at = pos + 1 + offset;
    const label = { textRole: "Lbl", text: inside.numbers.get(at) ?? "", width: clauseIndent, style: "paragraph" };
    const number = Object.assign(label, idOf(clause, inside));
    const body = { role: "LBody", stack: blocksIn(clause, at + 1, inside), width: "*" };
    clauses.push({ role: "LI", columns: [number, body] } as Content);
  });
  return clauses;
}

/** A table's cells on a grid: pdfmake needs an empty cell wherever another spans into it. */
function tableOf(table: Node, pos: number, inside: Inside): Content {
  const grid: TableCell[][] = [];
  let row = 0;
  table.forEach((tableRow, rowOffset) => {
    let column = 0;
    tableRow.forEach((cell, cellOffset) => {
      while (grid[row]?.[column] !== undefined) column++;
      const [colSpan, rowSpan] = [Number(cell.attrs["colspan"]), Number(cell.attrs["rowspan"])];
      const at = pos + 1 + rowOffset + 1 + cellOffset;
      for (let y = row; y < Math.min(row + rowSpan, table.childCount); y++)
        for (let x = column; x < column + colSpan; x++) (grid[y] ??= [])[x] = {};
      grid[row]![column] = {
        stack: withoutEnd(blocksIn(cell, at + 1, inside)),
        colSpan,
        rowSpan: Math.min(rowSpan, table.childCount - row),
        style: cell.type.name === "tableHeader" ? "headerCell" : "cell",
      };
    });
    grid[row] ??= [];
    row++;
  });
  const width = Math.max(1, ...grid.map((cells) => cells.length));
  const body = grid.map((cells) => Array.from({ length: width }, (_, x) => cells[x] ?? {}));
  const isHeader = table.firstChild?.firstChild?.type.name === "tableHeader";
  return {
    table: { headerRows: isHeader && body.length > 1 ? 1 : 0, widths: body[0]!.map(() => "*"), body, dontBreakRows: false },
    layout: "ruled",
    margin: [0, 4, 0, 10],
  };
}

/** Content next to a colored line, which is drawn by draw-pdf.ts. */
export function ruled(stack: Content[], rule: "quote" | "code" | "draft" | "change"): Content {
  const cell = { stack: withoutEnd(stack), margin: [8, 3, 8, 1], ...(rule === "code" && { fillColor: "#f6f4ee" }) } as TableCell;
  return { table: { widths: ["*"], body: [[cell]] }, layout: rule, margin: [0, 2, 0, 8] };
}

/** Removes the space after the last block, which belongs to the container. */
function withoutEnd(blocks: Content[]): Content[] {
  return blocks.map((block, i) => (i === blocks.length - 1 ? Object.assign({}, block, { margin: [0, 0, 0, 3] }) : block));
}

function runsOf(block: Node, pos: number, inside: Inside): ContentText[] {
  const runs: ContentText[] = [];
  block.forEach((node, offset) => {
    const at = pos + 1 + offset;
    if (node.type.name === "hardBreak") runs.push({ text: "\n" });
    else if (node.type.name === "reference") runs.push(referenceRun(node, inside));
    else if (node.type.name === "footnote") {
      const number = inside.notes.get(at)!;
      runs.push({
        text: String(number),
        sup: true,
        linkToDestination: `${inside.prefix}note-${number}`,
        footnote: noteOf(node, at, number, inside),
      } as ContentText);
    } else if (node.text !== undefined) runs.push(...lettered(citedRuns(node.text, look(node.marks), inside)));
  });
  // An empty line is as high as any other.
  return runs.length > 0 ? runs : [{ text: " " }];
}

/** The fonts have no small capitals: uses capitals at four fifths of the size. */
function lettered(runs: ContentText[]): ContentText[] {
  return runs.flatMap((run) => {
    const { isCaps, isSmallCaps, ...rest } = run as ContentText & { isCaps?: true; isSmallCaps?: true; text: string };
    if (isCaps) return [{ ...rest, text: rest.text.toUpperCase() }];
    if (!isSmallCaps) return [run];
    const pieces: ContentText[] = [];
    for (const [piece] of rest.text.matchAll(/\p{Ll}+|\P{Ll}+/gu))
      pieces.push(
        /^\p{Ll}/u.test(piece) ? { ...rest, text: piece.toUpperCase(), fontSize: smallCapital } : { ...rest, text: piece },
      );
    return pieces;
  });
}

function referenceRun(node: Node, { labels, prefix }: Inside): ContentText {
  const target = String(node.attrs["target"]);
  const label = labels.get(target);
  return { ...look(node.marks), text: label ?? missingLabel, ...(label !== undefined && { linkToDestination: prefix + target }) };
}

function look(marks: readonly Mark[]): Omit<ContentText, "text"> {
  const style: Record<string, unknown> = {};
  const decorations: string[] = [];
  for (const mark of marks) {
    switch (mark.type.name) {
      case "bold":
        style.bold = true;
        break;
      case "italic":
        style.italics = true;
        break;
      case "underline":
        decorations.push("underline");
        break;
      case "strike":
        decorations.push("lineThrough");
        break;
      case "superscript":
        style.sup = true;
        break;
      case "subscript":
        style.sub = true;
        break;
      case "smallCaps":
        style.isSmallCaps = true;
        break;
      case "caps":
        style.isCaps = true;
        break;
      case "highlight":
        style.background = paints[highlightOf(mark.attrs["color"])];
        break;
      case "code":
        Object.assign(style, { font: "Mono", fontSize: 9 });
        break;
      case "link":
        Object.assign(style, { link: String(mark.attrs["href"]), color: blue });
        break;
    }
  }
  if (decorations.length > 0) style.decoration = decorations;
  return style;
}

/** [[1, 2]] as two small numbers that link to their sources. */
function citedRuns(text: string, style: Omit<ContentText, "text">, { sourceId }: PdfOptions): ContentText[] {
  if (sourceId === undefined || style.font === "Mono") return [{ text, ...style }];
  const runs: ContentText[] = [];
  let at = 0;
  for (const { start, end, numbers } of findCitations(text)) {
    if (start > at) runs.push({ text: text.slice(at, start), ...style });
    for (const n of numbers) {
      const id = sourceId(n);
      runs.push({ text: `[${n}]`, style: "citation", ...(id !== null && { linkToDestination: id }) });
    }
    at = end;
  }
  if (at < text.length) runs.push({ text: text.slice(at), ...style });
  return runs;
}

/** Light enough for black text. */
const paints: Record<Highlight, string> = {
  yellow: "#fff59d",
  green: "#b9f6ca",
  cyan: "#b2ebf2",
  magenta: "#f8bbd0",
  blue: "#bbdefb",
  red: "#ffcdd2",
  darkBlue: "#9fa8da",
  darkCyan: "#80cbc4",
  darkGreen: "#a5d6a7",
  darkMagenta: "#ce93d8",
  darkRed: "#ef9a9a",
  darkYellow: "#e6d87a",
  darkGray: "#bdbdbd",
  lightGray: "#e0e0e0",
  black: "#bdbdbd",
};

const smallCapital = 8.4;
const faint = "#8a8578";
const blue = "#1f4e8c";
/** Between the margins of an A4 page, in points. */
const ruleWidth = 451;
/** Keeps a picture and its caption on one page. */
const mostHeight = 620;
const clauseIndent = 34;
