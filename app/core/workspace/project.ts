/*
 * A project groups the chats, drafts and files of one piece of work. It belongs
 * to its creator; people it is shared with read everything in it, and do what
 * their role allows (policy.ts).
 */
import { z } from "zod";
import { shareRoles, type ProjectRole, type ShareRole } from "./policy.ts";
import { plainName } from "../text/plain-name.ts";

/** How long a deletion can be undone before a sweep empties the project. */
export const keptAfterRemovalDays = 30;

const name = plainName().min(1, "A project needs a name.").max(120, "A name has at most 120 characters.");
const instructions = z.string().trim().max(8000, "Instructions have at most 8,000 characters.");

const fact = plainName().max(120, "Each fact of a matter has at most 120 characters.").default("");
/** What a project is about, for those that are a matter; empty where not stated. */
const matterSchema = z.object({ client: fact, counterparty: fact, jurisdiction: fact });
export type Matter = z.infer<typeof matterSchema>;

export const noMatter: Matter = { client: "", counterparty: "", jurisdiction: "" };

/** As read back from storage. */
export const matterOf = (stored: Partial<Matter> | null): Matter => ({ ...noMatter, ...stored });

/** POST /api/projects. */
export const newProjectSchema = z.object({ name, instructions: instructions.default(""), matter: matterSchema.optional() });
/** PATCH /api/projects/{id}: omitted fields stay unchanged. */
export const projectChangesSchema = z.object({
  name: name.optional(),
  instructions: instructions.optional(),
  matter: matterSchema.optional(),
  archived: z.boolean().optional(),
});
export type NewProject = z.infer<typeof newProjectSchema>;
export type ProjectChanges = z.infer<typeof projectChangesSchema>;

export type ProjectSummary = {
  id: string;
  name: string;
  /** Its owner. */
  userId: string;
  ownerName: string;
  /** The previous owner, who left the organization. */
  formerOwner: string | null;
  /** Whether the reader is its owner. */
  isOwner: boolean;
  /** What the reader is in it. */
  role: ProjectRole;
  /** Whether the reader may write in it. */
  mayWrite: boolean;
  /** Whether they may suggest changes to its drafts. */
  mayPropose: boolean;
  organizationId: string | null;
  counts: ProjectCounts;
  createdAt: string;
  /** ISO time of the last change to it or to a chat in it. */
  updatedAt: string;
  archivedAt: string | null;
};

/** `shares` is 0 for anyone but the owner. */
export type ProjectCounts = { chats: number; drafts: number; files: number; shares: number };

export type Project = ProjectSummary & {
  /** Added to the model's instructions in every chat of the project. */
  instructions: string;
  /** Stated to the model in every chat of the project. */
  matter: Matter;
};

/** GET /api/projects, each newest first. Archived ones are listed separately, no matter who owns them. */
export type ProjectList = { own: ProjectSummary[]; shared: ProjectSummary[]; archived: ProjectSummary[] };

/** A person the project is shared with, as seen by its owner. */
export type ProjectShare = {
  id: string;
  /** Known immediately for members of the organization, for others once they open the project. */
  userId: string | null;
  /** Their email address until their name is known. */
  name: string;
  email: string;
  role: ShareRole;
  /** Whether they are in the project's organization, and not as a guest: others can only be viewers. */
  isMember: boolean;
};

/** The most people one project can be shared with. */
export const mostShares = 200;

/** POST /api/functions/shareProject. `removeUsers` are ids from GET /api/projects/{id}/shares, or email addresses. */
export const shareProjectSchema = z.object({
  projectId: z.uuid(),
  emails: z.array(z.string().trim().max(320)).max(50, "At most 50 people at once.").default([]),
  removeUsers: z.array(z.string().max(320)).max(mostShares).default([]),
  /** Also of those it is shared with already; without one they keep theirs, and others become viewers. */
  role: z.enum(shareRoles, "A project is shared with viewers, commenters or editors.").optional(),
});
