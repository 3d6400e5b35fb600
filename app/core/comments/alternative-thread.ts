/*
 * Two people may propose other words for the same ones. A Word file can track only one change of a word, so it has the
 * first as a tracked change and the others as comments on the same words, by who proposes them.
 */
import { assistant, type AuthoredPatch } from "../changes/changes-since.ts";
import type { CommentAnchor } from "./comment-anchor.ts";
import { commentMax, type CommentThread } from "./comment.ts";

/** `date`: of a change that has none. */
export function alternativeThread(patch: AuthoredPatch, anchor: CommentAnchor, date: string): CommentThread {
  const { author = assistant, replacement, rows, look, summary } = patch;
  const words = replacement.trim();
  const said =
    rows !== undefined || look !== undefined
      ? `Proposed instead: ${summary}`
      : words === ""
        ? "Proposed instead: delete these words."
        : `Proposed instead: “${words}”`;
  const comment = { id: "", author, isMine: false, isDeleted: false, mayDelete: false, editedAt: null };
  const text = said.slice(0, commentMax);
  return {
    id: "",
    anchor,
    isResolved: false,
    mayResolve: false,
    comments: [{ ...comment, text, createdAt: patch.date ?? date }],
  };
}

/** Null if there are none. */
export function alternativesNotice(count: number): string | null {
  if (count === 0) return null;
  const changes = count === 1 ? "1 change is in this file as a comment" : `${count} changes are in this file as comments`;
  return `${changes}, because another change is about the same words.`;
}
