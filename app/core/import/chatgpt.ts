/*
 * A conversation from a ChatGPT export: `mapping` is a tree of nodes, only some
 * of which are visible messages.
 */
import { withoutMarks } from "./chatgpt-marks.ts";
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

export function readChatgpt(chat: Fields): ForeignChat | null {
  const key = idOf(chat.conversation_id) ?? idOf(chat.id);
  if (key === null) return null;
  const leftOut: LeftOutPart[] = [];
  const mapping = fieldsOf(chat.mapping);
  const nodes = inOrder(mapping).map(([id, node]) => nodeOf(id, fieldsOf(node), leftOut));
  return {
    source: "chatgpt",
    key,
    title: textOf(chat.title),
    createdAt: timeOf(chat.create_time),
    updatedAt: timeOf(chat.update_time),
    nodes,
    current: idOf(chat.current_node),
    leftOut,
  };
}

/** Versions follow the order of their parent's children, which may differ from that of the mapping. */
function inOrder(mapping: Fields): [string, unknown][] {
  const entries = Object.entries(mapping);
  const places = new Map<string, number>();
  for (const [, node] of entries)
    for (const [at, child] of listOf(fieldsOf(node).children).entries())
      if (typeof child === "string" && !places.has(child)) places.set(child, at);
  return entries
    .map(([id, node]) => ({ id, node, place: places.get(id) ?? 0 }))
    .sort((a, b) => a.place - b.place)
    .map(({ id, node }) => [id, node]);
}

function nodeOf(id: string, node: Fields, leftOut: LeftOutPart[]): ForeignNode {
  const message = fieldsOf(node.message);
  const said = saidIn(message, leftOut);
  return {
    id,
    parent: idOf(node.parent),
    role: said.parts.length === 0 && said.files.length === 0 ? "hidden" : said.role,
    parts: said.parts,
    files: said.files,
    createdAt: timeOf(message.create_time),
  };
}

type Said = { role: "user" | "assistant"; parts: ForeignPart[]; files: ForeignFile[] };

const nothing: Said = { role: "assistant", parts: [], files: [] };

function saidIn(message: Fields, leftOut: LeftOutPart[]): Said {
  const author = textOf(fieldsOf(message.author).role);
  const content = fieldsOf(message.content);
  const metadata = fieldsOf(message.metadata);
  if (metadata.is_visually_hidden_from_conversation === true || author === "system") return nothing;
  if (author === "tool") return { ...nothing, files: toolFiles(content, leftOut) };
  if (author === "assistant") {
    const recipient = textOf(message.recipient);
    const parts =
      recipient === "" || recipient === "all" ? partsOf(content, metadata, leftOut) : callOf(recipient, content, leftOut);
    return { role: "assistant", parts, files: pictures(content) };
  }
  if (author !== "user") return nothing;
  return {
    role: "user",
    parts: partsOf(content, metadata, leftOut),
    files: [...attached(metadata), ...pictures(content, metadata)],
  };
}

function partsOf(content: Fields, metadata: Fields, leftOut: LeftOutPart[]): ForeignPart[] {
  switch (textOf(content.content_type)) {
    case "text":
    case "multimodal_text":
      return textPart(
        withoutMarks(
          listOf(content.parts)
            .map((part) => spoken(part, leftOut))
            .filter((text) => text !== "")
            .join("\n\n"),
          metadata,
        ),
      );
    case "code":
      return textPart(fencedCode(textOf(content.text), textOf(content.language) === "unknown" ? "" : textOf(content.language)));
    case "thoughts":
      return reasoningPart(listOf(content.thoughts).map(fieldsOf).map(thoughtOf).join("\n\n"));
    case "tether_quote":
      return textPart(textOf(content.text));
    case "reasoning_recap":
    case "user_editable_context":
    case "model_editable_context":
      return [];
    default:
      leftOut.push("tool");
      return [];
  }
}

function thoughtOf({ summary, content }: Fields): string {
  return [textOf(summary) === "" ? "" : `**${textOf(summary)}**`, textOf(content)].filter((text) => text !== "").join("\n\n");
}

/** The text of a part, including voice transcripts. */
function spoken(part: unknown, leftOut: LeftOutPart[]): string {
  if (typeof part === "string") return part;
  const { content_type: kind, text } = fieldsOf(part);
  if (textOf(kind).includes("audio") && kind !== "audio_transcription") leftOut.push("audio");
  return textOf(text);
}

/** A model's tool call. A canvas document counts as its writing; so may code for Python. */
function callOf(recipient: string, content: Fields, leftOut: LeftOutPart[]): ForeignPart[] {
  const asked = textOf(content.text) || listOf(content.parts).map(textOf).join("\n");
  if (recipient === "python") return textPart(asked.trim() === "" ? "" : fencedCode(asked, "python"));
  if (recipient === "canmore.create_textdoc") {
    const { name, type, content: written } = fieldsOf(parsed(asked));
    const text = textOf(written);
    const [kind, language = ""] = textOf(type).split("/");
    if (text !== "") return textPart(`**${textOf(name)}**\n\n${kind === "code" ? fencedCode(text, language) : text}`);
  }
  leftOut.push(recipient.startsWith("canmore") ? "canvas-edit" : "tool");
  return [];
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** Keeps the images in tool results. */
function toolFiles(content: Fields, leftOut: LeftOutPart[]): ForeignFile[] {
  const files = pictures(content);
  if (files.length === 0) leftOut.push("tool");
  return files;
}

function attached(metadata: Fields): ForeignFile[] {
  return listOf(metadata.attachments)
    .map(fieldsOf)
    .map(({ id, name }) => ({ name: textOf(name) || "file", inArchive: textOf(id) }));
}

/** Images that aren't also listed as attachments. */
function pictures(content: Fields, metadata: Fields = {}): ForeignFile[] {
  const named = new Set(listOf(metadata.attachments).map((file) => fieldsOf(file).id));
  return listOf(content.parts)
    .map(fieldsOf)
    .filter(({ content_type: kind }) => kind === "image_asset_pointer")
    .map(({ asset_pointer: pointer }) => textOf(pointer).replace(/^[\w-]+:\/\//, ""))
    .filter((id) => id !== "" && !named.has(id))
    .map((id) => ({ name: "picture", inArchive: id }));
}
