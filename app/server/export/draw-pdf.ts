/*
 * Renders one PDF per worker thread. Defines its appearance: page, and the styles that blocks refer to. Nothing is
 * fetched.
 */
import pdfmake from "pdfmake";
import type { Column, CustomTableLayout, StyleDictionary, TDocumentDefinitions } from "pdfmake/interfaces.js";
import { papers } from "#core/document/paper.ts";
import type { MadeFile, PdfDocument } from "./pdf.ts";
import { Directions } from "./pdf-direction.ts";
import { missingGlyphs, noLigatures, PdfFonts, type Kind } from "./pdf-fonts.ts";
import { layFootnotes } from "./pdf-footnotes.ts";

const ink = "#1d1b16";
const soft = "#5f5a4e";
const styles: StyleDictionary = {
  title: { fontSize: 22, lineHeight: 1.15, margin: [0, 0, 0, 6] },
  lead: { font: "Sans", fontSize: 8.5, color: soft, margin: [0, 0, 0, 10] },
  byline: { font: "Sans", bold: true, fontSize: 9 },
  time: { font: "Sans", fontSize: 8, color: soft, alignment: "right", margin: [0, 1, 0, 0] },
  question: { italics: true },
  paragraph: { margin: [0, 0, 0, 7] },
  footnote: { fontSize: 9, lineHeight: 1.25, margin: [0, 0, 0, 3] },
  list: { margin: [0, 0, 0, 4] },
  heading1: { fontSize: 17, lineHeight: 1.15, margin: [0, 12, 0, 6] },
  heading2: { fontSize: 14, lineHeight: 1.2, margin: [0, 10, 0, 5] },
  heading3: { fontSize: 12, bold: true, margin: [0, 8, 0, 4] },
  heading4: { fontSize: 10.5, bold: true, margin: [0, 6, 0, 3] },
  code: { font: "Mono", fontSize: 8.5, lineHeight: 1.35 },
  headerCell: { bold: true },
  cell: {},
  citation: { font: "Sans", fontSize: 7.5, color: "#1f4e8c" },
  source: { font: "Sans", fontSize: 8.5, margin: [0, 0, 0, 2] },
  verdict: { font: "Sans", fontSize: 7.5, color: soft, margin: [8, 0, 0, 2] },
  sourceLink: { color: "#1f4e8c" },
  label: { font: "Sans", fontSize: 8, color: soft, margin: [0, 0, 0, 4] },
  note: { font: "Sans", fontSize: 8.5, color: soft, margin: [0, 2, 0, 6] },
  removed: { decoration: "lineThrough", color: "#9b2c2c" },
  added: { decoration: "underline", color: "#1f6b45" },
};

const beside = (color: string): CustomTableLayout => ({
  hLineWidth: () => 0,
  vLineWidth: (i) => (i === 0 ? 2 : 0),
  vLineColor: () => color,
  paddingLeft: () => 4,
});
const tableLayouts: Record<string, CustomTableLayout> = {
  quote: beside("#c9c3b4"),
  code: beside("#dcd7ca"),
  draft: beside("#1f4e8c"),
  change: beside("#b07a1e"),
  ruled: { hLineWidth: (i) => (i === 1 ? 0.8 : 0.4), vLineWidth: () => 0, hLineColor: () => "#c9c3b4" },
};

type Loose = { [key: string]: unknown };

/** The words of a node, in order. */
function wordsOf(value: unknown, withNotes: boolean): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map((one) => wordsOf(one, withNotes)).join("");
  if (typeof value !== "object" || value === null) return "";
  const { text, stack, columns, ul, ol, table, footnote } = value as Loose;
  const parts = [text, stack, columns, ul, ol, (table as Loose | undefined)?.body, withNotes ? footnote : ""];
  return parts.map((one) => wordsOf(one, withNotes)).join("");
}

class Dressing {
  readonly fonts: PdfFonts;
  /** The document's footnotes; their marks refer to them by index. */
  readonly notes: Loose[] = [];

  constructor(words: string) {
    this.fonts = new PdfFonts(words);
  }

  /** Splits all text in the content by the fonts it needs. `directions` are those of the block that it is in. */
  dressed(value: unknown, font: Kind, directions?: Directions | null): unknown {
    if (Array.isArray(value)) return value.map((one) => this.dressed(one, font, directions));
    if (typeof value !== "object" || value === null) return value;
    const node = value as Loose;
    const own = fontOf(node) ?? font;
    const out: Loose = { ...node };
    for (const key of ["stack", "columns", "ul", "ol"]) if (key in node) out[key] = this.dressed(node[key], own);
    if ("table" in node) out.table = { ...(node.table as Loose), body: this.dressed((node.table as Loose).body, own) };
    if ("text" in node) {
      const inside = directions === undefined ? Directions.of(wordsOf(node.text, false)) : directions;
      if (directions === undefined && inside?.base === 1) out.alignment ??= "right";
      out.text = this.#runs(node.text, own, inside);
      if (own === "Mono") out.fontFeatures = noLigatures;
    }
    if ("footnote" in node) {
      const key = this.notes.length;
      this.notes.push({});
      this.notes[key] = marked(this.dressed(node.footnote, "Serif"), key) as Loose;
      out.footnote = key;
    }
    return out;
  }

  /** pdfmake doesn't hand a run's style down to runs within it, so a run in several fonts becomes several runs. */
  #runs(text: unknown, font: Kind, directions: Directions | null): unknown {
    if (Array.isArray(text)) return text.flatMap((one) => this.#run(one, font, directions));
    if (typeof text !== "string") return text;
    const found = this.fonts.pieces(text, font, directions);
    const [first] = found;
    return found.length === 1 && first!.font === font && first!.direction === undefined ? first!.text : found;
  }

  #run(given: unknown, font: Kind, directions: Directions | null): unknown[] {
    if (typeof given !== "object" || given === null) return [this.#runs(given, font, directions)].flat();
    const run = this.dressed(given, font, directions) as Loose;
    if (!Array.isArray(run.text)) return [run];
    const { text, id, footnote, ...style } = run;
    // Only the first is the place that others refer to.
    const place = { ...(id !== undefined && { id }), ...(footnote !== undefined && { footnote }) };
    return (text as (string | Loose)[]).map((piece, i) =>
      Object.assign(i === 0 ? place : {}, style, typeof piece === "string" ? { text: piece } : piece),
    );
  }
}

/** Adds the note's index to all of its runs. */
function marked(value: unknown, inNote: number): unknown {
  if (Array.isArray(value)) return value.map((one) => marked(one, inNote));
  if (typeof value !== "object" || value === null) return typeof value === "string" ? { text: value, inNote } : value;
  const node = value as Loose;
  const out: Loose = { ...node, inNote };
  // A block's properties aren't inherited by its characters.
  if ("columns" in node)
    out.columns = (node.columns as Loose[]).map((one) => Object.assign({}, one, { text: marked([one.text].flat(), inNote) }));
  if (Array.isArray(node.text)) out.text = marked(node.text, inNote);
  return out;
}

function fontOf(node: Loose): Kind | undefined {
  const style = typeof node.style === "string" ? styles[node.style] : undefined;
  return (node.font ?? style?.font) as Kind | undefined;
}

export async function drawPdf({ title, createdAt, content, paper = "a4" }: PdfDocument): Promise<MadeFile> {
  const dressing = new Dressing(title + wordsOf(content, true));
  const dressed = dressing.dressed(content, "Serif") as TDocumentDefinitions["content"];
  const footer = dressing.dressed({ text: title, noWrap: true, width: "*", height: 10, alignment: "left" }, "Sans") as Column;
  const { files } = dressing.fonts;
  pdfmake.setFonts(files);
  pdfmake.setTableLayouts(tableLayouts);
  pdfmake.setUrlAccessPolicy(() => false);
  const known = new Set(Object.values(files).flatMap((faces) => Object.values(faces)));
  pdfmake.setLocalAccessPolicy((path) => known.has(path));
  const definition: TDocumentDefinitions = {
    pageSize: papers[paper].label.toUpperCase() as "A4" | "LETTER",
    pageMargins: [72, 64, 72, 68],
    language: "en",
    version: "1.7",
    info: { title, creator: "Stet", producer: "Stet", creationDate: createdAt },
    defaultStyle: { font: "Serif", fontSize: 10.5, lineHeight: 1.3, color: ink },
    styles,
    content: dressed,
    footer: (page, pages) => ({
      columns: [structuredClone(footer), { text: `${page} / ${pages}`, alignment: "right", width: "auto" }],
      font: "Sans",
      fontSize: 8,
      color: soft,
      margin: [72, 24, 72, 0],
    }),
    // Keeps a heading or a name from being left alone at the bottom of a page.
    pageBreakBefore: (node, nodes) =>
      node.headlineLevel === 1 &&
      node.pageNumbers.length === 1 &&
      nodes.getFollowingNodesOnPage().length < 2 &&
      nodes.getPreviousNodesOnPage().length > 0,
  };
  layFootnotes(dressing.notes);
  const bytes = Uint8Array.from(await pdfmake.createPdf(definition).getBuffer());
  return { bytes, notice: missingGlyphs(dressing.fonts.missing) };
}
