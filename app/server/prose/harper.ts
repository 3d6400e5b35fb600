/*
 * A single grammar checker per process, started on first use and stopped when idle. Texts are sent
 * in pieces of whole paragraphs, so that a stopped run waits for at most one piece, and a piece
 * that hangs only loses itself.
 */
import { Worker } from "node:worker_threads";
import { placeOfLint, type GrammarLint } from "#core/prose/grammar-lint.ts";
import type { HarperAnswer, HarperDialect, HarperRequest } from "./harper-worker.ts";

export type { HarperDialect } from "./harper-worker.ts";

const pieceLength = 6_000;
const pieceLimitMs = 20_000;
const startLimitMs = 40_000;
const idleMs = 5 * 60_000;

type Waiting = { resolve: (lints: GrammarLint[]) => void; reject: (error: Error) => void; timer: NodeJS.Timeout };

let worker: Worker | null = null;
let warm = false;
let idleTimer: NodeJS.Timeout | undefined;
let lastId = 0;
const waiting = new Map<number, Waiting>();
/** Pieces are sent one at a time: the time limit is for the work, not the queue. */
let queue: Promise<unknown> = Promise.resolve();

/** `checkedTo` is less than the text's length if `budgetMs` ran out. */
export async function checkGrammar(
  text: string,
  dialect: HarperDialect,
  signal: AbortSignal,
  budgetMs = Infinity,
): Promise<{ lints: GrammarLint[]; checkedTo: number }> {
  const begun = performance.now();
  const lints: GrammarLint[] = [];
  for (const { start, text: piece } of inPieces(text)) {
    signal.throwIfAborted();
    if (performance.now() - begun > budgetMs) return { lints, checkedTo: start };
    const turn = queue.then(() => (signal.aborted ? [] : askWorker(piece, dialect)));
    queue = turn.catch(() => undefined);
    const found = await untilAborted(turn, signal);
    for (const lint of found) {
      const place = placeOfLint(piece, lint);
      if (place) lints.push({ ...lint, start: start + place.start, end: start + place.end });
    }
  }
  return { lints, checkedTo: text.length };
}

/** Ends the thread; the next text starts a new one. */
export async function stopGrammarChecker(): Promise<void> {
  const old = worker;
  forget(new Error("The grammar checker was stopped."));
  await old?.terminate();
}

function askWorker(text: string, dialect: HarperDialect): Promise<GrammarLint[]> {
  clearTimeout(idleTimer);
  const running = (worker ??= startWorker());
  running.ref();
  const id = ++lastId;
  return new Promise<GrammarLint[]>((resolve, reject) => {
    const timer = setTimeout(
      () => {
        forget(new Error("The grammar checker took too long and was restarted."));
        void running.terminate();
      },
      warm ? pieceLimitMs : startLimitMs,
    );
    waiting.set(id, { resolve, reject, timer });
    running.postMessage({ id, text, dialect } satisfies HarperRequest);
  });
}

function startWorker(): Worker {
  const started = new Worker(new URL("./harper-worker.ts", import.meta.url), { name: "harper", execArgv: [] });
  started.on("message", (answer: HarperAnswer) => settle(answer));
  const ended = (error: Error) => {
    if (worker === started) forget(error);
  };
  started.on("error", ended);
  started.on("exit", (code) => ended(new Error(`The grammar checker ended with code ${code}.`)));
  return started;
}

function settle(answer: HarperAnswer): void {
  const one = waiting.get(answer.id);
  if (!one) return;
  waiting.delete(answer.id);
  clearTimeout(one.timer);
  warm = true;
  if ("lints" in answer) one.resolve(answer.lints);
  else one.reject(new Error(answer.error));
  if (waiting.size > 0) return;
  // An idle thread must not keep the process alive.
  worker?.unref();
  idleTimer = setTimeout(() => void stopGrammarChecker(), idleMs);
  idleTimer.unref();
}

function forget(error: Error): void {
  worker = null;
  warm = false;
  clearTimeout(idleTimer);
  for (const one of waiting.values()) {
    clearTimeout(one.timer);
    one.reject(error);
  }
  waiting.clear();
}

function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    signal.addEventListener("abort", stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

/** Whole paragraphs, else lines, else words, up to `pieceLength` each. */
function* inPieces(text: string): Generator<{ start: number; text: string }> {
  let start = 0;
  while (start < text.length) {
    let end = Math.min(text.length, start + pieceLength);
    if (end < text.length) {
      const window = text.slice(start, end);
      const cut = [
        window.lastIndexOf("\n\n"),
        window.lastIndexOf("\n"),
        window.lastIndexOf(". ") + 1,
        window.lastIndexOf(" "),
      ].find((at) => at > 0);
      end = start + (cut ?? window.length);
      // Never split a surrogate pair.
      if (/[\ud800-\udbff]/.test(text[end - 1]!)) end--;
    }
    yield { start, text: text.slice(start, end) };
    start = end;
  }
}
