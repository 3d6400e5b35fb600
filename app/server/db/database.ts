/*
 * The one door to the database. `openDatabase` gives the embedded engine when
 * no DATABASE_URL is set and PostgreSQL when it is; everything after that is
 * the same Kysely, the same tables, the same migrations, the same driver.
 */
import { sql } from "kysely";
import type { BoundDb, Trx } from "./acting.ts";
import { checkPayload } from "./channels.ts";
import { openEmbedded } from "./embedded.ts";
import type { Living } from "./living.ts";
import { silent, type Log } from "./log.ts";
import { migrate } from "./migrate.ts";
import { preparePersonRole } from "./person-role.ts";
import { openPostgres } from "./postgres.ts";

export type { BoundDb, Db, Trx } from "./acting.ts";

/** What else belongs into the same transaction, given what that came to. */
export type Alongside<Result> = (trx: Trx, result: Result) => Promise<void>;

export type Database = {
  /** Stet's own, which no policy concerns. */
  db: BoundDb;
  engine: "embedded" | "postgres";
  /** Resolves when the server answers a trivial query; rejects with a readable reason. */
  ping(): Promise<void>;
  /** Sends `payload` to every process that listens on `channel`. Never call it from inside a transaction. */
  notify(channel: string, payload: string): Promise<void>;
  /** Calls back for each payload; survives reconnects and a restarted worker. Returns the unsubscribe function. */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>;
  /** The processes that have this database open. */
  living: Living;
  /** Runs work that may rightly take longer than a statement's limit. */
  unlimited<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/** What an engine brings; the rest is common. */
export type Engine = {
  name: Database["engine"];
  db: BoundDb;
  /** Runs work that may rightly take longer than a statement's limit. */
  unlimited<T>(work: () => Promise<T>): Promise<T>;
  /** One piece of the background work that a server does by itself; false when nothing was due. */
  tidy?(): Promise<boolean>;
  /** Delivers without checking; `Database` has checked the payload. */
  notify: Database["notify"];
  listen: Database["listen"];
  living: Living;
  close(): Promise<void>;
};

export type OpenOptions = {
  /** A PostgreSQL URL. Without one the embedded engine opens `folder`. */
  url?: string | undefined;
  /** PostgreSQL itself, where `url` is a pooler in transaction mode. */
  directUrl?: string | undefined;
  /** To PostgreSQL, at most. */
  connections?: number | undefined;
  folder?: string | undefined;
  log?: Log | undefined;
  /** A statement that runs longer is ended. */
  statementLimitMs?: number | undefined;
  /** Loaded into the embedded engine's thread before all else; for the durability tests. */
  preload?: string | undefined;
  /** The first pause between two tries to start the embedded engine again. */
  restartPauseMs?: number | undefined;
};

/** Opens the database with every migration applied. */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const { log = silent } = options;
  const engine = await openEngine(options);
  try {
    await engine.unlimited(() => migrate(engine.db, log));
    await preparePersonRole(engine.db);
  } catch (error) {
    await engine.close();
    throw error;
  }
  return databaseOver(engine);
}

/** The engine alone, its tables as they are. */
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
