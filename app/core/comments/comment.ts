/*
 * Comments on a draft: a thread refers to words of the text. Anyone with access
 * to the draft can comment; a thread can be resolved by the draft's owner or by
 * the person who started it; only its author can edit a comment.
 */
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
