/*
 * What a child read of a file, as the content of a draft. The child is not
 * trusted: its document is read and checked here, which for a long one takes
 * longer than others should wait, so it is done in a thread.
 */
import { Worker } from "node:worker_threads";
import { withPictures } from "#core/document-image-files.ts";
import { documentOf, emptyDocument } from "#core/document-schema.ts";
import { draftContent, type DraftContent } from "#core/draft-content.ts";

/** `kept`: of each picture's id in the document, the file that it is by now. */
export type ImportedContent = { document: string; kept: ReadonlyMap<string, string> };

/** Shorter texts are ready before a thread has started. */
const shortText = 100_000;

export function contentOfImport({ document, kept }: ImportedContent): DraftContent {
  return draftContent(withPictures(documentOf(JSON.parse(document)) ?? emptyDocument(), kept));
}

export async function importedContent(given: ImportedContent): Promise<DraftContent> {
  if (given.document.length < shortText) return contentOfImport(given);
  const script = new URL("./imported-content-worker.ts", import.meta.url);
  const worker = new Worker(script, { name: "imported content", execArgv: [], workerData: given });
  try {
    return await new Promise<DraftContent>((resolve, reject) => {
      worker.once("message", resolve);
      worker.once("error", reject);
      worker.once("exit", () => reject(new Error("the thread ended without an answer")));
    });
  } finally {
    await worker.terminate();
  }
}
