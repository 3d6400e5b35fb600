/*
 * A draft: a document kept in a project, and the timeline of what it was. Who
 * sees the project sees its drafts; only the project's owner changes them.
 */
import { z } from "zod";
import { agentActionSchema } from "../agent/agent-schema.ts";
import type { Authorship } from "../authorship/authorship.ts";
import { papers, type Paper } from "./paper.ts";
import type { DocumentJson } from "./document-schema.ts";
import { JsonText } from "../text/json-text.ts";
import { plainName } from "../text/plain-name.ts";

export const draftNameMax = 200;

/** What made a version: how text came in, or what was done to it. */
export const versionKinds = ["created", "typed", "pasted", "patch", "write", "restore", "import", "merge", "agent"] as const;
export type VersionKind = (typeof versionKinds)[number];

const name = plainName().min(1).max(draftNameMax);

/** POST /api/drafts. `content` is Markdown; `messageId` names the answer that it comes from. */
export const newDraftSchema = z.object({
  projectId: z.uuid(),
  name,
  content: z.string().max(5_000_000).default(""),
  messageId: z.uuid().optional(),
});

/**
 * PATCH /api/drafts/{id}. A name, a language, a paper, or a document; `version` is the
 * one that this document came from. Another answers 409 draft-changed, and the
 * window merges what it has with what is there.
 */
export const draftChangeSchema = z.union([
  z.strictObject({
    version: z.int().min(1),
    /** The whole of it, or what is different from that version: checked where it is parsed (draft-tasks.ts). */
    document: z.instanceof(JsonText),
    kind: z.enum(versionKinds).exclude(["created"]),
    summary: z.string().max(500).default(""),
    /** Whose the words are. Without it they are whose they were, and new ones are unknown. */
    authorship: z.instanceof(JsonText).optional(),
    /** What an agent changed, with the kind "agent". */
    agent: agentActionSchema.optional(),
  }),
  z.strictObject({ name }),
  z.strictObject({ language: z.string().max(35).nullable() }),
  z.strictObject({ paper: z.enum(Object.keys(papers) as Paper[]) }),
]);

export type DraftSummary = {
  id: string;
  projectId: string;
  name: string;
  words: number;
  /** The beginning of the text. */
  excerpt: string;
  createdAt: string;
  updatedAt: string;
};

export type Draft = {
  id: string;
  projectId: string;
  projectName: string;
  organizationId: string | null;
  name: string;
  document: DocumentJson;
  version: number;
  language: string | null;
  paper: Paper;
  /** Whose the words of `document` are; null where nothing is known. */
  authorship: Authorship | null;
  updatedAt: string;
  canChange: boolean;
  /** The newest chat beside this draft that the person has begun. */
  chatId: string | null;
};

export type DraftVersion = {
  id: string;
  version: number;
  kind: VersionKind;
  summary: string;
  name: string | null;
  words: number;
  /** For the kind "agent": whose work it was, and how many of its changes stand. */
  agent: { messageId: string; model: string; changes: number; isUndo: boolean } | null;
  madeBy: string | null;
  /** When it was last saved as a file to be sent. */
  sentAt: string | null;
  createdAt: string;
  updatedAt: string;
};
