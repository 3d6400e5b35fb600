/*
 * Extracts text from files in child processes that may be killed. Each has its own heap, a sandbox
 * (reading-cage.ts), none of the server's settings, and a time limit per file. People take turns
 * (person-turns.ts), so a bad file only affects its own child, and its owner gets an error
 * message.
 *
 * A child that succeeded is reused; one that failed or has read many files is discarded.
 */
import { fork, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { lowerPriority } from "../process/low-priority.ts";
import { PersonTurns, type TurnRefusal } from "../process/person-turns.ts";
import type { Asked } from "./extraction-process.ts";
import type { ReadDocument } from "./read-document.ts";
import { cageFlags } from "./reading-cage.ts";
import type { ImportedDocument } from "./read-import.ts";
import type { PageFacts } from "./readers/web-page.ts";

export type Extracted<Read = ReadDocument> = { ok: true; document: Read } | { ok: false; sentence: string };

/** `person` owns the file; without one it takes a separate turn. */
export type FileToRead = { name: string; bytes: Uint8Array; person?: string; password?: string };

export type Extraction = {
  extract(file: FileToRead): Promise<Extracted>;
  /** The file as an editable document. */
  import(file: FileToRead): Promise<Extracted<ImportedDocument>>;
  /** Content fetched from the web; its `name` is its URL. */
  page(file: FileToRead & { charset?: string }): Promise<Extracted<ReadDocument & PageFacts>>;
  /** A protected Office file without its password. */
  open(file: FileToRead & { password: string }): Promise<Extracted<Uint8Array>>;
  close(): Promise<void>;
};

type Options = {
  seconds?: number;
  /** For a file under a million bytes. */
  secondsForSmall?: number;
  /** How many files are read in parallel. */
  children?: number;
  /** A reader's crash is our bug: the person gets an error message, the log gets this. */
  onFault?: (fault: string, name: string) => void;
};

const heapMebibytes = 384;
/** Buffers live outside the heap and no flag limits them, so the child's memory is monitored. */
const residentBytes = 900 * 1024 * 1024;
const filesPerChild = 200;
const idleMs = 60_000;

const tooSlow = "This file took too long to read. Save it again in the app it came from, or as plain text, and try again.";
const tooMuch = "Reading this file takes too much memory, so it was stopped.";
const failed = "This file couldn’t be read because part of it is damaged. Save it again in the app it came from and try again.";

const refusals: Record<TurnRefusal, string> = {
  "many-waiting": "Many of your files are already waiting to be read. Try again when some of them are done.",
  pausing: "Several of your files took too long to read. Wait ten minutes and try this one again.",
};

const smallBytes = 1_000_000;

export function createExtraction({
  seconds = 20,
  secondsForSmall = seconds,
  children = 2,
  onFault = () => {},
}: Options = {}): Extraction {
  const idle: Reader[] = [];
  const busy = new Set<Reader>();
  const turns = new PersonTurns(children);
  let closed = false;

  async function read(
    { name, bytes, charset, password, person }: FileToRead & { charset?: string },
    purpose: Asked["purpose"],
  ): Promise<Extracted<unknown>> {
    const taker = person ?? randomUUID();
    const refusal = turns.refusal(taker);
    if (refusal !== null) return { ok: false, sentence: refusals[refusal] };
    const turn = await turns.take(taker);
    if (turn === null || closed) return { ok: false, sentence: "Stet is stopping. Try again in a moment." };
    let wasGivenUp = true;
    const reader = idle.pop() ?? new Reader();
    busy.add(reader);
    try {
      const { fault, gaveUp, ...extracted } = await reader.read(
        { name, bytes, purpose, ...(charset !== undefined && { charset }), ...(password !== undefined && { password }) },
        (bytes.byteLength < smallBytes ? secondsForSmall : seconds) * 1000,
      );
      wasGivenUp = gaveUp === true;
      if (fault !== undefined) onFault(fault, name);
      return extracted as Extracted<unknown>;
    } finally {
      busy.delete(reader);
      if (reader.isUsable && !closed) {
        idle.push(reader);
        reader.rest(() => idle.splice(idle.indexOf(reader), 1));
      } else reader.end();
      turn.end(wasGivenUp && person !== undefined);
    }
  }

  return {
    extract: (file) => read(file, "text") as Promise<Extracted>,
    import: (file) => read(file, "import") as Promise<Extracted<ImportedDocument>>,
    page: (file) => read(file, "page") as Promise<Extracted<ReadDocument & PageFacts>>,
    open: (file) => read(file, "open") as Promise<Extracted<Uint8Array>>,
    async close() {
      closed = true;
      for (const reader of [...idle.splice(0), ...busy]) reader.end();
      turns.close();
    },
  };
}

/** `gaveUp`: the child died with it. */
type Answer = Extracted<unknown> & { fault?: string; gaveUp?: true };

class Reader {
  #child: ChildProcess;
  #ready: Promise<void>;
  #read = 0;
  #alive = true;
  #resting: NodeJS.Timeout | undefined;
  #settle: ((answer: Answer) => void) | null = null;
  #said = "";

  constructor() {
    this.#child = fork(join(import.meta.dirname, "extraction-process.ts"), [], {
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

  async read(asked: Omit<Asked, "id">, limitMs: number): Promise<Answer> {
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

  /** Waits for another file without keeping the process alive, and exits if none comes. */
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
