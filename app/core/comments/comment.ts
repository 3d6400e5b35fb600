/*
 * Comments on a draft: a thread refers to words of the text. Anyone with access
 * to the draft can comment; a thread can be resolved by the draft's owner or by
 * the person who started it; only its author can edit a comment.
 */
import { z } from "zod";
import type { CommentAnchor } from "./comment-anchor.ts";

export const commentMax = 10_000;
/** The maximum of commented words; longer selections are just as well shown by their beginning. */
export const commentedWordsMax = 20_000;
export const commentsPerDraft = 5_000;

export type Comment = {
  id: string;
  /** Null: a former member. */
  author: string | null;
  isMine: boolean;
  /** Deleted by its author after others replied; its text is gone. */
  isDeleted: boolean;
  mayDelete: boolean;
  text: string;
  createdAt: string;
  editedAt: string | null;
};

export type CommentThread = {
  /** The id of its first comment. */
  id: string;
  anchor: CommentAnchor;
  isResolved: boolean;
  mayResolve: boolean;
  comments: Comment[];
};

/** From a file, by an author known only by name. */
export type ImportedThread = {
  anchor: CommentAnchor;
  isResolved: boolean;
  comments: { author: string; date: string | null; text: string }[];
};

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
