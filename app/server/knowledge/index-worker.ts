/* The thread that indexes. It keeps the words that compounds are split into. */
import { parentPort } from "node:worker_threads";
import type { ProseLanguage } from "#core/sentences.ts";
import type { Lexicon } from "./analyse.ts";
import { doIndexJob, type IndexJob, type Lexicons } from "./index-job.ts";

export type IndexRequest = { kind: "use"; language: ProseLanguage; lexicon: Lexicon } | { kind: "job"; id: number; job: IndexJob };

const lexicons: Lexicons = new Map();

parentPort?.on("message", (request: IndexRequest) => {
  if (request.kind === "use") return void lexicons.set(request.language, request.lexicon);
  const { id, job } = request;
  try {
    parentPort!.postMessage({ id, answer: doIndexJob(job, lexicons) });
  } catch (error) {
    parentPort!.postMessage({ id, error: String(error) });
  }
});
