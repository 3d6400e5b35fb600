/*
 * A person's spell-checker memory, per workspace: custom words, and findings
 * dismissed in a draft. A device stores the server's list plus its own unsynced
 * changes, so that devices that were offline merge without losing anything.
 */
import type { Finding } from "./finding.ts";

/** The newest of each are kept. */
export const mostWords = 5000;
export const mostIgnored = 2000;

/** `ignored` are those of the requested draft. */
export type SpellingMemory = { words: string[]; ignored: string[] };

/** The key of a dismissed finding: the same rule on the same words, anywhere. */
export function findingName({ rule, original }: Pick<Finding, "rule" | "original">): string {
  return `${rule} ${original}`.slice(0, 600);
}

/** A list as stored on a device: the server's last state, plus changes not sent yet. */
export type KeptList = { known: string[]; added: string[]; removed: string[] };

export const emptyList: KeptList = { known: [], added: [], removed: [] };

export function entriesOf({ known, added, removed }: KeptList): string[] {
  const gone = new Set(removed);
  return [...new Set([...known, ...added])].filter((one) => !gone.has(one));
}

export function withEntry(list: KeptList, entry: string): KeptList {
  return {
    ...list,
    added: [...list.added.filter((one) => one !== entry), entry],
    removed: list.removed.filter((one) => one !== entry),
  };
}

/** The server returned `known` after receiving `told`; later changes are still unsent. */
export function afterTelling(list: KeptList, told: Pick<KeptList, "added" | "removed">, known: readonly string[]): KeptList {
  return {
    known: [...known],
    added: list.added.filter((one) => !told.added.includes(one)),
    removed: list.removed.filter((one) => !told.removed.includes(one)),
  };
}

/** Accepts any stored value: this format, an earlier version's plain list, or something else. */
export function readKept(value: unknown): KeptList {
  const texts = (some: unknown) => (Array.isArray(some) ? some.filter((one) => typeof one === "string") : []);
  if (Array.isArray(value)) return { ...emptyList, added: texts(value) };
  if (typeof value !== "object" || value === null) return emptyList;
  const { known, added, removed } = value as Partial<Record<keyof KeptList, unknown>>;
  return { known: texts(known), added: texts(added), removed: texts(removed) };
}
