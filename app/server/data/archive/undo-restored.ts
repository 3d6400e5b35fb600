/*
 * Takes back what an import of an archive has brought, last what others are in. A thing that was changed since stays,
 * and so does a project in which something stays.
 */
import { sql, type RawBuilder } from "kysely";
import { things, type Thing } from "#core/archive/things.ts";
import { theServer, type Person } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb, Db } from "../../db/database.ts";
import { keyOf, thingTable, type ThingTable } from "./archive-tables.ts";
import { tableShape } from "./table-shapes.ts";

const atOnce = 200;

/** What else than its own time says that it was changed, on its own table; `restored.began` is when the import began. */
const worked: Partial<Record<Thing, string>> = {
  projects: `exists (select 1 from project_shares where project_id = projects.id)
    or exists (select 1 from drafts where project_id = projects.id and removed_at is null)
    or exists (select 1 from chats where project_id = projects.id)
    or exists (select 1 from files where project_id = projects.id and removed_at is null)
    or exists (select 1 from reviews where project_id = projects.id and removed_at is null)
    or exists (select 1 from research where project_id = projects.id and removed_at is null)
    or exists (select 1 from discovery_collections where project_id = projects.id and removed_at is null)
    or exists (select 1 from workflow_runs where project_id = projects.id and removed_at is null)
    or exists (select 1 from workflow_triggers where project_id = projects.id and removed_at is null)`,
  drafts: `exists (select 1 from comments where draft_id = drafts.id and created_at >= restored.began)
    or exists (select 1 from chats where draft_id = drafts.id and updated_at >= restored.began)`,
  chats: `exists (select 1 from chat_shares where chat_id = chats.id)`,
  files: `exists (select 1 from review_documents join reviews on reviews.id = review_documents.review_id
    where file_id = files.id and reviews.removed_at is null)`,
};
/** What its table says of when it was changed, and of how it is deleted. */
type Undoable = ThingTable & { isDated: boolean; isRemovable: boolean };

async function undoable(db: BoundDb, name: Thing): Promise<Undoable> {
  const one = thingTable(name);
  const { columns } = await tableShape(theServer, db, one.table);
  const has = (column: string) => columns.some((each) => each.name === column);
  return { ...one, isDated: has("updated_at"), isRemovable: has("removed_at") };
}

/** On `restored` and the thing's own table: whether it was worked with since. */
function isWorkedIn(one: Undoable): RawBuilder<boolean> {
  const isDated = one.isDated ? sql`${sql.ref(`${one.table}.updated_at`)} >= restored.began` : sql`false`;
  return sql<boolean>`(${isDated} or ${sql.raw(worked[one.name] ?? "false")})`;
}

function restored(importId: string, one: ThingTable) {
  return sql`(select restored_rows.id as restored_id, imports.created_at as began from restored_rows join imports on imports.id = import_id
    where import_id = ${importId} and name = ${one.name}) restored
    join ${sql.table(one.table)} on ${ownKey(one)} = restored_id`;
}

/** Both tables have an `id`. */
function ownKey(one: ThingTable) {
  return one.key === undefined ? sql`${sql.ref(`${one.table}.id`)}::text` : keyOf(one);
}

const isRemoved = (one: Undoable) => (one.isRemovable ? sql`${sql.ref(`${one.table}.removed_at`)} is not null` : sql`false`);

/** What an undo would take back, and what would stay. */
export async function countRestored(me: Person, db: Db, importId: string): Promise<{ things: number; kept: number }> {
  db = actAs(theServer, db);
  const count = { things: 0, kept: 0 };
  for (const name of things) {
    const one = await undoable(db, name);
    // What a project holds would go before it.
    const stays = name === "projects" ? sql`projects.updated_at >= restored.began` : isWorkedIn(one);
    const { rows } = await sql<{ goes: number; stays: number }>`select count(*) filter (where not (${stays}))::int as goes,
        count(*) filter (where ${stays})::int as stays
      from ${restored(importId, one)} where ${one.mine(me)} and not ${isRemoved(one)}`.execute(db);
    count.things += rows[0]?.goes ?? 0;
    count.kept += rows[0]?.stays ?? 0;
  }
  return count;
}

/** Takes back some; returns how many, until none are left. Its dictionary goes as it is. */
export async function removeRestored(me: Person, db: Db, importId: string): Promise<number> {
  db = actAs(theServer, db);
  for (const name of [...things].reverse()) {
    const removed = await removeSome(me, db, importId, await undoable(db, name));
    if (removed > 0) return removed;
  }
  return 0;
}

async function removeSome(me: Person, db: BoundDb, importId: string, one: Undoable): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ key: string }>`select restored_id as key from ${restored(importId, one)}
      where ${one.mine(me)} and not ${isRemoved(one)} and not ${isWorkedIn(one)} limit ${atOnce}`.execute(trx);
    if (rows.length === 0) return 0;
    const keys = rows.map(({ key }) => key);
    const which = sql`${ownKey(one)} = any (${keys}::text[]) and ${one.mine(me)}`;
    if (one.isRemovable) await sql`update ${sql.table(one.table)} set removed_at = now() where ${which}`.execute(trx);
    else await sql`delete from ${sql.table(one.table)} where ${which}`.execute(trx);
    await sql`delete from restored_rows where import_id = ${importId} and name = ${one.name} and id = any (${keys}::text[])`.execute(
      trx,
    );
    return keys.length;
  });
}

/** Imports of archives that have ended half-way. */
export async function unfinishedRestores(me: Person, db: Db, except: string): Promise<string[]> {
  db = actAs(theServer, db);
  const { rows } = await sql<{ id: string }>`select distinct imports.id from imports join restored_rows on import_id = imports.id
    where imports.owner_id = ${me.userId} and imports.id <> ${except} and status in ('failed', 'undone')`.execute(db);
  return rows.map(({ id }) => id);
}
