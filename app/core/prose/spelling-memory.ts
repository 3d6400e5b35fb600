/*
 * What somebody has taught the spell checker: words of their own, and findings
 * waved off in a draft. It belongs to one person, in one place. A device keeps
 * what the server has, and beside it what was done since: the two together are
 * what holds, so devices that were away meet without losing anything.
 */
import { z } from "zod";
import type { Finding } from "./finding.ts";

/** Of each, the newest are kept. */
export const mostWords = 5000;
export const mostIgnored = 2000;

const word = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .transform((text) => text.toLowerCase());
const name = z.string().min(1).max(600);
const atOnce = 5000;

export const spellingChangeSchema = z.object({
  added: z.array(word).max(atOnce).default([]),
  removed: z.array(word).max(atOnce).default([]),
  /** Findings waved off in this draft, by their names. */
  draftId: z.uuid().optional(),
  ignored: z.array(name).max(atOnce).default([]),
});
export type SpellingChange = z.infer<typeof spellingChangeSchema>;

/** `ignored` are those of the draft that was asked for. */
export type SpellingMemory = { words: string[]; ignored: string[] };

/** What a finding is waved off by: the same rule about the same words, wherever they stand. */
export function findingName({ rule, original }: Pick<Finding, "rule" | "original">): string {
  return `${rule} ${original}`.slice(0, 600);
}

/** A list as a device keeps it: as the server had it last, and what the server has not been told yet. */
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

/** The server has answered with `known` to being told `told`; what was done meanwhile stays to be told. */
export function afterTelling(list: KeptList, told: Pick<KeptList, "added" | "removed">, known: readonly string[]): KeptList {
  return {
    known: [...known],
    added: list.added.filter((one) => !told.added.includes(one)),
    removed: list.removed.filter((one) => !told.removed.includes(one)),
  };
}

/** Whatever was stored: such a list, the plain list of an earlier version, or nothing of the kind. */
export function readKept(value: unknown): KeptList {
  const texts = (some: unknown) => (Array.isArray(some) ? some.filter((one) => typeof one === "string") : []);
  if (Array.isArray(value)) return { ...emptyList, added: texts(value) };
  if (typeof value !== "object" || value === null) return emptyList;
  const { known, added, removed } = value as Partial<Record<keyof KeptList, unknown>>;
  return { known: texts(known), added: texts(added), removed: texts(removed) };
}
