/* The library: templates that come with Stet, and a person's or an organization's own. */
import type { TemplateJurisdiction, TemplateKind } from "./template.ts";

export const mostTemplates = 10_000;

export const libraryShelves = ["templates", "clauses", "prompts", "playbooks", "questions", "workflows"] as const;
export type LibraryShelf = (typeof libraryShelves)[number];

export const shelfWords: Record<LibraryShelf, string> = {
  templates: "Templates",
  clauses: "Clauses",
  prompts: "Prompts",
  playbooks: "Playbooks",
  questions: "Questions",
  workflows: "Workflows",
};

/** What is not a template has a kind of its own. */
export const kinds = {
  clauses: "clause",
  prompts: "prompt",
  playbooks: "playbook",
  questions: "questions",
  workflows: "workflow",
} as const;

/** Agreements, letters and the like are all templates. */
export function shelfOf(kind: string): LibraryShelf {
  return libraryShelves.find((shelf) => shelf !== "templates" && kinds[shelf] === kind) ?? "templates";
}

export type LibraryQuery = {
  /** Templates if none is named. */
  shelf?: LibraryShelf | undefined;
  jurisdiction?: TemplateJurisdiction | undefined;
  /** All that are not retired if none is named. */
  status?: AskedStatus | undefined;
  before?: string | undefined;
};

export type LibraryKind = TemplateKind | "clause" | "prompt" | "playbook" | "questions" | "workflow";
export type TemplateSummary = {
  /** A built-in template's is the name of its file. */
  id: string;
  name: string;
  summary: string;
  kind: LibraryKind;
  jurisdiction: TemplateJurisdiction;
  language: string;
};
export type LibraryPage = {
  templates: (TemplateSummary & { updatedAt: string; status: LibraryStatus; isPrivate: boolean })[];
  hasMore: boolean;
};
export type LibraryTemplate = {
  id: string;
  source: string;
  version: number;
  updatedAt: string;
  canChange: boolean;
  canApprove: boolean;
  /** In an organization, to one person. */
  isPrivate: boolean;
  /** Or keep it to oneself. */
  canShare: boolean;
  standing: LibraryStanding;
};

/** Characters of a text for which similar clauses are looked for. */
export const mostSimilarText = 4_000;
/** A clause that is like a text, with the variant that is most like it; a built-in one has no status. */
export type SimilarClause = TemplateSummary & { status?: LibraryStatus; variant: string; excerpt: string };
/** What says the same in other words: of a clause, which variant. */
export type SimilarItem = Omit<SimilarClause, "variant"> & { variant?: string };

/** `changed`: an earlier version is approved, the newest is not. */
export type LibraryStatus = "draft" | "approved" | "changed" | "retired";
export const askedStatuses = ["approved", "unapproved", "retired"] as const;
export type AskedStatus = (typeof askedStatuses)[number];

/** Who approved or retired it, and when. Names are empty where an account was deleted. */
export type LibraryStanding = {
  status: LibraryStatus;
  approved: { version: number; by: string; at: string } | null;
  retired: { by: string; at: string; successor: { id: string; name: string } | null } | null;
};

export function statusOf(row: { version: number; approvedVersion: number | null; isRetired: boolean }): LibraryStatus {
  if (row.isRetired) return "retired";
  if (row.approvedVersion === null) return "draft";
  return row.approvedVersion === row.version ? "approved" : "changed";
}

export const statusWords: Record<LibraryStatus, string> = {
  draft: "Not approved",
  approved: "Approved",
  changed: "Changed since approval",
  retired: "Retired",
};

export const askedStatusWords: Record<AskedStatus, string> = {
  approved: "Approved",
  unapproved: "Not approved",
  retired: "Retired",
};
/** A draft in which the words of an item stand: as they are, or changed in parts. */
export type DraftWithWording = { id: string; projectId: string; name: string; variant: string; isChanged: boolean };
/** `isLimited`: some drafts were not read, or are not listed. */
export type DraftsWithWording = { drafts: DraftWithWording[]; isLimited: boolean };
export type TemplateVersion = { version: number; source: string; at: string; madeBy: string | null };

export const kindWords: Record<TemplateKind, string> = {
  agreement: "Agreements",
  employment: "Employment",
  letter: "Letters",
  notice: "Notices",
  corporate: "Company",
  other: "Other",
};

/** As each language calls itself. */
export const languageWords: Record<string, string> = { en: "English", sv: "Svenska", de: "Deutsch", nl: "Nederlands" };

export const jurisdictionWords: Record<TemplateJurisdiction, string> = {
  any: "Any law",
  EU: "EU",
  SE: "Sweden",
  GB: "United Kingdom",
  NL: "Netherlands",
  DE: "Germany",
};
