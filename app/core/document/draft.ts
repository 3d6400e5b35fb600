/*
 * A draft is a document in a project, with a timeline of its versions. What
 * people may do with it follows from their role in the project (policy.ts).
 */
import type { Authorship } from "../authorship/authorship.ts";
import type { Paper } from "./paper.ts";
import type { DocumentJson } from "./document-schema.ts";

export const draftNameMax = 200;

/** What created a version: how text was added, or what was done to it. */
export const versionKinds = ["created", "typed", "pasted", "patch", "write", "restore", "import", "merge", "agent"] as const;
export type VersionKind = (typeof versionKinds)[number];

export type DraftSummary = {
  id: string;
  projectId: string;
  name: string;
  words: number;
  /** The name of who made it, if known. */
  madeBy: string | null;
  excerpt: string;
  /** Whether the reader made it: an editor deletes and moves only their own. */
  isMine: boolean;
  /** Whether the library lists it. */
  isPrecedent: boolean;
  createdAt: string;
  updatedAt: string;
};

export type Draft = {
  id: string;
  projectId: string;
  projectName: string;
  /** Whether it has no project of its own yet, and is in the reader's "Drafts". */
  isUnfiled: boolean;
  organizationId: string | null;
  name: string;
  document: DocumentJson;
  version: number;
  language: string | null;
  paper: Paper;
  /** Who wrote the words of `document`; null if nothing is known. */
  authorship: Authorship | null;
  updatedAt: string;
  canChange: boolean;
  /** Whether the reader may suggest changes to those who write in it. */
  mayPropose: boolean;
  /** Whether the reader made it, and whether they own its project. */
  isMine: boolean;
  isOwner: boolean;
  isPrecedent: boolean;
  /** The person's newest chat on this draft. */
  chatId: string | null;
};

/** `document` as the stored JSON text: parsing a long one is expensive, and so is sending it as anything else. */
export type DraftAsText = Omit<Draft, "document"> & { document: string };

export type DraftVersion = {
  id: string;
  version: number;
  kind: VersionKind;
  summary: string;
  name: string | null;
  words: number;
  /** For the kind "agent": the answer, its model, and how many of its changes are still applied. */
  agent: { messageId: string; model: string; changes: number; isUndo: boolean } | null;
  madeBy: string | null;
  /** When it was last exported to be sent. */
  sentAt: string | null;
  createdAt: string;
  updatedAt: string;
};

/** A draft that the library lists as worth using again. */
export type Precedent = {
  id: string;
  projectId: string;
  projectName: string;
  name: string;
  words: number;
  excerpt: string;
  /** The name of who made it, if known. */
  madeBy: string | null;
  updatedAt: string;
};
