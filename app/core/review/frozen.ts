/*
 * What a file was made from that was made to be a row of reviews. Such a file is not among the files of its project: it is
 * there as long as it is a row.
 */

export type Frozen =
  | { from: "draft"; draftId: string; version: number }
  /** `documentId`: of a collection. */
  | { from: "collected"; documentId: string };
