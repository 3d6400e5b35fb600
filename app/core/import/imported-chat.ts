/*
 * A chat from another product, in Stet's format. The process that reads exports
 * sends these, and the server validates them with this schema before writing.
 */
import { z } from "zod";
import { importSources, leftOutParts } from "./import-sources.ts";

export const importLimits = {
  /** Per chat, as JSON. */
  chatBytes: 32_000_000,
  /** The maximum nesting of its JSON. */
  depth: 400,
  messages: 20_000,
  /** Characters in all messages of a chat. */
  characters: 10_000_000,
  files: 2_000,
  chats: 100_000,
} as const;

/** `entry` is its name in the archive; `text` is its content according to the export. */
const fileSchema = z.union([
  z.object({ name: z.string().max(500), entry: z.string().max(2000) }),
  z.object({ name: z.string().max(500), text: z.string().max(importLimits.characters) }),
]);
export type ImportedFile = z.infer<typeof fileSchema>;

const partSchema = z.union([
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({ type: z.literal("reasoning"), reasoning: z.string() }),
]);

const time = z.number().int().nullable();

const messageSchema = z.object({
  role: z.enum(["user", "assistant"]),
  parts: z.array(partSchema).max(10_000),
  files: z.array(fileSchema).max(importLimits.files),
  createdAt: time,
  /** The index of the message it follows, always an earlier one. */
  parent: z.number().int().min(0).nullable(),
  /** 0 is the visible path; each other number is an alternative one. */
  branch: z.number().int().min(0),
});
export type ImportedMessage = z.infer<typeof messageSchema>;

export const partsLeftOutSchema = z.partialRecord(z.enum(leftOutParts), z.number().int().min(1));
export type PartsLeftOut = z.infer<typeof partsLeftOutSchema>;

const headSchema = z.object({
  source: z.enum(importSources),
  key: z.string().min(1).max(300),
  title: z.string().min(1).max(200),
  createdAt: time,
  updatedAt: time,
  leftOut: partsLeftOutSchema,
});

export const importedChatSchema = headSchema
  .extend({ messages: z.array(messageSchema).min(1).max(importLimits.messages) })
  .refine(({ messages }) => messages.every(({ parent }, at) => parent === null || parent < at), "a message follows a later one");
export type ImportedChat = z.infer<typeof importedChatSchema>;

/** The fields that a preview needs. */
export const chatHeadSchema = headSchema.extend({
  messages: z.number().int(),
  branches: z.number().int(),
  files: z.number().int(),
});
export type ChatHead = z.infer<typeof chatHeadSchema>;

export function headOf({ messages, ...head }: ImportedChat): ChatHead {
  return {
    ...head,
    messages: messages.length,
    branches: messages.reduce((most, { branch }) => Math.max(most, branch), 0),
    files: messages.reduce((sum, { files }) => sum + files.length, 0),
  };
}

/** A chat, or another part of an export, that isn't imported at all. */
export const leftOutSchema = z.object({ what: z.string().max(300), why: z.string().max(300) });
export type LeftOut = z.infer<typeof leftOutSchema>;

export function addParts(sum: PartsLeftOut, more: PartsLeftOut): void {
  for (const kind of leftOutParts) if (more[kind] !== undefined) sum[kind] = (sum[kind] ?? 0) + more[kind];
}
