/*
 * The shortcuts a user has changed, by the default they replace. Kept on the device, because keyboards and what their
 * systems reserve differ; another tab has them at its next load.
 */
import { useSyncExternalStore } from "react";

export const ownKeysKey = "stet.keys";
export type OwnKeys = Readonly<Record<string, string>>;
const none: OwnKeys = {};
let own: OwnKeys | null = null;
const listeners = new Set<() => void>();

export function readOwnKeys(): OwnKeys {
  if (own !== null) return own;
  try {
    const stored = JSON.parse(localStorage.getItem(ownKeysKey) ?? "{}") as OwnKeys;
    // What is not a shortcut would be pressed by nothing.
    own = Object.values(stored).every((keys) => keys.length > 0) ? stored : none;
  } catch {
    own = none;
  }
  return own;
}

/** What is pressed for a default shortcut. */
export function pressedFor(shortcut: string): string {
  return readOwnKeys()[shortcut] ?? shortcut;
}

export function useOwnKeys(): OwnKeys {
  return useSyncExternalStore(subscribe, readOwnKeys, () => none);
}

export function setOwnKeys(next: OwnKeys): void {
  own = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
