/*
 * A draft: a document kept in a project, and the timeline of what it was. Who
 * sees the project sees its drafts; only the project's owner changes them.
 */
import { z } from "zod";
import { documentJsonSchema, type DocumentJson } from "./document-schema.ts";

export const draftNameMax = 200;

/** What made a version: how text came in, or what was done to it. */
export const versionKinds = ["created", "typed", "pasted", "patch", "write", "restore", "import", "merge"] as const;
export type VersionKind = (typeof versionKinds)[number];

const name = z.string().trim().min(1).max(draftNameMax);

/** POST /api/drafts. `content` is Markdown. */
export const newDraftSchema = z.object({ projectId: z.uuid(), name, content: z.string().max(5_000_000).default("") });

/**
 * PATCH /api/drafts/{id}. A name, a language, or a document; `version` is the
 * one that this document came from. Another answers 409 draft-changed, and the
 * window merges what it has with what is there.
 */
export const draftChangeSchema = z.union([
  z.strictObject({
    version: z.int().min(1),
    document: documentJsonSchema,
    kind: z.enum(versionKinds).exclude(["created"]),
    summary: z.string().max(500).default(""),
  }),
  z.strictObject({ name }),
  z.strictObject({ language: z.string().max(35).nullable() }),
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
  madeBy: string | null;
  createdAt: string;
  updatedAt: string;
};
