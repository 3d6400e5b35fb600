/*
 * PDF files with known words at known places. The font is Courier, whose letters are all 0.6 of its size wide, so
 * lines can be broken, and columns filled, without measuring.
 */
import { deflateSync } from "node:zlib";
import { pdfFile } from "./documents.ts";

/** Words at a place counted from the page's upper left corner. */
export type Drawn = { x: number; y: number; text: string; size?: number; isBold?: boolean; font?: string };

type DrawnField = { x: number; y: number; name: string; value: string; kind?: "text" | "check" | "choice"; width?: number };

export type DrawnPage = {
  words: readonly Drawn[];
  fields?: readonly DrawnField[];
  /** More of the content stream. */ content?: string;
};

export const pageWidth = 595;
const pageHeight = 842;
export const letter = 0.6;

const escaped = (text: string) => text.replaceAll(/[\\()]/g, "\\$&");

/** The letters "’“”–§" and those of western Europe. */
function encoded(text: string): Buffer {
  const windows: Record<string, number> = { "’": 0x92, "“": 0x93, "”": 0x94, "–": 0x96, "•": 0x95 };
  return Buffer.from(Array.from(text, (one) => windows[one] ?? one.charCodeAt(0)));
}

export function pdfOfPages(pages: readonly DrawnPage[], extraFonts: readonly string[] = []): Buffer {
  const objects: Buffer[] = [];
  const add = (body: string | Buffer) => objects.push(Buffer.from(body));
  const perPage = pages.map(({ fields = [] }) => 2 + fields.length);
  const first = 5 + extraFonts.length;
  const places = perPage.map((_, at) => first + perPage.slice(0, at).reduce((sum, count) => sum + count, 0));
  const fieldPlaces = pages.flatMap(({ fields = [] }, at) => fields.map((_, field) => places[at]! + 2 + field));
  const refs = (numbers: readonly number[]) => numbers.map((one) => `${one} 0 R`).join(" ");
  const form =
    fieldPlaces.length === 0
      ? ""
      : ` /AcroForm << /Fields [${refs(fieldPlaces)}] /DA (/F1 10 Tf) /DR << /Font << /F1 3 0 R >> >> >>`;
  add(`<< /Type /Catalog /Pages 2 0 R${form} >>`);
  add(`<< /Type /Pages /Kids [${refs(places)}] /Count ${pages.length} >>`);
  for (const name of ["Courier", "Courier-Bold"])
    add(`<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`);
  for (const font of extraFonts) add(font);
  const fonts = `/F1 3 0 R /F2 4 0 R ${extraFonts.map((_, at) => `/F${at + 3} ${at + 5} 0 R`).join(" ")}`;
  for (const [at, { words, fields = [], content = "" }] of pages.entries()) {
    const place = places[at]!;
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${pageWidth} ${pageHeight}] /Resources << /Font << ${fonts} >> >> /Contents ${place + 1} 0 R /Annots [${refs(fields.map((_, field) => place + 2 + field))}] >>`,
    );
    add(streamOf(Buffer.concat([...words.map(drawn), Buffer.from(content, "latin1")])));
    for (const field of fields) add(fieldOf(field));
  }
  return pdfFile(objects);
}

function drawn({ x, y, text, size = 10, isBold = false, font = isBold ? "F2" : "F1" }: Drawn): Buffer {
  const head = Buffer.from(`BT /${font} ${size} Tf 1 0 0 1 ${x.toFixed(2)} ${(pageHeight - y).toFixed(2)} Tm (`);
  return Buffer.concat([head, encoded(escaped(text)), Buffer.from(") Tj ET\n")]);
}

function streamOf(content: Buffer): Buffer {
  const stream = deflateSync(content);
  return Buffer.concat([
    Buffer.from(`<< /Length ${stream.length} /Filter /FlateDecode >>\nstream\n`),
    stream,
    Buffer.from("\nendstream"),
  ]);
}

function fieldOf({ x, y, name, value, kind = "text", width = 200 }: DrawnField): string {
  const box = `/Type /Annot /Subtype /Widget /F 4 /T (${escaped(name)}) /Rect [${x} ${pageHeight - y - 4} ${x + (kind === "check" ? 12 : width)} ${pageHeight - y + 12}]`;
  if (kind === "check") return `<< ${box} /FT /Btn /V /${value} /AS /${value} /AP << /N << /Yes << >> /Off << >> >> >> >>`;
  if (kind === "choice") return `<< ${box} /FT /Ch /Ff 131072 /Opt [(${escaped(value)}) (Other)] /V (${escaped(value)}) >>`;
  return `<< ${box} /FT /Tx /V (${escaped(value)}) >>`;
}

/** Breaks a text into lines of at most so many letters, long words with a hyphen if asked. */
export function brokenLines(text: string, most: number, hyphenate = false): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const room = most - line.length - (line === "" ? 0 : 1);
    if (word.length <= room) line += (line === "" ? "" : " ") + word;
    else if (hyphenate && /^\p{Ll}{8,}$/u.test(word) && room >= 5) {
      lines.push(`${line} ${word.slice(0, room - 1)}-`.trim());
      line = word.slice(room - 1);
    } else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line].filter((one) => one !== "");
}
