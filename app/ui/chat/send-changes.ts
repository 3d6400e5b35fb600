/*
 * Sends the unsent changes of a chat. What the server refuses is never dropped: it
 * stays on the device, with the reason, until it is sent again or discarded. What a
 * closed page has left on the device is taken over.
 */
import type { ChatText } from "#core/changes/proposed-change.ts";
import { isDraftText } from "#core/chat/text-names.ts";
import { ownProblem } from "#core/workspace/own-problems.ts";
import type { Problem } from "#core/workspace/problem.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { otherKeys, type Unsent, type UnsentChanges } from "./unsent-changes.ts";

/** Called when a change was refused, a refused one was stored, or one was merged with the server's text. */
type Shown = (merged?: Unsent) => void;

/** Returns why the rest has to be sent later; null if nothing has. */
export async function sendAll(chatId: string, unsent: UnsentChanges, shown: Shown): Promise<Problem | null> {
  for (let next = unsent.next(); next !== undefined; next = unsent.next()) {
    // Noted before it is sent: the page may be closed before the server's answer is here.
    const one = next.isSent ? next : { ...next, isSent: true };
    unsent.put(next, one);
    const problem = await send(chatId, unsent, one, shown);
    if (problem === null) continue;
    refuse(unsent, one, problem);
    shown();
    if (isPassing(problem)) return problem;
  }
  return null;
}

/** Returns why it was refused. Null if it was stored, or merged with what is stored and has to be sent as that. */
async function send(chatId: string, unsent: UnsentChanges, one: Unsent, shown: Shown): Promise<Problem | null> {
  const { notes, text } = one;
  try {
    await ask(`/api/chats/${chatId}/changes`, { method: "PUT", body: { notes, text } });
    unsent.put(one);
    if (one.refused !== undefined) shown();
    return null;
  } catch (error) {
    const problem = problemIn(error);
    return problem.code === "text-changed" ? await rebase(chatId, unsent, one, shown) : problem;
  }
}

/** A text that was also changed elsewhere: what is unsent becomes one change of both. */
async function rebase(chatId: string, unsent: UnsentChanges, one: Unsent, shown: Shown): Promise<Problem | null> {
  try {
    const [{ rebased }, { texts }] = await Promise.all([
      import("./draft/draft-session.ts"),
      ask<{ texts: ChatText[] }>(`/api/chats/${chatId}/changes`),
    ]);
    const own = builtOn(unsent, one);
    const stored = texts.find(({ name }) => name === one.text!.name);
    const merged = rebased(own, stored);
    if (merged === null) return { ...ownProblem("text-changed"), title: "The same words were changed in another tab." };
    const moved = await withPlaces(merged, own.at(-1)!);
    unsent.put(own, moved);
    shown(moved);
    return null;
  } catch (error) {
    return problemIn(error);
  }
}

/** Its decisions say where in the merged text they were made. */
async function withPlaces(merged: Unsent, { text, original }: Unsent): Promise<Unsent> {
  if (merged.notes.length === 0) return merged;
  // Of the cards, which are there where something was decided.
  const { movedNotes } = await import("./blocks/patch-block.tsx");
  const [name, from, to] = [text!.name, text!.text ?? original!, merged.text!.text ?? original!];
  return { ...merged, notes: movedNotes(merged.notes, { name, from, to }) };
}

/** This change and those that follow from it, also of a tab that was closed: another tab's are not among them. */
function builtOn(unsent: UnsentChanges, one: Unsent): readonly Unsent[] {
  const name = one.text?.name;
  if (name === undefined) return [one];
  const all = unsent.of(name);
  if (!isDraftText(name)) return all;
  const own = [one];
  for (const next of all.slice(all.indexOf(one) + 1)) if (next.text!.from === own.at(-1)!.text!.text) own.push(next);
  return own;
}

/** It may succeed later without a change. */
function isPassing({ status }: Problem): boolean {
  return status === 401 || status === 408 || status === 429 || status >= 500;
}

function refuse(unsent: UnsentChanges, one: Unsent, problem: Problem): void {
  const { isSent: _isSent, ...rest } = one;
  const refused = sentenceOf(problem);
  // After a server's failure it is not known whether it was stored.
  if (isPassing(problem)) return unsent.put(one, { ...rest, refused, ...(problem.status >= 500 && { isSent: true }) });
  const own = builtOn(unsent, one);
  const last = own.at(-1)!;
  if (last === one) return unsent.put(one, { ...rest, refused, isFinal: true });
  // What was made of it meanwhile may be accepted.
  const { text, original } = last;
  unsent.put(own, {
    notes: own.flatMap(({ notes }) => notes),
    text: { ...one.text!, text: text!.text },
    ...(original !== undefined && { original }),
  });
}

const awaited = new WeakMap<UnsentChanges, Set<string>>();

/**
 * What pages that are closed have left. `later` is called when one that is still open,
 * or being reloaded, has left something. What is taken over twice, as can happen where
 * there are no locks, is stored once.
 */
export async function takeOver(chatId: string, unsent: UnsentChanges, later: () => void): Promise<void> {
  const waiting = awaited.get(unsent) ?? new Set();
  awaited.set(unsent, waiting);
  for (const key of otherKeys(chatId, unsent.key)) {
    if (typeof navigator === "undefined" || navigator.locks === undefined) take(key, unsent);
    else await navigator.locks.request(key, { ifAvailable: true }, (lock) => (lock === null ? wait(key) : take(key, unsent)));
  }
  function wait(key: string): void {
    if (waiting.has(key)) return;
    waiting.add(key);
    const taken = navigator.locks.request(key, () => take(key, unsent));
    void taken.then((isLeft) => isLeft && later()).finally(() => waiting.delete(key));
  }
}

function take(key: string, unsent: UnsentChanges): boolean {
  const left = unsentIn(localStorage.getItem(key));
  if (left.length > 0) unsent.replace([...left, ...unsent.read()]);
  if (unsent.isKept) localStorage.removeItem(key);
  return left.length > 0;
}

function unsentIn(json: string | null): Unsent[] {
  try {
    const kept: unknown = JSON.parse(json ?? "[]");
    return Array.isArray(kept) ? kept.filter(isUnsent) : [];
  } catch {
    return [];
  }
}

function isUnsent(value: unknown): value is Unsent {
  if (typeof value !== "object" || value === null) return false;
  const { notes, text } = value as Record<string, unknown>;
  return Array.isArray(notes) && (text === undefined || (typeof text === "object" && text !== null && "name" in text));
}
