/* Draws a PDF, in a thread of its own. */
import type { Content } from "pdfmake/interfaces.js";
import type { Paper } from "#core/paper.ts";
import { inExportThread } from "./export-thread.ts";

/** `paper` is A4 unless it says otherwise. */
export type PdfDocument = { title: string; createdAt: Date; content: Content[]; paper?: Paper };

/** The bytes of a file with its fonts inside. Throws `export-too-large` where it would not end. */
export function renderPdf(document: PdfDocument, signal?: AbortSignal): Promise<Uint8Array> {
  return inExportThread(new URL("./pdf-worker.ts", import.meta.url), document, signal);
}
