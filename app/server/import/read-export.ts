/* Yields an export's chats or documents in batches small enough to send to the parent. Runs in a sandbox. */
import { importLimits, type LeftOut } from "#core/import/imported-chat.ts";
import { readChats, type Archive, type ReadChat } from "#core/import/read-chat.ts";
import { Unreadable } from "../files/unreadable.ts";
import { jsonElements, type Element } from "./json-elements.ts";
import type { Batch } from "./batch.ts";
import { isHidden, type Export } from "./open-export.ts";
import { documentsIn, readDocuments } from "./read-documents.ts";

const batchCharacters = 2_000_000;
const batchChats = 50;
/** Uncompressed JSON; anything larger is a decompression bomb. */
const mostBytes = 8_000_000_000;

const nothing =
  "There are no chats or documents in this file. Choose the ZIP, or the conversations.json in it, as ChatGPT or Claude sent it to you, the JSON that LibreChat, LobeHub or Open WebUI exported, or a ZIP with Markdown or Word files.";
const nested = "This archive holds other archives. Unpack it, and import each of the ZIP files in it.";

const notes: Record<Exclude<Element["kind"], "value">, string> = {
  "too-large": "It is too long to import.",
  "too-deep": "It is nested too deeply to import.",
  "cut-off": "The file ends in the middle, or is damaged. Nothing after this point could be read.",
};

/** Parts of an export without chats that a person may miss. */
const otherParts: Record<string, string> = {
  "projects.json": "Projects and their instructions are not imported.",
  "memories.json": "What the other product remembers about you is not imported.",
  "group_chats.json": "Group chats are not imported.",
};

export async function* readExport(file: Export): AsyncGenerator<Batch> {
  const documents = documentsIn(file);
  if (documents.length > 0 && !file.names.some(isConversations)) {
    yield* readDocuments(file, documents);
    return;
  }
  const names = chatFiles(file);
  const whole = names.reduce((sum, name) => sum + file.sizeOf(name), 0);
  if (names.length === 0) throw new Unreadable(file.names.some((name) => /\.zip$/i.test(name)) ? nested : nothing);
  if (whole > mostBytes) throw new Unreadable("This archive unpacks to far more than an export should. It was not read.");
  const archive = { entryOf: entriesByStart(file.names) };
  let at = 0;
  let read = 0;
  let characters = 0;
  let known = 0;
  const empty = (): Batch => ({ chats: [], documents: [], leftOut: [], read, whole });
  let batch = empty();
  batch.leftOut.push(...missingParts(file.names));
  for (const name of names) {
    async function* counted(): AsyncGenerator<Uint8Array> {
      try {
        for await (const chunk of await file.stream(name)) {
          read += chunk.length;
          yield chunk;
        }
      } catch {
        // The JSON is truncated here.
      }
    }
    for await (const element of jsonElements(counted(), { bytes: importLimits.chatBytes, depth: importLimits.depth })) {
      at++;
      for (const found of chatsIn(element, at, archive)) {
        if ("leftOut" in found) batch.leftOut.push(found.leftOut);
        else if (++known > importLimits.chats) throw new Unreadable(`This file has more than ${importLimits.chats} chats.`);
        else batch.chats.push(found.chat);
      }
      characters += element.kind === "value" ? element.json.length : 0;
      if (characters < batchCharacters && batch.chats.length + batch.leftOut.length < batchChats) continue;
      yield { ...batch, read };
      batch = empty();
      characters = 0;
    }
  }
  if (at === 0 && batch.leftOut.length === 0) throw new Unreadable(nothing);
  yield { ...batch, read };
}

function chatsIn(element: Element, at: number, archive: Archive): ReadChat[] {
  const what = `Chat ${at}`;
  if (element.kind !== "value") return [{ leftOut: { what, why: notes[element.kind] } }];
  let value: unknown;
  try {
    value = JSON.parse(element.json);
  } catch {
    return [{ leftOut: { what, why: "It is damaged: it is not valid JSON." } }];
  }
  return readChats(value, at, archive);
}

/** The known chat files, or else every JSON file: LibreChat writes one per chat. */
function chatFiles({ names }: Export): string[] {
  const json = names.filter((name) => /\.json$/i.test(name) && !isHidden(name));
  const chats = json.filter(isConversations);
  return (chats.length > 0 ? chats : json).sort();
}

function isConversations(name: string): boolean {
  return /(^|\/)conversations(?:[-_]\d+)?\.json$/i.test(name);
}

function missingParts(names: readonly string[]): LeftOut[] {
  return names.flatMap((name) => {
    const base = name.replace(/^.*\//s, "").toLowerCase();
    return Object.hasOwn(otherParts, base) ? [{ what: name.slice(-200), why: otherParts[base]! }] : [];
  });
}

/** ChatGPT names an entry by the file's id followed by its name. */
function entriesByStart(names: readonly string[]): (start: string) => string | null {
  const entries = new Map<string, string>();
  for (const name of names) {
    const base = name.replace(/^.*\//s, "");
    for (const id of [base, base.replace(/\.[^.]*$/, ""), /^file[-_][A-Za-z0-9]+/.exec(base)?.[0] ?? ""])
      if (id !== "" && !entries.has(id)) entries.set(id, name);
  }
  return (start) => entries.get(start) ?? null;
}
