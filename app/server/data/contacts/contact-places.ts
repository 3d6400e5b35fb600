/*
 * Where a contact is in the work. A run of a workflow has it by its id; matters, documents and answers have its name, and
 * are found by it as a conflict check finds them. Only what the reader may see is read: there is nothing to hide after.
 */
import { sql, type RawBuilder } from "kysely";
import { placesShown, type ContactPlace, type ContactPlaces } from "#core/contacts/contact-places.ts";
import { sides } from "#core/contacts/conflicts.ts";
import { longestWordPattern, mentionOf } from "#core/contacts/name-in-text.ts";
import { foldName, likeness, nearMatch } from "#core/contacts/name-match.ts";
import type { Person } from "#core/workspace/policy.ts";
import { matterOf, type Matter } from "#core/workspace/project.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { isHere, listedFiles, seenDrafts, seenFiles, seenProjects, seenReviews, seenRuns } from "../visible.ts";
import { getContact } from "./contacts.ts";

const textsAtOnce = 50;

type Wanted = { ids: string[]; names: string[] };
type Part = { places: ContactPlace[]; hasMore: boolean };

export async function listContactPlaces(me: Person, db: Db, id: string): Promise<ContactPlaces> {
  db = actAs(me, db);
  const contact = await getContact(me, db, id);
  const wanted = {
    ids: [id, ...contact.merged.map((one) => one.id)],
    names: [...new Set([contact.name, ...contact.merged.map(({ name }) => name)])],
  };
  const parts: [ContactPlace["kind"], Part][] = [
    ["project", await matters(me, db, wanted)],
    ["draft", await documents(me, db, "draft", wanted)],
    ["file", await documents(me, db, "file", wanted)],
    ["review", await reviews(me, db, wanted)],
    ["run", await runs(me, db, wanted)],
  ];
  return {
    places: parts.flatMap(([, { places }]) => places),
    more: parts.filter(([, { hasMore }]) => hasMore).map(([kind]) => kind),
  };
}

const firstOf = (places: ContactPlace[]): Part => ({
  places: places.slice(0, placesShown),
  hasMore: places.length > placesShown,
});

/** That name it as client or counterparty. */
async function matters(me: Person, db: Db, { names }: Wanted): Promise<Part> {
  type Row = { id: string; name: string; matter: Partial<Matter> | null };
  const { rows } = await sql<Row>`select projects.id, projects.name, projects.matter from projects
    where ${seenProjects(me)} and ${isHere(me, "projects.organization_id")} and not projects.is_sample
    order by projects.id desc`.execute(actAs(me, db));
  const wanted = names.map(foldName);
  const places = rows.flatMap(({ id, name, matter }): ContactPlace[] => {
    const there = sides.filter((side) => {
      const words = matterOf(matter)[side];
      return words !== "" && wanted.some((one) => likeness(one, foldName(words)) >= nearMatch);
    });
    return there.length === 0 ? [] : [{ kind: "project", id, name, project: null, sides: there }];
  });
  return firstOf(places);
}

type Text = { id: string; name: string; projectId: string | null; projectName: string | null; text: string };

/** With its name in their words, read a part at a time. */
async function documents(me: Person, db: Db, kind: "draft" | "file", { names }: Wanted): Promise<Part> {
  const places: ContactPlace[] = [];
  for (let before: string | null = null; places.length <= placesShown;) {
    const rows: Text[] = await textsWith(me, db, kind, { names, before });
    for (const { id, name, projectId, projectName, text } of rows) {
      const words = mentionIn(text, names);
      const project = projectId === null || projectName === null ? null : { id: projectId, name: projectName };
      if (words !== null) places.push({ kind, id, name, project, words });
    }
    before = rows.at(-1)?.id ?? null;
    if (rows.length < textsAtOnce) break;
  }
  return firstOf(places);
}

function mentionIn(text: string, names: readonly string[]): string | null {
  for (const name of names) {
    const words = mentionOf(name, text);
    if (words !== null) return words;
  }
  return null;
}

/** That have the longest word of a name; none for names without one. */
function hasWord(column: string, names: readonly string[]): RawBuilder<boolean> {
  const patterns = names.flatMap((name) => longestWordPattern(name) ?? []);
  return patterns.length === 0 ? sql<boolean>`false` : sql<boolean>`${sql.ref(column)} ~* ${patterns.join("|")}`;
}

async function textsWith(
  me: Person,
  db: Db,
  kind: "draft" | "file",
  { names, before }: { names: readonly string[]; before: string | null },
): Promise<Text[]> {
  const isBefore = (column: string) => (before === null ? sql`true` : sql`${sql.ref(column)} < ${before}`);
  const query =
    kind === "draft"
      ? sql<Text>`select drafts.id, drafts.name, projects.id as "projectId", projects.name as "projectName", drafts.content as text
          from drafts join projects on projects.id = drafts.project_id
          where ${seenDrafts(me)} and ${isHere(me, "projects.organization_id")} and ${isBefore("drafts.id")}
            and ${hasWord("drafts.content", names)} order by drafts.id desc limit ${textsAtOnce}`
      : sql<Text>`select files.id, files.original_name as name, projects.id as "projectId", projects.name as "projectName", file_texts.text
          from files join file_texts on file_texts.file_id = files.id left join projects on projects.id = files.project_id
          where ${seenFiles(me)} and ${listedFiles} and ${isHere(me, "files.organization_id")} and ${isBefore("files.id")}
            and ${hasWord("file_texts.text", names)} order by files.id desc limit ${textsAtOnce}`;
  return (await query.execute(actAs(me, db))).rows;
}

/** With an answer that names it. */
async function reviews(me: Person, db: Db, { names }: Wanted): Promise<Part> {
  type Row = { id: string; name: string; projectId: string; projectName: string; answer: string };
  const { rows } =
    await sql<Row>`select reviews.id, reviews.name, projects.id as "projectId", projects.name as "projectName", answer
    from reviews join projects on projects.id = reviews.project_id join review_cells on review_cells.review_id = reviews.id
    join review_documents on review_documents.id = review_cells.document_id and review_documents.removed_at is null
    join review_columns on review_columns.id = review_cells.column_id and review_columns.removed_at is null
    where reviews.removed_at is null and ${seenReviews(me)} and ${isHere(me, "projects.organization_id")}
      and ${hasWord("review_cells.answer", names)} order by reviews.id desc limit 5000`.execute(actAs(me, db));
  const named = rows.filter(({ answer }) => mentionIn(answer, names) !== null);
  const places = [...Map.groupBy(named, ({ id }) => id)].map(([id, cells]): ContactPlace => {
    const { name, projectId, projectName, answer } = cells[0] as Row;
    const words = mentionIn(answer, names) ?? "";
    return { kind: "review", id, name, project: { id: projectId, name: projectName }, words, cells: cells.length };
  });
  return firstOf(places);
}

/** That were given it, such as to fill in a template. */
async function runs(me: Person, db: Db, { ids }: Wanted): Promise<Part> {
  type Row = { id: string; name: string; projectId: string; projectName: string };
  const { rows } =
    await sql<Row>`select workflow_runs.id, workflow_runs.name, projects.id as "projectId", projects.name as "projectName"
    from workflow_runs join projects on projects.id = workflow_runs.project_id
    where workflow_runs.removed_at is null and ${seenRuns(me)} and ${isHere(me, "projects.organization_id")}
      and exists (select 1 from jsonb_each(inputs) as given(name, value) where value ->> 'contactId' = any (${ids}::text[]))
    order by workflow_runs.id desc limit ${placesShown + 1}`.execute(actAs(me, db));
  return firstOf(
    rows.map(({ id, name, projectId, projectName }) => ({ kind: "run", id, name, project: { id: projectId, name: projectName } })),
  );
}
