/*
 * What each plan includes: models, and how much of what is counted.
 *
 * Models: the specification gives two lists, one of what free allows and one of
 * what the starter tiers block. They overlap on gpt-5-mini (allowed on free,
 * blocked on starter), and both hold as given.
 *
 * Amounts: the specification gives none; these are ours. They hold for a place
 * as a whole: one's own, or an organization's with all its members. Every one
 * is enforced where the thing is made (server/data/accounts/plan-usage.ts).
 */
import type { Plan } from "../workspace/policy.ts";

/** From the least to the most. */
export const plans = ["free", "starter", "starter-pending-cancel", "professional"] as const satisfies readonly Plan[];

const allowedOnFree = new Set(["gemini-2.5-flash", "gemini-2.0-flash", "o4-mini", "gpt-5-mini"]);
const blockedOnStarter = new Set(["claude-opus-4-1", "o3", "o1", "gpt-5", "gpt-5-mini"]);

export const builtinModelId = "stet-builtin";

/** Before the name of a model that the server of one's own offers: `local:llama3.2`. */
export const localModelPrefix = "local:";

/** Whether a model's tokens count. The built-in one and those of one's own server cost nobody anything. */
export function isCounted(modelId: string): boolean {
  return modelId !== builtinModelId && !modelId.startsWith(localModelPrefix);
}

export function mayUseModel(plan: Plan, modelId: string): boolean {
  // The specification knows no models that are not counted, so no plan withholds them.
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

/** The plans that include a model, for its row in the catalogue. */
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
/** null: as much as one likes. */
export type Limits = Record<LimitKind, number | null>;

const gigabyte = 1_000_000_000;
const starter: Limits = { projects: 100, drafts: 1000, storageBytes: 10 * gigabyte, tokensPerDay: 1_000_000 };

const limits: Record<Plan, Limits> = {
  free: { projects: 10, drafts: 50, storageBytes: gigabyte / 2, tokensPerDay: 100_000 },
  starter,
  // Paid for until its end, so it includes what it did.
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

/** What is said to somebody who has reached it. */
export function limitSentence(plan: Plan, kind: LimitKind): string {
  const included = `The ${planNames[plan]} plan includes ${describeLimit(kind, planLimit(plan, kind))}. That is used up.`;
  return kind === "tokensPerDay"
    ? `${included} The count resets at midnight UTC. The built-in editor and models on your own server still work.`
    : included;
}
