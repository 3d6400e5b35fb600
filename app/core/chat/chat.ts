/*
 * Requests and responses of a chat. A turn sends only the new message: the
 * history is in the server's database.
 */
import { z } from "zod";
import { agentChoiceSchema } from "../agent/agent-schema.ts";
import type { ChatSummaryText } from "./chat-summary.ts";
import { draftContextSchema } from "./draft-context.ts";
import { attachmentSchema, type Role, type ThreadMessage } from "./message.ts";

/** Composer options sent with a turn and stored with the chat. */
export const chatChoicesSchema = z.object({
  model: z.string(),
  /** The jurisdictions switched on in StyleGuide: EU, SE, GB, NL, DE. */
  sources: z.array(z.enum(["EU", "SE", "GB", "NL", "DE"])).default([]),
  /** Knowledge sources chosen in the picker: edgar, eurlex, swedish-law. */
  knowledgeSources: z.array(z.string().max(60)).max(20).default([]),
  forceWebSearch: z.boolean().default(false),
  searchProjectFiles: z.boolean().default(false),
  /** Only law in force on this day. */
  inForceOn: z.iso.date().optional(),
  draftMode: z.boolean().default(false),
  writingType: z.string().max(40).nullable().default(null),
  reasoningEffort: z.enum(["off", "low", "medium", "high"]).optional(),
  /** Tool servers whose tools the answer may ask to call. */
  toolServers: z.array(z.uuid()).max(10).optional(),
  /** The review whose table is asked, in its project; `name` as it was when the chat began. */
  review: z.object({ id: z.uuid(), name: z.string().max(200) }).optional(),
  /** On a draft: works through it in steps. Ignored elsewhere. */
  agent: agentChoiceSchema.optional(),
});
export type ChatChoices = z.infer<typeof chatChoicesSchema>;
export type ChatReview = NonNullable<ChatChoices["review"]>;

const id = z.uuid();

/**
 * POST /api/chat. `chatId` and `messageId` are created by the client (UUID v7),
 * so that a retry is idempotent. `version` is the last chat version the tab saw
 * (0 for a new chat); a mismatch returns 409 chat-changed.
 */
export const turnRequestSchema = z.discriminatedUnion("trigger", [
  z.object({
    trigger: z.literal("send"),
    chatId: id,
    version: z.int().min(0),
    messageId: id,
    /** Id for the assistant's message, also created by the client. */
    replyId: id,
    content: z.string().max(500_000),
    attachments: z.array(attachmentSchema).max(10).default([]),
    /** The selected text and the caret in an editor next to the chat. */
    editorSelection: z.string().max(100_000).nullable().default(null),
    /** Set if the question is about this draft. */
    draft: draftContextSchema.optional(),
    temporary: z.boolean().default(false),
    /** The project of a new chat; an existing chat stays where it is. */
    projectId: id.optional(),
    choices: chatChoicesSchema,
  }),
  z.object({
    /** Replaces the user message `editedId` (kept as a version) and drops everything after it. */
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
    /** Replaces the assistant message `regeneratedId` (kept as a version), or answers an unanswered user message. */
    trigger: z.literal("regenerate"),
    chatId: id,
    version: z.int().min(0),
    regeneratedId: id,
    replyId: id,
    choices: chatChoicesSchema,
  }),
  z.object({
    /** Continues an interrupted, failed or stopped answer with a new step in the same position. */
    trigger: z.literal("continue"),
    chatId: id,
    version: z.int().min(0),
    continuedId: id,
    replyId: id,
    choices: chatChoicesSchema,
  }),
]);
export type TurnRequest = z.infer<typeof turnRequestSchema>;

/** Named by a person or a model; the first words of a question don't count as a name. */
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
  /** An answer has finished since this person last opened the chat. */
  unread: boolean;
  temporary: boolean;
  organizationId: string | null;
  projectId: string | null;
  /** Whether the reader owns it. Others have read-only access through its project. */
  isOwner: boolean;
  /** Whose it is, in a project's list. */
  ownerName?: string;
};

/** `ownerName` is the chat's owner; `isOwn`: whether the reader owns the project. */
export type ChatProject = { id: string; name: string; ownerName: string; isOwn: boolean };

/** GET /api/chats/{id}: the newest `limit` positions of the active branch, oldest first. */
export type ChatThread = {
  chat: ChatSummary & { version: number; choices: ChatChoices | null };
  /** Its project, if the reader may see it. */
  project: ChatProject | null;
  messages: ThreadMessage[];
  /** There are older messages, available with ?before={seq of the first}; ?after={seq} reads what has been added. */
  hasOlder: boolean;
  /** Replaces the oldest messages for the model; visible only to the owner. */
  summary: ChatSummaryText | null;
  /** The newest undoable operation, for "You can always undo this later." */
  undo: { operationId: string; kind: OperationKind; removed: number } | null;
};

/** GET /api/chats/{id}/find: first to last. `isMore`: there are earlier ones. */
export type FoundInChat = { messages: { id: string; seq: number; role: Role; excerpt: string }[]; isMore: boolean };

/** GET /api/chats/{id}/messages/{messageId}: one message; for the owner, also one that isn't shown. */
export type MessageText = {
  id: string;
  role: Role;
  content: string;
  createdAt: string;
  isShown: boolean;
  /** Its drafts as it was written, with their keys (chat-texts.ts). */
  drafts: { key: string; text: string }[];
};

export const operationKinds = ["edit", "regenerate", "restore", "delete", "switch", "continue"] as const;
export type OperationKind = (typeof operationKinds)[number];
