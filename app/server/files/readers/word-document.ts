/*
 * DOCX as a document to work on: headings, lists and clauses, tables and marks,
 * and what a counterpart has changed in it as patches to accept or reject. The
 * text is the one before the changes: what was struck is still there, what was
 * written in is in the patches.
 */
import type { Mark, Node } from "prosemirror-model";
import { documentSchema, jsonOf, withBreaks, type DocumentJson } from "#core/document-schema.ts";
import { documentText } from "#core/document-text.ts";
import { safeHref } from "#core/safe-href.ts";
import { Unreadable } from "../unreadable.ts";
import type { Archive } from "../zip.ts";
import { refuseRemoteParts, relationsOf } from "./relations.ts";
import { changesAsPatches, type ImportedChange, type TextChange } from "./word-changes.ts";
import { WordBlocks, type WordBlock, type WordParagraph } from "./word-blocks.ts";
import { readStyles, WordNumbering } from "./word-numbering.ts";
import { readXml } from "./xml.ts";

export type WordDocument = {
  document: DocumentJson;
  changes: ImportedChange[];
  /** What of the file is not in the document, one sentence each. */
  notices: string[];
};

const { nodes, marks } = documentSchema;
const mainPart = "word/document.xml";

export async function readWordDocument(archive: Archive): Promise<WordDocument> {
  await refuseRemoteParts(archive);
  const main = archive.part(mainPart);
  if (main === null) throw new Unreadable("This file calls itself a Word document but has no text part.");
  const links = new Map((await relationsOf(archive, mainPart)).map(({ id, target }) => [id, target]));
  const styleOf = await readStyles(archive);
  const numbering = await WordNumbering.read(archive);
  const body = new WordBlocks(styleOf);
  await readXml(main, body);
  const notes = await notesOf(archive, styleOf);

  const building = new Building(numbering, links, notes);
  const blocks = building.blocks(body.blocks);
  const all = [...blocks, ...building.footnotes()];
  const document = nodes.doc.create(null, all.length > 0 ? all : [nodes.paragraph.create()]);
  return {
    document: jsonOf(document),
    changes: changesAsPatches(documentText(document).text, building.changes),
    notices: noticesOf(body, archive),
  };
}

function noticesOf({ pictures }: WordBlocks, archive: Archive): string[] {
  const notices: string[] = [];
  if (pictures > 0) notices.push(`${pictures} ${pictures === 1 ? "picture was" : "pictures were"} left out.`);
  if (archive.names.includes("word/comments.xml")) notices.push("Comments were left out.");
  if (archive.names.some((name) => /^word\/header\d*\.xml$/.test(name))) notices.push("Headers and footers were left out.");
  return notices;
}

/** The text of each footnote, by its id. */
async function notesOf(archive: Archive, styleOf: ConstructorParameters<typeof WordBlocks>[0]): Promise<Map<string, string>> {
  const notes = new Map<string, string>();
  const part = archive.part("word/footnotes.xml");
  if (part === null) return notes;
  let reader: WordBlocks | null = null;
  let id = "";
  await readXml(part, {
    open(name, attribute, prefix) {
      if (name === "footnote") {
        id = attribute("id") ?? "";
        // The first two are the lines that stand above notes.
        reader = attribute("type") === undefined ? new WordBlocks(styleOf) : null;
      } else reader?.open(name, attribute, prefix);
    },
    close(name) {
      if (name !== "footnote") return reader?.close(name);
      if (reader !== null) notes.set(id, textOf(reader.blocks).trim());
      reader = null;
    },
    text: (text) => reader?.text(text),
  });
  return notes;
}

function textOf(blocks: readonly WordBlock[]): string {
  return blocks.map((block) => (block.kind === "table" ? "" : block.runs.map((run) => run.text).join(""))).join(" ");
}

type OpenList = { depth: number; kind: "bullet" | "clause" | "ordered"; numId: string; start: number; items: Node[][] };

/** One twip grid step of our own export; an unnumbered paragraph indented by it goes on an item. */
const step = 567;

class Building {
  /** In the order of the document's text blocks. */
  changes: TextChange[] = [];
  #numbering: WordNumbering;
  #links: ReadonlyMap<string, string>;
  #notes: ReadonlyMap<string, string>;
  #cited: string[] = [];
  /** Length of the text so far, with the breaks between blocks. */
  #length = -2;
  #seen = new Map<string, number>();

  constructor(numbering: WordNumbering, links: ReadonlyMap<string, string>, notes: ReadonlyMap<string, string>) {
    this.#numbering = numbering;
    this.#links = links;
    this.#notes = notes;
  }

  footnotes(): Node[] {
    if (this.#cited.length === 0) return [];
    const item = (text: string) =>
      nodes.listItem.create(null, nodes.paragraph.create(null, text === "" ? [] : documentSchema.text(text)));
    const heading = nodes.heading.create({ level: 2 }, documentSchema.text("Footnotes"));
    return [
      heading,
      nodes.orderedList.create(
        { start: 1 },
        this.#cited.map((id) => item(this.#notes.get(id) ?? "")),
      ),
    ];
  }

  blocks(given: readonly WordBlock[]): Node[] {
    const found: Node[] = [];
    let open: OpenList[] = [];
    const closeTo = (depth: number) => {
      while (open.length > 0 && open.at(-1)!.depth > depth) {
        const list = listNode(open.pop()!);
        const parent = open.at(-1);
        if (parent === undefined) found.push(list);
        else parent.items.at(-1)!.push(list);
      }
    };
    for (const block of given) {
      const node = block.kind === "table" ? this.#table(block) : this.#paragraph(block);
      if (node === null) continue;
      const numId = block.kind === "table" ? undefined : block.numId;
      if (block.kind !== "table" && numId !== undefined && numId !== "0") {
        const kind = this.#numbering.kindOf(numId, block.depth);
        // Another list at the same depth is another list.
        const same = open.find((list) => list.depth === block.depth);
        closeTo(
          same !== undefined && (same.kind !== kind || (kind === "ordered" && same.numId !== numId))
            ? block.depth - 1
            : block.depth,
        );
        if (open.at(-1)?.depth !== block.depth)
          open.push({ depth: block.depth, kind, numId, start: this.#startOf(numId, block.depth, kind), items: [] });
        const list = open.at(-1)!;
        list.items.push([node]);
        this.#seen.set(`${numId}:${block.depth}`, (this.#seen.get(`${numId}:${block.depth}`) ?? 0) + 1);
        continue;
      }
      const indent = block.kind === "table" ? 0 : block.indent;
      if (open.length > 0 && indent >= step && node.type.name !== "heading") {
        closeTo(Math.max(open[0]!.depth, Math.round(indent / step) - 1));
        open.at(-1)!.items.at(-1)!.push(node);
        continue;
      }
      closeTo(-1);
      found.push(node);
    }
    closeTo(-1);
    return merged(found);
  }

  /** A list that was interrupted by a paragraph goes on counting. */
  #startOf(numId: string, depth: number, kind: OpenList["kind"]): number {
    const before = kind === "ordered" ? (this.#seen.get(`${numId}:${depth}`) ?? 0) : 0;
    return this.#numbering.startOf(numId, depth) + (depth === 0 ? before : 0);
  }

  #paragraph(paragraph: WordParagraph): Node | null {
    const content = this.#inline(paragraph);
    const isEmpty = content.every((node) => node.type === nodes.hardBreak);
    if (isEmpty && paragraph.hasRule) return nodes.horizontalRule.create();
    if (isEmpty) {
      // Space between paragraphs; but what was written in there is a change of the one before.
      this.#takeInserted(paragraph);
      return null;
    }
    const node = shaped(paragraph, content);
    this.#take(paragraph, node);
    return paragraph.style === "Quote" || paragraph.style === "IntenseQuote" ? nodes.blockquote.create(null, node) : node;
  }

  #table({ rows }: Extract<WordBlock, { kind: "table" }>): Node | null {
    const grid: { node: Node; column: number; span: number; rows: number; isHeader: boolean }[][] = [];
    for (const row of rows) {
      let column = 0;
      const line: (typeof grid)[number] = [];
      for (const cell of row.cells) {
        const above = cell.goesOn ? grid.flatMap((one) => one).findLast((one) => one.column === column) : undefined;
        if (above !== undefined) above.rows++;
        else {
          const content = this.blocks(cell.blocks);
          const empty = content.length === 0;
          // An empty cell has a line of its own in the text.
          if (empty) this.#length += 2;
          const node = nodes.tableCell.create(null, empty ? [nodes.paragraph.create()] : content);
          line.push({ node, column, span: cell.span, rows: 1, isHeader: row.isHeader });
        }
        column += cell.span;
      }
      grid.push(line);
    }
    const made = grid
      .filter((line) => line.length > 0)
      .map((line) =>
        nodes.tableRow.create(
          null,
          line.map(({ node, span, rows: rowspan, isHeader }) =>
            (isHeader ? nodes.tableHeader : nodes.tableCell).create({ colspan: span, rowspan, colwidth: null }, node.content),
          ),
        ),
      );
    return made.length === 0 ? null : nodes.table.create(null, made);
  }

  /** What stood before the changes. */
  #inline(paragraph: WordParagraph): Node[] {
    const found: Node[] = [];
    for (const run of paragraph.runs) {
      if (run.change?.kind === "ins") continue;
      if (run.note !== undefined) {
        this.#cited.push(run.note);
        found.push(documentSchema.text(`[${this.#cited.length}]`));
        continue;
      }
      const on: Mark[] = run.marks.map((name) => marks[name].create());
      const href = run.link === undefined ? null : safeHref(this.#links.get(run.link) ?? "");
      if (href !== null) on.push(marks.link.create({ href }));
      found.push(...withBreaks(run.text, on));
    }
    return found;
  }

  #take(paragraph: WordParagraph, node: Node): void {
    const start = this.#length + 2;
    let at = start;
    let open: TextChange | null = null;
    for (const run of paragraph.runs) {
      const length = run.note === undefined ? run.text.length : String(this.#cited.length).length + 2;
      if (run.change === null) {
        open = null;
        at += length;
        continue;
      }
      if (open === null || open.author !== run.change.author)
        this.changes.push((open = { start: at, end: at, text: "", ...whoOf(run.change) }));
      if (run.change.kind === "ins") open.text += run.text;
      else {
        at += length;
        open.end = at;
      }
    }
    this.#length = start + documentText(nodes.doc.create(null, node)).text.length;
  }

  #takeInserted(paragraph: WordParagraph): void {
    const inserted = paragraph.runs.filter((run) => run.change?.kind === "ins");
    const text = inserted.map((run) => run.text).join("");
    if (text.trim() === "" || this.#length < 0) return;
    this.changes.push({ start: this.#length, end: this.#length, text: `\n\n${text}`, ...whoOf(inserted[0]!.change!) });
  }
}

function whoOf({ author, date }: { author: string; date: string }): { author: string; date: string } {
  return { author, date };
}

function shaped(paragraph: WordParagraph, content: Node[]): Node {
  if (paragraph.style === "Code") {
    const text = content.map((node) => (node.type === nodes.hardBreak ? "\n" : node.text)).join("");
    return nodes.codeBlock.create(null, documentSchema.text(text));
  }
  const { level } = paragraph;
  if (level === undefined) return nodes.paragraph.create(null, content);
  // A heading is one line; its breaks are spaces, which keeps the count of its letters.
  const line = content.map((node) => (node.type === nodes.hardBreak ? documentSchema.text(" ") : node));
  return nodes.heading.create({ level: Math.min(level, 4) }, line);
}

function listNode({ kind, start, items }: OpenList): Node {
  const withParagraph = (content: Node[]) => {
    const isFirst = content[0]!.type === nodes.paragraph || (kind === "clause" && content[0]!.type === nodes.heading);
    if (isFirst) return content;
    // A numbered heading outside clauses, or a numbered quotation: its words are the item's.
    return [
      nodes.paragraph.create(null, content[0]!.isTextblock ? content[0]!.content : documentSchema.text(content[0]!.textContent)),
      ...content.slice(1),
    ];
  };
  if (kind === "clause")
    return nodes.clauseList.create(
      { restarts: false },
      items.map((item) => nodes.clause.create(null, withParagraph(item))),
    );
  const made = items.map((item) => nodes.listItem.create(null, withParagraph(item)));
  return kind === "bullet" ? nodes.bulletList.create(null, made) : nodes.orderedList.create({ start }, made);
}

/** Neighbouring quotations are one, and so are neighbouring lines of code that were one paragraph each. */
function merged(blocks: readonly Node[]): Node[] {
  const found: Node[] = [];
  for (const block of blocks) {
    const last = found.at(-1);
    if (last?.type === nodes.blockquote && block.type === nodes.blockquote)
      found[found.length - 1] = last.copy(last.content.append(block.content));
    else found.push(block);
  }
  return found;
}
