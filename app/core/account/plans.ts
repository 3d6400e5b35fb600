/*
 * What each plan includes: models and limits.
 *
 * Models: the specification lists what free allows and what the starter tiers
 * block. The lists overlap on gpt-5-mini (allowed on free, blocked on starter),
 * and both are applied as given.
 *
 * Limits: the specification gives none, so these are ours. They apply to a
 * workspace as a whole: a personal one, or an organization's with all its
 * members. Each is enforced where the resource is created
 * (server/data/accounts/plan-usage.ts).
 */
import type { Plan } from "../workspace/policy.ts";

/** From lowest to highest. */
export const plans = ["free", "starter", "starter-pending-cancel", "professional"] as const satisfies readonly Plan[];

const allowedOnFree = new Set(["gemini-2.5-flash", "gemini-2.0-flash", "o4-mini", "gpt-5-mini"]);
const blockedOnStarter = new Set(["claude-opus-4-1", "o3", "o1", "gpt-5", "gpt-5-mini"]);

export const builtinModelId = "stet-builtin";

/** Prefix of a self-hosted model's id: `local:llama3.2`. */
export const localModelPrefix = "local:";

/** Whether a model's tokens count toward limits. The built-in model and self-hosted ones cost nothing. */
export function isCounted(modelId: string): boolean {
  return modelId !== builtinModelId && !modelId.startsWith(localModelPrefix);
}

export function mayUseModel(plan: Plan, modelId: string): boolean {
  // The specification doesn't cover unmetered models, so no plan excludes them.
  if (!isCounted(modelId)) return true;
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

/** The plans that include a model, for its row in the catalog. */
export function plansWithModel(modelId: string): Plan[] {
  return plans.filter((plan) => mayUseModel(plan, modelId));
}

export const planNames: Record<Plan, string> = {
  free: "Free",
  starter: "Starter",
  "starter-pending-cancel": "Starter, cancelled",
  professional: "Professional",
};

export const limitKinds = ["projects", "drafts", "storageBytes", "tokensPerDay"] as const;
export type LimitKind = (typeof limitKinds)[number];
/** Null means unlimited. */
export type Limits = Record<LimitKind, number | null>;

const gigabyte = 1_000_000_000;
const starter: Limits = { projects: 100, drafts: 1000, storageBytes: 10 * gigabyte, tokensPerDay: 1_000_000 };

const limits: Record<Plan, Limits> = {
  free: { projects: 10, drafts: 50, storageBytes: gigabyte / 2, tokensPerDay: 100_000 },
  starter,
  // Paid for until it ends, so it includes the same.
  "starter-pending-cancel": starter,
  professional: { projects: null, drafts: null, storageBytes: null, tokensPerDay: null },
};

export function planLimit(plan: Plan, kind: LimitKind): number | null {
  return limits[plan][kind];
}

export const limitNames: Record<LimitKind, string> = {
  projects: "Projects",
  drafts: "Drafts",
  storageBytes: "Files",
  tokensPerDay: "Tokens today",
};

/** "1,000", "500 MB". */
export function countedAs(kind: LimitKind, amount: number): string {
  if (kind !== "storageBytes") return amount.toLocaleString("en");
  return amount < gigabyte ? `${Math.ceil(amount / 1_000_000)} MB` : `${Number((amount / gigabyte).toFixed(1))} GB`;
}

const amounts: Record<LimitKind, (amount: string) => string> = {
  projects: (amount) => `${amount} projects`,
  drafts: (amount) => `${amount} drafts`,
  storageBytes: (amount) => `${amount} of files`,
  tokensPerDay: (amount) => `${amount} tokens a day`,
};

/** "10 projects", "any number of projects". */
export function describeLimit(kind: LimitKind, limit: number | null): string {
  if (limit === null && kind === "storageBytes") return "any amount of files";
  return amounts[kind](limit === null ? "any number of" : countedAs(kind, limit));
}

/** Shown when the limit is reached. */
export function limitSentence(plan: Plan, kind: LimitKind): string {
  const included = `The ${planNames[plan]} plan includes ${describeLimit(kind, planLimit(plan, kind))}. You’ve used it up.`;
  return kind === "tokensPerDay"
    ? `${included} The count resets at midnight UTC. The built-in editor and models on your own server still work.`
    : included;
}
