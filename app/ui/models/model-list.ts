/*
 * The models available to this user, loaded once per window and again when the
 * picker opens, since a key may have been set or a server started meanwhile.
 */
import { useSyncExternalStore } from "react";
import type { ModelChoice } from "#core/models/models.ts";
import { ask } from "../ask.ts";

export type ModelList = {
  models: readonly ModelChoice[];
  defaultModel: string;
  /** For an administrator: whether a model has to be connected, or another can be. Null for everyone else. */
  connect: "needed" | "possible" | null;
};

let list: ModelList | null = null;
let reading: Promise<ModelList | null> | null = null;
const listeners = new Set<() => void>();

/** Resolves null if the list cannot be loaded; the cached one is kept. */
export function readModels(): Promise<ModelList | null> {
  reading ??= ask<ModelList>("/api/models")
    .then((answer) => {
      list = answer;
      for (const listener of listeners) listener();
      return list;
    })
    .catch(() => list)
    .finally(() => void (reading = null));
  return reading;
}

/** After a change of what is connected: the next chat asks the server for its model. */
export function forgetModels(): void {
  list = null;
  reading = null;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!list) void readModels();
  return () => void listeners.delete(listener);
}

/** Its display name, or its id until the list has been loaded. */
export function nameOfModel(id: string): string {
  return list?.models.find((model) => model.id === id)?.name ?? id.replace(/^local[:/]/, "");
}

export function knownDefaultModel(): string | null {
  return list?.defaultModel ?? null;
}

export function useModels(): ModelList | null {
  return useSyncExternalStore(
    subscribe,
    () => list,
    () => null,
  );
}

/** Why this model cannot be used, as a message; null if it can. */
export function obstacleOf(model: Pick<ModelChoice, "available" | "inPlan">): string | null {
  if (!model.available) return "Not connected";
  return model.inPlan ? null : "Not in your plan";
}
