/* Requests that make and change comments. */
import { z } from "zod";
import { commentedWordsMax, commentMax } from "../comments/comment.ts";

const text = z.string().trim().min(1).max(commentMax);

const beside = z.string().max(200);

const offset = z.int().min(0).max(50_000_000);

/** Words of a draft as a window shows them, to be located again on the server. */
export const anchorGivenSchema = z.strictObject({
  quote: z.string().min(1).max(commentedWordsMax),
  before: beside,
  after: beside,
  start: offset,
});
export type AnchorGiven = z.infer<typeof anchorGivenSchema>;

/** POST /api/drafts/{id}/comments: a thread on words of the text, or a reply in one. */
export const newCommentSchema = z.union([
  z.strictObject({ id: z.uuid(), text, threadId: z.uuid() }),
  z.strictObject({
    id: z.uuid(),
    text,
    anchor: anchorGivenSchema,
  }),
]);
export type NewComment = z.infer<typeof newCommentSchema>;

/** PATCH /api/drafts/{id}/comments/{commentId}. */
export const commentChangeSchema = z.union([
  z.strictObject({ isResolved: z.boolean() }),
  z.strictObject({ isDeleted: z.boolean() }),
  z.strictObject({ text }),
]);
export type CommentChange = z.infer<typeof commentChangeSchema>;
