/*
 * The embedded engine's thread, kept alive: it is started, fed, watched, and,
 * when it dies or a statement runs past its limit, started again on the same
 * folder. Whoever was talking to it gets an error; nothing acknowledged is lost,
 * for an acknowledgement is only sent once the disk has the row.
 */
import { Worker } from "node:worker_threads";
import type { Log } from "../log.ts";
import type { Wire } from "./client-stream.ts";
import type { FromWorker, ToWorker } from "./worker.ts";

type Client = { id: number; onBytes: (bytes: Uint8Array) => void; onLost: (error: Error) => void };

export type EngineOptions = {
  /** PostgreSQL's data folder itself. */
  folder: string;
  /** A statement that runs longer ends the thread: PGlite knows neither statement_timeout nor cancel. */
  statementLimitMs: number;
  log: Log;
  onRestart?: () => void;
};

/** Restarts in a row before we stop trying and say why. */
const patience = 5;

export class EngineThread implements Wire {
  readonly #options: EngineOptions;
  #worker: Worker | undefined;
  #client: Client | undefined;
  #outbox: ToWorker[] = [];
  #watchdog: NodeJS.Timeout | undefined;
  #unlimited = 0;
  #failures = 0;
  #closing = false;
  #broken: Error | undefined;
  #onClosed: (() => void) | undefined;

  constructor(options: EngineOptions) {
    this.#options = options;
  }

  /** Resolves when PostgreSQL answers; rejects with its reason when it will not start. */
  start(): Promise<void> {
    return new Promise((resolve, reject) => {
      const worker = new Worker(new URL("./worker.ts", import.meta.url), {
        workerData: { folder: this.#options.folder },
        name: "database",
      });
      let ready = false;
      let reason = "";
      worker.on("message", (message: FromWorker) => {
        if (message.kind === "ready") {
          ready = true;
          this.#failures = 0;
          this.#worker = worker;
          for (const waiting of this.#outbox.splice(0)) this.#post(waiting);
          resolve();
        } else if (message.kind === "failed") {
          reason = message.reason;
          void worker.terminate();
        } else this.#receive(message);
      });
      worker.on("error", (error) => (reason = String(error)));
      worker.on("exit", () => {
        if (ready) this.#died(reason);
        else reject(new Error(`The embedded database in ${this.#options.folder} does not start: ${reason || "its thread ended"}`));
      });
    });
  }

  attach(id: number, onBytes: Client["onBytes"], onLost: Client["onLost"]) {
    if (this.#broken) return queueMicrotask(() => onLost(this.#broken as Error));
    this.#client = { id, onBytes, onLost };
  }

  send(client: number, bytes: Uint8Array) {
    if (client === this.#client?.id) this.#post({ kind: "bytes", client, bytes });
  }

  hangUp(client: number) {
    if (client !== this.#client?.id) return;
    this.#client = undefined;
    this.#post({ kind: "hangUp" });
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
    const closed = new Promise<void>((resolve) => (this.#onClosed = resolve));
    const tooLong = setTimeout(() => this.#onClosed?.(), 10_000);
    this.#post({ kind: "close" });
    await closed;
    clearTimeout(tooLong);
    await worker.terminate();
  }

  #post(message: ToWorker) {
    if (!this.#worker) {
      // A new thread starts with a new session: there is nobody left to hang up on.
      if (message.kind !== "hangUp") this.#outbox.push(message);
      return;
    }
    if (message.kind === "bytes") {
      this.#watch();
      this.#worker.postMessage(message, [message.bytes.buffer as ArrayBuffer]);
    } else this.#worker.postMessage(message);
  }

  #receive(message: Exclude<FromWorker, { kind: "ready" | "failed" }>) {
    if (message.kind === "closed") return this.#onClosed?.();
    if (message.kind === "answered") clearTimeout(this.#watchdog);
    // `node --watch` speaks on the same port: only our own kinds count.
    else if (message.kind === "bytes" && message.client === this.#client?.id) this.#client.onBytes(message.bytes);
  }

  #watch() {
    clearTimeout(this.#watchdog);
    if (this.#unlimited > 0) return;
    const { statementLimitMs, log } = this.#options;
    const worker = this.#worker;
    this.#watchdog = setTimeout(() => {
      log.error({ statementLimitMs }, "A statement ran past its limit; the database thread is restarted");
      void worker?.terminate();
    }, statementLimitMs);
  }

  #died(reason: string) {
    clearTimeout(this.#watchdog);
    this.#worker = undefined;
    this.#outbox = [];
    const client = this.#client;
    this.#client = undefined;
    this.#onClosed?.();
    if (this.#closing) return;
    this.#options.log.warn({ reason }, "The database thread ended and is started again");
    client?.onLost(new Error(`The database thread was restarted while this ran${reason ? `: ${reason}` : ""}`));
    void this.#restart();
  }

  async #restart() {
    while (!this.#closing) {
      try {
        await this.start();
        this.#options.onRestart?.();
        return;
      } catch (error) {
        this.#options.log.error({ error }, "The database thread does not start again");
        if (++this.#failures >= patience) return this.#giveUp(error as Error);
      }
    }
  }

  #giveUp(error: Error) {
    this.#broken = error;
    this.#client?.onLost(error);
  }
}
