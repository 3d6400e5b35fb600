/*
 * The texts of a chat that a proposed change may target when no document is
 * open: a draft in an earlier answer, an attached file, or text pasted into a
 * message. Their names are the same on every device and on the server.
 */
import type { MessagePart } from "./message.ts";
import { textsWithin, type PatchTarget } from "../changes/patch-target.ts";
import { isRepairQuestion } from "../changes/repair-question.ts";
import { parseReply, type Block } from "./reply.ts";

type Attached = { url: string };
type Drafted = { key: string; text: string };
export type ChatMessage = { id: string } & (
  | { role: "assistant"; drafts: readonly Drafted[] }
  | { role: "user"; content: string; attachments: readonly Attached[] }
);

/** Nearest first. */
export function textsOfChat(messages: readonly ChatMessage[]): PatchTarget[] {
  return messages.toReversed().flatMap(textsOf);
}

function textsOf(message: ChatMessage): PatchTarget[] {
  const { id } = message;
  if (message.role === "assistant")
    return message.drafts.map(({ key, text }): PatchTarget => ({ name: `${id}.${key}`, kind: "draft", text })).toReversed();
  const within = isRepairQuestion(message.content) ? [] : textsWithin(message.content);
  const written = within.map(({ start, text }): PatchTarget => {
    return { name: `${id}.${start}-${start + text.length}`, kind: "message", text };
  });
  const files = message.attachments.flatMap(({ url }, i): PatchTarget[] => {
    const text = textOfDataUrl(url);
    return text === null ? [] : [{ name: `${id}.file-${i}`, kind: "file", text }];
  });
  return [...written, ...files];
}

type KeyedBlock = { key: string; part: number; block: Block };

/** The marked blocks of an answer, with the same keys as on screen. */
export function keyedBlocks(parts: readonly MessagePart[]): KeyedBlock[] {
  return parts.flatMap((part, i) =>
    part.type === "text" ? parseReply(part.text).map((block) => ({ key: `${i}-${block.key}`, part: i, block })) : [],
  );
}

export function draftsIn(parts: readonly MessagePart[]): Drafted[] {
  return keyedBlocks(parts).flatMap(({ key, block }) => (block.kind === "draft" ? [{ key, text: block.text }] : []));
}

/** A message with the current versions of its texts, so that the model changes what the writer sees. */
export function withTextsNow<M extends { id: string; content: string; parts: MessagePart[] }>(
  message: M,
  now: ReadonlyMap<string, string>,
): M {
  const parts = [...message.parts];
  let { content } = message;
  for (const { key, part, block } of keyedBlocks(message.parts).toReversed()) {
    const text = block.kind === "draft" ? now.get(`${message.id}.${key}`) : undefined;
    const old = parts[part]!;
    if (text === undefined || old.type !== "text") continue;
    parts[part] = { type: "text", text: old.text.slice(0, block.start) + text + old.text.slice(block.end) };
  }
  for (const [name, text] of now) {
    const range = name.startsWith(`${message.id}.`) ? /^(\d+)-(\d+)$/.exec(name.slice(message.id.length + 1)) : null;
    if (range === null) continue;
    content = content.slice(0, Number(range[1])) + text + content.slice(Number(range[2]));
    // Ranges in a message overlap (a part and the whole), but only one of them is changed.
    break;
  }
  return { ...message, parts, content };
}

function textOfDataUrl(url: string): string | null {
  const match = /^data:text\/[^;,]*(?:;charset=[^;,]*)?(;base64)?,/i.exec(url);
  if (match === null) return null;
  const data = url.slice(match[0].length);
  try {
    if (match[1] === undefined) return decodeURIComponent(data);
    return new TextDecoder().decode(Uint8Array.from(atob(data), (character) => character.charCodeAt(0)));
  } catch {
    return null;
  }
}
