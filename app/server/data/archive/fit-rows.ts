/*
 * Makes the rows of an archive rows of this person: of no organization, and naming only what is theirs. A name of
 * anything else is left empty, or the row is left out.
 */
import { sql } from "kysely";
import type { ReadRow } from "#core/archive/archived-row.ts";
import type { RestoringPlan } from "#core/archive/restoring-plan.ts";
import { theServer, type Person } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb, Db } from "../../db/database.ts";
import { archiveTables, isThing, thingIn, wholeOf, type ArchiveTable, type PartTable } from "./archive-tables.ts";
import { myself } from "./archived-rows.ts";
import type { ColumnShape } from "./table-shapes.ts";

export type ToFit = { one: ArchiveTable; columns: readonly ColumnShape[]; plan: RestoringPlan; rows: readonly ReadRow[] };
export type Fitted = { rows: ReadRow[]; leftOut: string[] };

const ofNothing = "What it is part of isn’t in the archive.";

export async function fitRows(me: Person, db: Db, { one, columns, plan, rows }: ToFit): Promise<Fitted> {
  db = actAs(theServer, db);
  const fitted: Fitted = { rows: [], leftOut: [] };
  const parts = await partsNamed(db, one, columns, rows);
  for (const given of rows) {
    if (!isWanted(one, plan, given)) continue;
    const row: Record<string, unknown> = { ...given.row };
    if (isThing(one) && one.key === undefined) row["id"] = given.of;
    let isFit = isThing(one) || isOfWhole(one, given, parts);
    for (const column of columns) {
      if (column.refersTo === null || !(column.name in row)) continue;
      row[column.name] = named(me, { column, value: row[column.name], of: given.of, plan, parts });
      isFit &&= column.isNullable || row[column.name] !== null;
    }
    if (!isFit) fitted.leftOut.push(ofNothing);
    else fitted.rows.push({ ...given, row: one.arrives?.(notLater(row)) ?? notLater(row) });
  }
  return fitted;
}

/** What was here before is left as it is, with its parts. */
function isWanted(one: ArchiveTable, plan: RestoringPlan, { of }: ReadRow): boolean {
  if (isThing(one)) return plan.isNew(one.name, of);
  return Object.values(one.of).some((thing) => plan.isNew(thing, of));
}

function isOfWhole({ of: columns, through }: PartTable, { of, row }: ReadRow, parts: Parts): boolean {
  if (through !== undefined) return parts.get(through.column)?.get(String(row[through.column])) === of;
  const set = Object.keys(columns).filter((column) => (row[column] ?? null) !== null);
  return set.length === 1 && row[set[0] ?? ""] === of;
}

/** Of each column that names a part: the part's thing. */
type Parts = ReadonlyMap<string, ReadonlyMap<string, string>>;
type Named = { column: ColumnShape; value: unknown; of: string; plan: RestoringPlan; parts: Parts };

function named(me: Person, { column, value, of, plan, parts }: Named): string | null {
  const { name, refersTo, isNullable } = column;
  if (refersTo === "user") return value === myself || !isNullable ? me.userId : null;
  if (typeof value !== "string") return null;
  const thing = thingIn(refersTo ?? "");
  if (thing !== undefined) return plan.isThere(thing.name, value) ? value : null;
  return parts.get(name)?.get(value) === of ? value : null;
}

async function partsNamed(
  db: BoundDb,
  one: ArchiveTable,
  columns: readonly ColumnShape[],
  rows: readonly ReadRow[],
): Promise<Parts> {
  const parts = new Map<string, Map<string, string>>();
  for (const { name, refersTo } of columns) {
    const table = archiveTables.find((other): other is PartTable => !isThing(other) && other.table === refersTo);
    if (table === undefined || thingIn(table.table) !== undefined) continue;
    const ids = new Set(rows.flatMap(({ row }) => (typeof row[name] === "string" && isId(row[name]) ? [row[name]] : [])));
    const { rows: found } = await sql<{
      id: string;
      of: string;
    }>`select id::text, ${wholeOf(table)} as of from ${sql.table(table.table)}
      where id = any (${[...ids]}::uuid[])`.execute(db);
    const known = new Map(found.map(({ id, of }) => [id, of]));
    // Those that come before it in the same statement.
    if (table === one) for (const { of, row } of rows) known.set(String(row["id"]), of);
    parts.set(name, known);
  }
  return parts;
}

const idForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const isId = (text: string) => idForm.test(text);

/** What is changed after an import is kept when it is undone, so nothing says that it will be. */
function notLater(row: Record<string, unknown>): Record<string, unknown> {
  const now = Date.now();
  for (const column of ["created_at", "updated_at"])
    if (typeof row[column] === "string" && !(Date.parse(row[column]) <= now)) row[column] = new Date(now).toISOString();
  return row;
}
