/* The columns of a table and what they refer to, as the database has them. */
import { sql } from "kysely";
import type { Actor } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";

export type ColumnShape = {
  name: string;
  type: string;
  isNullable: boolean;
  /** The table whose `id` it names. */
  refersTo: string | null;
};
export type TableShape = { columns: readonly ColumnShape[]; key: readonly string[] };

export async function tableShape(me: Actor, db: Db, table: string): Promise<TableShape> {
  db = actAs(me, db);
  const { rows } = await sql<
    ColumnShape & { keyAt: number | null }
  >`select attname::text as name, format_type(atttypid, atttypmod) as type,
      not attnotnull as "isNullable", array_position(indkey::int2[], attnum) as "keyAt",
      (select relname::text from pg_class where oid = confrelid) as "refersTo"
    from pg_attribute
    left join pg_index on indrelid = attrelid and indisprimary
    left join lateral (select confrelid from pg_constraint
      where contype = 'f' and conrelid = attrelid and conkey = array[attnum] limit 1) as reference on true
    where attrelid = (select oid from pg_class where relname = ${table} and relnamespace = 'public'::regnamespace)
      and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`.execute(db);
  const key = rows.filter(({ keyAt }) => keyAt !== null).toSorted((one, other) => (one.keyAt ?? 0) - (other.keyAt ?? 0));
  return {
    columns: rows.map(({ name, type, isNullable, refersTo }) => ({ name, type, isNullable, refersTo })),
    key: key.map(({ name }) => name),
  };
}

/** The columns that an archive holds of a table. */
export function archivedColumns({ columns }: TableShape, { leave = [] }: { leave?: readonly string[] }): ColumnShape[] {
  return columns.filter(({ name, refersTo }) => refersTo !== "organization" && !leave.includes(name));
}
