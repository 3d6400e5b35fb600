/*
 * Extracts a file's text, or throws `Unreadable` with a message. Runs in a child process
 * (extraction-process.ts), never in the server: a hostile file can exhaust CPU and heap, but only
 * the child's.
 */
import type { FileText } from "#core/sources/file-text.ts";
import type { RecognisedPage } from "#core/sources/recognised-page.ts";
import { isArchive } from "./collecting/containers.ts";
import { contentTypes, recognise, recogniseArchive, type Recognised } from "./file-kind.ts";
import { readEmail } from "./readers/email.ts";
import { readHtml } from "./readers/html.ts";
import { readOpenDocument } from "./readers/open-document.ts";
import { readMarkdown, readPlain, readTable } from "./readers/plain.ts";
import { readPresentation } from "./readers/presentation.ts";
import { readRichText } from "./readers/rich-text.ts";
import { readSpreadsheet } from "./readers/spreadsheet.ts";
import type { PageFacts } from "./readers/web-page.ts";
import { readWord } from "./readers/word.ts";
import { pdfLocked, Unreadable } from "./unreadable.ts";
import { openArchive, type Archive } from "./zip.ts";

/** Also said of one that is sent to a chat. */
export const archiveNotice = "This file is an archive. Add it to a collection in Discovery to read what is in it, or unpack it.";

const mailboxNotice = "This file is a large mailbox. Add it to a collection in Discovery to read its emails.";
/** A smaller one is also text like any other. */
const mostMailboxBytes = 4_000_000;

export type ReadDocument = Recognised & FileText;

export async function readDocument(bytes: Buffer, name: string, password?: string): Promise<ReadDocument> {
  const recognised = recognise(bytes, name);
  if (recognised === "archive") {
    if (await isArchive(bytes, name))
      return { kind: "archive", contentType: contentTypes.archive, text: "", blocks: [], notice: archiveNotice };
    const archive = await openArchive(bytes);
    const what = await recogniseArchive(archive);
    return { ...what, ...(await readOffice(archive, what)) };
  }
  try {
    return { ...recognised, ...(await readSimple(bytes, recognised)) };
  } catch (error) {
    const isLocked = error instanceof Unreadable && error.message === pdfLocked;
    if (!isLocked || password === undefined) throw error;
    const document = await (await import("./readers/pdf.ts")).readPdf(bytes, { password });
    // The password is not kept, so pictures of its pages cannot be read later.
    delete document.scanned;
    return { ...recognised, kind: "locked-pdf", ...document };
  }
}

/** A PDF with what the pictures of its pages were read as. */
export async function readRecognised(bytes: Buffer, name: string, pages: readonly RecognisedPage[]): Promise<ReadDocument> {
  const recognised = recognise(bytes, name);
  if (recognised === "archive" || recognised.kind !== "pdf") throw new Unreadable("Only the pages of a PDF can be recognized.");
  return { ...recognised, ...(await (await import("./readers/pdf.ts")).readPdf(bytes, { recognised: pages })) };
}

/** Content fetched from the web: pages are read for their main content, documents like any other. */
export async function readPage(bytes: Buffer, url: string, charset?: string): Promise<ReadDocument & PageFacts> {
  const recognised = recognise(bytes, new URL(url).pathname);
  if (recognised === "archive" || recognised.kind !== "html") return readDocument(bytes, new URL(url).pathname);
  return { ...recognised, ...(await import("./readers/web-page.ts")).readWebPage(bytes, { url, charset }) };
}

function readOffice(archive: Archive, { kind }: Recognised): Promise<FileText> {
  if (kind === "docx") return readWord(archive);
  if (kind === "xlsx") return readSpreadsheet(archive);
  return kind === "pptx" ? readPresentation(archive) : readOpenDocument(archive);
}

async function readSimple(bytes: Buffer, { kind }: Recognised): Promise<FileText> {
  switch (kind) {
    case "pdf":
      // Slower to load than all the others, and most children never need it.
      return (await import("./readers/pdf.ts")).readPdf(bytes);
    case "rtf":
      return readRichText(bytes);
    case "html":
      return readHtml(bytes);
    case "email":
      return readEmail(bytes);
    case "markdown":
      return readMarkdown(bytes);
    case "table":
      return readTable(bytes);
    case "doc":
    case "xls":
    case "ppt":
    case "msg":
      return (await import("./readers/old-office/index.ts")).readOldOffice(bytes, kind);
    case "mailbox":
      return bytes.length > mostMailboxBytes ? { text: "", blocks: [], notice: mailboxNotice } : readPlain(bytes);
    case "image":
      return { text: "", blocks: [], notice: "Pictures have no text to search. They are sent to models that accept them." };
    default:
      return readPlain(bytes);
  }
}
