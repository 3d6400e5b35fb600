/* The workflows of a workspace and those that come with Stet: all of them, or what a search of the library finds. */
import type { TemplateSummary } from "#core/templates/library.ts";
import { jurisdictions } from "#core/templates/template.ts";
import type { Person } from "#core/workspace/policy.ts";
import { listTemplates } from "../data/library/templates.ts";
import { listPublished } from "../data/workflows/published.ts";
import type { Db } from "../db/database.ts";
import { listBuiltIn } from "./library.ts";
import { searchLibrary } from "./search-library.ts";

export type OwnWorkflow = TemplateSummary & { version: number; publishedVersion: number | null };
export type FoundWorkflows = { own: OwnWorkflow[]; builtIn: TemplateSummary[]; hasMore: boolean };

/** Newest first, behind the own one `before`; of a search the best of the first page. */
export async function findWorkflows(
  me: Person,
  db: Db,
  { query, before }: { query: string; before?: string | undefined },
): Promise<FoundWorkflows> {
  const { own, builtIn, hasMore } = await (query.trim() === "" ? listed(me, db, before) : searched(me, db, query));
  const versions = await listPublished(
    me,
    db,
    own.map(({ id }) => id),
  );
  const withVersions = own.map((one) => Object.assign(one, versions.get(one.id) ?? { version: 1, publishedVersion: null }));
  return { own: withVersions, builtIn, hasMore };
}

type Page = { own: TemplateSummary[]; builtIn: TemplateSummary[]; hasMore: boolean };

async function listed(me: Person, db: Db, before: string | undefined): Promise<Page> {
  const asked = { shelf: "workflows", before } as const;
  const { templates: own, hasMore } = await listTemplates(me, db, asked);
  return { own, hasMore, builtIn: before === undefined ? listBuiltIn(asked) : [] };
}

async function searched(me: Person, db: Db, query: string): Promise<Page> {
  const { found } = await searchLibrary(me, db, { query, in: ["workflows"] });
  const all = found.map(({ id, name, line, jurisdiction, language = "en", isBuiltIn }) => ({
    id,
    name: name.text,
    summary: line.text,
    kind: "workflow" as const,
    jurisdiction: jurisdictions.find((one) => one === jurisdiction) ?? ("any" as const),
    language,
    isBuiltIn: isBuiltIn === true,
  }));
  return { own: all.filter((one) => !one.isBuiltIn), builtIn: all.filter((one) => one.isBuiltIn), hasMore: false };
}
