/*
 * A child process that reads what strangers made. It has its own heap, a sandbox (reading-cage.ts), none of the server's
 * settings and a time limit per request, and is killed when it exceeds a limit.
 */
import { fork, type ChildProcess } from "node:child_process";
import { readFile } from "node:fs/promises";
import { lowerPriority } from "../process/low-priority.ts";
import { cageFlags } from "./reading-cage.ts";

const heapMebibytes = 384;
/** Buffers live outside the heap and no flag limits them, so the child's memory is monitored. */
const residentBytes = 900 * 1024 * 1024;
const filesPerChild = 200;
const idleMs = 60_000;

const tooSlow = "This file took too long to read. Save it again in the app it came from, or as plain text, and try again.";
const tooMuch = "Reading this file takes too much memory, so it was stopped.";
const failed = "This file couldn’t be read because part of it is damaged. Save it again in the app it came from and try again.";

/** `gaveUp`: the child died with it. */
type Answer = ({ ok: true; document: unknown } | { ok: false; sentence: string }) & { fault?: string; gaveUp?: true };

/** Asked for one thing at a time. */
export class CagedProcess<Asked extends object> {
  #child: ChildProcess;
  #ready: Promise<void>;
  #read = 0;
  #alive = true;
  #resting: NodeJS.Timeout | undefined;
  #settle: ((answer: Answer) => void) | null = null;
  #said = "";

  constructor(script: string) {
    this.#child = fork(script, [], {
      execArgv: [...cageFlags, `--max-old-space-size=${heapMebibytes}`],
      env: { NODE_OPTIONS: "", NODE_DISABLE_COMPILE_CACHE: "1" },
      serialization: "advanced",
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    lowerPriority(this.#child.pid);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#ready = promise;
    // It may be rejected while nothing is awaiting it.
    promise.catch(() => {});
    this.#child.on("message", (message) => {
      if (typeof message === "object" && message !== null && "ready" in message) resolve();
      else this.#settle?.(answerOf(message));
    });
    this.#child.stderr!.on("data", (chunk: Buffer) => void (this.#said = (this.#said + chunk.toString()).slice(-2_000)));
    this.#child.on("error", reject);
    this.#child.on("exit", () => {
      this.#alive = false;
      reject(new Error("the child ended"));
      const isMemory = /heap out of memory|allocation failed/i.test(this.#said);
      this.#settle?.({
        ok: false,
        sentence: isMemory ? tooMuch : failed,
        gaveUp: true,
        ...(isMemory ? {} : { fault: this.#said || "the child ended" }),
      });
    });
  }

  get isUsable(): boolean {
    return this.#alive && this.#read < filesPerChild;
  }

  async ask(asked: Asked, limitMs: number): Promise<Answer> {
    clearTimeout(this.#resting);
    this.#read++;
    this.#child.ref();
    this.#child.channel?.ref();
    const { promise, resolve } = Promise.withResolvers<Answer>();
    this.#settle = resolve;
    const giveUp = (sentence: string) => {
      this.#settle = null;
      resolve({ ok: false, sentence, gaveUp: true });
      this.end();
    };
    let limit: NodeJS.Timeout | undefined;
    const watch = setInterval(() => void this.#resident().then((bytes) => bytes > residentBytes && giveUp(tooMuch)), 200);
    try {
      await this.#ready;
      limit = setTimeout(() => giveUp(tooSlow), limitMs);
      this.#child.send({ id: this.#read, ...asked });
      return await promise;
    } catch {
      return { ok: false, sentence: failed, fault: this.#said || "the child did not start" };
    } finally {
      clearTimeout(limit);
      clearInterval(watch);
      this.#settle = null;
    }
  }

  /** Waits for the next request without keeping the process alive, and exits if none comes. */
  rest(onEnd: () => void): void {
    this.#child.unref();
    this.#child.channel?.unref();
    this.#resting = setTimeout(() => {
      onEnd();
      this.end();
    }, idleMs).unref();
  }

  end(): void {
    clearTimeout(this.#resting);
    this.#alive = false;
    this.#child.kill("SIGKILL");
  }

  /** 0 if the system doesn't report it. */
  async #resident(): Promise<number> {
    try {
      const pages = (await readFile(`/proc/${this.#child.pid}/statm`, "utf8")).split(" ")[1];
      return Number(pages) * 4096;
    } catch {
      return 0;
    }
  }
}

function answerOf(message: unknown): Answer {
  const { document, sentence, fault } = message as { document?: unknown; sentence?: string | null; fault?: string };
  if (document !== undefined) return { ok: true, document };
  return { ok: false, sentence: sentence ?? failed, ...(fault !== undefined && { fault }) };
}
