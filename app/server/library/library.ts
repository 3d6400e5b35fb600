/* The built-in templates and a workspace's own as one library. */
import type { NewColumn } from "#core/review/review.ts";
import { describe, readLibraryFile } from "#core/templates/library-file.ts";
import type { LibraryQuery, LibraryShelf, LibraryStanding, LibraryTemplate, TemplateSummary } from "#core/templates/library.ts";
import { isUuid } from "#core/text/uuid.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { getTemplate, listNewest, listTemplates } from "../data/library/templates.ts";
import type { Db } from "../db/database.ts";
import { builtInItems } from "./built-in-items.ts";

export function listBuiltIn({ shelf = "templates", jurisdiction, status }: LibraryQuery): TemplateSummary[] {
  // What comes with Stet has not been approved here.
  if (status === "approved" || status === "retired") return [];
  return builtInItems()
    .filter(({ item }) => item.shelf === shelf)
    .map(({ id, item }) => Object.assign({ id }, describe(item)))
    .filter((summary) => jurisdiction === undefined || summary.jurisdiction === jurisdiction);
}

const ofNobody: LibraryStanding = { status: "draft", approved: null, retired: null };

export type FoundTemplate = LibraryTemplate & { isBuiltIn: boolean };

export async function findLibraryTemplate(me: Person, db: Db, id: string): Promise<FoundTemplate> {
  if (isUuid(id)) return { ...(await getTemplate(me, db, id)), isBuiltIn: false };
  const found = builtInItems().find((one) => one.id === id);
  if (found === undefined) throw problem("not-found");
  return {
    id,
    source: found.source,
    version: 0,
    updatedAt: "",
    canChange: false,
    canApprove: false,
    isPrivate: false,
    canShare: false,
    standing: ofNobody,
    isBuiltIn: true,
  };
}

export type QuestionSetToChoose = { id: string; name: string; language: string; columns: readonly NewColumn[] };

/** The workspace’s own newest sets of questions, and those that come with Stet. */
export async function listQuestionSets(me: Person, db: Db): Promise<QuestionSetToChoose[]> {
  const own = await listNewest(me, db, "questions");
  const sources = [...own, ...builtInItems().filter(({ item }) => item.shelf === "questions")];
  return sources.flatMap(({ id, source }) => {
    const read = readLibraryFile(source);
    if ("refusal" in read || read.item.shelf !== "questions") return [];
    const { name, language, columns } = read.item.questions;
    return [{ id, name, language, columns }];
  });
}

/** What a step of a workflow may name, by the settings that name it. */
export async function namesForWorkflows(me: Person, db: Db): Promise<Record<"Template" | "Playbook" | "Questions", string[]>> {
  const on = async (shelf: LibraryShelf) => {
    const { templates: own } = await listTemplates(me, db, { shelf });
    return [...new Set([...own, ...listBuiltIn({ shelf })].map(({ name }) => name))];
  };
  const [Template, Playbook, Questions] = await Promise.all([on("templates"), on("playbooks"), on("questions")]);
  return { Template, Playbook, Questions };
}
