/*
 * The rows of a person's archive as JSON, from which another installation makes the same things again. People are "me"
 * or no one: an archive holds no one's account.
 */
import { sql, type RawBuilder } from "kysely";
import type { Person } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb, Db } from "../../db/database.ts";
import { archivedRowsOf, archiveTables, isThing, keyOf, wholeOf, type ArchiveTable } from "./archive-tables.ts";
import { archivedColumns, tableShape, type TableShape } from "./table-shapes.ts";

/** Who made it, in a row of the person. */
export const myself = "me";

/** `of`: the thing that it is, or is a part of; `row` is JSON. */
export type RowToArchive = { name: string; of: string; row: string };

const fewest = 10;
const most = 500;
const wantedCharacters = 1_000_000;

/** Some rows of one table at a time. */
export async function* eachArchivedRows(me: Person, db: Db): AsyncGenerator<{ name: string; rows: RowToArchive[] }> {
  db = actAs(me, db);
  for (const one of archiveTables) {
    const shape = await tableShape(me, db, one.table);
    // A row may be long, so how many are read at a time depends on those before.
    for (let after: After | null = null, limit = fewest; ;) {
      const rows: Read[] = await someRows(me, db, { one, shape, after, limit });
      if (rows.length > 0) yield { name: one.name, rows: rows.map(({ of, row }) => ({ name: one.name, of, row })) };
      const last = rows.at(-1);
      if (last === undefined || rows.length < limit) break;
      after = last;
      const characters = rows.reduce((sum, { row }) => sum + row.length, 0);
      limit = Math.min(most, Math.max(fewest, Math.floor(limit * Math.min(4, wantedCharacters / characters))));
    }
  }
}

type After = { keys: string[]; types: string[] };
type Read = { of: string; row: string } & After;
type Page = { one: ArchiveTable; shape: TableShape; after: After | null; limit: number };

async function someRows(me: Person, db: BoundDb, { one, shape, after, limit }: Page): Promise<Read[]> {
  const order = (one.order ?? shape.key).map((name) => sql.raw(name === "position" ? '"position"' : name));
  const begins = after === null ? sql`true` : sql`(${sql.join(order)}) > (${sql.join(typed(after))})`;
  const of = isThing(one) ? keyOf(one) : wholeOf(one);
  const said = archivedColumns(shape, one).map(({ name, refersTo }) => sql`${sql.lit(name)}, ${valueOf(me, one, name, refersTo)}`);
  const { rows } = await sql<Read>`select ${of} as of, jsonb_build_object(${sql.join(said)})::text as row,
      array[${sql.join(order.map((part) => sql`(${part})::text`))}] as keys,
      array[${sql.join(order.map((part) => sql`pg_typeof(${part})::text`))}] as types
    from ${sql.table(one.table)} where ${archivedRowsOf(me, one)} and ${begins}
    order by ${sql.join(order)} limit ${limit}`.execute(db);
  return rows;
}

function typed({ keys, types }: After): RawBuilder<unknown>[] {
  return keys.map((key, at) => sql`${key}::text::${sql.raw(types[at] ?? "text")}`);
}

function valueOf(me: Person, one: ArchiveTable, column: string, refersTo: string | null): RawBuilder<unknown> {
  const instead = one.say?.[column];
  if (instead !== undefined) return instead(me);
  const value = sql.ref(column);
  return refersTo === "user" ? sql`case when ${value} = ${me.userId} then ${myself} end` : value;
}
