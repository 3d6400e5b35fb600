/*
 * What an archive of an account brings into another installation: things, which are found, counted and undone one by
 * one, each with its parts.
 */

/** By their names in the archive. */
export const things = [
  "projects",
  "drafts",
  "chats",
  "files",
  "templates",
  "contacts",
  "conflict-checks",
  "reviews",
  "research",
  "collections",
  "workflow-runs",
  "workflow-triggers",
  "dictionary",
  "style",
] as const;
export type Thing = (typeof things)[number];
export type ThingCounts = Partial<Record<Thing, number>>;

/** Of the form of the rows; another one can't be imported. */
export const archiveForm = 1;

/** The entries that hold the rows, and what says their form. */
export const rowEntry = /^rows\/\d{6} ([a-z-]+)\.jsonl$/;
export const aboutRows = "rows/about.json";

export function rowEntryName(number: number, name: string): string {
  return `rows/${String(number).padStart(6, "0")} ${name}.jsonl`;
}

/** What an import leaves out on purpose, as a person would miss it. */
export const staysBehind = [
  "Your account: name, email address, password, passkeys, sign-in methods and settings. The new account has its own.",
  "Who projects were shared with, and links to chats: sharing would give access here.",
  "API keys, models, tool servers and webhooks: their secrets aren’t in an archive.",
  "Plans, payments, usage and the security log.",
] as const;
