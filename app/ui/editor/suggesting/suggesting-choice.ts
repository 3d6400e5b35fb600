/* Whether this device suggests changes to a draft instead of making them, remembered for each draft. */
import { Plugin, type Transaction } from "@tiptap/pm/state";
import { useSyncExternalStore } from "react";
import { changedElsewhere } from "../changes/replace-document.ts";
import { deedIn } from "../page/create-editor.ts";

const keyOf = (draftId: string) => `stet.suggesting.${draftId}`;
/** Own suggestions that the server does not have yet. */
export const outboxKey = (draftId: string) => `stet.draft-suggestions.${draftId}`;

const listeners = new Set<() => void>();
/** For devices that store nothing. */
const chosen = new Map<string, boolean>();

function isOnDevice(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

export function isSuggesting(draftId: string): boolean {
  return chosen.get(draftId) ?? isOnDevice(keyOf(draftId));
}

export function hasUnsentSuggestions(draftId: string): boolean {
  return isOnDevice(outboxKey(draftId));
}

export function setSuggesting(draftId: string, isOn: boolean): void {
  chosen.set(draftId, isOn);
  try {
    if (isOn) localStorage.setItem(keyOf(draftId), "on");
    else localStorage.removeItem(keyOf(draftId));
  } catch {
    // Storage is full or forbidden: the choice lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

export function useSuggesting(draftId: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => isSuggesting(draftId),
    () => false,
  );
}

const takers = new Map<string, (tr: Transaction) => void>();

/** Given what a person would have changed while they suggest. */
export function takeInstead(draftId: string, take: (tr: Transaction) => void): () => void {
  takers.set(draftId, take);
  return () => {
    if (takers.get(draftId) === take) takers.delete(draftId);
  };
}

/** While the mode is on, loaded or not, nothing that a person does changes the document. */
export function suggestingGuard(draftId: string): Plugin {
  return new Plugin({
    filterTransaction(tr) {
      if (!isSuggesting(draftId) || !isByPerson(tr)) return true;
      queueMicrotask(() => takers.get(draftId)?.(tr));
      return false;
    },
  });
}

/** Not: what others save, decisions, what an agent or the assistant writes, and undoing any of it. */
function isByPerson(tr: Transaction): boolean {
  const root = (tr.getMeta("appendedTransaction") as Transaction | undefined) ?? tr;
  if (tr.doc === tr.before || deedIn(root) !== null) return false;
  return [changedElsewhere, "history$"].every((key) => root.getMeta(key) === undefined) && root.getMeta("addToHistory") !== false;
}
