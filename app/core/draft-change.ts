/*
 * What became of one change that an answer proposed, or of one piece that it
 * wrote, in a draft: known by the message, the block and its place in it. What
 * stood there before goes along, so that the change can be taken back at any
 * later time and on any device.
 */
import { z } from "zod";
import { authorshipSchema } from "./authorship-schema.ts";
import type { AppliedPatch } from "./patch.ts";

export const changeStates = ["applied", "rejected", "reverted"] as const;
export type ChangeState = (typeof changeStates)[number];

const text = z.string().max(2_000_000);
const beside = z.string().max(200);

export const madeChangeSchema = z.object({
  /** In the document's text: what was replaced by what, and what stands on both sides. */
  applied: z.object({ start: z.int().min(0), original: text, replacement: text, before: beside, after: beside }),
  /** Where the piece begins, in document positions from the character at `applied.start`. */
  lead: z.int(),
  /** The piece of document before and after, as ProseMirror writes slices. */
  before: z.unknown(),
  after: z.unknown(),
  /** Whose the words of either are. */
  owners: z.object({ before: authorshipSchema, after: authorshipSchema }),
  /** For a piece of writing, in words. */
  added: z.int().min(0),
  deleted: z.int().min(0),
});
export type MadeChange = z.infer<typeof madeChangeSchema>;

const changePlaceSchema = z.object({
  messageId: z.uuid(),
  block: z.string().max(200),
  place: z.int().min(0).max(100_000),
});
export type ChangePlace = z.infer<typeof changePlaceSchema>;

/** The block under which the pieces stand that a message has written. */
export const writtenBlock = "write";

/** PUT /api/drafts/{id}/made. State null: it is open again. Without `change` what is known of it stays. */
export const changeNoteSchema = changePlaceSchema.extend({
  state: z.enum(changeStates).nullable(),
  change: madeChangeSchema.optional(),
});
export type ChangeNote = z.infer<typeof changeNoteSchema>;

/** As a list tells of it, without the pieces. */
export type ChangeSummary = ChangePlace & { state: ChangeState; applied: AppliedPatch | null; added: number; deleted: number };
