/* What a workspace's home shows of a person's day: what waits for them, and where they were. */

/** The last word in an open thread that concerns the reader, by someone else. */
export type WaitingComment = {
  id: string;
  draftId: string;
  projectId: string;
  draft: string;
  author: string;
  /** Its beginning. */
  text: string;
  isMention: boolean;
  at: string;
};

/** A draft that the reader writes in, with changes to decide. */
export type WaitingChanges = {
  draftId: string;
  projectId: string;
  draft: string;
  count: number;
  /** How many of them people have made, in a file or as suggestions; the rest are the assistant's. */
  byPeople: number;
  at: string;
};

/** Cells of a review that are the reader's, and that are still unsettled. */
export type WaitingCells = {
  reviewId: string;
  review: string;
  count: number;
  /** The first day on which some are due. */
  due: string | null;
  isOverdue: boolean;
};

export type HomeProject = { id: string; name: string; ownerName: string; isOwner: boolean; isSample: boolean; updatedAt: string };

/** `next` continues after the last one; null if there are no more. */
export type HomePage<T> = { items: T[]; next: string | null };

export const homeItemsPerPage = 6;

/** Where a list continues: the time and the id of its last item. */
export type HomeCursor = { at: string; id: string };

export const writeCursor = ({ at, id }: HomeCursor): string => `${at}_${id}`;

export function readCursor(text: string | null): HomeCursor | null {
  const [, at, id] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([0-9a-f-]{36})$/.exec(text ?? "") ?? [];
  return at === undefined || id === undefined ? null : { at, id };
}
