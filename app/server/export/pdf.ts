/* Renders a PDF in a worker thread. */
import type { Content } from "pdfmake/interfaces.js";
import type { Numbering } from "#core/discovery/numbering.ts";
import type { Paper } from "#core/document/paper.ts";
import type { Actor } from "#core/workspace/policy.ts";
import { longWork } from "../long-work/long-work.ts";

/** `paper` defaults to A4, `language` (BCP 47) to English. */
export type PdfDocument = {
  title: string;
  createdAt: Date;
  content: Content[];
  paper?: Paper;
  language?: string | null;
  /** A running number at the foot of each page, instead of the title and the number of pages. */
  numbering?: Numbering;
};

/** `notice`: what the person should know about the file. */
export type MadeFile = { bytes: Uint8Array; notice: string | null };

/** The PDF's bytes, with fonts embedded. Throws `export-too-large` if rendering takes too long. */
export function renderPdf(me: Actor | null, document: PdfDocument, signal?: AbortSignal): Promise<MadeFile> {
  return longWork(me, "drawPdf", document, signal);
}
