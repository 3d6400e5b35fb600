/* The thread that writes one Word file. */
import { parentPort, workerData } from "node:worker_threads";
import { Node } from "prosemirror-model";
import { changesSince, type ChangesGiven } from "#core/changes-since.ts";
import { documentSchema, type DocumentJson } from "#core/document-schema.ts";
import { standBehindAnswers } from "../behind-answers.ts";
import { renderDocx, type DocxOptions } from "./docx.ts";
import { renderWithPending } from "./pending-changes.ts";

standBehindAnswers();

/** Documents as JSON: a thread is sent no objects with methods. */
export type DocxJob = {
  document: DocumentJson;
  options: Omit<DocxOptions, "tracked">;
  since: (Omit<ChangesGiven, "before" | "current"> & { before: DocumentJson }) | null;
};

async function write({ document, options, since }: DocxJob): Promise<Uint8Array> {
  const current = Node.fromJSON(documentSchema, document);
  if (since === null) return renderWithPending(current, options);
  const before = Node.fromJSON(documentSchema, since.before);
  return renderDocx(current, { ...options, tracked: changesSince({ ...since, before, current }) });
}

const bytes = Uint8Array.from(await write(workerData as DocxJob));
parentPort!.postMessage(bytes, [bytes.buffer]);
