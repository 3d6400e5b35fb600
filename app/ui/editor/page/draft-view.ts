/* How this device shows drafts (authorship, focus mode, or pages), and how it types. Stored for the next draft and visit. */
import { useSyncExternalStore } from "react";

type DraftView = { isAuthorship: boolean; isFocus: boolean; isPages: boolean; isStraight: boolean };

const storageKey = "stet.draft-view";
const nothing: DraftView = { isAuthorship: false, isFocus: false, isPages: false, isStraight: false };
const listeners = new Set<() => void>();
let current: DraftView | null = null;

function read(): DraftView {
  if (current) return current;
  try {
    current = { ...nothing, ...(JSON.parse(localStorage.getItem(storageKey) ?? "{}") as Partial<DraftView>) };
  } catch {
    current = nothing;
  }
  return current;
}

export function changeView(change: Partial<DraftView>): void {
  current = { ...read(), ...change };
  try {
    localStorage.setItem(storageKey, JSON.stringify(current));
  } catch {
    // Storage is full or forbidden: the choice lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

export function viewChoices(): DraftView {
  return read();
}

export function useViewChoices(): DraftView {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    read,
    () => nothing,
  );
}
