/*
 * Everything that a workspace holds about a contact, and what erasing it leaves: the rights of access and of erasure
 * (GDPR, articles 15 and 17).
 */
import type { WorkflowValue } from "../workflows/values.ts";
import type { ConflictCheck, ConflictFindings } from "./conflicts.ts";
import type { Contact, ContactFields } from "./contact.ts";

/** A run of a workflow that was given the contact. */
export type ReportedRun = { id: string; name: string; at: string; given: Record<string, WorkflowValue> };

export type ContactReport = {
  contact: Omit<Contact, "merged"> & { merged: (ContactFields & { id: string; name: string })[] };
  /** Where its name, or one like it, is: other contacts, matters, drafts and files. */
  named: ConflictFindings;
  checks: ConflictCheck[];
  runs: ReportedRun[];
  /** Checks and runs that the asker has no access to. */
  hidden: { checks: number; runs: number };
};

export const keptThings = ["projects", "drafts", "files", "checks", "runs"] as const;
export type KeptThing = (typeof keptThings)[number];

/** Said before it is done. */
export type ErasurePreview = {
  merged: string[];
  relations: number;
  kept: Record<KeptThing, number>;
  /** Matters, and documents in none, that have the name and that the asker has no access to. */
  hidden: number;
};

/** What stays, and why it may. */
export const keptWords: Record<KeptThing, { one: string; many: string; why: string }> = {
  projects: {
    one: "project names it as a party",
    many: "projects name it as a party",
    why: "A matter has to say for and against whom it is. Change the parties there if they may go.",
  },
  drafts: {
    one: "draft has its name",
    many: "drafts have its name",
    why: "They are documents of a matter, and may be needed to establish or defend a claim.",
  },
  files: {
    one: "file has its name",
    many: "files have its name",
    why: "They are documents of a matter, kept as they were received.",
  },
  checks: {
    one: "conflict check names it",
    many: "conflict checks name it",
    why: "They are the record that a conflict was looked for, when, and by whom.",
  },
  runs: {
    one: "run of a workflow was given it",
    many: "runs of workflows were given it",
    why: "A run keeps what it was given, so that its result can be followed. Delete the run if that may go.",
  },
};

export function keptSentence(thing: KeptThing, count: number): string {
  const { one, many } = keptWords[thing];
  return count === 1 ? `1 ${one}` : `${count.toLocaleString("en")} ${many}`;
}
