/*
 * The document that stands beside the chat, if there is one. The chat does not
 * know the editor: it knows what can be asked of an open document, and the
 * editor says here that it is open.
 */
import { useSyncExternalStore } from "react";
import type { AppliedChangeRow } from "#core/changes/proposed-change.ts";
import type { AppliedPatch, Patch } from "#core/changes/patch.ts";
import type { BlockNote } from "./change-rows.ts";
import type { Refusal } from "./blocks/refusal.ts";

export type DocumentNotes = {
  subscribe(listener: () => void): () => void;
  /** Before that nobody knows what was decided. */
  isRead(): boolean;
  /** Of one block, as JSON. */
  read(block: string): string;
  write(block: string, index: number, note: BlockNote | null): void;
  /** How many words a message has put in and taken out, as it stands; null where it has written nothing here. */
  written(messageId: string): { added: number; deleted: number } | null;
};

export type ProposedBy = { model: string; prompt: string };

export type PatchResult = { applied: AppliedPatch } | { refusal: Refusal };
/** `messageId` is the answer that continues it now. */
export type AgentAtWork = { messageId: string; model: string; summary: string };
/** A change by the name of its block, and its place there. */
export type ItemKey = { block: string; index: number };
export type Item = ItemKey & { patch: Patch };
export type AppliedItem = Item & { applied: AppliedPatch };

export type OpenDocument = {
  /**
   * Shows these changes in the text, to be taken or turned down there. `block` names the block of the answer;
   * where no answer stands behind them, `by` says who proposes them.
   */
  propose(block: string, messageId: string, patches: readonly (Patch | null)[], by?: ProposedBy): void;
  /** From now on what is changed under this id is kept on the timeline as one work of an agent's. */
  workAs(workId: string, agent: AgentAtWork): void;
  /** Applies these changes of an answer together, as one step of undo. The result of each. */
  applyTogether(messageId: string, items: readonly Item[]): Map<ItemKey, PatchResult>;
  /** Takes back all that still stands as it was made, of this sitting unless given; the others are told. */
  takeBackAll(workId: string, changes?: readonly AppliedChangeRow[]): { done: number; left: AppliedPatch[] };
  withdraw(block: string): void;
  /** What the last `applyPatch` event came to. */
  outcome(): PatchResult | null;
  /** Takes these changes back as one step of undo. A refusal for each whose passage was edited since; it stays as it is. */
  revert(items: readonly AppliedItem[]): Promise<Map<ItemKey, Refusal>>;
  /** What became of its changes: kept with the document, the same on every device. */
  notes: DocumentNotes;
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
