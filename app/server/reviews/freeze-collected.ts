/*
 * Documents of a collection as rows of a review. One that is a file of the project comes in as that file; what was in an
 * archive or a mailbox as a text file of its words, which is frozen (core/review/frozen.ts).
 */
import type { CollectedRows } from "#core/requests/reviews.ts";
import { collectedName } from "#core/review/row-candidates.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { documentsForReview } from "../data/discovery/documents-for-review.ts";
import { getReview } from "../data/reviews/reviews.ts";
import { keepBytes } from "../files/keep-bytes.ts";
import type { FreezeServices } from "./freeze-drafts.ts";

/**
 * `fileIds`: of those that are files of the project; `frozen`: those that are there once they are rows; `withoutText`: how
 * many were left out because there is nothing to read in them.
 */
export type FrozenCollected = { fileIds: string[]; frozen: string[]; withoutText: number };

export async function freezeCollected(
  me: Person,
  services: FreezeServices,
  { reviewId, collected }: { reviewId: string; collected: CollectedRows },
): Promise<FrozenCollected> {
  const { projectId, mayWrite } = await getReview(me, services.db, reviewId);
  if (!mayWrite) throw problem("not-allowed");
  const documents = await documentsForReview(me, services.db, { projectId, collected });
  const readable = documents.filter(({ text }) => text.trim() !== "");
  const frozen: string[] = [];
  for (const { id: documentId, fileId, text, ...of } of readable) {
    if (fileId !== null) continue;
    const bytes = new TextEncoder().encode(text);
    const file = { name: collectedName(of), bytes, frozen: { from: "collected", documentId } as const };
    frozen.push((await keepBytes(services, me, file, projectId)).id);
  }
  return { fileIds: readable.flatMap(({ fileId }) => fileId ?? []), frozen, withoutText: documents.length - readable.length };
}
