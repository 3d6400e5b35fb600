/* Paragraphs that the file doesn't have yet: each is made like the nearest one of its kind in the file. */
import type { Node } from "prosemirror-model";
import { levelOf } from "#core/changes/formatting-change.ts";
import { layoutOf } from "#core/document/document-schema.ts";
import type { Revision, TrackedDocument, Who } from "#core/changes/tracked-document.ts";
import type { Paragraph } from "./package-paragraphs.ts";
import { xmlText } from "../xml-text.ts";
import type { PackagePictures } from "./package-pictures.ts";
import type { PackageStyles } from "./package-styles.ts";
import { wordFor } from "./node-words.ts";
import { acceptedLayout, besideItem, ofKind, rejectedLayout, withLayout, withTrackedLayout } from "./paragraph-kinds.ts";
import { propertiesForNew, stampOf, withoutLooks, withRevisedBreak } from "./run-properties.ts";
import { newTable } from "./new-table.ts";
import { targetUnits, type Remark } from "./target-units.ts";
import { RunWriter, stampMark, type NoteWriter, type Stamps } from "./write-runs.ts";
import { escaped, Unwritable, type Edit } from "../../files/readers/xml-scan.ts";

type Given = {
  xml: string;
  imported: Node;
  tracked: TrackedDocument;
  remarks: readonly Remark[];
  styles: PackageStyles;
  notes: NoteWriter;
  pictures: PackagePictures;
};

type Changed = {
  /** Null if it is of the kind it was. */
  node: Node | null;
  path: readonly Node[];
  level: Who | null;
  revision: Revision | null;
  /** Null if it is laid out as it was. */
  layout: ReturnType<typeof layoutOf> | null;
  /** Whose change of the alignment it is, if it is tracked. */
  align: Who | null;
};

export class NewParagraphs {
  #given: Given;
  #stamps: Stamps;
  #models: Map<string, Paragraph[]>;
  /** What each was imported as. */
  #nodes = new Map<Paragraph, Node>();

  constructor(given: Given, stamps: Stamps, paragraphAt: (pos: number) => Paragraph | null) {
    this.#given = given;
    this.#stamps = stamps;
    this.#models = modelsIn(given.imported, paragraphAt, this.#nodes);
  }

  /** `path`: the nodes around it, outermost first. */
  edit(offset: number, node: Node, pos: number, path: readonly Node[]): Edit {
    return { from: offset, to: offset, text: this.written(offset, node, pos, path) };
  }

  /** `offset`: of several models, the nearest to it is taken. */
  written(offset: number, node: Node, pos: number, path: readonly Node[]): string {
    if (node.isTextblock) return this.#paragraph(offset, node, pos, path);
    if (node.type.name === "image") return this.#picture(offset, node, pos, path);
    if (node.isLeaf) throw new Unwritable(`a new ${wordFor(node)}`);
    if (node.type.name === "table") return this.#table(offset, node, pos, path);
    const parts: string[] = [];
    node.forEach((child, inner) => parts.push(this.written(offset, child, pos + 1 + inner, [...path, node])));
    return parts.join("");
  }

  /** In a paragraph of its own, with its caption below it. */
  #picture(offset: number, node: Node, pos: number, path: readonly Node[]): string {
    const { schema } = node.type;
    const revision = this.#given.tracked.blocks.get(pos);
    const plain = schema.nodes["paragraph"]!.create({ align: "center" });
    const model = nearest(this.#models.get(kindOf(plain, path)) ?? [], offset);
    const own = withLayout(model?.properties ? this.#propertiesOf(model) : "", this.#layoutOf(model), layoutOf(plain));
    const properties = propertiesForNew(own || "<w:pPr></w:pPr>", revision === undefined ? "" : this.mark(revision));
    const [open, close] = revision === undefined ? ["", ""] : this.around(revision);
    const caption = String(node.attrs["caption"]);
    const words = `${this.#formatting(model)}<w:t xml:space="preserve">${escaped(xmlText(caption))}</w:t>`;
    const below = caption === "" ? "" : `<w:p>${properties}${open}<w:r>${words}</w:r>${close}</w:p>`;
    return `<w:p>${properties}${open}<w:r>${this.#given.pictures.add(node)}</w:r>${close}</w:p>${below}`;
  }

  #table(offset: number, node: Node, pos: number, path: readonly Node[]): string {
    const table = newTable(node, pos, {
      revisionOf: (at) => {
        const revision = this.#given.tracked.blocks.get(at);
        return revision === undefined ? "" : this.mark(revision);
      },
      written: (child, at, within) => this.written(offset, child, at, [...path, ...within]),
    });
    // A cell ends with a paragraph, and so does a text box.
    const cell = path.at(-1);
    const isLast = /^table(?:Cell|Header)$/.test(cell?.type.name ?? "") && cell!.lastChild === node;
    return isLast || this.#given.xml.startsWith("</w:txbxContent", offset) ? `${table}<w:p/>` : table;
  }

  #paragraph(offset: number, node: Node, pos: number, path: readonly Node[]): string {
    const { xml, tracked } = this.#given;
    const revision = tracked.blocks.get(pos);
    const kind = kindOf(node, path);
    const known = nearest(this.#models.get(kind) ?? [], offset);
    // With none like it, a further paragraph of an item is like the item's first, without its number.
    const item = known ? null : nearest(this.#models.get(kind.replace(/more of an item$/, "item")) ?? [], offset);
    const model = known ?? item;
    // A cell's text is like that around the table, and a heading has a style of its own.
    const isPlain = /^paragraph(?: in table(?:Cell|Header))?$/.test(kind);
    const isHeading = /^heading \d(?: in table(?:Cell|Header))?$/.test(kind);
    if (model === null && !isPlain && !isHeading) throw new Unwritable(`the first ${kind}`);
    const [start, end] = [pos + 1, pos + 1 + node.content.size];
    const ranges = tracked.ranges.filter(({ from, to }) => from < end && to > start);
    const remarks = this.#given.remarks.filter((one) => one.pos >= start && one.pos <= end);
    const units = targetUnits(node, start, { ranges, looks: [], remarks });
    const like = item
      ? besideItem(this.#propertiesOf(item), path.filter(({ type }) => /^(?:listItem|clause)$/.test(type.name)).length)
      : model?.properties
        ? this.#propertiesOf(model)
        : isHeading
          ? this.#ofKind("", node, path, { offset, by: null })
          : "<w:pPr></w:pPr>";
    const own = withLayout(like, this.#layoutOf(model), layoutOf(node));
    const mark = revision === undefined ? "" : this.mark(revision);
    return `<w:p>${propertiesForNew(own, mark)}${new RunWriter(xml, this.#stamps, this.#given.notes).runs(units, this.#formatting(model))}</w:p>`;
  }

  /** As it was imported. */
  #layoutOf(model: Paragraph | null): ReturnType<typeof layoutOf> {
    const node = model && this.#nodes.get(model);
    return node ? layoutOf(node) : { align: null, startsPage: false };
  }

  #propertiesOf({ properties }: Paragraph): string {
    return properties === null ? "" : this.#given.xml.slice(properties.from, properties.to);
  }

  #ofKind(own: string, node: Node, path: readonly Node[], { offset, by }: { offset: number; by: Who | null }): string {
    const kind = kindOf(node, path);
    const model = nearest(this.#models.get(kind) ?? [], offset);
    const level = levelOf(node);
    if (level === null) throw new Unwritable("another kind of paragraph");
    const style = model === null && level > 0 ? this.#given.styles.heading(level) : null;
    const given = { model: model && this.#propertiesOf(model), level, style, isItem: kind.endsWith(" in item") };
    return ofKind(own, given, by && this.#stamps.of(by));
  }

  /** The properties of a paragraph whose level or break, or both, were changed. */
  changed(paragraph: Paragraph, { node, path, level, revision, layout, align }: Changed): Edit[] {
    if (revision && paragraph.revisedBreak) throw new Unwritable("a break revised twice");
    const given = this.#propertiesOf(paragraph);
    const own =
      align === null && node === null && layout !== null && rejectedLayout(given) !== null ? acceptedLayout(given) : given;
    const kind = node === null ? own : this.#ofKind(own, node, path, { offset: paragraph.to, by: level });
    // The page may begin by a break of its own, here or before it.
    const laid = this.#layoutOf(paragraph);
    const isByBreak = laid.startsPage && !own.includes("<w:pageBreakBefore");
    const breaks = isByBreak && layout?.startsPage === false ? paragraph.pageBreaks : [];
    if (isByBreak && layout?.startsPage === false && breaks.length === 0) throw new Unwritable("a page break before a paragraph");
    const had = node !== null ? this.#layoutLike(paragraph, node, path) : isByBreak ? { ...laid, startsPage: false } : laid;
    const laidOut = layout === null ? kind : withLayout(kind, had, isByBreak ? { ...layout, startsPage: false } : layout);
    const like = align === null ? laidOut : withTrackedLayout(laidOut, own, this.#stamps.of(align));
    const text = revision === null ? like : withRevisedBreak(like, this.mark(revision));
    const { open, properties } = paragraph;
    if (open.kind === "empty") return [{ from: open.to - 2, to: open.to, text: `>${text}</w:p>` }];
    const gone = breaks.map(({ from, to }) => ({ from, to, text: "" }));
    return [{ ...(properties ?? { from: open.to, to: open.to }), text }, ...gone];
  }

  /** Of a paragraph whose alignment stays what it was before a counterpart's change. */
  rejected(paragraph: Paragraph): Edit[] {
    const { properties } = paragraph;
    const text = properties && rejectedLayout(this.#propertiesOf(paragraph));
    return properties === null || text === null ? [] : [{ ...properties, text }];
  }

  /** Of the paragraph whose properties it gets. */
  #layoutLike(paragraph: Paragraph, node: Node, path: readonly Node[]): ReturnType<typeof layoutOf> {
    return this.#layoutOf(nearest(this.#models.get(kindOf(node, path)) ?? [], paragraph.to) ?? paragraph);
  }

  /** Of the model's text. */
  #formatting(model: Paragraph | null): string {
    const run = model?.runs.find(({ items }) => items.some(({ atoms }) => atoms.length > 0));
    return run?.properties ? withoutLooks(this.#given.xml.slice(run.properties.from, run.properties.to)) : "";
  }

  /** The tags around its runs. */
  around(revision: Revision): [open: string, close: string] {
    return [`<w:${revision.kind} ${stampOf(this.#stamps.of(revision))}>`, `</w:${revision.kind}>`];
  }

  mark(revision: Revision): string {
    return stampMark(this.#stamps, revision);
  }

  /** A section ends with its last paragraph, and a cell has at least one. */
  removed(paragraph: Paragraph): Edit {
    const { open, to, hasSection, hasInner, cells, contentFrom } = paragraph;
    if (hasInner) throw new Unwritable("a text box in a removed paragraph");
    const close = open.kind === "empty" ? to : this.#given.xml.lastIndexOf("</", to);
    return hasSection || cells.length > 0
      ? { from: Math.min(contentFrom, close), to: close, text: "" }
      : { from: open.from, to, text: "" };
  }
}

/** What paragraphs have in common that look the same: level, and how they are numbered, quoted or set in a table. */
function kindOf(node: Node, path: readonly Node[]): string {
  const around = path.map(({ type }) => type.name).filter((name) => !/^(?:listItem|clause|tableRow|table)$/.test(name));
  const isFirst = path.at(-1)?.firstChild === node;
  const item = /^(?:listItem|clause)$/.test(path.at(-1)?.type.name ?? "") ? (isFirst ? "item" : "more of an item") : "";
  const level = node.type.name === "heading" ? `heading ${String(node.attrs["level"])}` : node.type.name;
  return [level, ...around, item].filter((part) => part !== "").join(" in ");
}

function modelsIn(
  imported: Node,
  paragraphAt: (pos: number) => Paragraph | null,
  nodes: Map<Paragraph, Node>,
): Map<string, Paragraph[]> {
  const models = new Map<string, Paragraph[]>();
  const walk = (parent: Node, start: number, path: readonly Node[]) =>
    parent.forEach((node, offset) => {
      if (!node.isTextblock) return walk(node, start + offset + 1, [...path, node]);
      const paragraph = paragraphAt(start + offset);
      if (paragraph === null) return;
      nodes.set(paragraph, node);
      const kind = kindOf(node, path);
      const known = models.get(kind);
      if (known) known.push(paragraph);
      else models.set(kind, [paragraph]);
    });
  walk(imported, 0, []);
  return models;
}

/** The last one before the place, or else the first. */
function nearest(models: readonly Paragraph[], offset: number): Paragraph | null {
  return models.findLast(({ to }) => to <= offset) ?? models[0] ?? null;
}
