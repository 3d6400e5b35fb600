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
import { readExport } from "./read-export.ts";

/** `heads`: a preview doesn't need the texts. */
export type Question =
  | { kind: "open"; path: string; size: number; wants: "heads" | "items" }
  | { kind: "next" }
  | { kind: "file"; entry: string; most: number };

export type HeadBatch = Omit<Batch, "chats" | "documents"> & { chats: ChatHead[]; documents: DocumentHead[] };
/** `undefined` after the last batch. */
export type Answer = { value: Batch | HeadBatch | Buffer | null | undefined } | { sentence: string | null; fault?: string };

let file: Export | undefined;
let batches: AsyncGenerator<Batch> | undefined;
let wants: "heads" | "items" = "items";

async function answerTo(question: Question): Promise<Batch | HeadBatch | Buffer | null | undefined> {
  if (question.kind === "open") {
    file = await openExport(question.path, question.size);
    batches = readExport(file);
    wants = question.wants;
    return null;
  }
  if (question.kind === "file") {
    // Null, unlike an empty buffer, means too large.
    if (file!.sizeOf(question.entry) > question.most) return null;
    return buffer(Readable.from(await file!.stream(question.entry)));
  }
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
