/*
 * The user's spell-checker dictionary and the findings they dismissed in a draft.
 * The server syncs both across devices; this device keeps a copy and any unsent
 * changes, so that it works offline. Whether spelling is checked at all is a
 * setting of the device.
 */
import { useSyncExternalStore } from "react";
import type { Finding } from "#core/prose/finding.ts";
import { slugOfPath } from "#core/workspace/place.ts";
import {
  afterTelling,
  emptyList,
  entriesOf,
  findingName,
  readKept,
  withEntry,
  type KeptList,
  type SpellingMemory,
} from "#core/prose/spelling-memory.ts";
import { ask } from "../../ask.ts";

const onKey = "stet.prose";
const oldDictionaryKey = "stet.dictionary";
const ignoredKey = (draftId: string) => `stet.ignored.${draftId}`;

function dictionaryKey(): string {
  return `stet.words.${slugOfPath(location.pathname) ?? ""}`;
}

const listeners = new Set<() => void>();

export function useChecksProse(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => entriesOf(read(onKey))[0] === "on",
    () => false,
  );
}

export function setChecksProse(isOn: boolean): void {
  write(onKey, isOn ? withEntry(emptyList, "on") : emptyList);
}

/** Calls `listener` for every added word and dismissed finding, until the returned function is called. */
export function onProseMemory(listener: () => void): () => void {
  return subscribe(listener);
}

export function addToDictionary(draftId: string, word: string): void {
  write(dictionaryKey(), withEntry(read(dictionaryKey()), word.toLowerCase()));
  void meetServer(draftId);
}

export function ignoreFinding(draftId: string, finding: Finding): void {
  write(ignoredKey(draftId), withEntry(read(ignoredKey(draftId)), findingName(finding)));
  void meetServer(draftId);
}

export function isWanted(draftId: string): (finding: Finding) => boolean {
  const dictionary = new Set(entriesOf(read(dictionaryKey())));
  const ignored = new Set(entriesOf(read(ignoredKey(draftId))));
  return (finding) =>
    !ignored.has(findingName(finding)) && !(finding.kind === "spelling" && dictionary.has(finding.original.toLowerCase()));
}

/** While a draft is open: syncs with the server now, when the network returns, and when the page becomes visible. */
export function keepMeeting(draftId: string): () => void {
  const meet = () => void meetServer(draftId);
  meet();
  window.addEventListener("online", meet);
  window.addEventListener("focus", meet);
  window.addEventListener("storage", readAgain);
  return () => {
    window.removeEventListener("storage", readAgain);
    window.removeEventListener("online", meet);
    window.removeEventListener("focus", meet);
  };
}

/** Another window on this device has written. */
function readAgain({ key }: StorageEvent): void {
  if (key === null) held.clear();
  else held.delete(key);
  for (const listener of listeners) listener();
}

let meeting: Promise<void> = Promise.resolve();

/** One at a time: sending twice is harmless, but an older response must not arrive last. */
function meetServer(draftId: string): Promise<void> {
  // Offline or signed out, changes stay on the device until the next sync.
  meeting = meeting.then(() => tellAndHear(draftId)).catch(() => {});
  return meeting;
}

async function tellAndHear(draftId: string): Promise<void> {
  bringAlong();
  const [words, ignored] = [read(dictionaryKey()), read(ignoredKey(draftId))];
  const isNews = [words, ignored].some(({ added, removed }) => added.length + removed.length > 0);
  const { added, removed } = words;
  const memory = isNews
    ? await ask<SpellingMemory>("/api/spelling", { body: { added, removed, draftId, ignored: ignored.added } })
    : await ask<SpellingMemory>(`/api/spelling?draft=${draftId}`);
  write(dictionaryKey(), afterTelling(read(dictionaryKey()), words, memory.words));
  write(ignoredKey(draftId), afterTelling(read(ignoredKey(draftId)), ignored, memory.ignored));
}

/** Moves what earlier versions stored only on the device to the current workspace. */
function bringAlong(): void {
  const old = entriesOf(read(oldDictionaryKey));
  if (old.length === 0) return;
  write(dictionaryKey(), old.reduce(withEntry, read(dictionaryKey())));
  write(oldDictionaryKey, emptyList);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** What could not be stored lasts as long as the page. */
const held = new Map<string, KeptList>();

function read(key: string): KeptList {
  const known = held.get(key);
  if (known) return known;
  let list = emptyList;
  try {
    list = readKept(JSON.parse(localStorage.getItem(key) ?? "null"));
  } catch {
    // Storage is forbidden, or this key holds something else.
  }
  held.set(key, list);
  return list;
}

function write(key: string, list: KeptList): void {
  const isSame = JSON.stringify(list) === JSON.stringify(read(key));
  held.set(key, list);
  try {
    localStorage.setItem(key, JSON.stringify(list));
  } catch {
    // Full or forbidden.
  }
  if (!isSame) for (const listener of listeners) listener();
}
