/*
 * Migrations are plain SQL files, run in name order, each in one transaction together with the record that it ran. So
 * an interrupted one leaves nothing behind and runs at the next start. Processes that start together wait for each
 * other at an advisory lock. Applied files must not change: a modified one is refused, because other databases have the
 * original.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { sql, type Kysely } from "kysely";
import type { Engine } from "./engine.ts";
import type { Log } from "./log.ts";

export type Migration = { name: string; text: string };
// oxlint-disable-next-line typescript/no-explicit-any -- the tables of every version so far
type AnyDb = Kysely<any>;

const ownFolder = new URL("./migrations/", import.meta.url);
/** "stet" in ASCII: the key of our advisory lock. */
const lockKey = 0x73746574;
/** "upgr" in ASCII: held while one process backs up and migrates. */
const upgradeKey = 0x75706772;

export function readMigrations(folder: URL = ownFolder): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .map((name) => ({ name, text: readFileSync(new URL(name, folder), "utf8") }));
}

/** Work to do before an existing database is changed. */
export type Upgrade = (database: Pick<Engine, "db" | "unlimited">) => Promise<void>;

/**
 * Migrates like `migrate`, but does `before` first if the database is in use and will be changed. Of several processes
 * that start together one does it, and the others wait.
 */
export async function upgrade(engine: Engine, log: Log, before: Upgrade): Promise<string[]> {
  const { db } = engine;
  const work = async () => {
    if (await isUpgradeDue(db)) await before(engine);
    return migrate(db, log);
  };
  if (!(await isUpgradeDue(db))) return migrate(db, log);
  // The embedded engine has a single session, and a single process.
  if (engine.name === "embedded") return work();
  // On other connections: the transaction only holds the lock.
  const outside = AsyncLocalStorage.snapshot();
  return db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
    await sql`select pg_advisory_xact_lock(${sql.lit(upgradeKey)})`.execute(trx);
    return outside(work);
  });
}

/** Whether migrations are missing in a database that has data. */
async function isUpgradeDue(db: AnyDb): Promise<boolean> {
  const { known, missing } = await compare(db, readMigrations());
  if (known.size === 0 || missing.length === 0) return false;
  const { rows } = await sql`select 1 from "user" limit 1`.execute(db);
  return rows.length > 0;
}

async function compare(db: AnyDb, migrations: Migration[]) {
  const known = await appliedHashes(db);
  for (const { name, text } of migrations) if (known.has(name)) refuseChanged(name, known.get(name), hashOf(text));
  const newer = [...known.keys()].filter((name) => migrations.every((migration) => migration.name !== name));
  if (newer.length > 0) throw changedByNewer(newer);
  return { known, missing: migrations.filter(({ name }) => !known.has(name)) };
}

/** Applies missing migrations and returns their names. */
export async function migrate(db: AnyDb, log: Log, migrations: Migration[] = readMigrations()): Promise<string[]> {
  const { missing } = await compare(db, migrations);
  const applied: string[] = [];
  for (const migration of missing) if (await applyOne(db, migration)) applied.push(migration.name);
  if (applied.length > 0) log.info({ applied }, "Migrations applied");
  return applied;
}

/** Writing to a newer schema may lose data that the newer version stores in it. */
function changedByNewer(newer: readonly string[]): Error {
  return new Error(
    `The database was changed by a newer version of Stet (${newer.at(-1)}), which this one does not know. Start the newer version again, or restore a backup from before its first start.`,
  );
}

/** Line endings do not count as a change: git may use either kind. */
function hashOf(text: string): string {
  return createHash("sha256").update(text.replaceAll("\r\n", "\n")).digest("hex");
}

async function appliedHashes(db: AnyDb): Promise<Map<string, string>> {
  const { rows: tables } = await sql<{ name: string | null }>`select to_regclass('migrations')::text as name`.execute(db);
  if (!tables[0]?.name) return new Map();
  const { rows } = await sql<{ name: string; hash: string }>`select name, hash from migrations`.execute(db);
  return new Map(rows.map(({ name, hash }) => [name, hash]));
}

function refuseChanged(name: string, applied: string | undefined, now: string) {
  if (applied === now) return;
  throw new Error(
    `The migration ${name} has been changed after it was applied to this database. Restore the file and put the change into a new one (npm run db:make).`,
  );
}

/** False if another process was faster. */
async function applyOne(db: AnyDb, { name, text }: Migration): Promise<boolean> {
  const hash = hashOf(text);
  return db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`select pg_advisory_xact_lock(${sql.lit(lockKey)})`.execute(trx);
    await sql`create table if not exists migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())`.execute(
      trx,
    );
    const { rows } = await sql<{ hash: string }>`select hash from migrations where name = ${name}`.execute(trx);
    if (rows[0]) {
      refuseChanged(name, rows[0].hash, hash);
      return false;
    }
    try {
      await sql.raw(text).execute(trx);
    } catch (error) {
      throw new Error(`The migration ${name} failed and was rolled back: ${(error as Error).message}`, { cause: error });
    }
    await sql`insert into migrations (name, hash) values (${name}, ${hash})`.execute(trx);
    return true;
  });
}
