/* Imports of other products' exports: progress and undo. The chats themselves are written by imported-chats.ts. */
import { sql } from "kysely";
import {
  emptyFound,
  emptyResult,
  type FoundInExport,
  type ImportResult,
  type ImportState,
  type ImportStatus,
} from "#core/import/import-state.ts";
import { mayMake, type Person, type Server } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { storableJson } from "#core/text/storable.ts";
import { actAs } from "../../db/acting.ts";
import type { Db, Trx } from "../../db/database.ts";
import { countRestored } from "../archive/undo-restored.ts";
import { isDraftWorkedIn } from "../drafts/imported-drafts.ts";
import { isHere } from "../visible.ts";

const mostShown = 20;
/** Each keeps its file on disk. */
const mostWaiting = 4;
const daysToDecide = 7;

/** Refuses before any upload. */
export async function refuseImport(me: Person, db: Db): Promise<void> {
  db = actAs(me, db);
  if (!mayMake(me)) throw problem("not-allowed", "Guests can see what is shared with them, but can’t import anything here.");
  const { rows } = await sql`select 1 from imports where ${isOwn(me)} and status in ('reading', 'ready', 'importing')`.execute(db);
  if (rows.length >= mostWaiting) throw problem("too-many-requests", "Import or discard the files listed here first.");
}

export type NewImport = { id: string; fileName: string; size: number };

/** `alongside` queues its job. */
export async function createImport(
  me: Person,
  db: Db,
  { id, fileName, size }: NewImport,
  alongside: (trx: Trx) => Promise<unknown>,
): Promise<void> {
  db = actAs(me, db);
  const [status, none] = ["reading" as const, null];
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto("imports")
      .values({
        id,
        owner_id: me.userId,
        organization_id: me.organizationId,
        file_name: fileName,
        size,
        status,
        found: none,
        result: none,
        problem: none,
      })
      .execute();
    await alongside(trx);
  });
}

/** A chat changed since the import is kept when the import is undone. */
const isWorkedIn = sql<boolean>`(chats.version > 1 or chats.project_id is not null
  or exists (select 1 from chat_shares where chat_shares.chat_id = chats.id))`;

const draftsOfImport = sql`imported_drafts join drafts on drafts.id = imported_drafts.draft_id
  join projects on projects.id = drafts.project_id
  where imported_drafts.import_id = imports.id and drafts.removed_at is null and projects.removed_at is null`;

export async function listImports(me: Person, db: Db): Promise<ImportState[]> {
  db = actAs(me, db);
  const rows = await db
    .selectFrom("imports")
    .selectAll()
    .select([
      sql<number>`(select count(*)::int from imported_chats join chats on chats.id = imported_chats.chat_id
        where imported_chats.import_id = imports.id and not ${isWorkedIn})`.as("undoable"),
      sql<number>`(select count(*)::int from imported_chats join chats on chats.id = imported_chats.chat_id
        where imported_chats.import_id = imports.id and ${isWorkedIn})`.as("kept"),
      sql<number>`(select count(*)::int from ${draftsOfImport} and not ${isDraftWorkedIn})`.as("undoable_drafts"),
      sql<number>`(select count(*)::int from ${draftsOfImport} and ${isDraftWorkedIn})`.as("kept_drafts"),
      // The key of its jobs is its id.
      sql<boolean>`exists (select 1 from jobs where jobs.kind in ('read-export', 'import-chats')
        and jobs.key = imports.id::text and jobs.state = 'paused')`.as("isPaused"),
    ])
    .where(isOwn(me))
    .orderBy("created_at", "desc")
    .limit(mostShown)
    .execute();
  const restored = new Map<string, { things: number; kept: number }>();
  for (const { id, result } of rows)
    if (Object.keys(result?.things ?? {}).length > 0) restored.set(id, await countRestored(me, db, id));
  return rows.map((row) => ({
    id: row.id,
    fileName: row.file_name,
    size: row.size,
    status: row.status,
    isPaused: row.isPaused,
    progress: row.progress,
    // Imports from before documents could be imported.
    found: row.found && { ...emptyFound(), ...row.found },
    result: row.result && { ...emptyResult(), ...row.result },
    problem: row.problem,
    createdAt: row.created_at.toISOString(),
    undo: {
      chats: row.undoable,
      drafts: row.undoable_drafts,
      things: restored.get(row.id)?.things ?? 0,
      kept: row.kept + row.kept_drafts + (restored.get(row.id)?.kept ?? 0),
    },
  }));
}

export type ImportAtWork = {
  id: string;
  fileName: string;
  size: number;
  status: ImportStatus;
  found: FoundInExport | null;
  result: ImportResult | null;
  /** Of an archive of Stet. */
  entriesDone: number;
  createdAt: Date;
};

export async function getImport(me: Person, db: Db, id: string): Promise<ImportAtWork> {
  db = actAs(me, db);
  const row = await db
    .selectFrom("imports")
    .select(["id", "file_name", "size", "status", "found", "result", "entries_done", "created_at"])
    .where("id", "=", id)
    .where(isOwn(me))
    .executeTakeFirst();
  if (row === undefined) throw problem("not-found");
  const { file_name: fileName, entries_done: entriesDone, created_at: createdAt, ...rest } = row;
  return { ...rest, fileName, entriesDone, createdAt };
}

type Change = { to: ImportStatus; from: readonly ImportStatus[] };

/** False if its status has changed since. `alongside`: in the same transaction, if it has not. */
export async function changeImport(
  me: Person,
  db: Db,
  id: string,
  { to, from }: Change,
  alongside?: (trx: Trx) => Promise<unknown>,
): Promise<boolean> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("imports")
      .set({ status: to, problem: null, progress: 0, updated_at: new Date() })
      .where("id", "=", id)
      .where(isOwn(me))
      .where("status", "in", [...from])
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await alongside?.(trx);
    return numUpdatedRows > 0n;
  });
}

type Said = { status?: ImportStatus; progress?: number; found?: FoundInExport; result?: ImportResult; problem?: string };

/** Records progress. False if the import was ended meanwhile. */
export async function noteImport(me: Person, db: Db, id: string, said: Said): Promise<boolean> {
  db = actAs(me, db);
  const { found, result, ...rest } = said;
  const { numUpdatedRows } = await db
    .updateTable("imports")
    .set({
      ...rest,
      ...(found !== undefined && { found: storableJson(found) }),
      ...(result !== undefined && { result: storableJson(result) }),
      updated_at: new Date(),
    })
    .where("id", "=", id)
    .where(isOwn(me))
    .where("status", "in", ["reading", "importing"])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends imports whose jobs were cancelled, or given up because the server stopped each time. */
export async function endStoppedImports(me: Person, db: Db): Promise<void> {
  db = actAs(me, db);
  await sql`update imports set status = 'failed', updated_at = now(), problem = coalesce(
      (select problem from jobs where key = imports.id::text and state = 'failed' limit 1),
      'The import was stopped. What was imported so far was kept; choose the file again to import the rest.')
    where ${isOwn(me)} and status in ('reading', 'importing') and not exists (select 1 from jobs
      where key = imports.id::text and state in ('queued', 'running', 'paused'))`.execute(db);
}

/** Deletes one that has brought nothing. Returns whether it did. */
export async function deleteImport(me: Person, db: Db, id: string): Promise<boolean> {
  db = actAs(me, db);
  const { numDeletedRows } = await db
    .deleteFrom("imports")
    .where("id", "=", id)
    .where(isOwn(me))
    .where(
      sql<boolean>`not exists (select 1 from imported_chats where import_id = imports.id)
        and not exists (select 1 from imported_drafts where import_id = imports.id)
        and not exists (select 1 from restored_rows where import_id = imports.id)`,
    )
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

const deletedAtOnce = 100;

/** Deletes a batch of the import's unchanged chats; returns their ids. */
export async function deleteImportedChats(me: Person, db: Db, importId: string): Promise<string[]> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    await lockedImport(me, trx, importId);
    const chats = await trx
      .selectFrom("chats")
      .innerJoin("imported_chats", "imported_chats.chat_id", "chats.id")
      .select("chats.id")
      .where("imported_chats.import_id", "=", importId)
      .where("chats.owner_id", "=", me.userId)
      .where(sql<boolean>`not ${isWorkedIn}`)
      .where(sql<boolean>`not exists (select 1 from runs where runs.chat_id = chats.id and runs.status = 'running')`)
      .limit(deletedAtOnce)
      .forUpdate("chats")
      .execute();
    const ids = chats.map(({ id }) => id);
    if (ids.length === 0) return [];
    const files = await trx.selectFrom("imported_files").select("file_id").where("chat_id", "in", ids).execute();
    await trx.deleteFrom("chats").where("id", "in", ids).execute();
    await removeFilesOfNoChat(
      me,
      trx,
      files.map((row) => row.file_id),
    );
    return ids;
  });
}

async function removeFilesOfNoChat(me: Person, trx: Trx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable("files")
    .set({ removed_at: new Date() })
    .where("id", "in", [...new Set(ids)])
    .where("owner_id", "=", me.userId)
    .where("project_id", "is", null)
    .where(sql<boolean>`not exists (select 1 from imported_files where imported_files.file_id = files.id)`)
    .execute();
}

async function lockedImport(me: Person, trx: Trx, id: string): Promise<void> {
  const row = await trx.selectFrom("imports").select("id").where("id", "=", id).where(isOwn(me)).forUpdate().executeTakeFirst();
  if (row === undefined) throw problem("not-found");
}

/** Imports whose files may still be needed. Those left undecided for days are deleted. */
export async function sweepImports(me: Server, db: Db): Promise<Set<string>> {
  db = actAs(me, db);
  await sql`delete from imports where status = 'ready' and updated_at < now() - make_interval(days => ${daysToDecide})`.execute(db);
  const rows = await db.selectFrom("imports").select("id").where("status", "in", ["reading", "ready", "importing"]).execute();
  return new Set(rows.map(({ id }) => id));
}

function isOwn(me: Person) {
  return sql<boolean>`imports.owner_id = ${me.userId} and ${isHere(me, "imports.organization_id")}`;
}
