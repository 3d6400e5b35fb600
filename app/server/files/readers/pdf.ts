/*
 * PDF: a page only has positioned words, so lines and paragraphs are reconstructed from positions.
 * A page without words is a scan, which is reported so that no one assumes it was read.
 */
import { definePDFJSModule, getDocumentProxy } from "unpdf";
import type { FileText } from "#core/sources/file-text.ts";
import { DocumentBuilder } from "../document-builder.ts";
import { Unreadable } from "../unreadable.ts";

type Item = { str: string; transform: number[]; width: number; height: number };
/** `right`: where its last word ends. */
type Line = { text: string; y: number; size: number; right: number };

const mostPages = 2_000;

export async function readPdf(bytes: Buffer): Promise<FileText> {
  await definePDFJSModule(() => import("unpdf/pdfjs"));
  const pdf = await getDocumentProxy(new Uint8Array(bytes), {
    useSystemFonts: false,
    disableFontFace: true,
    verbosity: 0,
    maxImageSize: 1,
  }).catch(refused);
  if (pdf.numPages > mostPages)
    throw new Unreadable(`This PDF has ${pdf.numPages} pages. Stet reads at most ${mostPages}. Split it and attach the parts.`);
  const builder = new DocumentBuilder();
  const pages: Line[][] = [];
  const broken: number[] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    try {
      const page = await pdf.getPage(number);
      const { items } = await page.getTextContent();
      pages.push(linesOf(items.filter((item): item is never => "str" in item) as unknown as Item[]));
      page.cleanup();
    } catch {
      pages.push([]);
      broken.push(number);
    }
  }
  if (broken.length === pdf.numPages) refused();
  const bodySize = commonSize(pages.flat());
  for (const [at, lines] of pages.entries()) {
    builder.page(at + 1);
    addParagraphs(lines, bodySize, builder);
  }
  say(pages, broken, builder);
  return builder.finish(pdf.numPages);
}

function refused(error?: unknown): never {
  const name = error instanceof Error ? error.name : "";
  if (name === "PasswordException")
    throw new Unreadable("This PDF is password-protected. Save it without the password and attach it again.");
  throw new Unreadable("This PDF is damaged and can’t be read. Open it in the app it came from and save it again.");
}

function say(pages: readonly Line[][], broken: readonly number[], builder: DocumentBuilder): void {
  if (broken.length > 0)
    builder.notice(
      `${broken.length === 1 ? `Page ${broken[0]} is` : `Pages ${listed(broken)} are`} damaged and could not be read.`,
    );
  const empty = pages.flatMap((lines, at) => (lines.length === 0 && !broken.includes(at + 1) ? [at + 1] : []));
  if (empty.length === 0) return;
  if (empty.length === pages.length)
    builder.notice("This PDF has no text: its pages seem to be scans. Run text recognition (OCR) on it first.");
  else
    builder.notice(
      `${empty.length === 1 ? `Page ${empty[0]} has` : `Pages ${listed(empty)} have`} no text and can’t be searched. Scanned pages need text recognition (OCR) first.`,
    );
}

/** 3, 4, 5, 9 → "3–5, 9" */
function listed(numbers: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else runs.push([number, number]);
  }
  const shown = runs.slice(0, 8).map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`));
  return `${shown.join(", ")}${runs.length > 8 ? " and more" : ""}`;
}

function linesOf(items: readonly Item[]): Line[] {
  const lines: Line[] = [];
  let open: Line | null = null;
  for (const { str, transform, width, height } of items) {
    const [, , , , x = 0, y = 0] = transform;
    const size = height || Math.hypot(transform[2] ?? 0, transform[3] ?? 0);
    const isSameLine = open !== null && Math.abs(open.y - y) < Math.max(2, size * 0.4);
    if (str !== "") {
      if (open === null || !isSameLine) lines.push((open = { text: str, y, size, right: x + width }));
      else {
        const gap = x - open.right;
        open.text += (gap > size * 0.15 && !/\s$/.test(open.text) && !/^\s/.test(str) ? (gap > size * 2 ? "\t" : " ") : "") + str;
        open.right = x + width;
        if (str.trim() !== "") open.size = Math.max(open.size, size);
      }
    }
  }
  return lines.filter((line) => line.text.trim() !== "");
}

/** The font size of most characters. */
function commonSize(lines: readonly Line[]): number {
  const characters = new Map<number, number>();
  for (const { text, size } of lines) {
    const rounded = Math.round(size * 2) / 2;
    characters.set(rounded, (characters.get(rounded) ?? 0) + text.length);
  }
  return [...characters].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0])[0];
}

/** Groups lines that are closely spaced and of the same size. */
function addParagraphs(lines: readonly Line[], bodySize: number, builder: DocumentBuilder): void {
  let paragraph: Line[] = [];
  const end = () => {
    if (paragraph.length === 0) return;
    const text = paragraph.reduce((text, line) => joined(text, line.text), "");
    const size = paragraph[0]!.size;
    if (size > bodySize * 1.15 && text.length < 200) builder.heading(size > bodySize * 1.6 ? 1 : 2, text);
    else builder.paragraph(text);
    paragraph = [];
  };
  for (const line of lines) {
    const last = paragraph.at(-1);
    if (last) {
      const step = last.y - line.y;
      const isNext =
        step > 0 && step < Math.max(last.size, line.size) * 1.7 && Math.abs(last.size - line.size) < bodySize * 0.12 + 0.5;
      if (!isNext || beginsClause.test(line.text)) end();
    }
    paragraph.push(line);
  }
  end();
}

/** "7.2 Notice", "(a) the", "§ 11", "• one" start a new paragraph, however small the gap. */
const beginsClause =
  /^\s*(?:\d{1,3}(?:\.\d{1,3}){1,4}\.?\s|\d{1,2}\.\s+\p{Lu}|\([a-z\d]{1,3}\)\s|§\s?\d|\d+\s?[a-z]?\s?§|[•–▪]\s|(?:Section|Article|Clause|Artikel|Art\.)\s+\d)/u;

/** Rejoins a word hyphenated at the end of a line. */
function joined(text: string, next: string): string {
  if (text === "") return next.trim();
  if (/\p{Ll}[-\u00ad]$/u.test(text) && /^\p{Ll}/u.test(next)) return text.slice(0, -1) + next.trim();
  return `${text.trimEnd()} ${next.trim()}`;
}
