/* Changes that people propose in a draft, tracked in an imported file or suggested by a colleague, and the decision on each. */
import { z } from "zod";
import { anchorGivenSchema } from "../requests/comments.ts";
import { commentedWordsMax } from "../comments/comment.ts";
import type { Patch } from "./patch.ts";
import { decisionsAtOnce } from "./proposed-change.ts";

/**
 * PATCH /api/drafts/{id}/changes: null takes a decision back. Then `anchor` is where the change is in the text that is
 * being saved: its old place was in another. Of one that is rejected, what is around it is kept, so that it can be found
 * when it is opened again.
 */
const decisionSchema = z.object({
  changeId: z.uuid(),
  decision: z.enum(["accepted", "rejected"]).nullable(),
  anchor: anchorGivenSchema.optional(),
});
export const decisionsSchema = z.object({ decisions: z.array(decisionSchema).min(1).max(decisionsAtOnce) });
export type ChangeDecision = z.infer<typeof decisionSchema>;
export type Decision = ChangeDecision["decision"];

export type ImportedChange = {
  id: string;
  patch: Patch & { author?: string; date?: string };
  decision: Decision;
  /** Suggested here, and not by a file. */
  isSuggested: boolean;
  /** The reader's own suggestion, while it is open. */
  isMine: boolean;
};

export const suggestionReasonMax = 500;
export const suggestionsPerDraft = 1_000;

/** POST /api/drafts/{id}/changes: other words for these, which may be none. The client makes the id. */
export const newSuggestionSchema = z.strictObject({
  id: z.uuid(),
  anchor: anchorGivenSchema,
  replacement: z.string().max(commentedWordsMax),
  reason: z.string().trim().max(suggestionReasonMax).default(""),
});
export type NewSuggestion = z.infer<typeof newSuggestionSchema>;

export const suggestionsAtOnce = 200;

/**
 * POST /api/drafts/{id}/changes: what somebody has typed while they suggest, instead of what they suggested there
 * before. One that was decided or withdrawn since stays as it is.
 */
export const suggestionsMadeSchema = z.strictObject({
  replaces: z.array(z.uuid()).max(1_000),
  suggestions: z.array(newSuggestionSchema).max(suggestionsAtOnce),
});
export type SuggestionsMade = z.infer<typeof suggestionsMadeSchema>;
