/*
 * The state of a proposed change, or of a passage that an answer wrote, keyed
 * by answer, block and index. It belongs to a draft, or to the chat whose text
 * it changes. The replaced words are stored with it, so it can be undone later
 * on any device.
 */
import type { AppliedPatch, Patch, PatchOutcome } from "./patch.ts";

export const changeStates = ["proposed", "applied", "rejected", "reverted", "gone", "refused"] as const;
/** `gone`: its words were deleted. `refused`: it could not be located. */
export type ChangeState = (typeof changeStates)[number];

/** Why it could not be located. */
export type RefusalReason = Exclude<PatchOutcome["kind"], "located"> | "no-text";

export const decisionsAtOnce = 500;
export const longestRejectReason = 300;

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

/** Where a change was proposed. */
export type ChangePlace = { messageId: string; block: string; place: number };
