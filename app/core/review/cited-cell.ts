/* The cell of a review that a citation is of, and where it opens. */
import { sourceMetadata, type Source } from "../sources/source.ts";
import { isUuid } from "../text/uuid.ts";

type CitedCell = { reviewId: string; documentId: string; columnId: string };

/** Null for any other source. Stored sources can be of any form. */
export function citedCell(source: Pick<Source, "metadata">): CitedCell | null {
  const { cell } = sourceMetadata(source);
  if (typeof cell !== "object" || cell === null) return null;
  const { reviewId, documentId, columnId } = cell;
  return [reviewId, documentId, columnId].every((id) => typeof id === "string" && isUuid(id))
    ? { reviewId, documentId, columnId }
    : null;
}

export function cellPath({ reviewId, documentId, columnId }: CitedCell): string {
  return `/review/${reviewId}?document=${documentId}&column=${columnId}`;
}
