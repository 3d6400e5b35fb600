/*
 * Drafts imported from elsewhere: each document once per workspace, in a project for its folder. Undoing an import
 * removes what has not been worked with since, as if it had been deleted by hand.
 */
import { sql } from "kysely";
import type { DocumentHead } from "#core/import/imported-document.ts";
import { fileImage } from "#core/document/document-image.ts";
import { planLimit } from "#core/account/plans.ts";
import type { Person } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db, Trx } from "../../db/database.ts";
import { readPlanUsage } from "../accounts/plan-usage.ts";
import { createProject } from "../organizations/projects.ts";
import { isHere } from "../visible.ts";
import { createDraft, type NewDraft } from "./drafts.ts";

export type KnownDraft = { draftId: string; projectId: string; importId: string };

/** Of these documents, those whose drafts are here, by their keys. */
export async function knownDrafts(me: Person, db: Db, keys: readonly string[]): Promise<Map<string, KnownDraft>> {
  db = actAs(me, db);
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom("imported_drafts")
    .innerJoin("drafts", "drafts.id", "imported_drafts.draft_id")
    .innerJoin("projects", "projects.id", "drafts.project_id")
    .select(["imported_drafts.key", "draft_id", "drafts.project_id", "import_id"])
    .where("imported_drafts.owner_id", "=", me.userId)
    .where(isHere(me, "imported_drafts.organization_id"))
    .where("imported_drafts.key", "in", [...keys])
    .where("drafts.removed_at", "is", null)
    .where("projects.removed_at", "is", null)
    .execute();
  return new Map(rows.map((row) => [row.key, { draftId: row.draft_id, projectId: row.project_id, importId: row.import_id }]));
}

/** How many more the plan allows; null for any number. */
export async function draftsLeft(me: Person, db: Db): Promise<number | null> {
  db = actAs(me, db);
  const limit = planLimit(me.plan, "drafts");
  return limit === null ? null : Math.max(0, limit - (await readPlanUsage(me, db)).drafts);
}

/** The project that a folder was imported into before, or a new one. */
export async function projectOfFolder(
  me: Person,
  db: Db,
  { importId, folder, name }: { importId: string; folder: string; name: string },
): Promise<string> {
  db = actAs(me, db);
  const known = await db
    .selectFrom("imported_projects")
    .innerJoin("projects", "projects.id", "imported_projects.project_id")
    .select("projects.id")
    .where("imported_projects.owner_id", "=", me.userId)
    .where(isHere(me, "imported_projects.organization_id"))
    .where("folder", "=", folder)
    .where("projects.owner_id", "=", me.userId)
    .where("projects.removed_at", "is", null)
    .where("projects.archived_at", "is", null)
    .orderBy("projects.id", "desc")
    .executeTakeFirst();
  if (known !== undefined) return known.id;
  const row = { import_id: importId, owner_id: me.userId, organization_id: me.organizationId, folder };
  const alongside = (trx: Trx, id: string) =>
    trx
      .insertInto("imported_projects")
      .values({ project_id: id, ...row })
      .execute();
  const { id } = await createProject(me, db, { name, instructions: "" }, { alongside });
  return id;
}

/** Another import brought the same document meanwhile. */
export class AlreadyImported extends Error {}

/** The key of one whose draft was deleted is free again. */
export async function createImportedDraft(
  me: Person,
  db: Db,
  { importId, key }: { importId: string } & Pick<DocumentHead, "key">,
  draft: NewDraft & { id: string },
): Promise<void> {
  db = actAs(me, db);
  await createDraft(me, db, draft, async (trx) => {
    const taken = await trx
      .insertInto("imported_drafts")
      .values({
        draft_id: draft.id,
        import_id: importId,
        project_id: draft.projectId,
        owner_id: me.userId,
        organization_id: me.organizationId,
        key,
      })
      .onConflict((conflict) =>
        conflict
          .columns(["owner_id", "organization_id", "key"])
          .doUpdateSet({ draft_id: draft.id, import_id: importId, project_id: draft.projectId })
          .where(
            sql<boolean>`not exists (select 1 from drafts join projects on projects.id = drafts.project_id
              where drafts.id = imported_drafts.draft_id and drafts.removed_at is null and projects.removed_at is null)`,
          ),
      )
      .returning("draft_id")
      .executeTakeFirst();
    if (taken === undefined) throw new AlreadyImported();
  });
}

/** A draft changed, commented on, talked about, moved, shared or marked since is kept when the import is undone. */
export const isDraftWorkedIn = sql<boolean>`(drafts.version > 1 or drafts.precedent_since is not null or drafts.project_id <> imported_drafts.project_id
  or exists (select 1 from comments where comments.draft_id = drafts.id and comments.author_id is not null)
  or exists (select 1 from chats where chats.draft_id = drafts.id)
  or exists (select 1 from project_shares where project_shares.project_id = drafts.project_id))`;

const removedAtOnce = 100;

/** Removes a batch of the import's unchanged drafts, with their pictures and files; returns their ids and projects. */
export async function removeImportedDrafts(me: Person, db: Db, importId: string): Promise<{ id: string; projectId: string }[]> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    const drafts = await trx
      .selectFrom("drafts")
      .innerJoin("imported_drafts", "imported_drafts.draft_id", "drafts.id")
      .select(["drafts.id", "drafts.project_id"])
      .where("imported_drafts.import_id", "=", importId)
      .where("imported_drafts.owner_id", "=", me.userId)
      .where("drafts.owner_id", "=", me.userId)
      .where(sql<boolean>`(drafts.removed_at is not null or not ${isDraftWorkedIn})`)
      .limit(removedAtOnce)
      .forUpdate("drafts")
      .execute();
    if (drafts.length === 0) return [];
    const ids = drafts.map(({ id }) => id);
    await trx
      .updateTable("drafts")
      .set({ removed_at: sql<Date>`coalesce(removed_at, now())` })
      .where("id", "in", ids)
      .execute();
    await trx.deleteFrom("imported_drafts").where("draft_id", "in", ids).execute();
    await removeFilesOf(me, trx, importId, ids);
    return drafts.map(({ id, project_id }) => ({ id, projectId: project_id }));
  });
}

const fileId = `${fileImage("([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})")}`;

/** Those that came with the import and no other draft of their project shows or links to. */
async function removeFilesOf(me: Person, trx: Trx, importId: string, draftIds: readonly string[]): Promise<void> {
  const named = (condition: ReturnType<typeof sql>) =>
    sql`select distinct (regexp_matches(document::text, ${fileId}, 'g'))[1]::uuid as id from drafts where ${condition}`;
  const removed = sql`id in (${sql.join(draftIds)})`;
  await sql`with named as (${named(removed)}),
      kept as (${named(sql`removed_at is null and project_id in (select project_id from drafts where ${removed})`)})
    update files set removed_at = now() from named where files.id = named.id and files.owner_id = ${me.userId}
      and files.removed_at is null and files.created_at >= (select created_at from imports where imports.id = ${importId})
      and not exists (select 1 from kept where kept.id = files.id)`.execute(trx);
}

/** Removes the projects that the import created and that hold nothing now; returns their ids. */
export async function removeImportedProjects(me: Person, db: Db, importId: string): Promise<string[]> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    const rows = await trx
      .updateTable("projects")
      .set({ removed_at: sql<Date>`now()` })
      .where("owner_id", "=", me.userId)
      .where("removed_at", "is", null)
      .where("id", "in", (query) =>
        query
          .selectFrom("imported_projects")
          .select("project_id")
          .where("import_id", "=", importId)
          .where("owner_id", "=", me.userId),
      )
      .where(isEmptyProject)
      .returning("id")
      .execute();
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await trx.deleteFrom("imported_projects").where("project_id", "in", ids).execute();
    return ids;
  });
}

const isEmptyProject = sql<boolean>`projects.instructions = '' and not exists (select 1 from drafts where project_id = projects.id and removed_at is null)
  and not exists (select 1 from files where project_id = projects.id and removed_at is null)
  and not exists (select 1 from project_shares where project_id = projects.id)
  and not exists (select 1 from chats where project_id = projects.id)
  and not exists (select 1 from reviews where project_id = projects.id)
  and not exists (select 1 from research where project_id = projects.id)
  and not exists (select 1 from workflow_runs where project_id = projects.id)
  and not exists (select 1 from discovery_collections where project_id = projects.id)`;
