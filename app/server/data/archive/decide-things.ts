/* Which things of an archive are new here, and under which ids: asked as Stet itself, since ids of others are taken too. */
import { sql } from "kysely";
import type { Decision } from "#core/archive/restoring-plan.ts";
import type { Thing, ThingCounts } from "#core/archive/things.ts";
import { planLimit } from "#core/account/plans.ts";
import { theServer, type Person } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb, Db } from "../../db/database.ts";
import { readPlanUsage } from "../accounts/plan-usage.ts";
import { keyOf, thingTable, type ThingTable } from "./archive-tables.ts";

type ToDecide = { importId: string; name: Thing; ids: readonly string[]; idFor: (source: string) => string };

export async function decideThings(me: Person, db: Db, { importId, name, ids, idFor }: ToDecide): Promise<Map<string, Decision>> {
  db = actAs(theServer, db);
  const one = thingTable(name);
  const records = await recordsOf(me, db, name, ids);
  const live = await liveOf(me, db, one, [...ids, ...[...records.values()].map(({ id }) => id)]);
  const taken = await takenOf(db, one, ids);
  const only = one.isOnly === true ? await onlyOf(me, db, one) : undefined;
  const decide = (source: string): Decision => {
    const record = records.get(source);
    if (record !== undefined && live.has(record.id)) return { id: record.id, isNew: record.importId === importId };
    if (only !== undefined) return { id: only, isNew: false };
    if (live.has(source)) return { id: source, isNew: false };
    return { id: taken.has(source) ? idFor(source) : source, isNew: true };
  };
  return new Map(ids.map((source) => [source, decide(source)]));
}

type Record = { id: string; importId: string };

async function recordsOf(me: Person, db: BoundDb, name: Thing, ids: readonly string[]): Promise<Map<string, Record>> {
  const { rows } = await sql<{ source: string } & Record>`select source_id as source, id, import_id as "importId" from restored_rows
    where owner_id = ${me.userId} and name = ${name} and source_id = any (${[...ids]}::text[])`.execute(db);
  return new Map(rows.map(({ source, ...record }) => [source, record]));
}

async function liveOf(me: Person, db: BoundDb, one: ThingTable, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`select ${keyOf(one)} as key from ${sql.table(one.table)}
    where ${isOneOf(one, ids)} and ${one.mine(me)}`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/** What identifies something otherwise than by an id is never taken by others. */
async function takenOf(db: BoundDb, one: ThingTable, ids: readonly string[]): Promise<Set<string>> {
  if (one.key !== undefined) return new Set();
  const { rows } = await sql<{ id: string }>`select id::text from ${sql.table(one.table)} where ${isOneOf(one, ids)}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

async function onlyOf(me: Person, db: BoundDb, one: ThingTable): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select id::text from ${sql.table(one.table)} where ${one.mine(me)}`.execute(db);
  return rows[0]?.id;
}

/** An index of ids is used. */
export function isOneOf(one: ThingTable, ids: readonly string[]) {
  return one.key === undefined
    ? sql<boolean>`id = any (${[...ids]}::uuid[])`
    : sql<boolean>`${keyOf(one)} = any (${[...ids]}::text[])`;
}

/** The project of drafts without a project, of which there is one. */
export async function findUnfiledProject(me: Person, db: Db): Promise<string | null> {
  db = actAs(theServer, db);
  const { rows } = await sql<{ id: string }>`select id::text from projects
    where owner_id = ${me.userId} and organization_id is null and is_unfiled`.execute(db);
  return rows[0]?.id ?? null;
}

/** How many more the plan allows of what it limits. */
export async function thingsLeft(me: Person, db: Db): Promise<ThingCounts> {
  db = actAs(me, db);
  const usage = await readPlanUsage(me, db);
  const left: ThingCounts = {};
  for (const name of ["projects", "drafts"] as const) {
    const limit = planLimit(me.plan, name);
    if (limit !== null) left[name] = Math.max(0, limit - usage[name]);
  }
  return left;
}
