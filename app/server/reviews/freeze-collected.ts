/*
 * Documents of a collection as rows of a review. One that is a file of the project comes in as that file; what was in an
 * archive or a mailbox as a text file of its words, kept among the files of the project.
 */
import type { CollectedRows } from "#core/requests/reviews.ts";
import { collectedName } from "#core/review/row-candidates.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { documentsForReview } from "../data/discovery/documents-for-review.ts";
import { getReview } from "../data/reviews/reviews.ts";
import { keepBytes } from "../files/keep-bytes.ts";
import type { FreezeServices } from "./freeze-drafts.ts";

/** `withoutText`: how many were left out because there is nothing to read in them. */
export type FrozenCollected = { fileIds: string[]; withoutText: number };

export async function freezeCollected(
  me: Person,
  services: FreezeServices,
  { reviewId, collected }: { reviewId: string; collected: CollectedRows },
): Promise<FrozenCollected> {
  const { projectId, mayWrite } = await getReview(me, services.db, reviewId);
  if (!mayWrite) throw problem("not-allowed");
  const documents = await documentsForReview(me, services.db, { projectId, collected });
  const readable = documents.filter(({ text }) => text.trim() !== "");
  const fileIds: string[] = [];
  for (const { fileId, text, ...of } of readable) {
    const bytes = new TextEncoder().encode(text);
    fileIds.push(fileId ?? (await keepBytes(services, me, { name: collectedName(of), bytes }, projectId)).id);
  }
  return { fileIds, withoutText: documents.length - readable.length };
}
