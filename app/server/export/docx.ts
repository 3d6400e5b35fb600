/*
 * A document as a Word file with native styles and numbering, and proposed changes as tracked
 * changes with author and date, so that recipients can accept or reject them in Word.
 */
import {
  AlignmentType,
  DeletedTextRun,
  Document,
  ExternalHyperlink,
  Footer,
  HeadingLevel,
  InsertedTextRun,
  LevelFormat,
  Packer,
  PageNumber,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
  type ILevelsOptions,
  type IParagraphOptions,
  type IRunOptions,
  type ParagraphChild,
} from "docx";
import type { Node } from "prosemirror-model";
import type { CommentThread } from "#core/comments/comment.ts";
import { paperSize, type Paper } from "#core/document/paper.ts";
import type { Patch } from "#core/changes/patch.ts";
import { trackedEdits, type TrackedEdit } from "#core/changes/tracked-edits.ts";
import type { TrackedDocument } from "#core/changes/tracked-document.ts";
import { DocxComments, placedThreads } from "./docx-comments.ts";
import { bookmarked, DocxNumbers } from "./docx-numbers.ts";
import { docxPicture } from "./docx-pictures.ts";
import { look, paragraphLayout } from "./docx-formatting.ts";
import { DocxRevisions, headings } from "./docx-revisions.ts";
import type { DraftPictures } from "./draft-pictures.ts";
import { documentWithXmlText, withXmlText } from "./xml-text.ts";

export type DocxOptions = {
  title: string;
  /** BCP 47, for Word's spelling checker. */
  language?: string;
  /** Defaults to A4. */
  paper?: Paper;
  /** Pending changes, each with author and date. */
  changes?: readonly (Patch & { author?: string; date?: string })[];
  comments?: readonly CommentThread[];
  pictures?: DraftPictures;
  /** Replaces `changes`: two versions of the document. `positionOf` refers to the given document. */
  tracked?: TrackedDocument;
};

export async function renderDocx(given: Node, options: DocxOptions): Promise<Uint8Array> {
  const { language = "en-GB", paper = "a4", pictures = new Map() } = options;
  const document = documentWithXmlText(given);
  const { title, changes, comments } = withXmlText({
    title: options.title,
    changes: options.changes ?? [],
    comments: options.comments ?? [],
  });
  const tracked = options.tracked && { ...options.tracked, document: documentWithXmlText(options.tracked.document) };
  const edits = tracked === undefined ? trackedEdits(document, changes).edits : [];
  const remarks = new DocxComments(placedThreads(document, comments, tracked?.positionOf));
  const revisions = new DocxRevisions(tracked);
  const numbers = new DocxNumbers(document);
  const writer = new Writer({ edits, remarks, revisions, numbers, pictures, textWidth: paperSize(paper, 1440).width - 2 * margin });
  const children = writer.blocks(tracked?.document ?? document, 0, {});
  const file = new Document({
    title,
    creator: "Stet",
    styles: {
      default: { document: { run: { font: "Times New Roman", size: 23, language: { value: language } } } },
      paragraphStyles,
      characterStyles,
    },
    ...(remarks.options.length > 0 && { comments: { children: remarks.options } }),
    ...(numbers.hasNotes && { footnotes: numbers.footnotes }),
    numbering: { config: [...numberings, ...writer.starts()] },
    // Makes Word show the proposed changes when the file is opened.
    features: { trackRevisions: changes.length > 0 || tracked !== undefined },
    sections: [
      {
        properties: {
          page: { size: paperSize(paper, 1440), margin: { top: margin, bottom: margin, left: margin, right: margin } },
        },
        footers: {
          default: new Footer({
            children: [
              new Paragraph({ alignment: AlignmentType.CENTER, children: [new TextRun({ children: [PageNumber.CURRENT] })] }),
            ],
          }),
        },
        children: children.length > 0 ? children : [new Paragraph({})],
      },
    ],
  });
  return Uint8Array.from(await Packer.toBuffer(file));
}

type Inside = {
  /** Depth in lists, from 0; an item's later paragraphs are indented to match. */
  depth?: number;
  /** The item's number or bullet, for its first paragraph. */
  numbering?: NonNullable<IParagraphOptions["numbering"]>;
  /** The item's id, for its first paragraph. */
  id?: string | null;
  style?: string;
};

const margin = 1440;
const deepest = 8;
const step = 567;

/** What is added to the text besides its words. */
type Written = {
  edits: readonly TrackedEdit[];
  remarks: DocxComments;
  revisions: DocxRevisions;
  numbers: DocxNumbers;
  pictures: DraftPictures;
  /** Between the margins, in twips. */
  textWidth: number;
};

class Writer {
  #edits: readonly TrackedEdit[];
  #remarks: DocxComments;
  #numbers: DocxNumbers;
  #revisions: DocxRevisions;
  #pictures: DraftPictures;
  #textWidth: number;
  #lists = 0;
  #clauseLists = 0;
  #starts = new Set<number>();

  constructor({ edits, remarks, revisions, numbers, pictures, textWidth }: Written) {
    this.#pictures = pictures;
    this.#textWidth = textWidth;
    this.#edits = edits;
    this.#revisions = revisions;
    this.#remarks = remarks;
    this.#numbers = numbers;
  }

  /** Numbering definitions for lists that don't start at 1. */
  starts(): { reference: string; levels: ILevelsOptions[] }[] {
    return [...this.#starts].map((start) => ({ reference: `ordered-${start}`, levels: orderedLevels(start) }));
  }

  /** `start` is where the parent's content begins. */
  blocks(parent: Node, start: number, inside: Inside): (Paragraph | Table)[] {
    const found: (Paragraph | Table)[] = [];
    parent.forEach((node, offset) => found.push(...this.#block(node, start + offset, inside)));
    return found;
  }

  #block(node: Node, pos: number, inside: Inside): (Paragraph | Table)[] {
    switch (node.type.name) {
      case "heading":
        return [
          this.#paragraph(node, pos, inside, { heading: headings[Number(node.attrs["level"]) - 1] ?? HeadingLevel.HEADING_4 }),
        ];
      case "blockquote":
        return this.blocks(node, pos + 1, { ...inside, style: "Quote" });
      case "bulletList":
        return this.#items(node, pos, inside, { reference: "bullets", instance: 0 });
      case "orderedList":
        return this.#items(node, pos, inside, { reference: this.#ordered(Number(node.attrs["start"])), instance: ++this.#lists });
      case "clauseList":
        if (inside.depth === undefined && node.attrs["restarts"] === true) this.#clauseLists++;
        return this.#items(node, pos, inside, { reference: "clauses", instance: this.#clauseLists });
      case "codeBlock":
        return [this.#paragraph(node, pos, inside, { style: "Code" })];
      case "horizontalRule":
        return [new Paragraph({ thematicBreak: true, ...this.#revisions.ofParagraph(pos) })];
      case "image":
        return docxPicture(node, this.#pictures, this.#textWidth, { ...placeOf(inside), ...this.#revisions.ofParagraph(pos) });
      case "table":
        return [this.#table(node, pos)];
      default:
        return [this.#paragraph(node, pos, inside, inside.style === undefined ? {} : { style: inside.style })];
    }
  }

  #ordered(start: number): string {
    if (start === 1) return "ordered";
    this.#starts.add(start);
    return `ordered-${start}`;
  }

  #items(
    list: Node,
    pos: number,
    inside: Inside,
    { reference, instance }: { reference: string; instance: number },
  ): (Paragraph | Table)[] {
    const depth = inside.depth === undefined ? 0 : Math.min(inside.depth + 1, deepest);
    const found: (Paragraph | Table)[] = [];
    list.forEach((item, offset) => {
      const at = pos + 1 + offset;
      item.forEach((child, inner, index) => {
        const own: Inside = { ...inside, depth };
        delete own.numbering;
        delete own.id;
        if (index === 0) Object.assign(own, { numbering: { reference, level: depth, instance }, id: item.attrs["id"] as unknown });
        found.push(...this.#block(child, at + 1 + inner, own));
      });
    });
    return found;
  }

  #paragraph(node: Node, pos: number, inside: Inside, rest: IParagraphOptions): Paragraph {
    // Deleted content appears once more in the file but must no longer be a reference target.
    const ids = this.#revisions.isGone(pos) ? [] : [inside.id, node.attrs["id"]];
    const children = bookmarked(this.#runs(node, pos + 1), ids);
    const own = { ...rest, ...placeOf(inside), ...paragraphLayout(node) };
    const revised = { ...this.#revisions.ofParagraph(pos), ...this.#revisions.ofProperties(pos, own) };
    return new Paragraph({ ...own, ...revised, children });
  }

  #table(table: Node, pos: number): Table {
    const rows: TableRow[] = [];
    table.forEach((row, rowOffset) => {
      const cells: TableCell[] = [];
      const at = pos + 1 + rowOffset;
      row.forEach((cell, cellOffset) => {
        const children = this.blocks(cell, at + 1 + cellOffset + 1, cell.type.name === "tableHeader" ? { style: "TableHead" } : {});
        cells.push(new TableCell({ columnSpan: Number(cell.attrs["colspan"]), rowSpan: Number(cell.attrs["rowspan"]), children }));
      });
      const revision = this.#revisions.ofRow(at);
      rows.push(new TableRow({ children: cells, ...revision, tableHeader: row.firstChild?.type.name === "tableHeader" }));
    });
    return new Table({ rows, width: { size: 100, type: WidthType.PERCENTAGE } });
  }

  /** A block's text, split where changes begin and end. `start` is where its content begins. */
  #runs(block: Node, start: number): ParagraphChild[] {
    const end = start + block.content.size;
    const edits = this.#edits.filter((edit) => edit.from >= start && edit.to <= end);
    const found: ParagraphChild[] = [];
    const insertAt = (at: number, style: IRunOptions) => {
      found.push(...this.#remarks.startsAt(at));
      for (const edit of edits)
        if (edit.from === at && edit.to === at)
          for (const line of linesOf(edit.text)) found.push(new InsertedTextRun({ ...style, ...this.#revised(edit), ...line }));
      // A comment's range includes the replacement of its words.
      found.push(...this.#remarks.endsAt(at));
    };
    let style: IRunOptions = {};
    block.forEach((node, offset) => {
      const from = start + offset;
      if (node.text === undefined) {
        insertAt(from, style);
        if (node.type.name === "hardBreak") found.push(this.#revisions.run({ break: 1 }, from));
        else found.push(...this.#numbered(node, from));
        return;
      }
      style = look(node.marks);
      const link = node.marks.find((mark) => mark.type.name === "link");
      const to = from + node.text.length;
      const cuts = [
        from,
        to,
        ...this.#remarks.cuts(from, to),
        ...this.#revisions.cuts(from, to),
        ...edits.flatMap((edit) => [edit.from, edit.to]),
      ].filter((at) => at >= from && at <= to);
      const points = [...new Set(cuts)].sort((a, b) => a - b);
      for (const [i, at] of points.entries()) {
        if (at < to) insertAt(at, style);
        const next = points[i + 1];
        if (next === undefined) continue;
        const text = node.text.slice(at - from, next - from);
        const struck = edits.find((edit) => edit.from <= at && next <= edit.to);
        const runs = linesOf(text).map((line) =>
          struck === undefined
            ? this.#revisions.run({ ...style, ...line }, at)
            : new DeletedTextRun({ ...style, ...this.#revised(struck), ...line, text: line.text ?? "" }),
        );
        found.push(...(link === undefined ? runs : [new ExternalHyperlink({ link: String(link.attrs["href"]), children: runs })]));
      }
    });
    insertAt(end, style);
    return found;
  }

  /** A reference or a footnote. A proposed deletion of one is written as its displayed words. */
  #numbered(node: Node, pos: number): ParagraphChild[] {
    if (node.type.name === "footnote") {
      const signOf = (number: number) => (this.#revisions.isRevised(pos) ? this.#revisions.note(number, pos) : null);
      return [this.#numbers.footnote(node, this.#runs(node, pos + 1), signOf)];
    }
    if (this.#revisions.isRevised(pos))
      return [this.#revisions.run({ ...look(node.marks), text: this.#numbers.labelOf(node) }, pos)];
    const struck = this.#edits.find((edit) => edit.from <= pos && edit.to > pos);
    if (struck !== undefined)
      return [new DeletedTextRun({ ...look(node.marks), ...this.#revised(struck), text: this.#numbers.labelOf(node) })];
    return [this.#numbers.reference(node)];
  }

  #revised({ patch }: TrackedEdit): { id: number; author: string; date: string } {
    const { author = "Stet", date = new Date(0).toISOString() } = patch as Patch & { author?: string; date?: string };
    return { id: this.#revisions.nextId(), author, date };
  }
}

function placeOf({ depth, numbering }: Inside): IParagraphOptions {
  return numbering !== undefined ? { numbering } : depth !== undefined ? { indent: { left: step * (depth + 1) } } : {};
}

/** A line break is an element before the words that follow it. */
function linesOf(text: string): IRunOptions[] {
  return text.split("\n").map((line, i) => (i === 0 ? { text: line } : { text: line, break: 1 }));
}

const level = (depth: number, format: (typeof LevelFormat)[keyof typeof LevelFormat], text: string, start = 1): ILevelsOptions => ({
  level: depth,
  format,
  text,
  start,
  alignment: AlignmentType.START,
  style: { paragraph: { indent: { left: step * (depth + 1), hanging: step } } },
});

const depths = Array.from({ length: deepest + 1 }, (_, depth) => depth);
const orderedFormats = [LevelFormat.DECIMAL, LevelFormat.LOWER_LETTER, LevelFormat.LOWER_ROMAN];

function orderedLevels(start: number): ILevelsOptions[] {
  return depths.map((depth) => level(depth, orderedFormats[depth % 3]!, `%${depth + 1}.`, start));
}

/** Matches core/clauses/clause-numbers.ts: 1., 1.1, (a), (i), (A), (1). */
const clauseLevels = [
  level(0, LevelFormat.DECIMAL, "%1."),
  level(1, LevelFormat.DECIMAL, "%1.%2"),
  level(2, LevelFormat.LOWER_LETTER, "(%3)"),
  level(3, LevelFormat.LOWER_ROMAN, "(%4)"),
  level(4, LevelFormat.UPPER_LETTER, "(%5)"),
  ...depths.slice(5).map((depth) => level(depth, LevelFormat.DECIMAL, `(%${depth + 1})`)),
];

const numberings = [
  { reference: "bullets", levels: depths.map((depth) => level(depth, LevelFormat.BULLET, ["•", "◦", "▪"][depth % 3]!)) },
  { reference: "ordered", levels: orderedLevels(1) },
  { reference: "clauses", levels: clauseLevels },
];

const characterStyles = [{ id: "InlineCode", name: "Inline Code", run: { font: "Courier New", size: 20 } }];

const paragraphStyles = [
  { id: "Normal", name: "Normal", paragraph: { spacing: { after: 140, line: 290 } } },
  { id: "Quote", name: "Quote", basedOn: "Normal", paragraph: { indent: { left: step, right: step } }, run: { italics: true } },
  { id: "Code", name: "Code", basedOn: "Normal", paragraph: { spacing: { after: 140 } }, run: { font: "Courier New", size: 20 } },
  { id: "Caption", name: "caption", basedOn: "Normal", run: { italics: true, size: 20 } },
  {
    id: "FootnoteText",
    name: "footnote text",
    basedOn: "Normal",
    run: { size: 20 },
    paragraph: { spacing: { after: 40, line: 240 } },
  },
  { id: "TableHead", name: "Table Head", basedOn: "Normal", run: { bold: true } },
];
