/*
 * Runs indexing in a worker thread, so that requests aren't delayed; small jobs run inline. The
 * thread starts with the first job and ends when idle. A job that kills it fails, and the next one
 * starts a new thread.
 */
import { Worker } from "node:worker_threads";
import type { ProseLanguage } from "#core/text/sentences.ts";
import type { Lexicon } from "./analyse.ts";
import { doIndexJob, emptyState, isSmallJob, type IndexAnswer, type IndexJob } from "./index-job.ts";
import type { IndexRequest } from "./index-worker.ts";

export type Indexing = {
  /** Sets the words into which this language's compounds are split. */
  use(language: ProseLanguage, lexicon: Lexicon): void;
  run<Job extends IndexJob>(job: Job): Promise<IndexAnswer<Job>>;
  close(): Promise<void>;
};

const memoryMb = 1_024;
const idleMs = 30_000;

type Waiting = { resolve(answer: never): void; reject(error: Error): void };

function tell(worker: Worker, request: IndexRequest): void {
  worker.postMessage(request);
}

export function createIndexing(): Indexing {
  const waiting = new Map<number, Waiting>();
  const state = emptyState();
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  let last = 0;

  function start(): Worker {
    const started = new Worker(new URL("./index-worker.ts", import.meta.url), {
      name: "indexing",
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    const ended = (error: Error) => {
      if (worker !== started) return;
      worker = null;
      for (const one of waiting.values()) one.reject(error);
      waiting.clear();
    };
    started.on("message", ({ id, answer, error }: { id: number; answer?: unknown; error?: string }) => {
      const one = waiting.get(id);
      waiting.delete(id);
      if (error === undefined) one?.resolve(answer as never);
      else one?.reject(new Error(error));
      if (waiting.size === 0) rest();
    });
    started.on("error", ended);
    started.on("exit", (code) => ended(new Error(`The indexing thread ended with code ${code}.`)));
    for (const [language, lexicon] of state.lexicons) tell(started, { kind: "use", language, lexicon });
    return started;
  }

  function rest(): void {
    worker?.unref();
    clearTimeout(idle);
    idle = setTimeout(() => void end(), idleMs).unref();
  }

  async function end(): Promise<void> {
    clearTimeout(idle);
    const old = worker;
    worker = null;
    for (const one of waiting.values()) one.reject(new Error("Indexing was stopped."));
    waiting.clear();
    await old?.terminate();
  }

  return {
    use(language, lexicon) {
      if (state.lexicons.get(language) === lexicon) return;
      state.lexicons.set(language, lexicon);
      if (worker !== null) tell(worker, { kind: "use", language, lexicon });
    },
    async run<Job extends IndexJob>(job: Job) {
      if (isSmallJob(job)) return doIndexJob(job, state) as IndexAnswer<Job>;
      clearTimeout(idle);
      const running = (worker ??= start());
      running.ref();
      const id = ++last;
      return new Promise<IndexAnswer<Job>>((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        tell(running, { kind: "job", id, job });
      });
    },
    close: end,
  };
}
