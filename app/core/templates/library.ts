/* The library: templates that come with Stet, and a person's or an organization's own. */
import type { TemplateJurisdiction, TemplateKind } from "./template.ts";

export const mostTemplates = 10_000;

export const libraryShelves = ["templates", "clauses", "playbooks", "questions", "workflows"] as const;
export type LibraryShelf = (typeof libraryShelves)[number];

export const shelfWords: Record<LibraryShelf, string> = {
  templates: "Templates",
  clauses: "Clauses",
  playbooks: "Playbooks",
  questions: "Questions",
  workflows: "Workflows",
};

export type LibraryQuery = {
  /** Templates if none is named. */
  shelf?: LibraryShelf | undefined;
  query: string;
  jurisdiction?: TemplateJurisdiction | undefined;
  before?: string | undefined;
};

export type TemplateSummary = {
  /** A built-in template's is the name of its file. */
  id: string;
  name: string;
  summary: string;
  kind: TemplateKind | "clause" | "playbook" | "questions" | "workflow";
  jurisdiction: TemplateJurisdiction;
  language: string;
};
export type LibraryPage = { templates: (TemplateSummary & { updatedAt: string })[]; hasMore: boolean };
export type LibraryTemplate = { id: string; source: string; version: number; updatedAt: string; canChange: boolean };
export type TemplateVersion = { version: number; source: string; at: string; madeBy: string | null };

export const kindWords: Record<TemplateKind, string> = {
  agreement: "Agreements",
  employment: "Employment",
  letter: "Letters",
  notice: "Notices",
  corporate: "Company",
  other: "Other",
};

export const jurisdictionWords: Record<TemplateJurisdiction, string> = {
  any: "Any law",
  EU: "EU",
  SE: "Sweden",
  GB: "United Kingdom",
  NL: "Netherlands",
  DE: "Germany",
};
