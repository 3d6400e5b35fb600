/* Searches of a collection that are kept under a name, for all who see it. */
import { sql } from "kysely";
import { savedSearchLimits, type DocumentSort, type SavedSearch } from "#core/discovery/discovery.ts";
import { readQuery } from "#core/discovery/query.ts";
import type { NewSavedSearch, SavedSearchChange } from "#core/requests/discovery.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import type { Person, Server } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { keptAfterRemovalDays } from "#core/workspace/project.ts";
import { actAs } from "../../db/acting.ts";
import type { Db, Trx } from "../../db/database.ts";
import { heldCollection } from "./held-collection.ts";

/** By name. For callers that have checked that the person sees the collection. */
export async function listSearches(me: Person, db: Db, collectionId: string): Promise<SavedSearch[]> {
  const rows = await actAs(me, db)
    .selectFrom("discovery_searches")
    .select(["id", "name", "query", "sort"])
    .where("collection_id", "=", collectionId)
    .where("removed_at", "is", null)
    .orderBy(sql`lower(name)`)
    .orderBy("id")
    .execute();
  return rows.map(({ sort, ...row }) => Object.assign(row, { sort: sort as DocumentSort }));
}

/** Returns its id. */
export async function saveSearch(me: Person, db: Db, collectionId: string, asked: NewSavedSearch): Promise<string> {
  const read = readQuery(asked.query);
  if (!read.ok) throw problem("bad-request", read.fault.sentence);
  return actAs(me, db)
    .transaction()
    .execute(async (trx) => {
      await heldCollection(me, trx, collectionId);
      const id = uuidv7();
      await refuseTaken(me, trx, { collectionId, id, name: asked.name });
      await trx
        .insertInto("discovery_searches")
        .values({ ...asked, id, collection_id: collectionId, made_by: me.userId })
        .execute();
      return id;
    });
}

type Ids = { collectionId: string; id: string };

/** One that is brought back may have to be named otherwise first. */
export async function changeSearch(me: Person, db: Db, { collectionId, id }: Ids, to: SavedSearchChange): Promise<void> {
  await actAs(me, db)
    .transaction()
    .execute(async (trx) => {
      await heldCollection(me, trx, collectionId);
      const own = trx
        .selectFrom("discovery_searches")
        .select("name")
        .where("id", "=", id)
        .where("collection_id", "=", collectionId);
      const row = await own.executeTakeFirst();
      if (row === undefined) throw problem("not-found");
      if (to.isRemoved !== true) await refuseTaken(me, trx, { collectionId, id, name: to.name ?? row.name });
      await trx
        .updateTable("discovery_searches")
        .set({
          ...(to.name !== undefined && { name: to.name }),
          ...(to.isRemoved !== undefined && { removed_at: to.isRemoved ? sql<Date>`now()` : null }),
        })
        .where("id", "=", id)
        .execute();
    });
}

/** The collection is held: no other is saved meanwhile. */
async function refuseTaken(me: Person, trx: Trx, { collectionId, id, name }: Ids & { name: string }): Promise<void> {
  const others = (await listSearches(me, trx, collectionId)).filter((one) => one.id !== id);
  if (others.length >= savedSearchLimits.list)
    throw problem("bad-request", `A collection has at most ${savedSearchLimits.list} saved searches. Delete one of them first.`);
  if (others.some((one) => one.name.toLowerCase() === name.toLowerCase()))
    throw problem("bad-request", `There is a saved search called “${name}” already.`);
}

/** Purges those whose deletion can no longer be undone. */
export async function sweepRemovedSearches(me: Server, db: Db): Promise<number> {
  db = actAs(me, db);
  const { numDeletedRows } = await db
    .deleteFrom("discovery_searches")
    .where("removed_at", "<=", sql<Date>`now() - make_interval(days => ${keptAfterRemovalDays})`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
