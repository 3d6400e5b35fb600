/*
 * The state of one proposed change, or of one piece that an answer wrote. A
 * change is known by its answer, the block it came in and its place there; it
 * belongs to the draft it is about, or to the chat whose text it is about. The
 * words it replaced are kept with it, so it can be undone later, on any device.
 */
import { z } from "zod";
import { authorshipSchema } from "../authorship/authorship-schema.ts";
import type { AppliedPatch, Patch, PatchOutcome } from "./patch.ts";

export const changeStates = ["proposed", "applied", "rejected", "reverted", "gone", "refused"] as const;
/** `gone`: the words it is about went. `refused`: it could not be placed. */
export type ChangeState = (typeof changeStates)[number];

/** Why it could not be placed. */
export type RefusalReason = Exclude<PatchOutcome["kind"], "located"> | "no-text";

const text = z.string().max(2_000_000);
const beside = z.string().max(200);

/** In the text: what was replaced by what, and what is on both sides. */
const appliedSchema = z.object({ start: z.int().min(0), original: text, replacement: text, before: beside, after: beside });

export const appliedChangeSchema = z.object({
  applied: appliedSchema,
  /** Where the piece begins, in document positions from the character at `applied.start`. */
  lead: z.int(),
  /** The piece of document before and after, as ProseMirror writes slices. */
  before: z.unknown(),
  after: z.unknown(),
  /** Whose the words of either are. */
  owners: z.object({ before: authorshipSchema, after: authorshipSchema }),
  /** For a piece of writing: how many words. */
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
/** One line, given by the person. It is kept with a rejection only. */
const rejectReasonSchema = z
  .string()
  .max(2_000)
  .transform((said) => said.replace(/\s+/g, " ").trim().slice(0, longestRejectReason));

/** PUT /api/drafts/{id}/made. State null: it is open again. Without `change` the stored one stays. */
export const changeNoteSchema = changePlaceSchema.extend({
  state: decided.nullable(),
  change: appliedChangeSchema.optional(),
  rejectReason: rejectReasonSchema.optional(),
});
export type ChangeNote = z.infer<typeof changeNoteSchema>;

/** Where a change that was undone is now, and what is beside it. */
const locatedSchema = z.object({
  place: z.object({ start: z.int().min(0), end: z.int().min(0) }),
  before: beside,
  after: beside,
});
export type LocatedAgain = z.infer<typeof locatedSchema>;

/** Names a text of the chat for good: a draft in an answer, or what was pasted or attached. */
const textName = z.string().min(1).max(200);

/**
 * PUT /api/chats/{id}/changes: decisions and what they made of a text, all or
 * none. `text` null: the original again. `version` is the one that was changed;
 * if the stored one is newer, the request is refused. `from`: that text, where
 * only its message has it.
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

/** As a list has it, without the pieces. `patch` is missing for what was decided before its proposal was kept. */
export type ChangeSummary = ChangePlace & {
  state: ChangeState;
  patch: Patch | null;
  reason: RefusalReason | null;
  rejectReason: string | null;
  /** The text of the chat that it is about; null for a draft's. */
  textName: string | null;
  applied: AppliedPatch | null;
  /** Said in a chat's list of a change that is about a draft. */
  draft?: DraftOfChange;
  added: number;
  deleted: number;
};

/** A text of a chat as it is now; null where it is as it was at first, in another version since. */
export type ChatText = { name: string; text: string | null; version: number };
