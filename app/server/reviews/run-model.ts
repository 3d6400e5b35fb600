/* Which model works on a review, and for whom. */
import { modelAccess } from "#core/models/model-access.ts";
import { membershipOf, type Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import type { FoundModel } from "../models/index.ts";
import type { ReviewServices } from "./review-services.ts";

/** `chosen`: the review's own; without one, the default of this person. */
export async function modelFor({ models }: Pick<ReviewServices, "models">, me: Person, chosen: string | null): Promise<FoundModel> {
  const access = modelAccess(me);
  const found = await models.find(chosen ?? (await models.defaultModel(access)), access);
  if ("problem" in found) throw problem(found.problem.code, found.problem.detail);
  return found;
}

/** The same person in the workspace of the review. */
export function personIn(me: Person, organizationId: string | null): Person {
  return { ...me, organizationId, plan: membershipOf(me, organizationId)?.plan ?? me.ownPlan };
}
