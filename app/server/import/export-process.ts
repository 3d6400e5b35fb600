/*
 * The child process that reads an export: it can only access the file it was started for, and
 * answers one question at a time.
 */
import { buffer } from "node:stream/consumers";
import { Readable } from "node:stream";
import { headOf, type ChatHead } from "#core/import/imported-chat.ts";
import { documentHeadOf, type DocumentHead } from "#core/import/imported-document.ts";
import { Unreadable } from "../files/unreadable.ts";
import type { Batch } from "./batch.ts";
import { openExport, type Export } from "./open-export.ts";
import { isOwnArchive, readOwnArchive, type RowBatch } from "./read-own-archive.ts";
import { readExport } from "./read-export.ts";

/** `heads`: a preview doesn't need the texts. */
export type Question =
  | { kind: "open"; path: string; size: number; wants: "heads" | "items" }
  | { kind: "next" }
  | { kind: "file"; entry: string; most: number };

export type HeadBatch = Omit<Batch, "chats" | "documents"> & { chats: ChatHead[]; documents: DocumentHead[] };
/** What an export is: of another product, or an archive of Stet. */
export type ExportKind = "foreign" | "own";
type Value = ExportKind | Batch | HeadBatch | RowBatch | Buffer | null | undefined;
/** `undefined` after the last batch. */
export type Answer = { value: Value } | { sentence: string | null; fault?: string };

let file: Export | undefined;
let batches: AsyncGenerator<Batch> | undefined;
let rows: AsyncGenerator<RowBatch> | undefined;
let wants: "heads" | "items" = "items";

async function answerTo(question: Question): Promise<Value> {
  if (question.kind === "open") {
    file = await openExport(question.path, question.size);
    wants = question.wants;
    if (isOwnArchive(file.names)) rows = readOwnArchive(file, wants);
    else batches = readExport(file);
    return rows === undefined ? "foreign" : "own";
  }
  if (question.kind === "file") {
    // Null, unlike an empty buffer, means too large. One that isn't there is empty.
    const size = file!.sizeOf(question.entry);
    if (size === 0) return Buffer.alloc(0);
    if (size > question.most) return null;
    return buffer(Readable.from(await file!.stream(question.entry)));
  }
  if (rows !== undefined) return (await rows.next()).value as RowBatch | undefined;
  const next = await batches!.next();
  if (next.done === true) return undefined;
  if (wants === "items") return next.value;
  const { chats, documents, ...batch } = next.value;
  return { ...batch, chats: chats.map(headOf), documents: documents.map(documentHeadOf) };
}

process.on("message", (question: Question) => {
  void answerTo(question).then(
    (value) => process.send!({ value } satisfies Answer),
    (error: unknown) => {
      const sentence = error instanceof Unreadable ? error.message : null;
      process.send!({ sentence, fault: String(error instanceof Error ? error.stack : error) } satisfies Answer);
    },
  );
});

process.send!({ ready: true });
