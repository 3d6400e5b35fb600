/*
 * Reads an export in a child process with a sandbox (files/reading-cage.ts) limited to this file,
 * its own heap, and a time limit per answer. Its output is validated like any external input.
 */
import { fork, type ChildProcess } from "node:child_process";
import { realpathSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import {
  chatHeadSchema,
  importedChatSchema,
  leftOutSchema,
  type ChatHead,
  type ImportedChat,
  type LeftOut,
} from "#core/import/imported-chat.ts";
import {
  documentHeadSchema,
  importedDocumentSchema,
  type DocumentHead,
  type ImportedDocument,
} from "#core/import/imported-document.ts";
import { lowerPriority } from "../process/low-priority.ts";
import { cageFlags } from "../files/reading-cage.ts";
import { Unreadable } from "../files/unreadable.ts";
import type { Answer, ExportKind, Question } from "./export-process.ts";

const heapMebibytes = 640;
const residentBytes = 1_200_000_000;
const answerSeconds = 120;

const progress = z.object({ leftOut: z.array(leftOutSchema), read: z.number(), whole: z.number() });
const itemBatch = progress.extend({ chats: z.array(importedChatSchema), documents: z.array(importedDocumentSchema) });
const headBatch = progress.extend({ chats: z.array(chatHeadSchema), documents: z.array(documentHeadSchema) });

const rowBatch = z.object({
  name: z.string().max(60),
  lines: z.array(z.string()),
  heads: z.array(
    z.object({ of: z.string().max(100), id: z.string().max(100).nullable(), title: z.string().max(300), isUnfiled: z.boolean() }),
  ),
  read: z.number(),
  whole: z.number(),
});
export type ReadRowBatch = z.infer<typeof rowBatch>;

export type ReadBatch<Chat, Document> = { chats: Chat[]; documents: Document[]; leftOut: LeftOut[]; read: number; whole: number };

const failed = "This file couldn’t be read: part of it is invalid. Export it again and retry.";
const tooMuch = "Reading this file takes too much memory, so it was stopped.";
const tooSlow = "Reading this file took too long, so it was stopped.";

export class ExportReader {
  #child: ChildProcess;
  #settle: ((answer: Answer) => void) | null = null;
  #ended: Answer | null = null;
  #said = "";
  #watch: NodeJS.Timeout;
  /** Peak memory use in bytes. */
  peak = 0;
  kind: ExportKind = "foreign";

  static async open(file: { path: string; size: number }, wants: "heads" | "items"): Promise<ExportReader> {
    const path = realpathSync(file.path);
    const reader = new ExportReader(path);
    try {
      reader.kind = z.enum(["foreign", "own"]).parse(await reader.#ask({ kind: "open", path, size: file.size, wants }));
      return reader;
    } catch (error) {
      reader.close();
      throw error;
    }
  }

  private constructor(path: string) {
    this.#child = fork(fileURLToPath(new URL("./export-process.ts", import.meta.url)), [], {
      execArgv: [...cageFlags, `--allow-fs-read=${path}`, `--max-old-space-size=${heapMebibytes}`],
      env: { NODE_OPTIONS: "", NODE_DISABLE_COMPILE_CACHE: "1" },
      serialization: "advanced",
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    lowerPriority(this.#child.pid);
    this.#child.on("message", (message: Answer | { ready: true }) => {
      if (!("ready" in message)) this.#settle?.(message);
    });
    this.#child.stderr!.on("data", (chunk: Buffer) => void (this.#said = (this.#said + chunk.toString()).slice(-2_000)));
    this.#child.on("error", (error) => this.#end({ sentence: null, fault: String(error) }));
    this.#child.on("exit", () => {
      const isMemory = /heap out of memory|allocation failed/i.test(this.#said);
      this.#end({ sentence: isMemory ? tooMuch : null, fault: this.#said || "the child ended" });
    });
    this.#watch = setInterval(() => void this.#weigh(), 200);
  }

  async nextItems(): Promise<ReadBatch<ImportedChat, ImportedDocument> | null> {
    const value = await this.#ask({ kind: "next" });
    return value === undefined ? null : itemBatch.parse(value);
  }

  async nextHeads(): Promise<ReadBatch<ChatHead, DocumentHead> | null> {
    const value = await this.#ask({ kind: "next" });
    return value === undefined ? null : headBatch.parse(value);
  }

  /** Of an archive of Stet. */
  async nextRows(): Promise<ReadRowBatch | null> {
    const value = await this.#ask({ kind: "next" });
    return value === undefined ? null : rowBatch.parse(value);
  }

  /** Null if it is larger than `most`. */
  async file(entry: string, most: number): Promise<Buffer | null> {
    const value = await this.#ask({ kind: "file", entry, most });
    return value === null ? null : Buffer.from(z.instanceof(Uint8Array).parse(value));
  }

  close(): void {
    clearInterval(this.#watch);
    this.#child.kill("SIGKILL");
  }

  async #ask(question: Question): Promise<unknown> {
    if (this.#ended !== null) return this.#valueOf(this.#ended);
    const { promise, resolve } = Promise.withResolvers<Answer>();
    this.#settle = resolve;
    const limit = setTimeout(() => this.#giveUp(tooSlow), answerSeconds * 1000);
    try {
      // If it is gone, its exit event is the answer.
      this.#child.send(question, () => {});
      return this.#valueOf(await promise);
    } finally {
      clearTimeout(limit);
      this.#settle = null;
    }
  }

  #valueOf(answer: Answer): unknown {
    if ("value" in answer) return answer.value;
    throw new Unreadable(answer.sentence ?? failed, { cause: answer.fault });
  }

  #end(answer: Answer): void {
    this.#ended ??= answer;
    this.#settle?.(this.#ended);
  }

  #giveUp(sentence: string): void {
    this.#end({ sentence });
    this.close();
  }

  async #weigh(): Promise<void> {
    try {
      const pages = (await readFile(`/proc/${this.#child.pid}/statm`, "utf8")).split(" ")[1];
      this.peak = Math.max(this.peak, Number(pages) * 4096);
      if (this.peak > residentBytes) this.#giveUp(tooMuch);
    } catch {
      // Not available on every system.
    }
  }
}
