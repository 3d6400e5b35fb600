/*
 * The state of a proposed change, or of a passage that an answer wrote, keyed
 * by answer, block and index. It belongs to a draft, or to the chat whose text
 * it changes. The replaced words are stored with it, so it can be undone later
 * on any device.
 */
import { z } from "zod";
import { authorshipSchema } from "../authorship/authorship-schema.ts";
import type { AppliedPatch, Patch, PatchOutcome } from "./patch.ts";

export const changeStates = ["proposed", "applied", "rejected", "reverted", "gone", "refused"] as const;
/** `gone`: its words were deleted. `refused`: it could not be located. */
export type ChangeState = (typeof changeStates)[number];

/** Why it could not be located. */
export type RefusalReason = Exclude<PatchOutcome["kind"], "located"> | "no-text";

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
export type ChangePlace = z.infer<typeof changePlaceSchema>;

const decided = z.enum(["applied", "rejected", "reverted"]);

export const longestRejectReason = 300;
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

export type DraftOfChange = { id: string; projectId: string };

/** For lists, without the slices. `patch` is missing if the decision predates stored proposals. */
export type ChangeSummary = ChangePlace & {
  state: ChangeState;
  patch: Patch | null;
  reason: RefusalReason | null;
  rejectReason: string | null;
  /** The chat text it changes; null if it changes a draft. */
  textName: string | null;
  applied: AppliedPatch | null;
  /** Set in a chat's list if the change is about a draft. */
  draft?: DraftOfChange;
  /** Set in a draft's list if the reader has its answer: in a chat of their own, and not replaced by another version. */
  isOwn?: boolean;
  added: number;
  deleted: number;
};

/** The current text, or null if the original was restored; that counts as a new version too. */
export type ChatText = { name: string; text: string | null; version: number };
