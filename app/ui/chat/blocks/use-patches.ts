/*
 * The changes in one card and the decisions on them. With a document open beside
 * the chat they apply to it and are shown in it too; otherwise they apply to a text
 * in the chat. The server keeps their states, and each change can be reverted at
 * any time, independent of the others.
 */
import { useCallback, useMemo, useState, useSyncExternalStore } from "react";

import { patchAt, type AppliedPatch } from "#core/changes/patch.ts";
import type { RefusalReason } from "#core/changes/proposed-change.ts";
import { emit } from "../../events.ts";
import { useChatTools } from "../chat-context.ts";
import { parseBlock, type BlockNote } from "../change-rows.ts";
import { useOpenDocument, type ItemKey, type OpenDocument, type PatchResult } from "../open-document.ts";
import { ChatTextChanges } from "./chat-text-changes.ts";
import { itemsOf, type Notes, type PatchItem, type PatchList } from "./patch-items.ts";
import type { Refusal } from "./refusal.ts";
import { useDocumentChanges } from "./use-document-changes.ts";

export type PatchState =
  | { kind: "open"; reason?: RefusalReason | "gone" }
  | { kind: "applied"; applied: AppliedPatch }
  | { kind: "rejected"; reason?: string };

export function usePatches(messageId: string, lists: readonly PatchList[]) {
  const { store, changes } = useChatTools();
  const document = useOpenDocument();
  const keeper = document?.notes ?? changes;
  const read = () => JSON.stringify(notesOf(messageId, lists, keeper.read));
  const kept = useSyncExternalStore(keeper.subscribe, read, () => "{}");
  const isKnown = useSyncExternalStore(keeper.subscribe, keeper.isRead, () => false);
  const items = useMemo(() => itemsOf(messageId, lists, parseAll(kept)), [messageId, lists, kept]);
  const [refusals, setRefusals] = useState<ReadonlyMap<string, Refusal | null>>(new Map());
  const texts = useMemo(() => new ChatTextChanges(store, changes, messageId), [store, changes, messageId]);
  // As one text, which can be compared.
  const unsaved = useSyncExternalStore(
    changes.subscribe,
    () =>
      namesOf(messageId, lists)
        .filter((name) => changes.refusal(name) !== null)
        .join(" "),
    () => "",
  );
  useDocumentChanges({ document, messageId, items, isKnown });
  // Without the draft beside the chat, its changes are view only.
  const draft = document === null ? (items.find(({ note }) => note.draft)?.note.draft ?? null) : null;
  const hasApplied = draft === null && items.some(({ note }) => note.applied);
  const target = useCallback(() => texts.target(items), [texts, items]);
  const shownTarget = useMemo(() => (hasApplied && document === null ? target() : null), [hasApplied, document, target]);
  const subject = useMemo(
    () => (document === null && draft === null ? texts.subject(items) : null),
    [document, draft, texts, items],
  );
  const result = useSyncExternalStore(
    changes.subscribe,
    () => (shownTarget === null ? null : texts.read(shownTarget)),
    () => null,
  );

  /** Reads the current states, not those at render time. */
  function noteOf({ block, index }: ItemKey): BlockNote {
    return parseBlock(keeper.read(block))[index] ?? {};
  }

  function settle(results: ReadonlyMap<ItemKey, PatchResult>): void {
    const next = new Map(refusals);
    for (const [item, done] of results) {
      next.set(keyOf(item), "refusal" in done ? done.refusal : null);
      if (document !== null && "applied" in done) document.notes.write(item.block, item.index, { applied: done.applied });
    }
    setRefusals(next);
  }

  function applyItems(chosen: readonly PatchItem[]): void {
    const open = chosen.filter((item) => !noteOf(item).applied);
    settle(document === null ? texts.apply(target(), open) : document.applyTogether(messageId, open));
  }

  function apply(index: number, occurrence?: number): void {
    const item = items[index];
    if (item === undefined || noteOf(item).applied) return;
    settle(document === null ? texts.applyOne(target(), item, occurrence) : applyIn(document, messageId, item, occurrence));
  }

  async function revertItems(chosen: readonly PatchItem[]): Promise<void> {
    const results = new Map<ItemKey, PatchResult>();
    const refused = document === null ? texts.revert(target(), chosen) : await revertIn(document, chosen);
    for (const [item, refusal] of refused) results.set(item, { refusal });
    settle(results);
  }

  async function revertIn(open: OpenDocument, chosen: readonly PatchItem[]): Promise<Map<ItemKey, Refusal>> {
    const items = chosen.flatMap(({ block, index, patch }) => {
      const { applied } = noteOf({ block, index });
      return applied ? [{ block, index, patch, applied }] : [];
    });
    const refused = await open.revert(items);
    for (const item of items) if (!refused.has(item)) open.notes.write(item.block, item.index, null);
    return refused;
  }

  function decide(chosen: readonly PatchItem[], decision: "rejected" | null, why?: string): void {
    if (document !== null) document.decide(chosen, decision, why);
    else for (const item of chosen) texts.decide(item, decision, why);
    setRefusals(new Map([...refusals, ...chosen.map((item) => [keyOf(item), null] as const)]));
  }

  async function reject(index: number): Promise<void> {
    const item = items[index]!;
    if (noteOf(item).applied) await revertItems([item]);
    if (!noteOf(item).applied) decide([item], "rejected");
  }

  const states = items.map((item): PatchState => stateOf(item.note));
  const open = items.filter((_, index) => states[index]!.kind === "open");
  return {
    items,
    subject,
    /** The draft they apply to, if it is not open. */
    draft,
    states,
    /** Names of the blocks with decisions that the server has not stored. */
    unsaved: unsaved === "" ? [] : unsaved.split(" "),
    refusals: items.map((item) => refusals.get(keyOf(item)) ?? null),
    /** The current words of the chat text they apply to; null if it is not on the page. */
    readText: () => texts.readWords(target()),
    result: shownTarget === null || result === null ? null : { kind: shownTarget.kind, text: result },
    apply,
    applyAll: () => applyItems(open.filter(({ patch }) => !patch.isDecision)),
    applySome: (indexes: readonly number[]) => applyItems(indexes.map((index) => items[index]!)),
    revert: (index: number) => revertItems([items[index]!]),
    revertAll: () => revertItems(items.filter((_, index) => states[index]!.kind === "applied")),
    reject,
    rejectAll: () => decide(open, "rejected"),
    /** The reason for rejecting it; empty for none. */
    explain: (index: number, why: string) => decide([items[index]!], "rejected", why),
    reopen: (index: number) => decide([items[index]!], null),
  };
}

/** Uses the window event, which the document has handled by the time this returns. */
function applyIn(document: OpenDocument, messageId: string, item: PatchItem, occurrence?: number): Map<ItemKey, PatchResult> {
  emit("applyPatch", { patch: occurrence === undefined ? item.patch : patchAt(item.patch, occurrence), messageId });
  return new Map([[item, document.outcome() ?? { refusal: { outcome: { kind: "not-found" }, text: null } }]]);
}

function keyOf({ block, index }: ItemKey): string {
  return `${block} ${index}`;
}

function stateOf({ applied, rejected, rejectReason, gone, reason }: BlockNote): PatchState {
  if (applied) return { kind: "applied", applied };
  if (rejected) return { kind: "rejected", ...(rejectReason && { reason: rejectReason }) };
  return { kind: "open", ...(gone ? { reason: "gone" as const } : reason && { reason }) };
}

function parseAll(json: string): Notes {
  return JSON.parse(json) as Notes;
}

function namesOf(messageId: string, lists: readonly PatchList[]): string[] {
  return lists.map(({ block }) => `${messageId}.${block}`);
}

/** For these blocks, and for those that a change for every occurrence expanded into. */
function notesOf(messageId: string, lists: readonly PatchList[], read: (name: string) => string): Record<string, unknown> {
  const names = lists.flatMap(({ block, patches }) => {
    const name = `${messageId}.${block}`;
    return [name, ...patches.flatMap(({ all }, i) => (all ? [`${name}.${i}`] : []))];
  });
  return Object.fromEntries(names.map((name) => [name, JSON.parse(read(name)) as unknown]));
}
