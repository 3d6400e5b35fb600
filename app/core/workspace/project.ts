/*
 * A project gathers the chats, drafts and files of one piece of work. It belongs
 * to the person who made it; whoever it is shared with sees everything in it
 * and changes nothing.
 */
import { z } from "zod";
import { plainName } from "../text/plain-name.ts";

/** Deleting can be taken back for so long; then a sweep empties the project. */
export const keptAfterRemovalDays = 30;

const name = plainName().min(1, "A project needs a name.").max(120, "A name has at most 120 characters.");
const instructions = z.string().trim().max(8000, "Instructions have at most 8,000 characters.");

/** POST /api/projects. */
export const newProjectSchema = z.object({ name, instructions: instructions.default("") });
/** PATCH /api/projects/{id}: what is not named stays as it is. */
export const projectChangesSchema = z.object({
  name: name.optional(),
  instructions: instructions.optional(),
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
  /** Who owned it before they left the organization. */
  formerOwner: string | null;
  /** Whether whoever asks is its owner. */
  isOwner: boolean;
  organizationId: string | null;
  counts: ProjectCounts;
  createdAt: string;
  /** ISO time of the last change to it or to a chat in it. */
  updatedAt: string;
  archivedAt: string | null;
};

/** `shares` is told to the owner only, and 0 to everybody else. */
export type ProjectCounts = { chats: number; drafts: number; files: number; shares: number };

export type Project = ProjectSummary & {
  /** What every chat in the project tells the model. */
  instructions: string;
};

/** GET /api/projects, each newest first. Archived ones stand apart, whoever owns them. */
export type ProjectList = { own: ProjectSummary[]; shared: ProjectSummary[]; archived: ProjectSummary[] };

/** Somebody a project is shared with, as its owner is told. */
export type ProjectShare = {
  id: string;
  /** Known once they are: members of the organization at once, others when they have opened the project. */
  userId: string | null;
  /** Their address until their name is known. */
  name: string;
  email: string;
  role: "viewer";
};

/** So many people may see one project. */
export const mostShares = 200;

/** POST /api/functions/shareProject. `removeUsers` are ids as GET /api/projects/{id}/shares gives them, or addresses. */
export const shareProjectSchema = z.object({
  projectId: z.uuid(),
  emails: z.array(z.string().trim().max(320)).max(50, "At most 50 people at once.").default([]),
  removeUsers: z.array(z.string().max(320)).max(mostShares).default([]),
  role: z.literal("viewer", "A project is shared with viewers; there is no other role.").default("viewer"),
});
