/*
 * Makes a file in a thread of its own: a hundred pages are seconds of work, and
 * nobody else shall wait for it. A thread that takes too long or too much
 * memory is ended; the others go on.
 */
import { Worker } from "node:worker_threads";
import { problem } from "#core/problem.ts";

const atOnce = 2;
const longestMs = 120_000;
const memoryMb = 768;

let working = 0;
const waiting: (() => void)[] = [];

/** What `script` answers `given` with. Throws `export-too-large` where it would not end. */
export async function inExportThread(script: URL, given: unknown, signal?: AbortSignal): Promise<Uint8Array> {
  if (working >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  working++;
  try {
    signal?.throwIfAborted();
    return await run(script, given, signal);
  } finally {
    working--;
    waiting.shift()?.();
  }
}

function run(script: URL, given: unknown, signal: AbortSignal | undefined): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const worker = new Worker(script, { workerData: given, resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
  const timer = setTimeout(() => reject(problem("export-too-large")), longestMs);
  const abandon = () => reject(signal?.reason as Error);
  signal?.addEventListener("abort", abandon, { once: true });
  worker.on("message", resolve);
  worker.on("error", (error: NodeJS.ErrnoException) =>
    reject(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? problem("export-too-large") : error),
  );
  return promise.finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abandon);
    void worker.terminate();
  });
}
