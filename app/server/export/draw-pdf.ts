/*
 * Renders one PDF per worker thread. Defines its appearance: page, fonts, and the styles that
 * blocks refer to. Characters missing from the text's font (Greek, Cyrillic, symbols) use a
 * fallback font. Nothing is fetched.
 */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { openSync, type Font } from "fontkit";
import pdfmake from "pdfmake";
import type { CustomTableLayout, StyleDictionary, TDocumentDefinitions } from "pdfmake/interfaces.js";
import { papers } from "#core/document/paper.ts";
import type { PdfDocument } from "./pdf.ts";
import { layFootnotes } from "./pdf-footnotes.ts";

const require = createRequire(import.meta.url);
const packages = {
  newsreader: dirname(require.resolve("@expo-google-fonts/newsreader/package.json")),
  sans: dirname(require.resolve("@expo-google-fonts/instrument-sans/package.json")),
  mono: dirname(require.resolve("@expo-google-fonts/jetbrains-mono/package.json")),
  pdfmake: dirname(require.resolve("pdfmake/package.json")),
};
const newsreader = (weight: string) => join(packages.newsreader, weight, `Newsreader_${weight}.ttf`);
const sans = (weight: string) => join(packages.sans, weight, `InstrumentSans_${weight}.ttf`);
const mono = join(packages.mono, "400Regular/JetBrainsMono_400Regular.ttf");
const roboto = (name: string) => join(packages.pdfmake, "fonts/Roboto", `Roboto-${name}.ttf`);

const fonts = {
  Serif: {
    normal: newsreader("400Regular"),
    italics: newsreader("400Regular_Italic"),
    bold: newsreader("600SemiBold"),
    bolditalics: newsreader("600SemiBold_Italic"),
  },
  Sans: {
    normal: sans("400Regular"),
    italics: sans("400Regular_Italic"),
    bold: sans("600SemiBold"),
    bolditalics: sans("600SemiBold_Italic"),
  },
  Mono: { normal: mono, italics: mono, bold: mono, bolditalics: mono },
  Other: { normal: roboto("Regular"), italics: roboto("Italic"), bold: roboto("Medium"), bolditalics: roboto("MediumItalic") },
};

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

type Kind = keyof typeof fonts;
const covered = new Map<Kind, (codePoint: number) => boolean>();

/** Whether the font has a glyph for it. */
function has(font: Kind, codePoint: number): boolean {
  let covers = covered.get(font);
  if (covers === undefined) {
    const opened = openSync(fonts[font].normal) as Font;
    const known = new Map<number, boolean>();
    covers = (one) => known.get(one) ?? (known.set(one, opened.hasGlyphForCodePoint(one)), known.get(one)!);
    covered.set(font, covers);
  }
  return covers(codePoint);
}

/** Joiners, direction marks, variation selectors, soft hyphens: they have no glyph. */
const invisible = /\p{Cf}|\p{Variation_Selector}/gu;

/**
 * A ligature for "<!--" and the like would change what was written; some also fall outside the
 * font's outline table, which makes rendering fail.
 */
const noLigatures = { calt: false, liga: false, clig: false };

type Piece = { text: string; font: Kind; fontFeatures?: typeof noLigatures };

/** Splits `text` into pieces, each with a font that has all its glyphs; characters in no font become a box. */
function pieces(text: string, font: Kind): Piece[] {
  const found: Piece[] = [];
  for (const letter of text.replaceAll("\t", "    ").replaceAll(invisible, "")) {
    const codePoint = letter.codePointAt(0)!;
    const own = codePoint < 0x7f || has(font, codePoint);
    const other = (["Other", "Mono", "Serif"] as const).find((one) => has(one, codePoint));
    const [kind, shown] = own ? [font, letter] : other === undefined ? ["Mono" as const, "\u25a1"] : [other, letter];
    const last = found.at(-1);
    if (last?.font === kind) last.text += shown;
    else found.push({ text: shown, font: kind, ...(kind === "Mono" && { fontFeatures: noLigatures }) });
  }
  return found;
}

type Loose = { [key: string]: unknown };

/** Splits all text in the content by the fonts it needs. */
function dressed(value: unknown, font: Kind): unknown {
  if (Array.isArray(value)) return value.map((one) => dressed(one, font));
  if (typeof value !== "object" || value === null) return value;
  const node = value as Loose;
  const own = fontOf(node) ?? font;
  const out: Loose = { ...node };
  for (const key of ["stack", "columns", "ul", "ol"]) if (key in node) out[key] = dressed(node[key], own);
  if ("table" in node) out.table = { ...(node.table as Loose), body: dressed((node.table as Loose).body, own) };
  if ("text" in node) {
    out.text = dressedText(node.text, own);
    if (own === "Mono") out.fontFeatures = noLigatures;
  }
  if ("footnote" in node) {
    const key = notes.length;
    notes.push({});
    notes[key] = marked(dressed(node.footnote, "Serif"), key) as Loose;
    out.footnote = key;
  }
  return out;
}

/** The document's footnotes; their marks refer to them by index. */
const notes: Loose[] = [];

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

function dressedText(text: unknown, font: Kind): unknown {
  if (Array.isArray(text))
    return text.map((one) => (typeof one === "string" ? { text: dressedText(one, font) } : dressed(one, font)));
  if (typeof text !== "string") return text;
  const found = pieces(text, font);
  return found.length === 1 && found[0]!.font === font ? found[0]!.text : found;
}

function fontOf(node: Loose): Kind | undefined {
  const style = typeof node.style === "string" ? styles[node.style] : undefined;
  return (node.font ?? style?.font) as Kind | undefined;
}

export async function drawPdf({ title, createdAt, content, paper = "a4" }: PdfDocument): Promise<Uint8Array> {
  pdfmake.setFonts(fonts);
  pdfmake.setTableLayouts(tableLayouts);
  pdfmake.setUrlAccessPolicy(() => false);
  const known = new Set(Object.values(fonts).flatMap((files) => Object.values(files)));
  pdfmake.setLocalAccessPolicy((path) => known.has(path));
  const definition: TDocumentDefinitions = {
    pageSize: papers[paper].label.toUpperCase() as "A4" | "LETTER",
    pageMargins: [72, 64, 72, 68],
    language: "en",
    version: "1.7",
    info: { title, creator: "Stet", producer: "Stet", creationDate: createdAt },
    defaultStyle: { font: "Serif", fontSize: 10.5, lineHeight: 1.3, color: ink },
    styles,
    content: dressed(content, "Serif") as TDocumentDefinitions["content"],
    footer: (page, pages) => ({
      columns: [
        { text: dressedText(title, "Sans") as string, noWrap: true, width: "*", height: 10 },
        { text: `${page} / ${pages}`, alignment: "right", width: "auto" },
      ],
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
  layFootnotes(notes);
  return Uint8Array.from(await pdfmake.createPdf(definition).getBuffer());
}
