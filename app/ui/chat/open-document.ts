/*
 * The document open beside the chat, if any. The chat does not depend on the
 * editor: this is the interface, and the editor registers itself here.
 */
import { useSyncExternalStore } from "react";
import type { AppliedChangeRow } from "#core/requests/changes.ts";
import type { AppliedPatch, Patch } from "#core/changes/patch.ts";
import type { BlockNote } from "./change-rows.ts";
import type { Refusal } from "./blocks/refusal.ts";

export type DocumentNotes = {
  subscribe(listener: () => void): () => void;
  /** Until then, the decisions are unknown. */
  isRead(): boolean;
  /** For one block, as JSON. */
  read(block: string): string;
  write(block: string, index: number, note: BlockNote | null): void;
  /** How many words a message has currently added and deleted; null if it has written nothing here. */
  written(messageId: string): { added: number; deleted: number } | null;
};

export type ProposedBy = { model: string; prompt: string };

export type PatchResult = { applied: AppliedPatch } | { refusal: Refusal };
/** `messageId` is the answer that continues it now. */
export type AgentAtWork = { messageId: string; model: string; summary: string };
/** A change, by its block's name and its index in the block. */
export type ItemKey = { block: string; index: number };
export type Item = ItemKey & { patch: Patch };
export type AppliedItem = Item & { applied: AppliedPatch };

export type OpenDocument = {
  /**
   * Shows these changes in the text, to be applied or rejected there. `block` names the block of
   * the answer; if they do not come from an answer, `by` is who proposes them.
   */
  propose(block: string, messageId: string, patches: readonly (Patch | null)[], by?: ProposedBy): void;
  /** From now on, changes under this id are grouped on the timeline as one agent's work. */
  workAs(workId: string, agent: AgentAtWork): void;
  /** Applies these changes of an answer together, as one undo step, and returns the result of each. */
  applyTogether(messageId: string, items: readonly Item[]): Map<ItemKey, PatchResult>;
  /**
   * Reverts everything that is still as it was applied, in this session unless `changes` is passed;
   * the rest is reported.
   */
  takeBackAll(workId: string, changes?: readonly AppliedChangeRow[]): { done: number; left: AppliedPatch[] };
  withdraw(block: string): void;
  /** The result of the last `applyPatch` event. */
  outcome(): PatchResult | null;
  /** Rejects these, or opens rejected ones again, as one undo step. */
  decide(items: readonly Item[], decision: "rejected" | null, rejectReason?: string): void;
  /** Reverts these changes as one undo step. Returns a refusal for each passage edited since, which is left alone. */
  revert(items: readonly AppliedItem[]): Promise<Map<ItemKey, Refusal>>;
  /** The states of its changes, stored with the document and shared across devices. */
  notes: DocumentNotes;
};

let current: OpenDocument | null = null;
const listeners = new Set<() => void>();

/** Stays registered until the returned function is called. */
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
