/* What the home's route loads. */
import type { ChangedLaw } from "#core/law/changed-law.ts";
import type { JobAtWork } from "#core/workspace/job.ts";
import type { HomePage, HomeProject, WaitingCells, WaitingChanges, WaitingComment } from "#core/workspace/home.ts";
import type { OrganizationNews, RecentDraft } from "#core/workspace/organization.ts";
import type { Role } from "#core/workspace/policy.ts";
import type { WaitingStep } from "#core/workflows/run.ts";
import type { FoundElsewhere } from "#core/workspace/search.ts";

export type HomeChat = { id: string; title: string; updatedAt: string; running: boolean; unread: boolean };

export type HomeData = {
  name: string;
  canMake: boolean;
  /** Null in the personal workspace. */
  organization: {
    name: string;
    role: Role;
    isManager: boolean;
    isAlone: boolean;
    deleteAt: string | null;
    offeredBy: string | null;
  } | null;
  comments: HomePage<WaitingComment>;
  changes: HomePage<WaitingChanges>;
  /** Those that are due first. */
  cells: WaitingCells[];
  /** Steps of workflows that the reader is asked at. */
  steps: WaitingStep[];
  /** Not the first page of what waits. */
  isLater: boolean;
  invitations: { id: string; organization: string; inviter: string }[];
  jobs: JobAtWork[];
  chats: HomeChat[];
  drafts: RecentDraft[];
  projects: HomeProject[];
  news: OrganizationNews[];
  /** The id of the sample matter, if it is there. */
  sample: string | null;
  /** Law that drafts and research here rest on, and that reads differently now. */
  changedLaw: ChangedLaw[];
  /** What was searched for; empty if nothing. */
  find: string;
  found: (FoundElsewhere & { projects: HomeProject[]; templates: { id: string; name: string; summary: string }[] }) | null;
};
