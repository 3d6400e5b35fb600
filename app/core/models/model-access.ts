/* Which models a person may use where they are: by the plan, and by what the organization's managers decided. */
import { builtinModelId, mayUseModel } from "../account/plans.ts";
import { policiesFor, type Person, type Plan } from "../workspace/policy.ts";
import type { ModelChoice } from "./models.ts";

/** `allowed` is null if no managers restrict it. */
export type ModelAccess = { plan: Plan; allowed: readonly string[] | null };

/** For what isn't anyone's request: the name of a model, a connection being tried. */
export const anyModel: ModelAccess = { plan: "professional", allowed: null };

export function modelAccess(me: Person): ModelAccess {
  return { plan: me.plan, allowed: policiesFor(me).models };
}

/** The built-in editor is part of Stet, and what it reads stays on the server: it is always allowed. */
export function isModelAllowed({ allowed }: ModelAccess, modelId: string): boolean {
  return allowed === null || modelId === builtinModelId || allowed.includes(modelId);
}

/** Whether there is any model besides the built-in editor. */
export function isModelConnected(choices: readonly ModelChoice[]): boolean {
  return choices.some(({ available, provider }) => available && provider !== "builtin");
}

/** Null if the model may be used. */
export function modelRefusal(access: ModelAccess, modelId: string): "model-not-allowed" | "model-not-in-plan" | null {
  if (!isModelAllowed(access, modelId)) return "model-not-allowed";
  return mayUseModel(access.plan, modelId) ? null : "model-not-in-plan";
}
