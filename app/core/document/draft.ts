/*
 * A draft is a document in a project, with a timeline of its versions. Anyone
 * with access to the project can read it; only the project's owner can change
 * it.
 */
import { z } from "zod";
import { agentActionSchema } from "../agent/agent-schema.ts";
import type { Authorship } from "../authorship/authorship.ts";
import { papers, type Paper } from "./paper.ts";
import type { DocumentJson } from "./document-schema.ts";
import { JsonText } from "../text/json-text.ts";
import { plainName } from "../text/plain-name.ts";

export const draftNameMax = 200;

/** What created a version: how text was added, or what was done to it. */
export const versionKinds = ["created", "typed", "pasted", "patch", "write", "restore", "import", "merge", "agent"] as const;
export type VersionKind = (typeof versionKinds)[number];

const name = plainName().min(1).max(draftNameMax);

/** POST /api/drafts. `content` is Markdown; `messageId` is the answer it comes from. */
export const newDraftSchema = z.object({
  projectId: z.uuid(),
  name,
  content: z.string().max(5_000_000).default(""),
  messageId: z.uuid().optional(),
});

/**
 * PATCH /api/drafts/{id}: a name, language, paper or document. `version` is the
 * one the document is based on; if it is outdated, the answer is 409
 * draft-changed and the window merges.
 */
export const draftChangeSchema = z.union([
  z.strictObject({
    version: z.int().min(1),
    /** The full document, or the differences from that version; validated when parsed (draft-tasks.ts). */
    document: z.instanceof(JsonText),
    kind: z.enum(versionKinds).exclude(["created"]),
    summary: z.string().max(500).default(""),
    /** Without it, existing authorship stays and new words are unknown. */
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
  /** The name of who made it, if known. */
  madeBy: string | null;
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
  /** Who wrote the words of `document`; null if nothing is known. */
  authorship: Authorship | null;
  updatedAt: string;
  canChange: boolean;
  /** Whether the reader may suggest changes to those who write in it. */
  mayPropose: boolean;
  /** Whether the reader owns its project. */
  isOwner: boolean;
  /** The person's newest chat on this draft. */
  chatId: string | null;
};

export type DraftVersion = {
  id: string;
  version: number;
  kind: VersionKind;
  summary: string;
  name: string | null;
  words: number;
  /** For the kind "agent": the answer, its model, and how many of its changes are still applied. */
  agent: { messageId: string; model: string; changes: number; isUndo: boolean } | null;
  madeBy: string | null;
  /** When it was last exported to be sent. */
  sentAt: string | null;
  createdAt: string;
  updatedAt: string;
};
