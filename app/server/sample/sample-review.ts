/*
 * The review of the sample matter: its agreement beside two that the client has signed. They are read, and the questions
 * answered, as in any review; always by the built-in editor, so that it costs nothing and is the same with every model.
 */
import { builtinModelId } from "#core/account/plans.ts";
import { jsonOf } from "#core/document/document-schema.ts";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import type { Person } from "#core/workspace/policy.ts";
import { addColumns, addDocuments } from "../data/reviews/review-parts.ts";
import { createReview, listReviews } from "../data/reviews/reviews.ts";
import { keepBytes } from "../files/keep-bytes.ts";
import { freezeDrafts, plainWordFile, type FreezeServices } from "../reviews/freeze-drafts.ts";
import type { ReviewRuns } from "../reviews/review-runs.ts";
import { sampleReview, signedAgreements } from "./sample-texts.ts";

export type SampleServices = FreezeServices & { reviewRuns: Pick<ReviewRuns, "start"> };

/** None if there is one: an agreement that was deleted comes back alone. */
export async function addSampleReview(
  me: Person,
  services: SampleServices,
  { projectId, draftId }: { projectId: string; draftId: string },
): Promise<void> {
  const { db, reviewRuns } = services;
  if ((await listReviews(me, db, { projectId })).reviews.length > 0) return;
  const { name, columns } = sampleReview;
  const reviewId = await createReview(me, db, { projectId, name });
  await addColumns(me, db, reviewId, columns);
  const [frozen, signed] = await Promise.all([
    freezeDrafts(me, services, { reviewId, draftIds: [draftId] }),
    Promise.all(signedAgreements.map((one) => keepSigned(me, services, projectId, one))),
  ]);
  await addDocuments(me, db, reviewId, signed, frozen);
  await reviewRuns.start(me, reviewId, { all: true }, builtinModelId);
}

async function keepSigned(
  me: Person,
  services: FreezeServices,
  projectId: string,
  { name, markdown }: (typeof signedAgreements)[number],
): Promise<string> {
  const document = JSON.stringify(jsonOf(markdownToDocument(markdown)));
  const bytes = await plainWordFile(me, { name, document, language: null, paper: "a4" });
  return (await keepBytes(services, me, { name, bytes }, projectId)).id;
}
