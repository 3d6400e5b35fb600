/* What this device knows of somebody's spelling: whether it is checked at all, words of their own, and findings they have waved off in a draft. */
import { useSyncExternalStore } from "react";
import type { Finding } from "#core/finding.ts";

const onKey = "stet.prose";
const dictionaryKey = "stet.dictionary";
const ignoredKey = (draftId: string) => `stet.ignored.${draftId}`;
/** The oldest are forgotten. */
const mostKept = 2000;

const listeners = new Set<() => void>();

export function useChecksProse(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => read(onKey)[0] === "on",
    () => false,
  );
}

export function setChecksProse(isOn: boolean): void {
  write(onKey, isOn ? ["on"] : []);
}

/** Until the returned function is called, `listener` hears of every word that is added and every finding that is ignored. */
export function onProseMemory(listener: () => void): () => void {
  return subscribe(listener);
}

export function addToDictionary(word: string): void {
  write(dictionaryKey, [...read(dictionaryKey), word.toLowerCase()]);
}

export function ignoreFinding(draftId: string, finding: Finding): void {
  write(ignoredKey(draftId), [...read(ignoredKey(draftId)), nameOf(finding)]);
}

export function isWanted(draftId: string): (finding: Finding) => boolean {
  const dictionary = new Set(read(dictionaryKey));
  const ignored = new Set(read(ignoredKey(draftId)));
  return (finding) =>
    !ignored.has(nameOf(finding)) && !(finding.kind === "spelling" && dictionary.has(finding.original.toLowerCase()));
}

function nameOf({ rule, original }: Finding): string {
  return `${rule} ${original}`;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** What could not be stored lasts as long as the page. */
const held = new Map<string, string[]>();

function read(key: string): string[] {
  const known = held.get(key);
  if (known) return known;
  let list: string[] = [];
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? "[]") as unknown;
    if (Array.isArray(stored)) list = stored.filter((one) => typeof one === "string");
  } catch {
    // A forbidden storage, or something else under this name.
  }
  held.set(key, list);
  return list;
}

function write(key: string, list: string[]): void {
  const kept = [...new Set(list)].slice(-mostKept);
  held.set(key, kept);
  try {
    localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // Full or forbidden.
  }
  for (const listener of listeners) listener();
}
