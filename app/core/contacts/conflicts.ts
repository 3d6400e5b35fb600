/*
 * What a conflict check compares and finds. A party that was, or is, on the other side is adverse; the same side again,
 * and words in documents, are only known.
 */
import type { ContactRole } from "./contact.ts";

export const sides = ["client", "counterparty"] as const;
export type Side = (typeof sides)[number];
export type Party = { name: string; side: Side };

export const partyLimits = { parties: 10, name: 200, shown: 100 } as const;

export type ConflictHit = {
  /** The name that was asked for. */
  party: string;
  kind: "contact" | "project" | "draft" | "file";
  id: string;
  /** Of the draft or file; null if it is in none. */
  projectId: string | null;
  /** What the thing is called. */
  title: string;
  /** The name as it is there, or the words around it. */
  words: string;
  /** What they are there; null for words in a document. */
  roles: ContactRole[] | null;
  /** From 0.8, a name that may be the same, to 1. */
  likeness: number;
  isAdverse: boolean;
  /** A contact that has been deleted or erased since. */
  isGone?: boolean;
};

export type ConflictFindings = {
  hits: ConflictHit[];
  /** Found beyond those that are listed. */
  more: number;
  /** Matters, and documents in none, that the asker has no access to. */
  hidden: { count: number; adverse: number };
  /** How many of each were compared. */
  compared: { contacts: number; projects: number; drafts: number; files: number };
};

export type ConflictCheck = {
  id: string;
  at: string;
  by: string | null;
  project: { id: string; name: string } | null;
  parties: Party[];
  found: ConflictFindings;
};

export function isAdverse(side: Side, roles: readonly ContactRole[]): boolean {
  const other: Side = side === "client" ? "counterparty" : "client";
  return roles.includes(other);
}

/** Worst first: what is adverse, then what is most alike. */
export function byWeight(a: ConflictHit, b: ConflictHit): number {
  return Number(b.isAdverse) - Number(a.isAdverse) || b.likeness - a.likeness || a.title.localeCompare(b.title, "en");
}

/** One sentence on the outcome. */
export function outcomeOf({ hits, more, hidden }: ConflictFindings): string {
  const adverse = hits.filter((hit) => hit.isAdverse).length + hidden.adverse;
  if (adverse > 0) return adverse === 1 ? "1 possible conflict" : `${adverse} possible conflicts`;
  const known = hits.length + more + hidden.count;
  return known === 0 ? "No matches" : known === 1 ? "1 match, none on the other side" : `${known} matches, none on the other side`;
}
