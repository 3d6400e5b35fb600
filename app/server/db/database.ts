/*
 * Opens the database: the embedded engine if DATABASE_URL is not set, otherwise PostgreSQL. Everything after that is
 * the same: Kysely, tables, migrations, driver.
 */
import { sql } from "kysely";
import type { Trx } from "./acting.ts";
import { checkPayload } from "./channels.ts";
import { openEmbedded } from "./embedded.ts";
import { silent, type Log } from "./log.ts";
import { migrate, upgrade, type Upgrade } from "./migrate.ts";
import { preparePersonRole } from "./person-role.ts";
import { openPostgres } from "./postgres.ts";
import type { Engine } from "./engine.ts";
import type { Database } from "./engine.ts";

export type { BoundDb, Db, Trx } from "./acting.ts";

/** Additional work for the same transaction, called with its result. */
export type Alongside<Result> = (trx: Trx, result: Result) => Promise<void>;

export type OpenOptions = {
  /** A PostgreSQL URL. Without one the embedded engine opens `folder`. */
  url?: string | undefined;
  /** A direct PostgreSQL URL, if `url` is a pooler in transaction mode. */
  directUrl?: string | undefined;
  /** Maximum connections to PostgreSQL. */
  connections?: number | undefined;
  folder?: string | undefined;
  log?: Log | undefined;
  /** Statements that run longer are canceled. */
  statementLimitMs?: number | undefined;
  /** Done before an existing database is migrated. */
  beforeUpgrade?: Upgrade | undefined;
  /** Loaded into the embedded engine's thread first; for the durability tests. */
  preload?: string | undefined;
  /** The first delay between attempts to restart the embedded engine. */
  restartPauseMs?: number | undefined;
};

/** Opens the database and applies all migrations. */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const { log = silent } = options;
  const engine = await openEngine(options);
  try {
    const { beforeUpgrade } = options;
    await engine.unlimited(async () => {
      if (beforeUpgrade === undefined) await migrate(engine.db, log);
      else await upgrade(engine, log, beforeUpgrade);
    });
    await preparePersonRole(engine.db);
  } catch (error) {
    await engine.close();
    throw error;
  }
  return databaseOver(engine);
}

/** Just the engine, without migrating. */
export async function openEngine(options: OpenOptions): Promise<Engine> {
  const { url, directUrl, folder, log = silent, statementLimitMs = 30_000, preload, restartPauseMs, connections = 10 } = options;
  if (url) return openPostgres({ url, directUrl }, { statementLimitMs, connections }, log);
  if (!folder) throw new Error("The database needs a url or a folder.");
  return openEmbedded({ folder, statementLimitMs, log, preload, restartPauseMs });
}

function databaseOver(engine: Engine): Database {
  let closed: Promise<void> | undefined;
  return {
    db: engine.db,
    engine: engine.name,
    async ping() {
      await sql`select 1`.execute(engine.db);
    },
    async notify(channel, payload) {
      checkPayload(payload);
      await engine.notify(channel, payload);
    },
    listen: engine.listen,
    living: engine.living,
    unlimited: engine.unlimited,
    close: () => (closed ??= engine.close()),
  };
}
