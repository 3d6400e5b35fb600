/* Fields that several tools have. */
import { z } from "zod";

export const projectId = z.uuid().describe("Id of the project, as list_projects has it.");
export const draftId = z.uuid().describe("Id of the draft, as list_drafts has it.");
export const question = z.string().trim().min(1).max(2_000);
export const passages = z.int().min(1).max(20).default(6).describe("How many passages at most.");
export const isoDay = z.iso.date();
