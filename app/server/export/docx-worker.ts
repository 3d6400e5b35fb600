/* The thread that writes one Word file. */
import { parentPort, workerData } from "node:worker_threads";
import { Node } from "prosemirror-model";
import { assistant, changesSince, type ChangesGiven } from "#core/changes-since.ts";
import { documentSchema, type DocumentJson } from "#core/document-schema.ts";
import { standBehindAnswers } from "../behind-answers.ts";
import { renderDocx, type DocxOptions } from "./docx.ts";

standBehindAnswers();

/** Documents as JSON: a thread is sent no objects with methods. */
export type DocxJob = {
  document: DocumentJson;
  options: Omit<DocxOptions, "tracked">;
  since: (Omit<ChangesGiven, "before" | "current"> & { before: DocumentJson }) | null;
};

async function write({ document, options, since }: DocxJob): Promise<Uint8Array> {
  const current = Node.fromJSON(documentSchema, document);
  const { changes = [] } = options;
  if (since === null && !changes.some(({ look }) => look)) return renderDocx(current, options);
  if (since === null) {
    // A look that is proposed has no words of its own to strike: the file holds both sides.
    const person = { author: assistant, date: changes[0]!.date ?? new Date().toISOString() };
    const tracked = changesSince({ before: current, current, runs: null, pending: changes, accepted: [], person });
    return renderDocx(current, { ...options, tracked });
  }
  const before = Node.fromJSON(documentSchema, since.before);
  return renderDocx(current, { ...options, tracked: changesSince({ ...since, before, current }) });
}

const bytes = Uint8Array.from(await write(workerData as DocxJob));
parentPort!.postMessage(bytes, [bytes.buffer]);
