/*
 * Taking and turning down the changes of one patch block, where no document is
 * open beside the chat. The text they are about is found in the chat; what was
 * made of it is kept on this device, and each change can be taken back at any
 * later time, whatever was taken before or after it.
 */
import { useCallback, useMemo, useState, useSyncExternalStore } from "react";
import type { AppliedPatch, Patch, PatchOutcome } from "#core/patch.ts";
import { applyPatch, revertPatch } from "#core/patch.ts";
import { choosePatchTarget, textsWithin, type PatchTarget } from "#core/patch-target.ts";
import { emit } from "../../events.ts";
import { useChatTools } from "../chat-context.ts";
import { entriesOf, type Entry } from "../sections.ts";
import { changedTexts, draftEdits, patchNotes } from "./device-notes.ts";

export type PatchState = { kind: "open" } | { kind: "applied"; applied: AppliedPatch } | { kind: "rejected" };
/** Why a change was not made; `text` is what it was looked for in, null when this chat has no such text. */
export type Refusal = { outcome: Exclude<PatchOutcome, { kind: "located" }> | { kind: "changed-since" }; text: string | null };

type Notes = Record<string, { applied?: AppliedPatch; rejected?: true }>;

export function usePatches(messageId: string, blockKey: string, patches: readonly Patch[]) {
  const { store } = useChatTools();
  const name = `${messageId}.${blockKey}`;
  const kept = useSyncExternalStore(
    patchNotes.subscribe,
    () => patchNotes.read(name),
    () => null,
  );
  const notes = useMemo(() => readNotes(kept), [kept]);
  const hasApplied = Object.values(notes).some((note) => note.applied);
  const [refusals, setRefusals] = useState<Record<number, Refusal | null>>({});
  const target = useCallback(
    () => choosePatchTarget(targetsBefore(entriesOf(store.read().sections), messageId), patches),
    [store, messageId, patches],
  );
  const shownTarget = useMemo(() => (hasApplied ? target() : null), [hasApplied, target]);
  const result = useTargetText(shownTarget);

  function note(index: number, entry: Notes[string] | null): void {
    const { [index]: _, ...others } = readNotes(patchNotes.read(name));
    const after = entry === null ? others : { ...others, [index]: entry };
    patchNotes.write(name, Object.keys(after).length === 0 ? null : JSON.stringify(after));
  }

  function refuse(index: number, refusal: Refusal | null): void {
    setRefusals((before) => ({ ...before, [index]: refusal }));
  }

  function apply(index: number, occurrence?: number): void {
    const patch = patches[index];
    if (patch === undefined || stateOf(index).kind === "applied") return;
    emit("applyPatch", { patch, messageId });
    const found = target();
    if (found === null) return refuse(index, { outcome: { kind: "not-found" }, text: null });
    const text = readTarget(found);
    const { text: changed, outcome, applied } = applyPatch(text, occurrence === undefined ? patch : { ...patch, occurrence });
    if (applied === undefined) {
      return refuse(index, { outcome: outcome as Exclude<PatchOutcome, { kind: "located" }>, text });
    }
    writeTarget(found, changed);
    note(index, { applied });
    refuse(index, null);
  }

  function revert(index: number): void {
    const found = target();
    const state = stateOf(index);
    if (state.kind !== "applied" || found === null) return;
    const text = readTarget(found);
    const outcome = revertPatch(text, state.applied);
    if (outcome.kind !== "reverted") return refuse(index, { outcome, text });
    writeTarget(found, outcome.text);
    note(index, null);
    refuse(index, null);
  }

  function reject(index: number): void {
    if (stateOf(index).kind === "applied") revert(index);
    note(index, { rejected: true });
    refuse(index, null);
  }

  function stateOf(index: number): PatchState {
    const entry = readNotes(patchNotes.read(name))[index];
    if (entry?.applied) return { kind: "applied", applied: entry.applied };
    return { kind: entry?.rejected ? "rejected" : "open" };
  }

  return {
    states: patches.map((_, index) => stateOf(index)),
    refusals,
    result: shownTarget === null || result === null ? null : { kind: shownTarget.kind, text: result },
    apply,
    revert,
    reject,
    reopen: (index: number) => note(index, null),
    applyAll: () => patches.forEach((_, index) => stateOf(index).kind === "open" && apply(index)),
  };
}

function readNotes(json: string | null): Notes {
  try {
    const value: unknown = JSON.parse(json ?? "{}");
    return typeof value === "object" && value !== null ? (value as Notes) : {};
  } catch {
    return {};
  }
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
