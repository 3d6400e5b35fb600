/* Decisions on proposed changes, as a window sends them. */
import { z } from "zod";
import { authorshipSchema } from "../authorship/authorship-schema.ts";
import { longestRejectReason } from "../changes/proposed-change.ts";

const text = z.string().max(2_000_000);

const beside = z.string().max(200);

/** In the text: what was replaced by what, and the context on both sides. */
const appliedSchema = z.object({ start: z.int().min(0), original: text, replacement: text, before: beside, after: beside });

export const appliedChangeSchema = z.object({
  applied: appliedSchema,
  /** Start of the slice, in document positions from the character at `applied.start`. */
  lead: z.int(),
  /** The slices before and after, in ProseMirror's JSON. */
  before: z.unknown(),
  after: z.unknown(),
  /** The authorship of each slice. */
  owners: z.object({ before: authorshipSchema, after: authorshipSchema }),
  /** Number of words, for a written passage. */
  added: z.int().min(0),
  deleted: z.int().min(0),
});
export type AppliedChangeRow = z.infer<typeof appliedChangeSchema>;

const changePlaceSchema = z.object({
  messageId: z.uuid(),
  block: z.string().max(200),
  place: z.int().min(0).max(100_000),
});

const decided = z.enum(["applied", "rejected", "reverted"]);

/** A one-line reason, stored with rejections only. */
const rejectReasonSchema = z
  .string()
  .max(2_000)
  .transform((said) => said.replace(/\s+/g, " ").trim().slice(0, longestRejectReason));

/** PUT /api/drafts/{id}/made. State null reopens it. Without `change`, the stored one stays. */
export const changeNoteSchema = changePlaceSchema.extend({
  state: decided.nullable(),
  change: appliedChangeSchema.optional(),
  rejectReason: rejectReasonSchema.optional(),
});
export type ChangeNote = z.infer<typeof changeNoteSchema>;

/** The current range of an undone change, with its context. */
const locatedSchema = z.object({
  place: z.object({ start: z.int().min(0), end: z.int().min(0) }),
  before: beside,
  after: beside,
});
export type LocatedAgain = z.infer<typeof locatedSchema>;

/** A stable name for a text of the chat: a draft in an answer, or a pasted or attached text. */
const textName = z.string().min(1).max(200);

/**
 * PUT /api/chats/{id}/changes: decisions and the resulting text, all or
 * nothing. `text` null restores the original. `version` is the one that was
 * changed; the request is refused if a newer one is stored. `from` is that text
 * if only its message has it.
 */
export const chatChangesSchema = z.object({
  notes: z
    .array(
      changePlaceSchema.extend({
        state: decided.nullable(),
        applied: appliedSchema.optional(),
        located: locatedSchema.optional(),
        rejectReason: rejectReasonSchema.optional(),
      }),
    )
    .max(1_000),
  text: z.object({ name: textName, text: text.nullable(), version: z.int().min(0), from: text.optional() }).optional(),
});
export type ChatChanges = z.infer<typeof chatChangesSchema>;
