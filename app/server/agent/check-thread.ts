/* Checks one document in a thread of its own. */
import { parentPort, workerData } from "node:worker_threads";
import { checkDocument } from "#core/document-checks.ts";
import { standBehindAnswers } from "../behind-answers.ts";

standBehindAnswers();

const { text, outline } = workerData as { text: string; outline: string[] };
parentPort!.postMessage(checkDocument(text, outline));
