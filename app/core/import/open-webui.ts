/* A chat from Open WebUI's export: messages by id, each with its parent. */
import {
  fieldsOf,
  idOf,
  listOf,
  reasoningPart,
  textOf,
  textPart,
  timeOf,
  type Fields,
  type ForeignChat,
  type ForeignNode,
} from "./foreign-chat.ts";

export function readOpenWebui(exported: Fields): ForeignChat | null {
  const chat = fieldsOf(exported.chat);
  const key = idOf(exported.id) ?? idOf(chat.id);
  if (key === null) return null;
  const history = fieldsOf(chat.history);
  return {
    source: "open-webui",
    key,
    title: textOf(exported.title) || textOf(chat.title),
    createdAt: timeOf(exported.created_at) ?? timeOf(chat.timestamp),
    updatedAt: timeOf(exported.updated_at),
    nodes: Object.entries(fieldsOf(history.messages)).map(([id, message]) => nodeOf(id, fieldsOf(message))),
    current: idOf(history.currentId),
    leftOut: [],
  };
}

const details = /<details type="reasoning"[^>]*>([\s\S]*?)<\/details>/;

function nodeOf(id: string, message: Fields): ForeignNode {
  const content = textOf(message.content);
  const thought = details.exec(content);
  const said = thought === null ? content : content.replace(thought[0], "").trim();
  const reasoning = (thought?.[1] ?? "")
    .replace(/<summary>[^<]*<\/summary>/, "")
    .replaceAll(/^> ?/gm, "")
    .trim();
  const parts = [...reasoningPart(reasoning), ...textPart(said)];
  const files = listOf(message.files)
    .map(fieldsOf)
    .map((file) => ({ name: textOf(file.name) || (file.type === "image" ? "picture" : "file") }));
  const isShown = message.role === "user" || message.role === "assistant";
  return {
    id,
    parent: idOf(message.parentId),
    role: isShown && parts.length + files.length > 0 ? (message.role as "user" | "assistant") : "hidden",
    parts,
    files,
    createdAt: timeOf(message.timestamp),
  };
}
