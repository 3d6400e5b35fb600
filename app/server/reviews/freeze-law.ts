/*
 * Sections of stored law as rows of a review: each as it is in force on the day it is added, word for word, with where it
 * is from. The same wording is the same file, whenever it is added.
 */
import { citedActName } from "#core/law/law-names.ts";
import type { LawRows } from "#core/requests/reviews.ts";
import { sectionName, type FrozenSection } from "#core/review/frozen.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { readLawOn } from "../data/law/law-on-day.ts";
import { sectionsForReview } from "../data/reviews/law-for-review.ts";
import { getReview } from "../data/reviews/reviews.ts";
import { keepSections } from "../files/keep-sections.ts";
import type { FoundSection } from "../knowledge/found-section.ts";
import type { FreezeServices } from "./freeze-drafts.ts";

/** `notInForce`: how many were left out because no wording of them is in force on that day. */
export type FrozenLaw = { frozen: string[]; notInForce: number };

/** In the order of the act. `day`: an ISO date. */
export async function freezeLaw(
  me: Person,
  services: Pick<FreezeServices, "db" | "store">,
  { reviewId, law, day }: { reviewId: string; law: LawRows; day: string },
): Promise<FrozenLaw> {
  const { projectId, mayWrite } = await getReview(me, services.db, reviewId);
  if (!mayWrite) throw problem("not-allowed");
  const refs = await sectionsForReview(me, services.db, law);
  const onDay = await readLawOn(me, services.db, { refs }, { inForceOn: day });
  const byRef = new Map(onDay.map(({ section }) => [section.ref, section]));
  const sections = refs.flatMap((ref) => byRef.get(ref) ?? []).filter(({ text }) => text.trim() !== "");
  const kept = sections.map((section) => ({ name: sectionName(section), text: section.text, law: factsOf(section) }));
  return { frozen: await keepSections(services, me, kept, projectId), notInForce: refs.length - sections.length };
}

function factsOf({ ref, label, act, inForce, url, onDay }: FoundSection): FrozenSection {
  return {
    ref,
    label,
    act: { id: act.id, title: act.title, name: citedActName(act) },
    day: onDay?.day ?? "",
    isCertain: onDay?.isCertain ?? true,
    inForce,
    version: act.version,
    source: act.source,
    url,
    licence: act.licence,
    note: act.note,
  };
}
