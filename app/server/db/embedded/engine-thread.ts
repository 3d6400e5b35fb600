/*
 * The embedded engine's thread, kept alive: it is started, fed, watched, and,
 * when it dies or a statement runs past its limit, started again on the same
 * folder, for as long as it takes. Whoever was talking to it gets an error; nothing acknowledged is lost,
 * for an acknowledgement is only sent once the disk has the row.
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
   * A statement that runs longer ends the thread, for PGlite knows neither
   * statement_timeout nor cancel; a transaction in which nothing is said for as
   * long is rolled back, for it keeps everybody else waiting.
   */
  statementLimitMs: number;
  log: Log;
  /** A module loaded into the thread before all else: the durability tests watch its file calls. */
  preload?: string | undefined;
  /** Before the second try to start again; each further pause is twice as long, up to `longestPauseMs`. */
  restartPauseMs?: number | undefined;
};

const longestPauseMs = 30_000;
/** A thread that ends sooner has not really started: the next try waits. */
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
  /** Why it does not start at the moment. Callers get it at once instead of waiting for the next try. */
  #broken: Error | undefined;
  #failedStarts = 0;
  #startedAt = 0;
  #isEndedByUs = false;
  #onClosed: (() => void) | undefined;

  constructor(options: EngineOptions) {
    this.#options = options;
  }

  /** Resolves when PostgreSQL answers; rejects with its reason when it will not start. */
  start(): Promise<void> {
    return withBaselineCode(() => this.#startThread());
  }

  #startThread(): Promise<void> {
    const { folder, preload } = this.#options;
    return new Promise((resolve, reject) => {
      const worker = new Worker(new URL("./worker.ts", import.meta.url), {
        name: "database",
        workerData: { folder },
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

  /** How many batches of statements it has been sent. */
  get asked(): number {
    return this.#asked;
  }

  /** How long nothing has been asked or answered; 0 while something is under way. */
  get idleMs(): number {
    return this.#unanswered > 0 || !this.#worker ? 0 : performance.now() - this.#lastWord;
  }

  /** For work that may rightly take long: migrations, VACUUM, a copy. */
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
    // Closed while it was starting again.
    if (this.#closing) void worker.terminate();
    for (const waiting of this.#outbox.splice(0)) this.#post(waiting);
  }

  #post(message: ToWorker) {
    if (!this.#worker) {
      // A new thread starts with a new session: there is nobody left to hang up on.
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
    // `node --watch` speaks on the same port: only our own kinds count.
    if (message.kind !== "answered") return;
    this.#unanswered--;
    this.#lastWord = performance.now();
    // The next statement may have been sent as soon as the answer's bytes were in.
    if (this.#unanswered > 0) return;
    clearTimeout(this.#watchdog);
    if (message.open && message.client === this.#client?.id) this.#limit(() => this.#endTransaction());
  }

  /** One limit at a time: either a statement runs or somebody's transaction waits for its next one. */
  #limit(onExceeded: () => void) {
    clearTimeout(this.#watchdog);
    if (this.#unlimited > 0) return;
    // When it was this thread that was busy, the answer is already here, waiting to be read.
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

  /** Tries for ever: a disk that is full or away comes back, and then nobody should have to start Stet by hand. */
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
