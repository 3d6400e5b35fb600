/*
 * Supervises the embedded engine's thread: starts it, sends it statements, watches it and, if it dies or a statement
 * exceeds its limit, restarts it on the same folder until that succeeds. Pending callers get an error; nothing
 * acknowledged is lost, because a statement is acknowledged only after its row is on disk.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { DatabaseUnavailable } from "../unavailable.ts";
import { withBaselineCode } from "./baseline-code.ts";
import type { Log } from "../log.ts";
import type { Wire } from "./client-stream.ts";
import type { FromWorker, ToWorker } from "./worker.ts";

type Client = { id: number; onBytes: (bytes: Uint8Array) => void; onLost: (error: Error) => void };

export type EngineOptions = {
  /** PostgreSQL's data folder itself. */
  folder: string;
  /**
   * A statement that runs longer ends the thread, because PGlite supports neither statement_timeout nor cancel; a
   * transaction idle for as long is rolled back, because it blocks everyone else.
   */
  statementLimitMs: number;
  log: Log;
  /** A module loaded into the thread first: the durability tests use it to watch file calls. */
  preload?: string | undefined;
  /** The delay before the second restart attempt; it doubles each time, up to `longestPauseMs`. */
  restartPauseMs?: number | undefined;
};

const longestPauseMs = 30_000;
/** A thread that ends sooner did not really start: the next attempt is delayed. */
const steadyAfterMs = 10_000;

export class EngineThread implements Wire {
  readonly #options: EngineOptions;
  #worker: Worker | undefined;
  #client: Client | undefined;
  #outbox: ToWorker[] = [];
  #watchdog: NodeJS.Timeout | undefined;
  #asked = 0;
  #unanswered = 0;
  #lastWord = performance.now();
  #unlimited = 0;
  #closing = false;
  /** Why it currently does not start. Callers get this immediately instead of waiting for the next attempt. */
  #broken: Error | undefined;
  #failedStarts = 0;
  #startedAt = 0;
  #isEndedByUs = false;
  #onClosed: (() => void) | undefined;

  constructor(options: EngineOptions) {
    this.#options = options;
  }

  /** Resolves when PostgreSQL answers; rejects with the reason if it does not start. */
  start(): Promise<void> {
    return withBaselineCode(() => this.#startThread());
  }

  #startThread(): Promise<void> {
    const { folder, preload } = this.#options;
    return new Promise((resolve, reject) => {
      const worker = new Worker(new URL("./worker.ts", import.meta.url), {
        name: "database",
        workerData: { folder },
        // It passes bytes on: what a larger young generation would hold is garbage, and its room is never given back.
        resourceLimits: { maxYoungGenerationSizeMb: 8 },
        ...(preload && { execArgv: ["--import", preload] }),
      });
      let ready = false;
      let reason = "its thread ended";
      worker.on("message", (message: FromWorker) => {
        if (message.kind === "failed") reason = message.reason;
        else if (message.kind === "ready") {
          ready = true;
          this.#begin(worker);
          resolve();
        } else this.#receive(message);
      });
      worker.on("error", (error) => {
        reason = String(error);
      });
      worker.on("exit", () => {
        if (ready) this.#died(reason);
        else reject(new Error(`The embedded database in ${folder} does not start: ${reason}`));
      });
    });
  }

  attach(id: number, onBytes: Client["onBytes"], onLost: Client["onLost"]) {
    const broken = this.#broken;
    if (broken) queueMicrotask(() => onLost(broken));
    else this.#client = { id, onBytes, onLost };
  }

  send(client: number, bytes: Uint8Array) {
    if (client === this.#client?.id) this.#post({ kind: "bytes", client, bytes });
  }

  hangUp(client: number) {
    if (client !== this.#client?.id) return;
    this.#client = undefined;
    clearTimeout(this.#watchdog);
    this.#post({ kind: "hangUp" });
  }

  /** How many batches of statements it has received. */
  get asked(): number {
    return this.#asked;
  }

  /** How long there have been no requests or responses; 0 while one is pending. */
  get idleMs(): number {
    return this.#unanswered > 0 || !this.#worker ? 0 : performance.now() - this.#lastWord;
  }

  /** For work that may legitimately take long: migrations, VACUUM, a copy. */
  async unlimited<T>(work: () => Promise<T>): Promise<T> {
    this.#unlimited++;
    try {
      return await work();
    } finally {
      this.#unlimited--;
    }
  }

  /** Writes a checkpoint and stops. */
  async close(): Promise<void> {
    this.#closing = true;
    const worker = this.#worker;
    if (!worker) return;
    const closed = new Promise<void>((resolve) => {
      this.#onClosed = resolve;
    });
    const tooLong = setTimeout(() => this.#onClosed?.(), 10_000);
    this.#post({ kind: "close" });
    await closed;
    clearTimeout(tooLong);
    await worker.terminate();
  }

  #begin(worker: Worker) {
    this.#worker = worker;
    this.#broken = undefined;
    this.#startedAt = performance.now();
    // Closed during a restart.
    if (this.#closing) void worker.terminate();
    for (const waiting of this.#outbox.splice(0)) this.#post(waiting);
  }

  #post(message: ToWorker) {
    if (!this.#worker) {
      // A new thread starts with a new session, so there is no one to hang up on.
      if (message.kind !== "hangUp") this.#outbox.push(message);
    } else if (message.kind === "bytes") {
      this.#asked++;
      this.#unanswered++;
      this.#limit(() => this.#endStatement());
      this.#worker.postMessage(message, [message.bytes.buffer as ArrayBuffer]);
    } else this.#worker.postMessage(message);
  }

  #receive(message: Exclude<FromWorker, { kind: "ready" | "failed" }>) {
    if (message.kind === "closed") return this.#onClosed?.();
    if (message.kind === "bytes") {
      if (message.client === this.#client?.id) this.#client.onBytes(message.bytes);
      return;
    }
    // `node --watch` uses the same port: ignore messages of other kinds.
    if (message.kind !== "answered") return;
    this.#unanswered--;
    this.#lastWord = performance.now();
    // The next statement may have been sent as soon as the response's bytes arrived.
    if (this.#unanswered > 0) return;
    clearTimeout(this.#watchdog);
    if (message.open && message.client === this.#client?.id) this.#limit(() => this.#endTransaction());
  }

  /** One limit at a time: either a statement is running or an open transaction is idle. */
  #limit(onExceeded: () => void) {
    clearTimeout(this.#watchdog);
    if (this.#unlimited > 0) return;
    // If this thread was the busy one, the response has already arrived and only needs to be read.
    this.#watchdog = setTimeout(() => {
      this.#watchdog = setTimeout(onExceeded, 50);
    }, this.#options.statementLimitMs);
  }

  #endStatement() {
    const { statementLimitMs, log } = this.#options;
    log.error({ statementLimitMs }, "A statement ran past its limit; the database thread is restarted");
    this.#isEndedByUs = true;
    void this.#worker?.terminate();
  }

  #endTransaction() {
    const { statementLimitMs, log } = this.#options;
    log.error({ statementLimitMs }, "A transaction was left open and is rolled back");
    this.#client?.onLost(new Error(`A transaction in which nothing was said for ${statementLimitMs} ms was rolled back`));
  }

  #died(reason: string) {
    clearTimeout(this.#watchdog);
    this.#worker = undefined;
    this.#outbox = [];
    this.#unanswered = 0;
    this.#onClosed?.();
    if (this.#closing) return;
    this.#options.log.warn({ reason }, "The database thread ended and is started again");
    this.#lose(new DatabaseUnavailable(`The database thread was restarted while this ran (${reason})`));
    const wasSteady = this.#isEndedByUs || performance.now() - this.#startedAt >= steadyAfterMs;
    this.#failedStarts = wasSteady ? 0 : this.#failedStarts + 1;
    this.#isEndedByUs = false;
    void this.#restart();
  }

  #lose(error: Error) {
    const client = this.#client;
    this.#client = undefined;
    client?.onLost(error);
  }

  /** Retries forever: a full or detached disk comes back, and Stet should then recover without a manual start. */
  async #restart() {
    while (!this.#closing) {
      await sleep(this.#pauseMs(), undefined, { ref: false });
      if (this.#closing) return;
      try {
        return await this.start();
      } catch (error) {
        this.#failedStarts++;
        this.#options.log.error({ err: error, nextTryMs: this.#pauseMs() }, "The database thread does not start again yet");
        this.#broken = new DatabaseUnavailable((error as Error).message, { cause: error });
        this.#lose(this.#broken);
      }
    }
  }

  #pauseMs(): number {
    const { restartPauseMs = 1_000 } = this.#options;
    return this.#failedStarts === 0 ? 0 : Math.min(longestPauseMs, restartPauseMs * 2 ** (this.#failedStarts - 1));
  }
}
