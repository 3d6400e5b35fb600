/*
 * Drafts as rows of a review. What a cell says rests on words at a place, so a draft comes in as it is in one version: a
 * Word file of it is frozen (core/review/frozen.ts).
 */
import { frozenName } from "#core/review/row-candidates.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { getDraftAsText } from "../data/drafts/drafts.ts";
import { getReview } from "../data/reviews/reviews.ts";
import type { DraftToExport } from "../export/draft-file.ts";
import { keepBytes } from "../files/keep-bytes.ts";
import type { UploadServices } from "../files/upload.ts";
import { longWork } from "../long-work/long-work.ts";

export type FreezeServices = Pick<UploadServices, "db" | "store" | "extraction">;

/** Returns the ids of their files, which are there once they are rows. All drafts must be in the project of the review. */
export async function freezeDrafts(
  me: Person,
  services: FreezeServices,
  { reviewId, draftIds }: { reviewId: string; draftIds: readonly string[] },
): Promise<string[]> {
  const { projectId, mayWrite } = await getReview(me, services.db, reviewId);
  if (!mayWrite) throw problem("not-allowed");
  const drafts = await Promise.all(draftIds.map((id) => getDraftAsText(me, services.db, id)));
  if (drafts.some((draft) => draft.projectId !== projectId)) throw problem("not-found");
  const files: string[] = [];
  for (const { id: draftId, name, version, document, language, paper } of drafts) {
    const bytes = await plainWordFile(me, { name, document, language, paper });
    const frozen = { from: "draft", draftId, version } as const;
    files.push((await keepBytes(services, me, { name: frozenName({ name, version }), bytes, frozen }, projectId)).id);
  }
  return files;
}

/** The text alone: no changes, no comments. */
export async function plainWordFile(
  me: Person,
  draft: Pick<DraftToExport, "name" | "document" | "language" | "paper">,
): Promise<Uint8Array> {
  const plain = { received: null, changes: [], comments: [], leftComments: 0, since: null, appendix: [], pictures: new Map() };
  const { bytes } = await longWork(me, "draftFile", { ...plain, format: "docx", ...draft });
  return bytes;
}
