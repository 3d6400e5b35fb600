/*
 * Taking and turning down the changes of one patch block. With a document open
 * beside the chat they are about that, and are shown in it as well. Otherwise
 * the text they are about is found in the chat; what was made of it is kept on
 * this device. Each change can be taken back at any later time, whatever was
 * taken before or after it.
 */
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { AppliedPatch, Patch, PatchOutcome } from "#core/patch.ts";
import { applyPatch, patchAt, revertPatch } from "#core/patch.ts";
import { applyToMarkdown } from "#core/markdown-patch.ts";
import { choosePatchTarget, textsWithin, type PatchTarget } from "#core/patch-target.ts";
import { emit } from "../../events.ts";
import { useChatTools } from "../chat-context.ts";
import { entriesOf, type Entry } from "../sections.ts";
import { useOpenDocument, type OpenDocument } from "../open-document.ts";
import { changedTexts, draftEdits, patchNotes } from "./device-notes.ts";
import { parseNotes, writeNote, type PatchNotes } from "./patch-notes.ts";
import type { Refusal } from "./refusal.ts";

export type PatchState = { kind: "open" } | { kind: "applied"; applied: AppliedPatch } | { kind: "rejected" };
export function usePatches(messageId: string, blockKey: string, patches: readonly Patch[]) {
  const { store } = useChatTools();
  const name = `${messageId}.${blockKey}`;
  const document = useOpenDocument();
  const keeper = document?.notes ?? patchNotes;
  const kept = useSyncExternalStore(
    keeper.subscribe,
    () => keeper.read(name),
    () => null,
  );
  const isKnown = useSyncExternalStore(
    keeper.subscribe,
    () => document === null || document.notes.isRead(),
    () => false,
  );
  const notes = useMemo(() => parseNotes(kept), [kept]);
  const hasApplied = Object.values(notes).some((note) => note.applied);
  const [refusals, setRefusals] = useState<Record<number, Refusal | null>>({});
  const target = useCallback(
    () =>
      choosePatchTarget(
        targetsBefore(entriesOf(store.read().sections), messageId).map((one) => Object.assign(one, { now: readTarget(one) })),
        patches,
      ),
    [store, messageId, patches],
  );
  const shownTarget = useMemo(() => (hasApplied && document === null ? target() : null), [hasApplied, document, target]);
  const result = useTargetText(shownTarget);
  useEffect(() => {
    document?.propose(
      name,
      messageId,
      patches.map((patch, index) => (notes[index] || !isKnown ? null : patch)),
    );
  }, [document, name, messageId, patches, notes, isKnown]);
  useEffect(() => () => document?.withdraw(name), [document, name]);

  function note(index: number, entry: PatchNotes[string] | null): void {
    if (document === null) writeNote(name, index, entry);
    else document.notes.write(name, index, entry);
  }

  function refuse(index: number, refusal: Refusal | null): void {
    setRefusals((before) => ({ ...before, [index]: refusal }));
  }

  function apply(index: number, occurrence?: number): void {
    const patch = patches[index];
    if (patch === undefined || stateOf(index).kind === "applied") return;
    const asked = occurrence === undefined ? patch : patchAt(patch, occurrence);
    emit("applyPatch", { patch: asked, messageId });
    if (document !== null) return settle(index, document);
    const found = target();
    if (found === null) return refuse(index, { outcome: { kind: "not-found" }, text: null });
    const text = readTarget(found);
    const { text: changed, outcome, applied, shown } = changedBy(found, text, asked);
    if (applied === undefined) {
      return refuse(index, { outcome: outcome as Exclude<PatchOutcome, { kind: "located" }>, text: shown });
    }
    writeTarget(found, changed);
    note(index, { applied });
    refuse(index, null);
  }

  /** In the open document, as one step of undo. */
  function applyTogether(indexes: readonly number[]): void {
    if (document === null) return indexes.forEach((index) => apply(index));
    const numbered = indexes.map((index) => ({ index, patch: patches[index]! }));
    for (const [index, done] of document.applyTogether(name, messageId, numbered)) {
      if ("applied" in done) note(index, { applied: done.applied });
      refuse(index, "refusal" in done ? done.refusal : null);
    }
  }

  /** The document has heard the event by now. */
  function settle(index: number, { outcome }: OpenDocument): void {
    const done = outcome();
    if (done === null) return refuse(index, { outcome: { kind: "not-found" }, text: null });
    if ("applied" in done) note(index, { applied: done.applied });
    refuse(index, "refusal" in done ? done.refusal : null);
  }

  async function revert(index: number): Promise<void> {
    const state = stateOf(index);
    if (document !== null && state.kind === "applied") {
      const refusal = await document.revert(name, index, state.applied);
      if (refusal === null) note(index, null);
      return refuse(index, refusal);
    }
    const found = target();
    if (state.kind !== "applied" || found === null) return;
    const text = readTarget(found);
    const outcome = revertPatch(text, state.applied);
    if (outcome.kind !== "reverted") return refuse(index, { outcome, text });
    writeTarget(found, outcome.text);
    note(index, null);
    refuse(index, null);
  }

  async function reject(index: number): Promise<void> {
    if (stateOf(index).kind === "applied") await revert(index);
    note(index, { rejected: true });
    refuse(index, null);
  }

  function stateOf(index: number): PatchState {
    const entry = parseNotes(keeper.read(name))[index];
    if (entry?.applied) return { kind: "applied", applied: entry.applied };
    return { kind: entry?.rejected ? "rejected" : "open" };
  }

  return {
    states: patches.map((_, index) => stateOf(index)),
    refusals,
    result: shownTarget === null || result === null ? null : { kind: shownTarget.kind, text: result },
    apply,
    applyTogether,
    revert,
    reject,
    reopen: (index: number) => note(index, null),
    rejectAll: () => patches.forEach((_, index) => stateOf(index).kind === "open" && reject(index)),
    applyAll: () => patches.forEach((_, index) => stateOf(index).kind === "open" && apply(index)),
  };
}

/** Everything before the message that a change may be about, the nearest first. */
function targetsBefore(entries: readonly Entry[], messageId: string): PatchTarget[] {
  const at = entries.findIndex((entry) => entry.message.id === messageId);
  return entries
    .slice(0, at + 1)
    .toReversed()
    .flatMap(targetsIn);
}

function targetsIn({ message, answer }: Entry): PatchTarget[] {
  if (answer !== null) {
    return answer.view.blocks
      .flatMap((block): PatchTarget[] =>
        block.kind === "draft" ? [{ name: `${message.id}.${block.key}`, kind: "draft", text: block.text.text }] : [],
      )
      .toReversed();
  }
  const written = textsWithin(message.content).map(({ start, text }): PatchTarget => {
    return { name: `${message.id}.${start}-${start + text.length}`, kind: "message", text };
  });
  const files = (message.experimental_attachments ?? []).flatMap(({ url }, i): PatchTarget[] => {
    const text = textOfDataUrl(url);
    return text === null ? [] : [{ name: `${message.id}.file-${i}`, kind: "file", text }];
  });
  return [...written, ...files];
}

function textOfDataUrl(url: string): string | null {
  const match = /^data:text\/[^;,]*(?:;charset=[^;,]*)?(;base64)?,/i.exec(url);
  if (match === null) return null;
  const data = url.slice(match[0].length);
  try {
    if (match[1] === undefined) return decodeURIComponent(data);
    return new TextDecoder().decode(Uint8Array.from(atob(data), (character) => character.charCodeAt(0)));
  } catch {
    return null;
  }
}

/** A draft is Markdown, and what is quoted of it are its words; any other text is what it is. */
function changedBy(target: PatchTarget, text: string, patch: Patch) {
  return target.kind === "draft" ? applyToMarkdown(text, patch) : { ...applyPatch(text, patch), shown: text };
}

function notesOf(target: PatchTarget) {
  return target.kind === "draft" ? draftEdits : changedTexts;
}

function readTarget(target: PatchTarget): string {
  return notesOf(target).read(target.name) ?? target.text;
}

function writeTarget(target: PatchTarget, text: string): void {
  notesOf(target).write(target.name, text === target.text ? null : text);
}

function useTargetText(target: PatchTarget | null): string | null {
  const notes = target === null ? changedTexts : notesOf(target);
  return useSyncExternalStore(
    notes.subscribe,
    () => (target === null ? null : readTarget(target)),
    () => null,
  );
}
