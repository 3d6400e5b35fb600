/* A conversation from LibreChat's JSON export: one per file, its messages as a list or a tree. */
import {
  fieldsOf,
  idOf,
  listOf,
  textOf,
  textPart,
  timeOf,
  type Fields,
  type ForeignChat,
  type ForeignNode,
} from "./foreign-chat.ts";
import type { LeftOutPart } from "./import-sources.ts";

export function readLibrechat(chat: Fields): ForeignChat | null {
  const key = idOf(chat.conversationId);
  if (key === null) return null;
  const leftOut: LeftOutPart[] = [];
  const messages = flattened(listOf(chat.messages ?? chat.messagesTree));
  const hasParents = messages.some(({ parentMessageId }) => idOf(parentMessageId) !== null);
  const nodes: ForeignNode[] = [];
  for (const [at, message] of messages.entries()) {
    const id = idOf(message.messageId) ?? `message ${at}`;
    nodes.push(nodeOf(message, id, hasParents ? idOf(message.parentMessageId) : (nodes.at(-1)?.id ?? null), leftOut));
  }
  const times = nodes.flatMap(({ createdAt }) => createdAt ?? []);
  return {
    source: "librechat",
    key,
    title: textOf(chat.title),
    createdAt: timeOf(chat.createdAt) ?? times.reduce<number | null>((first, time) => Math.min(first ?? time, time), null),
    updatedAt: timeOf(chat.updatedAt) ?? times.reduce<number | null>((last, time) => Math.max(last ?? time, time), null),
    nodes,
    current: nodes.at(-1)?.id ?? null,
    leftOut,
  };
}

/** Parents before their children. */
function flattened(messages: readonly unknown[]): Fields[] {
  const found: Fields[] = [];
  const waiting = messages.toReversed();
  while (waiting.length > 0) {
    const message = fieldsOf(waiting.pop());
    found.push(message);
    for (const child of listOf(message.children).toReversed()) waiting.push(child);
  }
  return found;
}

function nodeOf(message: Fields, id: string, parent: string | null, leftOut: LeftOutPart[]): ForeignNode {
  const said = textOf(message.text) || textIn(listOf(message.content).map(fieldsOf), leftOut);
  const files = listOf(message.files).map((file) => ({ name: textOf(fieldsOf(file).filename) || "file" }));
  const isUser = message.isCreatedByUser === true || textOf(message.sender).toLowerCase() === "user";
  return {
    id,
    parent,
    role: said.trim() === "" && files.length === 0 ? "hidden" : isUser ? "user" : "assistant",
    parts: textPart(said),
    files,
    createdAt: timeOf(message.createdAt),
  };
}

/** Text is a string, or an object that contains it. */
function textIn(blocks: readonly Fields[], leftOut: LeftOutPart[]): string {
  const texts = blocks.map(({ type, text }) => {
    if (type !== "text") leftOut.push("tool");
    return type === "text" ? textOf(text) || textOf(fieldsOf(text).value) : "";
  });
  return texts.filter((text) => text !== "").join("\n\n");
}
