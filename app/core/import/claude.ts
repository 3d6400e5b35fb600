/*
 * A conversation from a Claude export. Newer exports have each message's
 * parent; in older ones messages simply follow one another.
 */
import {
  fencedCode,
  fieldsOf,
  idOf,
  listOf,
  reasoningPart,
  textOf,
  textPart,
  timeOf,
  type Fields,
  type ForeignChat,
  type ForeignFile,
  type ForeignNode,
  type ForeignPart,
} from "./foreign-chat.ts";
import type { LeftOutPart } from "./import-sources.ts";

export function readClaude(chat: Fields): ForeignChat | null {
  const key = idOf(chat.uuid);
  if (key === null) return null;
  const leftOut: LeftOutPart[] = [];
  const messages = listOf(chat.chat_messages).map(fieldsOf);
  const hasParents = messages.some((message) => idOf(message.parent_message_uuid) !== null);
  const nodes: ForeignNode[] = [];
  for (const [at, message] of messages.entries()) {
    const parent = hasParents ? idOf(message.parent_message_uuid) : (nodes.at(-1)?.id ?? null);
    nodes.push(nodeOf(message, idOf(message.uuid) ?? `message ${at}`, parent, leftOut));
  }
  return {
    source: "claude",
    key,
    title: textOf(chat.name),
    createdAt: timeOf(chat.created_at),
    updatedAt: timeOf(chat.updated_at),
    nodes,
    current: idOf(chat.current_leaf_message_uuid) ?? nodes.at(-1)?.id ?? null,
    leftOut,
  };
}

function nodeOf(message: Fields, id: string, parent: string | null, leftOut: LeftOutPart[]): ForeignNode {
  const blocks = listOf(message.content).map(fieldsOf);
  const said = blocks.flatMap((block) => partsOf(block, leftOut));
  const parts = said.length > 0 ? said : textPart(textOf(message.text));
  const files = filesOf(message);
  const role = message.sender === "human" || message.sender === "user" ? "user" : "assistant";
  return {
    id,
    parent,
    role: parts.length === 0 && files.length === 0 ? "hidden" : role,
    parts,
    files,
    createdAt: timeOf(message.created_at),
  };
}

function partsOf(block: Fields, leftOut: LeftOutPart[]): ForeignPart[] {
  switch (block.type) {
    case "text":
    case "voice_note":
      return textPart(textOf(block.text));
    case "thinking":
      return reasoningPart(textOf(block.thinking));
    case "tool_use":
      return artifactOf(block, leftOut);
    default:
      leftOut.push("tool");
      return [];
  }
}

/** A document Claude wrote alongside the chat; of its edits, only full rewrites. */
function artifactOf({ name, input }: Fields, leftOut: LeftOutPart[]): ForeignPart[] {
  const { title, type, content, language, command } = fieldsOf(input);
  const text = textOf(content);
  if (name !== "artifacts" || text === "") {
    leftOut.push(name === "artifacts" ? "canvas-edit" : "tool");
    return [];
  }
  const isProse = type === undefined || type === "text/markdown" || type === "text/plain";
  const heading = textOf(title) === "" ? "" : `**${textOf(title)}**${command === "rewrite" ? " (rewritten)" : ""}\n\n`;
  return textPart(`${heading}${isProse ? text : fencedCode(text, textOf(language))}`);
}

/** The export includes the text of documents but no images. */
function filesOf(message: Fields): ForeignFile[] {
  const attached = listOf(message.attachments).map(fieldsOf);
  const names = new Set(attached.map(({ file_name: name }) => name));
  return [
    ...attached.map(fileOf),
    ...listOf(message.files)
      .map(fieldsOf)
      .filter(({ file_name: name }) => !names.has(name))
      .map(({ file_name: name }) => ({ name: textOf(name) || "file" })),
  ];
}

function fileOf({ file_name: name, extracted_content: text }: Fields): ForeignFile {
  const file: ForeignFile = { name: textOf(name) || "Pasted text.txt" };
  if (textOf(text) !== "") file.text = textOf(text);
  return file;
}
