/*
 * Writes the rows of an archive, an entry per transaction with the count of entries that are done, so that an
 * interrupted import continues where it was. What an entry has that doesn't fit is left out row by row.
 */
import { sql } from "kysely";
import { damagedRow, type ReadRow } from "#core/archive/archived-row.ts";
import type { RestoringPlan } from "#core/archive/restoring-plan.ts";
import { things, type Thing, type ThingCounts } from "#core/archive/things.ts";
import { addLeftOut, type ImportResult } from "#core/import/import-state.ts";
import { storableJson } from "#core/text/storable.ts";
import { theServer, type Person } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db, Trx } from "../../db/database.ts";
import { isThing, keyOf, type ArchiveTable } from "./archive-tables.ts";
import { fitRows } from "./fit-rows.ts";
import { tableShape } from "./table-shapes.ts";

export type EntryToWrite = {
  importId: string;
  /** The number of this entry: it is written only after those before it, and once. */
  number: number;
  one: ArchiveTable;
  plan: RestoringPlan;
  rows: readonly ReadRow[];
  /** Why rows were left out before. */
  leftOut: readonly string[];
  result: ImportResult;
};

const here = "Something else has its place here.";

/** False if the import was ended meanwhile. */
export async function writeEntry(me: Person, db: Db, entry: EntryToWrite): Promise<boolean> {
  db = actAs(theServer, db);
  const { importId, number, one, plan, rows, result } = entry;
  return db.transaction().execute(async (trx) => {
    if (!(await isNext(me, trx, importId, number))) return false;
    const { columns } = await tableShape(theServer, trx, one.table);
    const fitted = await fitRows(me, trx, { one, columns, plan, rows });
    const leftOut = [...entry.leftOut, ...fitted.leftOut, ...(await insertRows(me, trx, { ...entry, rows: fitted.rows }))];
    addLeftOut(
      result.leftOut,
      leftOut.map((why) => ({ what: one.name.replaceAll("-", " "), why })),
    );
    await endEntry(trx, importId, result);
    return true;
  });
}

/** Of files, which are written one by one. */
export async function noteEntry(
  me: Person,
  db: Db,
  { importId, number, result }: Pick<EntryToWrite, "importId" | "number" | "result">,
): Promise<boolean> {
  db = actAs(theServer, db);
  return db.transaction().execute(async (trx) => {
    const isMine = await isNext(me, trx, importId, number);
    if (isMine) await endEntry(trx, importId, result);
    return isMine;
  });
}

async function isNext(me: Person, trx: Trx, importId: string, number: number): Promise<boolean> {
  const { rows } = await sql`select 1 from imports where id = ${importId} and owner_id = ${me.userId} and status = 'importing'
    and entries_done = ${number} for update`.execute(trx);
  return rows.length > 0;
}

async function endEntry(trx: Trx, importId: string, result: ImportResult): Promise<void> {
  result.things = await countIn(trx, importId);
  await sql`update imports set entries_done = entries_done + 1, result = ${storableJson(result)}, updated_at = now()
    where id = ${importId}`.execute(trx);
}

/** How many things an import has brought. */
async function countIn(trx: Trx, importId: string): Promise<ThingCounts> {
  const { rows } = await sql<{ name: Thing; count: number }>`select name, count(*)::int as count from restored_rows
    where import_id = ${importId} group by name`.execute(trx);
  const counted = new Map(rows.map(({ name, count }) => [name, count]));
  return Object.fromEntries(things.flatMap((name) => (counted.has(name) ? [[name, counted.get(name) ?? 0]] : [])));
}

/** Returns why some were left out. */
async function insertRows(me: Person, trx: Trx, entry: EntryToWrite): Promise<string[]> {
  const { rows } = entry;
  const leftOut: string[] = [];
  // A column that an older archive doesn't have gets its default.
  const groups = Map.groupBy(rows, ({ row }) => Object.keys(row).sort().join(" "));
  for (const group of groups.values()) {
    const missing = await inserted(trx, () => insertAll(me, trx, entry, group));
    if (missing !== null) leftOut.push(...Array.from<string>({ length: missing }).fill(here));
    else
      for (const row of group) {
        const isMissing = await inserted(trx, () => insertAll(me, trx, entry, [row]));
        if (isMissing !== 0) leftOut.push(isMissing === null ? damagedRow : here);
      }
  }
  if (!isThing(entry.one)) return leftOut;
  const { name } = entry.one;
  for (const { of } of rows) {
    if (await isRecorded(me, trx, entry, of)) continue;
    entry.plan.drop(name, of);
  }
  return leftOut;
}

async function isRecorded(me: Person, trx: Trx, { importId, one, plan }: EntryToWrite, of: string): Promise<boolean> {
  const source = plan.sourceOf(one.name as Thing, of);
  const { rows } = await sql`select 1 from restored_rows where owner_id = ${me.userId} and name = ${one.name}
    and source_id = ${source} and import_id = ${importId}`.execute(trx);
  return rows.length > 0;
}

/** Null if the database refuses it: it is then taken back. What else fails is thrown. */
async function inserted<Made>(trx: Trx, insert: () => Promise<Made>): Promise<Made | null> {
  await sql`savepoint archived_rows`.execute(trx);
  try {
    const made = await insert();
    await sql`release savepoint archived_rows`.execute(trx);
    return made;
  } catch (error) {
    // Of data (22) and of constraints (23).
    if (!/^2[23]/.test(String((error as { code?: unknown }).code))) throw error;
    await sql`rollback to savepoint archived_rows`.execute(trx);
    return null;
  }
}

/** Returns how many were not inserted, because something else has their place. */
async function insertAll(me: Person, trx: Trx, entry: EntryToWrite, rows: readonly ReadRow[]): Promise<number> {
  const { one } = entry;
  const json = storableJson(rows.map(({ row }) => row));
  const columns = sql.join(Object.keys(rows[0]!.row).map((name) => sql.ref(name)));
  const key = isThing(one) ? keyOf(one) : sql<string>`''`;
  const { rows: made } = await sql<{ key: string }>`insert into ${sql.table(one.table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(one.table)}, ${json}::jsonb)
    on conflict do nothing returning ${key} as key`.execute(trx);
  if (isThing(one))
    await recordThings(
      me,
      trx,
      entry,
      made.map((row) => row.key),
    );
  if (one.table === "discovery_documents") await insertWords(trx, rows);
  return rows.length - made.length;
}

/** What was recorded of it before is gone, or it would not have been new. */
export async function recordThings(
  me: Person,
  trx: Trx,
  { importId, one, plan }: Pick<EntryToWrite, "importId" | "one" | "plan">,
  ids: readonly string[],
): Promise<void> {
  trx = actAs(theServer, trx);
  if (ids.length === 0) return;
  const rows = ids.map((id) => ({
    owner_id: me.userId,
    name: one.name,
    source_id: plan.sourceOf(one.name as Thing, id),
    id,
    import_id: importId,
  }));
  await trx
    .insertInto("restored_rows")
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(["owner_id", "name", "source_id"]).doUpdateSet((set) => ({
        id: set.ref("excluded.id"),
        import_id: set.ref("excluded.import_id"),
      })),
    )
    .execute();
}

async function insertWords(trx: Trx, rows: readonly ReadRow[]): Promise<void> {
  const json = storableJson(rows.map(({ row, searched }) => ({ id: row["id"], collection: row["collection_id"], ...searched })));
  await sql`insert into discovery_words (document_id, collection_id, words, more, fields)
    select id, collection, words::tsvector,
      case when jsonb_array_length(more) > 0 then array(select part::tsvector from jsonb_array_elements_text(more) as part) end,
      fields::tsvector
    from jsonb_to_recordset(${json}::jsonb) as row (id uuid, collection uuid, words text, more jsonb, fields text)
    where exists (select 1 from discovery_documents where discovery_documents.id = row.id)
    on conflict do nothing`.execute(trx);
}
