/*
 * Renders one PDF per worker thread. Defines its appearance: page, and the styles that blocks refer to. Nothing is
 * fetched.
 */
import pdfmake from "pdfmake";
import type { Column, Content, CustomTableLayout, StyleDictionary, TDocumentDefinitions } from "pdfmake/interfaces.js";
import { pageNumber, type Numbering } from "#core/discovery/numbering.ts";
import { papers } from "#core/document/paper.ts";
import type { MadeFile, PdfDocument } from "./pdf.ts";
import { notAsked, Tally, type Counts } from "#core/losses/counts.ts";
import { Dressing, wordsOf } from "./pdf-dressing.ts";
import { missingGlyphs } from "./pdf-fonts.ts";
import { layFootnotes } from "./pdf-footnotes.ts";
import { drawTagged } from "./pdf-tags.ts";

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

/** `held`: what of the text was drawn. Boxes count as the letters they stand for, which the notice names. */
export type DrawnPdf = MadeFile & { held: Counts; pages: number };

export async function drawPdf({ title, createdAt, content, paper = "a4", language, numbering }: PdfDocument): Promise<DrawnPdf> {
  const dressing = new Dressing(title + wordsOf(content, true), styles);
  const dressed = dressing.dressed(content, "Serif") as TDocumentDefinitions["content"];
  const left = numbering === undefined ? title : "";
  const footer = dressing.outside({ text: left, noWrap: true, width: "*", height: 10, alignment: "left" }, "Sans") as Column;
  let count = 0;
  const { files } = dressing.fonts;
  pdfmake.setFonts(files);
  pdfmake.setTableLayouts(tableLayouts);
  pdfmake.setUrlAccessPolicy(() => false);
  const known = new Set(Object.values(files).flatMap((faces) => Object.values(faces)));
  pdfmake.setLocalAccessPolicy((path) => known.has(path));
  const definition: TDocumentDefinitions = {
    pageSize: papers[paper].label.toUpperCase() as "A4" | "LETTER",
    pageMargins: [72, 64, 72, 68],
    language: language ?? "en",
    tagged: true,
    displayTitle: true,
    version: "1.7",
    info: { title, creator: "Stet", producer: "Stet", creationDate: createdAt },
    defaultStyle: { font: "Serif", fontSize: 10.5, lineHeight: 1.3, color: ink },
    styles,
    content: dressed,
    footer: (page, pages) => footAt(footer, (count = pages), { page, numbering }),
    // Keeps a heading or a name from being left alone at the bottom of a page.
    pageBreakBefore: (node, nodes) =>
      node.headlineLevel === 1 &&
      node.pageNumbers.length === 1 &&
      nodes.getFollowingNodesOnPage().length < 2 &&
      nodes.getPreviousNodesOnPage().length > 0,
  };
  layFootnotes(dressing.notes);
  drawTagged(dressing.tags);
  const bytes = Uint8Array.from(await pdfmake.createPdf(definition).getBuffer());
  const { missing } = dressing.fonts;
  const boxes = new Tally();
  for (const [sign, count] of missing) boxes.write(sign.repeat(count));
  const { counts } = dressing.tags.drawn;
  const held = {
    ...notAsked,
    ...counts,
    settled: null,
    comments: Infinity,
    formatted: Infinity,
    formattedDigits: Infinity,
    links: Infinity,
  };
  held.letters += boxes.counts.letters;
  held.digits += boxes.counts.digits;
  return { bytes, notice: missingGlyphs(missing), held, pages: count };
}

type Foot = { page: number; numbering: Numbering | undefined };

function footAt(left: Column, pages: number, { page, numbering }: Foot): Content {
  const text = numbering === undefined ? `${page} / ${pages}` : pageNumber(numbering, numbering.first + page - 1);
  return {
    columns: [structuredClone(left), { text, alignment: "right", width: "auto" }],
    font: "Sans",
    fontSize: 8,
    color: soft,
    margin: [72, 24, 72, 0],
  };
}
