/*
 * A document as a Word file: real styles and numbering, so that what Word shows
 * is Word's own, and proposed changes as tracked changes with author and date,
 * so that whoever gets it accepts or rejects them there.
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
import type { Mark, Node } from "prosemirror-model";
import type { Patch } from "#core/patch.ts";
import { trackedEdits, type TrackedEdit } from "#core/tracked-edits.ts";

export type DocxOptions = {
  title: string;
  /** BCP 47, for Word's own spelling check. */
  language?: string;
  /** Pending changes, each with who proposed it and when. */
  changes?: readonly (Patch & { author?: string; date?: string })[];
};

export async function renderDocx(document: Node, { title, language = "en-GB", changes = [] }: DocxOptions): Promise<Uint8Array> {
  const { edits } = trackedEdits(document, changes);
  const writer = new Writer(edits);
  const children = writer.blocks(document, 0, {});
  const file = new Document({
    title,
    creator: "Stet",
    styles: {
      default: { document: { run: { font: "Times New Roman", size: 23, language: { value: language } } } },
      paragraphStyles,
    },
    numbering: { config: [...numberings, ...writer.starts()] },
    // Word shows what is proposed as soon as the file is open.
    features: { trackRevisions: changes.length > 0 },
    sections: [
      {
        properties: {
          page: { size: { width: 11_906, height: 16_838 }, margin: { top: 1440, bottom: 1440, left: 1440, right: 1440 } },
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
  /** Depth in lists, from 0; paragraphs after an item's first are indented as far. */
  depth?: number;
  /** The item's number or bullet, for its first paragraph. */
  numbering?: NonNullable<IParagraphOptions["numbering"]>;
  style?: string;
};

const headings = [HeadingLevel.HEADING_1, HeadingLevel.HEADING_2, HeadingLevel.HEADING_3, HeadingLevel.HEADING_4];
const deepest = 8;
const step = 567;

class Writer {
  #edits: readonly TrackedEdit[];
  #revision = 0;
  #lists = 0;
  #clauseLists = 0;
  #starts = new Set<number>();

  constructor(edits: readonly TrackedEdit[]) {
    this.#edits = edits;
  }

  /** Numberings of lists that do not begin at 1. */
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
        return [new Paragraph({ thematicBreak: true })];
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
        if (index === 0) own.numbering = { reference, level: depth, instance };
        else delete own.numbering;
        found.push(...this.#block(child, at + 1 + inner, own));
      });
    });
    return found;
  }

  #paragraph(node: Node, pos: number, { depth, numbering }: Inside, rest: IParagraphOptions): Paragraph {
    const place = numbering !== undefined ? { numbering } : depth !== undefined ? { indent: { left: step * (depth + 1) } } : {};
    return new Paragraph({ ...rest, ...place, children: this.#runs(node, pos + 1) });
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
      rows.push(new TableRow({ children: cells, tableHeader: row.firstChild?.type.name === "tableHeader" }));
    });
    return new Table({ rows, width: { size: 100, type: WidthType.PERCENTAGE } });
  }

  /** The text of a block, cut where changes begin and end. `start` is where its content begins. */
  #runs(block: Node, start: number): ParagraphChild[] {
    const end = start + block.content.size;
    const edits = this.#edits.filter((edit) => edit.from >= start && edit.to <= end);
    const found: ParagraphChild[] = [];
    const insertAt = (at: number, style: IRunOptions) => {
      for (const edit of edits)
        if (edit.from === at && edit.to === at)
          for (const line of linesOf(edit.text)) found.push(new InsertedTextRun({ ...style, ...this.#revised(edit), ...line }));
    };
    let style: IRunOptions = {};
    block.forEach((node, offset) => {
      const from = start + offset;
      if (node.type.name === "hardBreak") {
        insertAt(from, style);
        found.push(new TextRun({ break: 1 }));
        return;
      }
      if (node.text === undefined) return;
      style = look(node.marks);
      const link = node.marks.find((mark) => mark.type.name === "link");
      const to = from + node.text.length;
      const cuts = [from, to, ...edits.flatMap((edit) => [edit.from, edit.to])].filter((at) => at >= from && at <= to);
      const points = [...new Set(cuts)].sort((a, b) => a - b);
      for (const [i, at] of points.entries()) {
        if (at < to) insertAt(at, style);
        const next = points[i + 1];
        if (next === undefined) continue;
        const text = node.text.slice(at - from, next - from);
        const struck = edits.find((edit) => edit.from <= at && next <= edit.to);
        const runs = linesOf(text).map((line) =>
          struck === undefined
            ? new TextRun({ ...style, ...line })
            : new DeletedTextRun({ ...style, ...this.#revised(struck), ...line, text: line.text ?? "" }),
        );
        found.push(...(link === undefined ? runs : [new ExternalHyperlink({ link: String(link.attrs["href"]), children: runs })]));
      }
    });
    insertAt(end, style);
    return found;
  }

  #revised({ patch }: TrackedEdit): { id: number; author: string; date: string } {
    const { author = "Stet", date = new Date(0).toISOString() } = patch as Patch & { author?: string; date?: string };
    return { id: ++this.#revision, author, date };
  }
}

/** A line break is an element before the words that follow it. */
function linesOf(text: string): IRunOptions[] {
  return text.split("\n").map((line, i) => (i === 0 ? { text: line } : { text: line, break: 1 }));
}

const looks: Record<string, IRunOptions> = {
  bold: { bold: true },
  italic: { italics: true },
  underline: { underline: {} },
  strike: { strike: true },
  code: { font: "Courier New", size: 20 },
  link: { style: "Hyperlink" },
};

function look(marks: readonly Mark[]): IRunOptions {
  return Object.assign({}, ...marks.map(({ type }) => looks[type.name])) as IRunOptions;
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

/** As core/clause-numbers.ts counts: 1., 1.1, (a), (i), (A), (1). */
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

const paragraphStyles = [
  { id: "Normal", name: "Normal", paragraph: { spacing: { after: 140, line: 290 } } },
  { id: "Quote", name: "Quote", basedOn: "Normal", paragraph: { indent: { left: step, right: step } }, run: { italics: true } },
  { id: "Code", name: "Code", basedOn: "Normal", paragraph: { spacing: { after: 140 } }, run: { font: "Courier New", size: 20 } },
  { id: "TableHead", name: "Table Head", basedOn: "Normal", run: { bold: true } },
];
