/*
 * PDF: a page only has positioned words, so columns, lines, tables and paragraphs are reconstructed from positions
 * (pdf/). What a page shows and its text does not hold is said, page by page; only a page that has a picture and no
 * words is called scanned.
 */
import { definePDFJSModule, getDocumentProxy, getResolvedPDFJS } from "unpdf";
import type { PDFDocumentProxy } from "unpdf/pdfjs";
import type { FileText } from "#core/sources/file-text.ts";
import type { RecognisedPage } from "#core/sources/recognised-page.ts";
import { DocumentBuilder } from "../document-builder.ts";
import { pdfLocked, Unreadable, wrongPassword } from "../unreadable.ts";
import { readingOrder } from "./pdf/columns.ts";
import { segmentsOf } from "./pdf/line.ts";
import { takeMargins } from "./pdf/margins.ts";
import { readPage, type PdfPage } from "./pdf/page.ts";
import { paragraphsOf, type Paragraph } from "./pdf/paragraphs.ts";
import { sayLosses, sayRecognised } from "./pdf/losses.ts";
import { recognisedAsPage } from "./pdf/recognised.ts";

const mostPages = 2_000;
/** pdf.js: a password was given, and it is not the one. */
const wrongCode = 2;

type Options = {
  password?: string | undefined;
  /** What was read of the pictures of pages without words: it is put where those pages are. */
  recognised?: readonly RecognisedPage[] | undefined;
};

export async function readPdf(bytes: Buffer, { password, recognised = [] }: Options = {}): Promise<FileText> {
  await definePDFJSModule(() => import("unpdf/pdfjs"));
  const pdf = await opened(bytes, password);
  if (pdf.numPages > mostPages)
    throw new Unreadable(`This PDF has ${pdf.numPages} pages. Stet reads at most ${mostPages}. Split it and attach the parts.`);
  const { OPS } = await getResolvedPDFJS();
  const read: (PdfPage | null)[] = [];
  const found = new Map(recognised.map((one) => [one.page, one]));
  for (let number = 1; number <= pdf.numPages; number++) {
    const known = found.get(number);
    read.push(known !== undefined ? recognisedAsPage(known) : await readPage(pdf, number, OPS).catch(() => null));
  }
  if (read.every((page) => page === null)) refused();
  const pages = read.map((page) => ({ segments: segmentsOf(page?.pieces ?? []), height: page?.height ?? 0 }));
  const margins = takeMargins(pages);
  const columns = pages.map(({ segments }, at) => ({
    number: at + 1,
    columns: [...readingOrder(segments), ...(read[at]?.turned ?? []).map(segmentsOf)].filter((one) => one.length > 0),
  }));
  const builder = new DocumentBuilder(new Map(recognised.flatMap(({ page, sure }) => (sure === null ? [] : [[page, sure]]))));
  write(paragraphsOf(columns), margins, builder);
  sayRecognised(recognised, builder);
  sayLosses(read, await withPictures(bytes, password, read), builder);
  return builder.finish(pdf.numPages);
}

function opened(bytes: Buffer, password: string | undefined, options: { stopAtErrors?: boolean } = {}): Promise<PDFDocumentProxy> {
  return getDocumentProxy(new Uint8Array(bytes), {
    useSystemFonts: false,
    disableFontFace: true,
    fontExtraProperties: true,
    verbosity: 0,
    // No picture is ever unpacked.
    maxImageSize: 1,
    ...(password !== undefined && { password }),
    ...options,
  }).catch(refused);
}

/** Which of these pages hold a picture. No picture may be unpacked; where errors count, a page ends at its first one. */
async function withPictures(bytes: Buffer, password: string | undefined, pages: readonly (PdfPage | null)[]): Promise<boolean[]> {
  const wordless = pages.map((page) => page !== null && page.shown === 0 && page.isRecognised !== true);
  if (!wordless.includes(true)) return wordless;
  const pdf = await opened(bytes, password, { stopAtErrors: true });
  const found: boolean[] = [];
  for (const [at, page] of pages.entries()) {
    const strict = wordless[at] === true ? await operatorsOf(pdf, at + 1) : null;
    found.push(strict !== null && strict < page!.operators);
  }
  return found;
}

async function operatorsOf(pdf: PDFDocumentProxy, number: number): Promise<number> {
  try {
    const page = await pdf.getPage(number);
    const { fnArray } = await page.getOperatorList({ annotationMode: 0 });
    page.cleanup();
    return fnArray.length;
  } catch {
    return 0;
  }
}

function refused(error?: unknown): never {
  const name = error instanceof Error ? error.name : "";
  if (name === "PasswordException")
    throw new Unreadable((error as { code?: number }).code === wrongCode ? wrongPassword : pdfLocked);
  throw new Unreadable("This PDF is damaged and can’t be read. Open it in the app it came from and save it again.");
}

/** A running head is kept once, where it first stands, so that its words can be found. */
function write(paragraphs: readonly Paragraph[], margins: readonly string[][], builder: DocumentBuilder): void {
  const kept = new Set<string>();
  let page = 0;
  for (const { kind, text, level, cells, isRest, page: own } of paragraphs) {
    const begun = isRest === true ? page : own;
    while (page < begun) {
      builder.page(++page, margins[page - 1]);
      for (const margin of margins[page - 1] ?? []) if (isNew(margin, kept)) builder.paragraph(margin);
    }
    builder.page(own, margins[own - 1]);
    if (kind === "row") builder.row(cells ?? [text]);
    else if (kind === "heading") builder.heading(level ?? 2, text);
    else if (isRest === true) builder.rest(text);
    else builder.paragraph(text);
  }
}

function isNew(margin: string, kept: Set<string>): boolean {
  const key = margin.replaceAll(/\d+/g, "#");
  if (!/\p{L}{3}/u.test(margin.replaceAll(/\b(?:page|seite|sida|pagina|side|of|von|av|van)\b/giu, "")) || kept.has(key))
    return false;
  kept.add(key);
  return true;
}
