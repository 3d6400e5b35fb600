import type { Node } from "prosemirror-model";
import type { AuthoredPatch } from "#core/changes/changes-since.ts";
import type { ChangesGiven } from "#core/changes/changes-since.ts";
import type { CommentThread } from "#core/comments/comment.ts";
import type { Decision } from "#core/changes/imported-change.ts";
import type { PackageAnchors } from "#core/document/package-anchors.ts";
import type { DraftPictures } from "../draft-pictures.ts";

export type PackageGiven = {
  bytes: Uint8Array;
  /** As the file was called when it came. */
  fileName: string;
  anchors: PackageAnchors;
  /** As it was imported. */
  imported: Node;
  /** The changes that came with the file, in their order. */
  came: readonly { patch: AuthoredPatch; decision: Decision }[];
  /** What the file is to hold, and what of it is to be tracked. */
  changes: ChangesGiven;
  comments: readonly CommentThread[];
  /** Those that were added since, by file id. */
  pictures: DraftPictures;
};
