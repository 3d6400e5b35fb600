/* The checks of a document, beside the thread that writes everybody's answers: a book takes seconds. */
import { Worker } from "node:worker_threads";
import type { Node } from "prosemirror-model";
import { clauseNumbers } from "#core/clause-numbers.ts";
import { checkDocument, type DocumentFinding } from "#core/document-checks.ts";
import { documentText } from "#core/document-text.ts";

/** Shorter texts are checked in less time than a thread takes to start. */
const shortText = 40_000;

export async function checkInThread(document: Node, signal: AbortSignal): Promise<DocumentFinding[]> {
  const { text } = documentText(document);
  const outline = clauseNumbers(document).map(({ reference }) => reference);
  if (text.length < shortText) return checkDocument(text, outline);
  const worker = new Worker(new URL("./check-thread.ts", import.meta.url), { workerData: { text, outline }, execArgv: [] });
  const stop = () => void worker.terminate();
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await new Promise<DocumentFinding[]>((resolve, reject) => {
      worker.once("message", resolve);
      worker.once("error", reject);
      worker.once("exit", () => reject(new Error("The check was stopped.")));
    });
  } finally {
    signal.removeEventListener("abort", stop);
    await worker.terminate();
  }
}
