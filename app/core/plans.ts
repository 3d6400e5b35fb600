/*
 * Which plan may use which model. The specification gives two lists, one of
 * what free allows and one of what the starter tiers block. They overlap on
 * gpt-5-mini (allowed on free, blocked on starter), and both hold as given.
 */
import type { Plan } from "./policy.ts";

/** From the least to the most. */
export const plans = ["free", "starter", "starter-pending-cancel", "professional"] as const satisfies readonly Plan[];

const allowedOnFree = new Set(["gemini-2.5-flash", "gemini-2.0-flash", "o4-mini", "gpt-5-mini"]);
const blockedOnStarter = new Set(["claude-opus-4-1", "o3", "o1", "gpt-5", "gpt-5-mini"]);

export const builtinModelId = "stet-builtin";

/** Before the name of a model that the server of one's own offers: `local:llama3.2`. */
export const localModelPrefix = "local:";

export function mayUseModel(plan: Plan, modelId: string): boolean {
  // The specification knows no such models; they cost nobody anything, so no plan withholds them.
  if (modelId === builtinModelId || modelId.startsWith(localModelPrefix)) return true;
  switch (plan) {
    case "free":
      return allowedOnFree.has(modelId);
    case "starter":
    case "starter-pending-cancel":
      return !blockedOnStarter.has(modelId);
    case "professional":
      return true;
  }
}

/** The plans that include a model, for its row in the catalogue. */
export function plansWithModel(modelId: string): Plan[] {
  return plans.filter((plan) => mayUseModel(plan, modelId));
}
