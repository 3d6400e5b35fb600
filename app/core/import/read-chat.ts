/* Reads the chats in one value of an export from any supported product: one, or all of LobeHub's. */
import { fileName } from "../sources/stored-file.ts";
import { readChatgpt } from "./chatgpt.ts";
import { readClaude } from "./claude.ts";
import { conversationOf, TooLarge, type Conversation, type PlacedMessage } from "./conversation-tree.ts";
import { fieldsOf, textOf, type Fields, type ForeignChat, type ForeignFile } from "./foreign-chat.ts";
import type { LeftOutPart } from "./import-sources.ts";
import type { ImportedChat, ImportedFile, LeftOut, PartsLeftOut } from "./imported-chat.ts";
import { readLibrechat } from "./librechat.ts";
import { readLobehub } from "./lobehub.ts";
import { readOpenWebui } from "./open-webui.ts";

/** `entryOf` finds a file in the archive by the prefix of its entry's name. */
export type Archive = { entryOf(start: string): string | null };

const unknown = "It isn’t a chat from a product Stet can import from.";

export type ReadChat = { chat: ImportedChat } | { leftOut: LeftOut };

export function readChats(value: unknown, at: number, archive: Archive): ReadChat[] {
  const fields = fieldsOf(value);
  const chats = "state" in fields || "data" in fields ? readLobehub(fields) : null;
  if (chats !== null) return chats.map((chat, i) => readChat(chat, titleOf({ title: chat.title }) || `Chat ${at + i}`, archive));
  const what = titleOf(fields) || `Chat ${at}`;
  const foreign = foreignChat(fields);
  return [foreign === null ? { leftOut: { what, why: unknown } } : readChat(foreign, what, archive)];
}

function readChat(foreign: ForeignChat, what: string, archive: Archive): ReadChat {
  try {
    const conversation = conversationOf(foreign);
    if (conversation.messages.length === 0) return { leftOut: { what, why: "It has no messages." } };
    return { chat: imported(foreign, conversation, archive) };
  } catch (error) {
    if (error instanceof TooLarge) return { leftOut: { what, why: "It is too long to import." } };
    throw error;
  }
}

function foreignChat(fields: Fields): ForeignChat | null {
  if ("mapping" in fields) return readChatgpt(fields);
  if ("chat_messages" in fields) return readClaude(fields);
  if ("conversationId" in fields) return readLibrechat(fields);
  return "chat" in fields ? readOpenWebui(fields) : null;
}

const titleMax = 200;

function titleOf({ title, name }: Fields): string {
  return plainLine(textOf(title) || textOf(name));
}

export function plainLine(text: string): string {
  const line = text
    .slice(0, 1000)
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim();
  return [...line].slice(0, titleMax / 2).join("");
}

function imported(foreign: ForeignChat, { messages, repeated, repaired }: Conversation, archive: Archive): ImportedChat {
  const leftOut: PartsLeftOut = {};
  const count = (kind: LeftOutPart, more = 1) => {
    if (more > 0) leftOut[kind] = (leftOut[kind] ?? 0) + more;
  };
  for (const kind of foreign.leftOut) count(kind);
  count("repeated", repeated);
  count("repaired", repaired);
  const missing = new Set<string>();
  const fileOf = (file: ForeignFile): ImportedFile[] => {
    const found = foundFile(file, archive);
    if (found === null) missing.add(`${file.inArchive ?? ""} ${file.name}`);
    return found === null ? [] : [found];
  };
  const placed = messages.map((message) => Object.assign(message, { files: message.files.flatMap(fileOf) }));
  count("file", missing.size);
  const { source, key, createdAt, updatedAt } = foreign;
  const shown = placed.filter(({ branch }) => branch === 0);
  return {
    source,
    key,
    title: plainLine(foreign.title) || firstWordsOf(shown[0]) || "Imported chat",
    createdAt: createdAt ?? shown[0]?.createdAt ?? null,
    updatedAt: updatedAt ?? shown.at(-1)?.createdAt ?? createdAt,
    leftOut,
    messages: placed,
  };
}

function firstWordsOf(message: Pick<PlacedMessage, "parts"> | undefined): string {
  const words = message?.parts.find((part) => part.type === "text");
  return words?.type === "text" ? plainLine(words.text.slice(0, 60)) : "";
}

function foundFile({ name, text, inArchive }: ForeignFile, archive: Archive): ImportedFile | null {
  if (text !== undefined) {
    const plain = fileName(name);
    // The export has its extracted text, so whatever the file was, it is text now.
    return { name: /\.(?:txt|md|csv|json|xml)$/i.test(plain) ? plain : `${plain}.txt`, text };
  }
  const entry = inArchive === undefined || inArchive === "" ? null : archive.entryOf(inArchive);
  if (entry === null) return null;
  return { name: name === "picture" ? fileName(entry) : fileName(name), entry };
}
