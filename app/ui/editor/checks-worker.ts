/* Checks a document's text beside the page, so that typing never waits for it. */
import { checkDocument, type DocumentFinding } from "#core/document-checks.ts";
import type { Span } from "#core/sentences.ts";

export type CheckQuestion = { text: string; outline: string[]; broken: Span[] };
export type CheckAnswer = DocumentFinding[];

self.onmessage = ({ data }: MessageEvent<CheckQuestion>) => {
  self.postMessage(checkDocument(data.text, data.outline, data.broken) satisfies CheckAnswer);
};
