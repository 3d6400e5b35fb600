/* The indexing thread. It holds the lexicons and the sections gathered so far. */
import { parentPort } from "node:worker_threads";
import type { ProseLanguage } from "#core/text/sentences.ts";
import { runAtLowPriority } from "../process/low-priority.ts";
import type { Lexicon } from "./analyse.ts";
import { doIndexJob, emptyState, type IndexAnswer, type IndexJob } from "./index-job.ts";

runAtLowPriority();

export type IndexRequest = { kind: "use"; language: ProseLanguage; lexicon: Lexicon } | { kind: "job"; id: number; job: IndexJob };

const state = emptyState();

parentPort?.on("message", (request: IndexRequest) => {
  if (request.kind === "use") return void state.lexicons.set(request.language, request.lexicon);
  const { id, job } = request;
  try {
    const answer = doIndexJob(job, state);
    parentPort!.postMessage({ id, answer }, handedOver(answer));
  } catch (error) {
    parentPort!.postMessage({ id, error: String(error) });
  }
});

/** Transfers the block instead of copying it: it is large and no longer needed here. */
function handedOver(answer: IndexAnswer): ArrayBuffer[] {
  if (answer === null || !("data" in answer)) return [];
  return [answer.data, answer.counts, answer.grams.counts].map(({ buffer }) => buffer as ArrayBuffer);
}
