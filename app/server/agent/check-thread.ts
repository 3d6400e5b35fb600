/* Checks one document in a thread of its own. */
import { parentPort, workerData } from "node:worker_threads";
import { checkDocument } from "#core/document-checks.ts";

const { text, outline } = workerData as { text: string; outline: string[] };
parentPort!.postMessage(checkDocument(text, outline));
