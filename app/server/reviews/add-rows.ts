/* Adds rows to a review: files, drafts and collected documents of its project, and sections of law. */
import type { z } from "zod";
import type { newDocumentsSchema } from "#core/requests/reviews.ts";
import type { Person } from "#core/workspace/policy.ts";
import { addDocuments } from "../data/reviews/review-parts.ts";
import { freezeCollected } from "./freeze-collected.ts";
import { freezeDrafts, type FreezeServices } from "./freeze-drafts.ts";
import { freezeLaw } from "./freeze-law.ts";

export type NewRows = z.infer<typeof newDocumentsSchema>;
/** `documentIds`: of the rows. What could not become one is counted: without text, or not in force on the day. */
export type AddedRows = { documentIds: string[]; withoutText: number; notInForce: number };

/** Law is as it is in force on `day`, an ISO date. */
export async function addRows(
  me: Person,
  services: FreezeServices,
  { reviewId, day, ...rows }: NewRows & { reviewId: string; day: string },
): Promise<AddedRows> {
  const { fileIds, draftIds, collected, law } = rows;
  const drafts = draftIds && (await freezeDrafts(me, services, { reviewId, draftIds }));
  const found = collected && (await freezeCollected(me, services, { reviewId, collected }));
  const sections = law && (await freezeLaw(me, services, { reviewId, law, day }));
  const frozen = [drafts, found?.frozen, sections?.frozen].filter((one) => one !== undefined);
  const isNamed = fileIds !== undefined || frozen.length > 0;
  const named = isNamed ? [...(fileIds ?? []), ...(found?.fileIds ?? [])] : undefined;
  const documentIds = await addDocuments(me, services.db, reviewId, named, frozen.flat());
  return { documentIds, withoutText: found?.withoutText ?? 0, notInForce: sections?.notInForce ?? 0 };
}
