/* Draws a PDF, in a thread of its own. */
import type { Content } from "pdfmake/interfaces.js";
import type { Paper } from "#core/document/paper.ts";
import type { Actor } from "#core/workspace/policy.ts";
import { longWork } from "../long-work/long-work.ts";

/** `paper` is A4 unless it says otherwise. */
export type PdfDocument = { title: string; createdAt: Date; content: Content[]; paper?: Paper };

/** The bytes of a file with its fonts inside. Throws `export-too-large` where it would not end. */
export function renderPdf(me: Actor | null, document: PdfDocument, signal?: AbortSignal): Promise<Uint8Array> {
  return longWork(me, "drawPdf", document, signal);
}
