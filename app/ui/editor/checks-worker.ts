/* Checks a document's text beside the page, so that typing never waits for it. */
import { checkDocument, type DocumentFinding } from "#core/document-checks.ts";

export type CheckQuestion = { text: string; outline: string[] };
export type CheckAnswer = DocumentFinding[];

self.onmessage = ({ data }: MessageEvent<CheckQuestion>) => {
  self.postMessage(checkDocument(data.text, data.outline) satisfies CheckAnswer);
};
