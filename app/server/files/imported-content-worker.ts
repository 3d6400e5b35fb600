/* Makes the content of one imported draft in a thread of its own. */
import { parentPort, workerData } from "node:worker_threads";
import { standBehindAnswers } from "../behind-answers.ts";
import { contentOfImport, type ImportedContent } from "./imported-content.ts";

standBehindAnswers();
parentPort!.postMessage(contentOfImport(workerData as ImportedContent));
