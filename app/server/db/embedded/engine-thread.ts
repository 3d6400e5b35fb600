/*
 * The embedded engine's thread, kept alive: it is started, fed, watched, and,
 * when it dies or a statement runs past its limit, started again on the same
 * folder. Whoever was talking to it gets an error; nothing acknowledged is lost,
 * for an acknowledgement is only sent once the disk has the row.
 */
import { Worker } from "node:worker_threads";
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
};

/** Failed starts in a row before we stop trying. */
const patience = 5;

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
  #broken: Error | undefined;
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
    this.#lose(new Error(`The database thread was restarted while this ran (${reason})`));
    void this.#restart();
  }

  #lose(error: Error) {
    const client = this.#client;
    this.#client = undefined;
    client?.onLost(error);
  }

  async #restart() {
    for (let failures = 0; !this.#closing;) {
      try {
        return await this.start();
      } catch (error) {
        this.#options.log.error({ err: error }, "The database thread does not start again");
        if (++failures < patience) continue;
        this.#broken = error as Error;
        return this.#lose(this.#broken);
      }
    }
  }
}
