/* The built-in templates and a workspace's own as one library. */
import type { LibraryQuery, LibraryTemplate, TemplateSummary } from "#core/templates/library.ts";
import { isUuid } from "#core/text/uuid.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { getTemplate } from "../data/library/templates.ts";
import type { Db } from "../db/database.ts";
import { builtInTemplates } from "./built-in-templates.ts";

/** Every word is in the name, the summary or one of the other names. */
export function searchBuiltIn({ query, jurisdiction }: LibraryQuery): TemplateSummary[] {
  const words = query.toLowerCase().split(/\s+/u).filter(Boolean);
  return builtInTemplates()
    .filter(({ template }) => jurisdiction === undefined || template.jurisdiction === jurisdiction)
    .filter(({ template: { name, summary, aliases } }) => {
      const text = [name, summary, ...aliases].join(" ").toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .map(({ id, template: { name, summary, kind, jurisdiction: law, language } }) => ({
      id,
      name,
      summary,
      kind,
      jurisdiction: law,
      language,
    }));
}

export type FoundTemplate = LibraryTemplate & { isBuiltIn: boolean };

export async function findLibraryTemplate(me: Person, db: Db, id: string): Promise<FoundTemplate> {
  if (isUuid(id)) return { ...(await getTemplate(me, db, id)), isBuiltIn: false };
  const found = builtInTemplates().find((one) => one.id === id);
  if (found === undefined) throw problem("not-found");
  return { id, source: found.source, version: 0, updatedAt: "", canChange: false, isBuiltIn: true };
}
