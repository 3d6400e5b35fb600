/* Requests that make and change drafts. */
import { z } from "zod";
import { agentActionSchema } from "../agent/agent-schema.ts";
import { JsonText } from "../text/json-text.ts";
import { plainName } from "../text/plain-name.ts";
import { draftNameMax, versionKinds } from "../document/draft.ts";
import { papers, type Paper } from "../document/paper.ts";

const name = plainName().min(1).max(draftNameMax);

/**
 * POST /api/drafts. `projectId` is null for one that has no project yet. `content` is Markdown; `messageId` is the
 * answer it comes from.
 */
export const newDraftSchema = z.object({
  projectId: z.uuid().nullable(),
  name,
  content: z.string().max(5_000_000).default(""),
  messageId: z.uuid().optional(),
});

/** POST /api/drafts/{id}/copy; `projectId` is null for a copy that has no project yet. */
export const draftCopySchema = z.strictObject({ projectId: z.uuid().nullable(), revealsNames: z.boolean().optional() });

/**
 * PATCH /api/drafts/{id}: a name, language, paper, project or document. `version` is the
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
  /** Lists it in the library, or no longer. */
  z.strictObject({ isPrecedent: z.boolean() }),
  /** Moves it to another project of its workspace. */
  z.strictObject({ projectId: z.uuid(), revealsNames: z.boolean().optional() }),
  z.strictObject({ paper: z.enum(Object.keys(papers) as Paper[]) }),
]);
