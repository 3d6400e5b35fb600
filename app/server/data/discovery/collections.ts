/* Collections: whose they are, and the files that are read into them. */
import { sql } from "kysely";
import type { Collection, CollectionPage, CollectionSummary } from "#core/discovery/discovery.ts";
import type { CollectionChange, CollectionListQuery, NewCollection, NewSources } from "#core/requests/discovery.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import type { Person, Server } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { keptAfterRemovalDays } from "#core/workspace/project.ts";
import { actAs } from "../../db/acting.ts";
import type { Db, Trx } from "../../db/database.ts";
import { containsAll } from "../../db/word-pattern.ts";
import { isHere, listedFiles, seenCollections, seenFiles, seenProjects, writtenCollections, writtenProjects } from "../visible.ts";
import { listIssues } from "./coding.ts";
import { openBatch } from "./collection-jobs.ts";
import { heldCollection } from "./held-collection.ts";
import { listSearches } from "./saved-searches.ts";

const atOnce = 50;

type SummaryRow = Omit<CollectionSummary, "updatedAt"> & { at: Date };

/** Newest first, continued after the one with this id. Every word is in the name or that of the project. */
export async function listCollections(me: Person, db: Db, { query, after }: CollectionListQuery): Promise<CollectionPage> {
  db = actAs(me, db);
  const isFound = containsAll(sql`(discovery_collections.name || ' ' || projects.name)`, query);
  const { rows } = await sql<SummaryRow>`select discovery_collections.id, discovery_collections.name, project_id as "projectId",
      projects.name as "projectName", last_number as documents, discovery_collections.updated_at as at
    from discovery_collections join projects on projects.id = project_id
    where discovery_collections.removed_at is null and ${seenCollections(me)} and ${isHere(me, "projects.organization_id")}
      ${after === undefined ? sql`` : sql`and discovery_collections.id < ${after}`} and ${isFound}
    order by discovery_collections.id desc limit ${atOnce + 1}`.execute(db);
  const collections = rows.slice(0, atOnce).map(({ at, ...row }) => Object.assign(row, { updatedAt: at.toISOString() }));
  return { collections, next: rows.length > atOnce ? collections.at(-1)!.id : null };
}

export async function createCollection(me: Person, db: Db, { projectId, name, prefix }: NewCollection): Promise<string> {
  db = actAs(me, db);
  const seen = db.selectFrom("projects").select("id").where("id", "=", projectId).where(isHere(me, "projects.organization_id"));
  if ((await seen.where(seenProjects(me)).executeTakeFirst()) === undefined) throw problem("not-found");
  if ((await seen.where(writtenProjects(me)).executeTakeFirst()) === undefined) throw problem("not-allowed");
  const id = uuidv7();
  await db.insertInto("discovery_collections").values({ id, project_id: projectId, made_by: me.userId, name, prefix }).execute();
  return id;
}

type CollectionRow = Pick<
  Collection,
  "id" | "name" | "prefix" | "projectId" | "projectName" | "documents" | "exceptions" | "mayWrite"
>;

export async function getCollection(me: Person, db: Db, id: string): Promise<Collection> {
  const asMe = actAs(me, db);
  const { rows } =
    await sql<CollectionRow>`select discovery_collections.id, discovery_collections.name, prefix, project_id as "projectId",
      projects.name as "projectName", last_number as documents, exceptions, ${writtenCollections(me)} as "mayWrite"
    from discovery_collections join projects on projects.id = project_id
    where discovery_collections.id = ${id} and discovery_collections.removed_at is null and ${seenCollections(me)}`.execute(asMe);
  const [row] = rows;
  if (row === undefined) throw problem("not-found");
  const sources = await asMe
    .selectFrom("discovery_sources")
    .select(["id", "file_id as fileId", "name", "custodian", "documents", "is_done as isDone"])
    .where("collection_id", "=", id)
    .orderBy("id")
    .execute();
  const [issues, searches, run] = [await listIssues(me, db, id), await listSearches(me, db, id), await openBatch(me, db, id)];
  return { ...row, sources, issues, searches, run };
}

export async function changeCollection(me: Person, db: Db, id: string, { name, isRemoved }: CollectionChange): Promise<void> {
  db = actAs(me, db);
  await db.transaction().execute(async (trx) => {
    await heldCollection(me, trx, id, { removed: isRemoved === false });
    await trx
      .updateTable("discovery_collections")
      .set({
        ...(name !== undefined && { name }),
        ...(isRemoved !== undefined && { removed_at: isRemoved ? sql<Date>`now()` : null }),
        updated_at: sql<Date>`now()`,
      })
      .where("id", "=", id)
      .execute();
  });
}

/** A file is read into a collection once. `alongside` queues the job, in the same transaction. Null if there is nothing to add. */
export async function addSources(
  me: Person,
  db: Db,
  { id, fileIds, custodian }: NewSources & { id: string },
  alongside: (trx: Trx, batchId: string) => Promise<void>,
): Promise<{ batchId: string; files: number } | null> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    const { projectId } = await heldCollection(me, trx, id);
    let files = trx
      .selectFrom("files")
      .select(["id", "original_name"])
      .where("project_id", "=", projectId)
      .where(seenFiles(me))
      .where(listedFiles)
      .where("status", "=", "ready")
      .where("chat_id", "is", null)
      .where(sql<boolean>`not exists (select 1 from discovery_sources where collection_id = ${id} and file_id = files.id)`);
    if (fileIds !== undefined) files = files.where("id", "in", fileIds);
    const found = await files.orderBy("created_at").orderBy("id").execute();
    if (found.length === 0) return null;
    const batchId = uuidv7();
    const common = { collection_id: id, batch_id: batchId, made_by: me.userId, custodian };
    await trx
      .insertInto("discovery_sources")
      .values(found.map((file) => ({ id: uuidv7(), file_id: file.id, name: file.original_name, ...common })))
      .execute();
    await alongside(trx, batchId);
    return { batchId, files: found.length };
  });
}

/** Purges collections whose deletion can no longer be undone. */
export async function sweepRemovedCollections(me: Server, db: Db): Promise<number> {
  db = actAs(me, db);
  const { numDeletedRows } = await db
    .deleteFrom("discovery_collections")
    .where("removed_at", "<=", sql<Date>`now() - make_interval(days => ${keptAfterRemovalDays})`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
