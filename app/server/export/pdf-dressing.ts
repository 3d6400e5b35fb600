/*
 * Prepares content for pdfmake: every text is split by the fonts and directions it needs, and every run names its tag
 * for screen readers.
 */
import type { StyleDictionary } from "pdfmake/interfaces.js";
import { Directions } from "./pdf-direction.ts";
import { noLigatures, PdfFonts, type Kind } from "./pdf-fonts.ts";
import { PdfTags, type Role } from "./pdf-tags.ts";

type Loose = { [key: string]: unknown };

/** The words of a node, in order. */
export function wordsOf(value: unknown, withNotes: boolean): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map((one) => wordsOf(one, withNotes)).join("");
  if (typeof value !== "object" || value === null) return "";
  const { text, stack, columns, ul, ol, table, footnote } = value as Loose;
  const parts = [text, stack, columns, ul, ol, (table as Loose | undefined)?.body, withNotes ? footnote : ""];
  return parts.map((one) => wordsOf(one, withNotes)).join("");
}

/** The block that a run of text is in. */
type Block = { directions: Directions | null; tag: number | undefined };

/** Frames that are drawn as tables. */
const frames: Record<string, Role> = { quote: "BlockQuote", code: "Div", draft: "Div", change: "Div" };
const textRoles: Record<string, Role> = { title: "H1", heading1: "H1", heading2: "H2", heading3: "H3", heading4: "H4" };

export class Dressing {
  readonly fonts: PdfFonts;
  readonly tags = new PdfTags();
  /** The document's footnotes; their marks refer to them by index. */
  readonly notes: Loose[] = [];
  #styles: StyleDictionary;

  constructor(words: string, styles: StyleDictionary) {
    this.fonts = new PdfFonts(words);
    this.#styles = styles;
  }

  dressed(value: unknown, font: Kind): unknown {
    if (Array.isArray(value)) return value.map((one) => this.dressed(one, font));
    if (typeof value !== "object" || value === null) return value;
    const { role, ...node } = value as Loose & { role?: Role };
    return role === undefined ? this.#block(node, font) : this.tags.within(role, () => this.#block(node, font));
  }

  /** What isn't part of the text, like a page's footer. */
  outside(value: unknown, font: Kind): unknown {
    return this.tags.outside(() => this.dressed(value, font));
  }

  #block(node: Loose, outer: Kind): Loose {
    const font = this.#fontOf(node) ?? outer;
    const out: Loose = { ...node };
    for (const key of ["stack", "columns"]) if (key in node) out[key] = this.dressed(node[key], font);
    for (const key of ["ul", "ol"])
      if (key in node) out[key] = this.tags.within("L", () => this.#items(node[key], font, key === "ol"));
    if ("table" in node) out.table = this.#table(node, font);
    if ("image" in node) out.tag = this.tags.leaf("Figure", { alt: String(node.alt ?? "") });
    if (!("text" in node)) return out;
    const directions = Directions.of(wordsOf(node.text, false));
    if (directions?.base === 1) out.alignment ??= "right";
    const tag = this.tags.leaf((node.textRole as Role | undefined) ?? textRoles[String(node.style)] ?? "P");
    if (typeof node.text === "string" && node.outline === true) out.outlineText ??= node.text;
    out.text = this.#runs(node.text, font, { directions, tag });
    if (font === "Mono") out.fontFeatures = noLigatures;
    return out;
  }

  #items(items: unknown, font: Kind, isNumbered: boolean): unknown[] {
    return (items as Loose[]).map((item) =>
      this.tags.within("LI", () => {
        const label = isNumbered ? this.tags.leaf("Lbl") : undefined;
        const body = this.tags.within("LBody", () => this.dressed(item, font)) as Loose;
        return label === undefined ? body : Object.assign(body, { label });
      }),
    );
  }

  #table({ table, layout }: Loose, font: Kind): Loose {
    const { body, ...rest } = table as { body: Loose[][] };
    const frame = frames[String(layout)];
    if (frame !== undefined) return { ...rest, body: this.tags.within(frame, () => this.dressed(body, font)) };
    const cell = (one: Loose) => {
      const spans = { colSpan: Number(one.colSpan ?? 1), rowSpan: Number(one.rowSpan ?? 1) };
      // Another cell spans into it.
      if (Object.keys(one).length === 0) return {};
      return this.tags.within(one.style === "headerCell" ? "TH" : "TD", () => this.dressed(one, font), spans);
    };
    return { ...rest, body: this.tags.within("Table", () => body.map((row) => this.tags.within("TR", () => row.map(cell)))) };
  }

  /** pdfmake doesn't hand a run's style down to runs within it, so a run in several fonts becomes several runs. */
  #runs(text: unknown, font: Kind, block: Block): Loose[] {
    if (Array.isArray(text)) return text.flatMap((one) => this.#runs(one, font, block));
    const { tag } = block;
    if (typeof text !== "object" || text === null)
      return this.fonts.pieces(String(text ?? ""), font, block.directions).map((piece) => Object.assign(piece, { tag }));
    const { text: words, id, footnote, ...style } = text as Loose;
    const own = this.#fontOf(style) ?? font;
    const runs = this.#runs(words, own, block).map((piece) => Object.assign({}, style, piece));
    // Only the first is the place that others refer to.
    Object.assign(runs[0] ?? {}, id !== undefined && { id }, footnote !== undefined && this.#note(footnote));
    return runs;
  }

  #note(footnote: unknown): { footnote: number; noteTag: number } {
    const key = this.notes.length;
    this.notes.push({});
    const { tag, made } = this.tags.note(() => this.dressed(footnote, "Serif"));
    this.notes[key] = marked(made, key) as Loose;
    return { footnote: key, noteTag: tag };
  }

  #fontOf(node: Loose): Kind | undefined {
    const style = typeof node.style === "string" ? this.#styles[node.style] : undefined;
    return (node.font ?? style?.font) as Kind | undefined;
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
