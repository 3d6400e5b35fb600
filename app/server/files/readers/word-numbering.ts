/*
 * Clause numbers aren't in a Word document's text: "7.2" is computed for display. Clauses are
 * cited by them, so they are computed here too, from the numbering part and the styles.
 */
import type { Alignment } from "#core/document/document-attributes.ts";
import type { WordParts } from "./word-parts.ts";
import { readXml } from "./xml.ts";
import type { documentMarks } from "#core/document/document-schema.ts";

type Level = { start: number; format: string; pattern: string };
export type ParagraphStyle = {
  level?: number;
  numId?: string;
  depth?: number;
  basedOn?: string;
  /** A character style named as code; a font name alone means nothing. */
  isCode?: boolean;
  /** A character style's formatting. */
  marks?: MarkName[];
  /** Where its paragraphs' lines are; null at the side where they begin. */
  align?: Alignment | null;
  /** Its paragraphs begin a page. */
  startsPage?: boolean;
};

const alignments: Record<string, Alignment> = {
  center: "center",
  right: "right",
  end: "right",
  both: "justify",
  distribute: "justify",
};
/** Word's name for where a paragraph's lines are. */
export const alignmentNamed = (name: string): Alignment | null => alignments[name] ?? null;

const styledMarks: Record<string, MarkName> = { b: "bold", i: "italic", strike: "strike", smallCaps: "smallCaps", caps: "caps" };
/** Styles whose formatting follows from what they are. */
const drawnStyle = /hyperlink|(?:foot|end)note reference|annotation|comment/i;

const codeStyle =
  /^(?:inline code|code|source (?:code|text)|verbatim(?: char)?|html (?:code|keyboard|sample|typewriter|variable))$/i;

/** A paragraph's list kind and start number. */
export type Numbering = Pick<WordNumbering, "kindOf" | "startOf">;

export class WordNumbering {
  #abstract = new Map<string, Map<number, Level>>();
  #numbers = new Map<string, { abstract: string; starts: Map<number, number> }>();
  #counters = new Map<string, number[]>();

  static async read(parts: WordParts): Promise<WordNumbering> {
    const numbering = new WordNumbering();
    const pieces = parts.part("numbering");
    if (pieces !== null) await numbering.#read(pieces);
    return numbering;
  }

  async #read(pieces: AsyncIterable<string>): Promise<void> {
    let abstract: Map<number, Level> | null = null;
    let level: Level | null = null;
    let number: { abstract: string; starts: Map<number, number> } | null = null;
    let overridden = 0;
    await readXml(pieces, {
      open: (name, attribute) => {
        const value = attribute("val") ?? "";
        if (name === "abstractNum") this.#abstract.set(attribute("abstractNumId") ?? "", (abstract = new Map<number, Level>()));
        else if (name === "lvl" && number === null)
          abstract?.set(Number(attribute("ilvl")), (level = { start: 1, format: "decimal", pattern: "" }));
        else if (name === "start" && level) level.start = Number(value) || 0;
        else if (name === "numFmt" && level) level.format = value;
        else if (name === "lvlText" && level) level.pattern = value;
        else if (name === "num") this.#numbers.set(attribute("numId") ?? "", (number = { abstract: "", starts: new Map() }));
        else if (name === "abstractNumId" && number) number.abstract = value;
        else if (name === "lvlOverride") overridden = Number(attribute("ilvl"));
        else if (name === "startOverride") number?.starts.set(overridden, Number(value) || 0);
      },
      close: (name) => {
        if (name === "lvl") level = null;
        if (name === "num") number = null;
      },
    });
  }

  /** The list kind: clauses number through their levels, 1.1 below 1. */
  kindOf(numId: string, depth: number): "bullet" | "clause" | "ordered" {
    const levels = this.#abstract.get(this.#numbers.get(numId)?.abstract ?? "");
    const format = levels?.get(depth)?.format;
    if (format === "bullet" || format === "none") return "bullet";
    return /%1(?:(?!%1).)*%2/.test(levels?.get(1)?.pattern ?? "") ? "clause" : "ordered";
  }

  /** The list's start number at this depth. */
  startOf(numId: string, depth: number): number {
    const number = this.#numbers.get(numId);
    return number?.starts.get(depth) ?? this.#abstract.get(number?.abstract ?? "")?.get(depth)?.start ?? 1;
  }

  /** The number of the list's next paragraph at this depth, "7.2" or "(a)"; empty for a bullet. */
  next(numId: string, depth: number): string {
    const number = this.#numbers.get(numId);
    const levels = number && this.#abstract.get(number.abstract);
    if (!number || !levels || depth < 0 || depth > 8) return "";
    const counters = this.#counters.get(number.abstract) ?? [];
    this.#counters.set(number.abstract, counters);
    const startOf = (at: number) => number.starts.get(at) ?? levels.get(at)?.start ?? 1;
    for (let at = 0; at < depth; at++) counters[at] ??= startOf(at);
    counters[depth] = counters[depth] === undefined ? startOf(depth) : counters[depth] + 1;
    counters.length = depth + 1;
    const level = levels.get(depth);
    if (!level || level.format === "bullet" || level.format === "none") return "";
    return level.pattern
      .replace(/%(\d)/g, (_, digit: string) => {
        const at = Number(digit) - 1;
        return numeral(counters[at] ?? startOf(at), at === depth ? level.format : (levels.get(at)?.format ?? "decimal"));
      })
      .trim();
  }
}

function numeral(value: number, format: string): string {
  if (format === "lowerLetter") return letters(value);
  if (format === "upperLetter") return letters(value).toUpperCase();
  if (format === "lowerRoman") return roman(value);
  if (format === "upperRoman") return roman(value).toUpperCase();
  return format === "decimalZero" && value < 10 ? `0${value}` : String(value);
}

/** a to z, then aa, bb, as Word counts. */
function letters(value: number): string {
  if (value < 1 || value > 780) return String(value);
  return String.fromCharCode(97 + ((value - 1) % 26)).repeat(Math.ceil(value / 26));
}

function roman(value: number): string {
  if (value < 1 || value > 3999) return String(value);
  const signs = ["m", "cm", "d", "cd", "c", "xc", "l", "xl", "x", "ix", "v", "iv", "i"];
  const worth = [1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1];
  let rest = value;
  return signs
    .map((sign, at) => {
      const times = Math.floor(rest / worth[at]!);
      rest -= times * worth[at]!;
      return sign.repeat(times);
    })
    .join("");
}

/** Paragraph properties by style; a style inherits from the one it is based on. */
export async function readStyles(parts: WordParts): Promise<(id: string) => ParagraphStyle> {
  const styles = new Map<string, ParagraphStyle>();
  let style: ParagraphStyle | null = null;
  let isOfLetters = false;
  /** Of paragraphs that name none. */
  let ordinary = "";
  const pieces = parts.part("styles");
  if (pieces !== null) {
    await readXml(pieces, {
      open(name, attribute) {
        const value = attribute("val") ?? "";
        if (name === "style") {
          isOfLetters = attribute("type") === "character";
          styles.set(attribute("styleId") ?? "", (style = {}));
          const isDefault = /^(?:1|true|on)$/.test(attribute("default") ?? "");
          if (isDefault && attribute("type") === "paragraph") ordinary = attribute("styleId") ?? "";
        } else if (style === null) return;
        else if (name === "basedOn") style.basedOn = value;
        else if (name === "outlineLvl" && Number(value) < 9) style.level = Number(value) + 1;
        else if (name === "numId") style.numId = value;
        else if (name === "ilvl") style.depth = Number(value);
        else if (name === "jc") style.align = alignmentNamed(value);
        else if (name === "pageBreakBefore") style.startsPage = !/^(?:0|false|off)$/.test(value);
        else if (name === "name") {
          const heading = /^heading (\d)$/i.exec(value)?.[1];
          if (heading !== undefined) style.level ??= Number(heading);
          else if (/^title$/i.test(value)) style.level ??= 1;
          if (isOfLetters && codeStyle.test(value)) style.isCode = true;
          if (drawnStyle.test(value)) isOfLetters = false;
        } else if (isOfLetters && styledMarks[name] && !/^(?:0|false|off)$/.test(value)) {
          style.marks = [...(style.marks ?? []), styledMarks[name]];
        } else if (isOfLetters && name === "vertAlign" && /^(?:super|sub)script$/.test(value)) {
          style.marks = [...(style.marks ?? []), value as MarkName];
        }
      },
      close(name) {
        if (name === "style") style = null;
      },
    });
  }
  const find = (id: string, hops = 0): ParagraphStyle => {
    const own = styles.get(id);
    if (own === undefined || hops > 10) return own ?? {};
    return own.basedOn === undefined ? own : { ...find(own.basedOn, hops + 1), ...own };
  };
  return (id) => find(id === "" ? ordinary : id);
}

export type MarkName = Exclude<keyof typeof documentMarks, "link" | "highlight">;
