/*
 * What a browser asks of a chat, and what it gets. A turn carries the new
 * message only, never the history: the server's own rows are the history.
 */
import { z } from "zod";
import { agentChoiceSchema } from "../agent/agent-schema.ts";
import type { ChatSummaryText } from "./chat-summary.ts";
import { draftContextSchema } from "./draft-context.ts";
import { attachmentSchema, type Role, type ThreadMessage } from "./message.ts";

/** Choices of the composer that travel with a turn and are remembered with the chat. */
export const chatChoicesSchema = z.object({
  model: z.string(),
  /** Jurisdiction codes of StyleGuide that are on: EU, SE, GB, NL, DE. */
  sources: z.array(z.enum(["EU", "SE", "GB", "NL", "DE"])).default([]),
  /** Knowledge sources chosen in the picker: edgar, eurlex, swedish-law. */
  knowledgeSources: z.array(z.string().max(60)).max(20).default([]),
  forceWebSearch: z.boolean().default(false),
  searchProjectFiles: z.boolean().default(false),
  /** Only law that was in force on this day. */
  inForceOn: z.iso.date().optional(),
  draftMode: z.boolean().default(false),
  writingType: z.string().max(40).nullable().default(null),
  reasoningEffort: z.enum(["off", "low", "medium", "high"]).optional(),
  /** Beside a draft: works through it in steps. Elsewhere it means nothing. */
  agent: agentChoiceSchema.optional(),
});
export type ChatChoices = z.infer<typeof chatChoicesSchema>;

const id = z.uuid();

/**
 * POST /api/chat. `chatId` and `messageId` are made by the client (UUID v7), so a
 * repeated request is the same request. `version` is the chat version the tab
 * last saw (0 for a new chat); another version answers 409 chat-changed.
 */
export const turnRequestSchema = z.discriminatedUnion("trigger", [
  z.object({
    trigger: z.literal("send"),
    chatId: id,
    version: z.int().min(0),
    messageId: id,
    /** Id for the assistant's message, made by the client as well. */
    replyId: id,
    content: z.string().max(500_000),
    attachments: z.array(attachmentSchema).max(10).default([]),
    /** Text selected in an editor beside the chat, and where the caret is. */
    editorSelection: z.string().max(100_000).nullable().default(null),
    /** The question is asked beside this draft. */
    draft: draftContextSchema.optional(),
    temporary: z.boolean().default(false),
    /** Where a new chat begins; a chat that is there stays where it is. */
    projectId: id.optional(),
    choices: chatChoicesSchema,
  }),
  z.object({
    /** Replaces the user message `editedId` (kept as a version) by a new message and drops what came after it. */
    trigger: z.literal("edit"),
    chatId: id,
    version: z.int().min(0),
    editedId: id,
    messageId: id,
    replyId: id,
    content: z.string().min(1).max(500_000),
    choices: chatChoicesSchema,
  }),
  z.object({
    /** Replaces the assistant message `regeneratedId` (kept as a version), or answers a user message that has no answer. */
    trigger: z.literal("regenerate"),
    chatId: id,
    version: z.int().min(0),
    regeneratedId: id,
    replyId: id,
    choices: chatChoicesSchema,
  }),
  z.object({
    /** Goes on with an interrupted, failed or stopped answer in a new step of the same message's place. */
    trigger: z.literal("continue"),
    chatId: id,
    version: z.int().min(0),
    continuedId: id,
    replyId: id,
    choices: chatChoicesSchema,
  }),
]);
export type TurnRequest = z.infer<typeof turnRequestSchema>;

/** By a person or a model; the first words of a question are no name. */
export function isNamedBy(titleBy: "none" | "first-words" | "model" | "person"): boolean {
  return titleBy === "model" || titleBy === "person";
}

export type ChatSummary = {
  id: string;
  title: string;
  /** ISO time of the last turn. */
  updatedAt: string;
  createdAt: string;
  running: boolean;
  /** An answer has ended since this person last opened the chat. */
  unread: boolean;
  temporary: boolean;
  organizationId: string | null;
  projectId: string | null;
  /** Whether it is the reader's own. Others see it through its project and change nothing. */
  isOwner: boolean;
};

export type ChatProject = { id: string; name: string; ownerName: string };

/** GET /api/chats/{id}: the newest `limit` places of the active branch, oldest first. */
export type ChatThread = {
  chat: ChatSummary & { version: number; choices: ChatChoices | null };
  /** The project it is in, as far as whoever sees the chat is told of it. */
  project: ChatProject | null;
  messages: ThreadMessage[];
  /** There are older messages; ask with ?before={seq of the first}. */
  hasOlder: boolean;
  /** What a model is given in place of the oldest messages; only its owner is shown it. */
  summary: ChatSummaryText | null;
  /** The newest operation that can be undone, for "You can always undo this later." */
  undo: { operationId: string; kind: OperationKind; removed: number } | null;
};

/** GET /api/chats/{id}/find: first to last. `isMore`: there are earlier ones. */
export type FoundInChat = { messages: { id: string; seq: number; role: Role; excerpt: string }[]; isMore: boolean };

/** GET /api/chats/{id}/messages/{messageId}: one message; for the chat's owner also one that is not shown. */
export type MessageText = { id: string; role: Role; content: string; createdAt: string; isShown: boolean };

export const operationKinds = ["edit", "regenerate", "restore", "delete", "switch", "continue"] as const;
export type OperationKind = (typeof operationKinds)[number];
