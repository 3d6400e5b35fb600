/*
 * One page: its words and the values of its form fields where they stand, and a second count, of the glyphs that
 * the page shows, so that a loss is noticed.
 */
import type { PDFDocumentProxy, PDFPageProxy } from "unpdf/pdfjs";
import type { Piece } from "./line.ts";
import { fieldPieces } from "./fields.ts";

export type PdfPage = {
  /** Those that run in the page's main direction. */
  pieces: Piece[];
  /** Stamps and margin notes that run in another one. */
  turned: Piece[][];
  height: number;
  /** Null if they could not be read. */
  fields: Piece[] | null;
  /** Glyphs that no letter is known for. */
  lost: number;
  shown: number;
  drawings: number;
  operators: number;
  /** Its words are those that its picture was read as. */
  isRecognised?: true;
};

type Item = { str: string; transform: number[]; width: number; height: number; fontName: string };
type Glyph = { unicode?: string; isSpace?: boolean };
type Count = { lost: number; shown: number; drawings: number; guessed: string };
type Font = { name?: string; bold?: boolean; composite?: boolean; toUnicode?: object };
type Operators = { showText: number; constructPath: number; setFont: number };

export async function readPage(pdf: PDFDocumentProxy, number: number, operators: Operators): Promise<PdfPage> {
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent();
  const { fnArray, argsArray } = await page.getOperatorList({ annotationMode: 0 });
  const count: Count = { lost: 0, shown: 0, drawings: 0, guessed: "" };
  let font: Font | undefined;
  for (const [at, operator] of fnArray.entries()) {
    const args = argsArray[at] as unknown[];
    if (operator === operators.setFont) font = fontOf(page, String(args[0]));
    else if (operator === operators.constructPath) count.drawings++;
    else if (operator === operators.showText) countGlyphs(args[0] as (Glyph | number)[], font, count);
  }
  const { transform, width, height } = page.getViewport({ scale: 1 });
  const words = (items as unknown as Item[]).filter((item) => "str" in item);
  const directions = byDirection(words, transform, (name) => isBold(fontOf(page, name)));
  const main = [...directions].toSorted((a, b) => length(b[1]) - length(a[1]))[0]?.[0] ?? 0;
  const fields = await fieldPieces(page, transform);
  page.cleanup();
  const isUpright = main === 0 || main === 180;
  const { shown, drawings, guessed } = count;
  return {
    lost: count.lost + (areWords(guessed) ? 0 : guessed.length),
    shown,
    drawings,
    operators: fnArray.length,
    pieces: [...(directions.get(main) ?? []), ...(fields ?? [])],
    fields,
    turned: [...directions].filter(([angle]) => angle !== main).map(([, pieces]) => pieces),
    height: isUpright ? height : width,
  };
}

function fontOf(page: PDFPageProxy, name: string): Font | undefined {
  return page.commonObjs.has(name) ? (page.commonObjs.get(name) as Font) : undefined;
}

function isBold(font: Font | undefined): boolean {
  return font?.bold === true || /bold|black|heavy|[-,]demi/i.test(font?.name ?? "");
}

function countGlyphs(glyphs: readonly (Glyph | number)[], font: Font | undefined, count: Count): void {
  // Its glyphs have numbers but no letters: a number is then taken for a letter, now and then rightly.
  const isMute = font?.composite === true && font.toUnicode !== undefined && "firstChar" in font.toUnicode;
  for (const glyph of glyphs)
    if (typeof glyph === "object" && glyph !== null && glyph.isSpace !== true) {
      count.shown++;
      if (isLost(glyph.unicode ?? "")) count.lost++;
      else if (isMute) count.guessed += glyph.unicode;
    }
}

/** Whether letters that were guessed from numbers could be words of a language written in Latin letters. */
function areWords(guessed: string): boolean {
  const lower = guessed.match(/\p{Ll}/gu)?.length ?? 0;
  const vowels = guessed.normalize("NFD").match(/[aeiouy]/giu)?.length ?? 0;
  return lower > guessed.length * 0.6 && vowels > guessed.length * 0.22;
}

/** F000 to F0FF are the symbols of Wingdings and its like. */
// oxlint-disable-next-line no-control-regex -- a glyph without a letter keeps its number
const noLetter = /^(?:[\u0000-\u001f\u007f-\u009f\ufffd\ue000-\uefff\uf100-\uf8ff])?$/u;
const isLost = (unicode: string) => noLetter.test(unicode);

function length(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { text }) => sum + text.length, 0);
}

/** Each direction has coordinates in which its words run to the right. */
function byDirection(items: readonly Item[], view: readonly number[], isBold: (font: string) => boolean): Map<number, Piece[]> {
  const found = new Map<number, Piece[]>();
  for (const { str, transform, width, height, fontName } of items) {
    const [a, b, c, d, x, y] = multiplied(view, transform);
    const angle = (Math.round((Math.atan2(b, a) * 180) / Math.PI / 5) * 5 + 360) % 360;
    const size = height || Math.hypot(c, d);
    const turn = (angle * Math.PI) / 180;
    const left = x * Math.cos(turn) + y * Math.sin(turn);
    const pieces = found.get(angle) ?? [];
    found.set(angle, pieces);
    const text = str.replaceAll(/[\uf0b7\uf0a7\uf0d8\uf076\uf0fc\uf0a8]/g, "•");
    pieces.push({ text, left, right: left + width, y: y * Math.cos(turn) - x * Math.sin(turn), size, isBold: isBold(fontName) });
  }
  return found;
}

type Matrix = [number, number, number, number, number, number];

function multiplied(one: readonly number[], other: readonly number[]): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = one;
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = other;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}
