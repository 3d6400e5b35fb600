/*
 * The chats of LobeHub's export (LobeChat's), which is one object with a list of all messages. Before its databases were
 * of one kind, the lists were in `state`, and now they are in `data`. A chat is a topic, or what was said outside one.
 */
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
import type { LeftOutPart } from "./import-sources.ts";

/** Null if it is no export of LobeHub. */
export function readLobehub(exported: Fields): ForeignChat[] | null {
  const lists = fieldsOf("state" in exported ? exported.state : exported.data);
  if (!Array.isArray(lists.messages)) return null;
  const named = (list: unknown) => new Map(listOf(list).map((one) => [idOf(fieldsOf(one).id), fieldsOf(one)]));
  const [topics, sessions] = [named(lists.topics), named(lists.sessions)];
  const chats = Map.groupBy(listOf(lists.messages).map(fieldsOf), (message) => {
    const session = idOf(message.sessionId) ?? idOf(message.agentId) ?? "inbox";
    return JSON.stringify([session, idOf(message.topicId)]);
  });
  return [...chats].map(([place, messages]) => {
    const [session, topic] = JSON.parse(place) as [string, string | null];
    return chatOf(topic ?? `of ${session}`, messages, fieldsOf(topics.get(topic)), fieldsOf(sessions.get(session)));
  });
}

function chatOf(key: string, messages: readonly Fields[], topic: Fields, session: Fields): ForeignChat {
  const leftOut: LeftOutPart[] = [];
  const sorted = messages
    .map((message, at) => ({ message, at, time: timeOf(message.createdAt) }))
    .toSorted((a, b) => (a.time ?? 0) - (b.time ?? 0) || a.at - b.at);
  const nodes: ForeignNode[] = [];
  const before = new Set<string>();
  for (const { message, at, time } of sorted) {
    const id = idOf(message.id) ?? `message ${at}`;
    // Answers name their question; what names none follows what was said before.
    const named = idOf(message.parentId);
    const parent = named !== null && before.has(named) ? named : (nodes.at(-1)?.id ?? null);
    nodes.push(nodeOf(message, { id, parent, createdAt: time }, leftOut));
    before.add(id);
  }
  return {
    source: "lobehub",
    key,
    title: textOf(topic.title) || textOf(fieldsOf(session.meta).title) || textOf(session.title),
    createdAt: timeOf(topic.createdAt) ?? nodes[0]?.createdAt ?? null,
    updatedAt: timeOf(topic.updatedAt) ?? nodes.at(-1)?.createdAt ?? null,
    nodes,
    current: nodes.at(-1)?.id ?? null,
    leftOut,
  };
}

function nodeOf(message: Fields, place: Pick<ForeignNode, "id" | "parent" | "createdAt">, leftOut: LeftOutPart[]): ForeignNode {
  const { role } = message;
  if (role === "tool" || role === "function") leftOut.push("tool");
  const isSaid = role === "user" || role === "assistant";
  const reasoning = textOf(fieldsOf(message.reasoning).content);
  const parts = isSaid ? [...reasoningPart(reasoning), ...textPart(textOf(message.content))] : [];
  const lists = [message.fileList, message.imageList, message.files].map(listOf);
  const files = lists.flat().map((file) => ({ name: textOf(fieldsOf(file).name) || textOf(fieldsOf(file).alt) || "file" }));
  return { ...place, role: isSaid && parts.length + files.length > 0 ? role : "hidden", parts, files };
}
