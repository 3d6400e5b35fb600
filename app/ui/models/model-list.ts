/*
 * The models available to this user, loaded once per window and again when the
 * picker opens, since a key may have been set or a server started meanwhile.
 */
import { useSyncExternalStore } from "react";
import type { ModelChoice } from "#core/models/models.ts";
import { slugOfPath } from "#core/workspace/place.ts";
import { ask } from "../ask.ts";

export type ModelList = {
  models: readonly ModelChoice[];
  defaultModel: string;
  /** For an administrator: whether a model has to be connected, or another can be. Null for everyone else. */
  connect: "needed" | "possible" | null;
};

/** By the workspace's address: each has its own plan and policies. */
const lists = new Map<string | null, ModelList>();
const reading = new Map<string | null, Promise<ModelList | null>>();
const here = () => slugOfPath(location.pathname);
const listeners = new Set<() => void>();

/** Resolves null if the list cannot be loaded; the cached one is kept. */
export function readModels(): Promise<ModelList | null> {
  const slug = here();
  const underway = reading.get(slug);
  if (underway !== undefined) return underway;
  const asked = ask<ModelList>("/api/models")
    .then((answer) => {
      lists.set(slug, answer);
      for (const listener of listeners) listener();
      return answer;
    })
    .catch(() => lists.get(slug) ?? null)
    .finally(() => void reading.delete(slug));
  reading.set(slug, asked);
  return asked;
}

/** After a change of what is connected: the next chat asks the server for its model. */
export function forgetModels(): void {
  lists.clear();
  reading.clear();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!lists.has(here())) void readModels();
  return () => void listeners.delete(listener);
}

/** Its display name, or its id until the list has been loaded. */
export function nameOfModel(id: string): string {
  return lists.get(here())?.models.find((model) => model.id === id)?.name ?? id.replace(/^local[:/]/, "");
}

/** In the workspace with this address. */
export function knownDefaultModel(slug: string | null = here()): string | null {
  return lists.get(slug)?.defaultModel ?? null;
}

export function knownToNeedModel(): boolean {
  return lists.get(here())?.connect === "needed";
}

export function useModels(): ModelList | null {
  return useSyncExternalStore(
    subscribe,
    () => lists.get(here()) ?? null,
    () => null,
  );
}

export function isBlocked({ models }: ModelList, id: string): boolean {
  const model = models.find((one) => one.id === id);
  return model === undefined || obstacleOf(model) !== null;
}

/** Why this model cannot be used, as a message; null if it can. */
export function obstacleOf(model: Pick<ModelChoice, "available" | "inPlan" | "isAllowed">): string | null {
  if (!model.available) return "Not connected";
  if (!model.isAllowed) return "Not allowed in this organization";
  return model.inPlan ? null : "Not in your plan";
}
