/*
 * The document that stands beside the chat, if there is one. The chat does not
 * know the editor: it knows what can be asked of an open document, and the
 * editor says here that it is open.
 */
import { useSyncExternalStore } from "react";
import type { AppliedPatch, Patch } from "#core/patch.ts";
import type { Refusal } from "./blocks/refusal.ts";

export type OpenDocument = {
  /** Shows these changes in the text, to be taken or turned down there. `block` names the block of the answer. */
  propose(block: string, messageId: string, patches: readonly (Patch | null)[]): void;
  withdraw(block: string): void;
  /** What the last `applyPatch` event came to. */
  outcome(): { applied: AppliedPatch } | { refusal: Refusal } | null;
  /** False when the passage was edited since; then it stays as it is. */
  revert(applied: AppliedPatch): boolean;
};

let current: OpenDocument | null = null;
const listeners = new Set<() => void>();

/** Until the returned function is called. */
export function openDocument(document: OpenDocument): () => void {
  publish(document);
  return () => {
    if (current === document) publish(null);
  };
}

export function useOpenDocument(): OpenDocument | null {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function publish(document: OpenDocument | null): void {
  current = document;
  for (const listener of listeners) listener();
}
