/* Writes a batch of chats, files first, so that everything a chat references exists. */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { importSources } from "#core/import/import-sources.ts";
import { addParts, type ImportedChat, type ImportedFile } from "#core/import/imported-chat.ts";
import type { ImportResult } from "#core/import/import-state.ts";
import type { Attachment } from "#core/chat/message.ts";
import type { Person } from "#core/workspace/policy.ts";
import { fileName, type StoredFile } from "#core/sources/stored-file.ts";
import { knownChats, writeImportedChats, type ChatToImport } from "../data/chats/imported-chats.ts";
import type { Db } from "../db/database.ts";
import type { Extraction } from "../files/extraction.ts";
import type { FileStore } from "../files/file-store.ts";
import { makeKnown } from "../files/upload.ts";
import type { ExportReader } from "./export-reader.ts";

type Services = { db: Db; store: FileStore; extraction: Extraction; largestFile: number };
type Given = {
  importId: string;
  /** Files created earlier aren't the import's. */
  since: Date;
  reader: Pick<ExportReader, "file">;
  chats: readonly ImportedChat[];
  result: ImportResult;
};

export async function writeBatch(services: Services, me: Person, given: Given): Promise<void> {
  const { importId, chats, result } = given;
  const known = await importsOf(me, services.db, chats);
  const fresh = chats.filter((chat) => !known.has(chat));
  const ready: ChatToImport[] = [];
  for (const chat of fresh) ready.push(await withFiles(services, me, given, chat));
  const written = await writeImportedChats(me, services.db, importId, ready);
  result.known += fresh.length - written.size;
  for (const [{ messages }, broughtBy] of known) {
    // What this import wrote before it was interrupted counts as its own.
    if (broughtBy === importId) [result.chats, result.messages] = [result.chats + 1, result.messages + messages.length];
    else result.known++;
  }
  for (const { messages, fileIds, leftOut } of written) {
    result.chats++;
    result.messages += messages.length;
    result.files += fileIds.length;
    addParts(result.parts, leftOut);
  }
}

async function importsOf(me: Person, db: Db, chats: readonly ImportedChat[]): Promise<Map<ImportedChat, string>> {
  const imports = new Map<ImportedChat, string>();
  for (const source of importSources) {
    const ofSource = chats.filter((chat) => chat.source === source);
    const known = await knownChats(
      me,
      db,
      source,
      ofSource.map(({ key }) => key),
    );
    for (const chat of ofSource) {
      const broughtBy = known.get(chat.key);
      if (broughtBy !== undefined) imports.set(chat, broughtBy);
    }
  }
  return imports;
}

async function withFiles(
  services: Services,
  me: Person,
  { reader, since, result }: Given,
  chat: ImportedChat,
): Promise<ChatToImport> {
  const fileIds = new Set<string>();
  // Versions of an answer reference the same files.
  const stored = new Map<string, StoredFile | null>();
  const attachmentsOf = async (files: readonly ImportedFile[]): Promise<Attachment[]> => {
    const attachments: Attachment[] = [];
    for (const file of files) {
      const mark = JSON.stringify(file);
      if (!stored.has(mark)) stored.set(mark, await storedFile(services, me, reader, file, result));
      const known = stored.get(mark);
      if (known === null || known === undefined) continue;
      if (Date.parse(known.lastModified) >= since.getTime()) fileIds.add(known.id);
      attachments.push({ name: known.originalName, contentType: known.contentType, url: known.url, documentId: known.id });
    }
    return attachments;
  };
  const messages: ChatToImport["messages"] = [];
  for (const { files, ...message } of chat.messages) messages.push({ ...message, attachments: await attachmentsOf(files) });
  return { ...chat, messages, fileIds: [...fileIds] };
}

/** Null if it can't be stored; the result then says so. */
async function storedFile(
  { db, store, extraction, largestFile }: Services,
  me: Person,
  reader: Given["reader"],
  file: ImportedFile,
  result: ImportResult,
): Promise<StoredFile | null> {
  const name = fileName(file.name);
  const leaveOut = (why: string) => {
    addLeftOutFile(result, name, why);
    return null;
  };
  const bytes = "text" in file ? Buffer.from(file.text) : await reader.file(file.entry, largestFile);
  if (bytes === null || bytes.length > largestFile) return leaveOut("This file is larger than Stet accepts.");
  const key = store.newKey();
  const { stream, keep, drop } = await store.begin(key);
  try {
    await pipeline(Readable.from([bytes]), stream);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    return await makeKnown({ db, store, extraction }, me, { key, name, size: bytes.length, sha256, keep }, null);
  } catch (error) {
    await drop();
    if (!(error instanceof Response) || error.status >= 500) throw error;
    const { title, detail } = (await error.clone().json()) as { title: string; detail?: string };
    return leaveOut(detail ?? title);
  }
}

function addLeftOutFile({ leftOut, parts }: ImportResult, what: string, why: string): void {
  parts.file = (parts.file ?? 0) + 1;
  leftOut.count++;
  if (leftOut.listed.length < 200) leftOut.listed.push({ what: what.slice(0, 300), why: why.slice(0, 300) });
}
