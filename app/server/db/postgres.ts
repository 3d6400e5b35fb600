/*
 * PostgreSQL 15 or later, by URL: a pool for queries, and one extra session that listens and holds the lock by which
 * other processes know this one is alive.
 *
 * The pool may go through a pooler in transaction mode (PgBouncer), where a query gets any free session. Nothing here
 * changes settings of a pooled session after it has started, and locks there end with their transaction. Whatever needs
 * a session connects to PostgreSQL directly, by `directUrl`.
 */
import { sql } from "kysely";
import { Client, Pool, type ClientConfig } from "pg";
import { theServer } from "#core/workspace/policy.ts";
import { Channels, listenTo, unlistenTo } from "./channels.ts";
import { actAs } from "./acting.ts";
import { guardedKysely } from "./guard.ts";
import type { Log } from "./log.ts";
import type { Engine } from "./engine.ts";
import { dropLock, listLocks, takeLock, type ProcessId } from "./living.ts";
import { valueTypes } from "./value-types.ts";

const oldestVersion = 15;

/** `directUrl`: PostgreSQL itself, if `url` is a pooler. */
type PostgresPlace = { url: string; directUrl?: string | undefined };
type PostgresLimits = { statementLimitMs: number; connections: number };

export async function openPostgres(
  { url, directUrl }: PostgresPlace,
  { statementLimitMs, connections }: PostgresLimits,
  log: Log,
): Promise<Engine> {
  const common: ClientConfig = { types: valueTypes, application_name: "stet", keepAlive: true };
  const limits = { statement_timeout: statementLimitMs, idle_in_transaction_session_timeout: statementLimitMs };
  const pool = new Pool({
    ...common,
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 10_000,
    // A pooler rejects these: its sessions are shared.
    ...(directUrl === undefined && { ...limits, options: "-c timezone=UTC" }),
  });
  pool.on("error", (error) => log.warn({ err: error }, "A database connection was lost"));
  pool.on("connect", (client) => client.on("error", () => {}));
  try {
    await checkVersion(pool);
    await checkSettings(pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const own = new OwnSession({ ...common, connectionString: directUrl ?? url }, log);
  const db = actAs(theServer, guardedKysely(pool, { prepares: false }).db);
  return {
    name: "postgres",
    db,
    unlimited: (work) => work(),
    async notify(channel, payload) {
      await sql`select pg_notify(${channel}, ${payload})`.execute(db);
    },
    listen: (channel, onPayload, onGap) => own.listen(channel, onPayload, onGap),
    living: {
      isCertain: false,
      announce: (id) => own.announce(id),
      list: async () => new Set((await pool.query<{ id: ProcessId }>(listLocks)).rows.map(({ id }) => id)),
    },
    async close() {
      await own.close();
      if (!pool.ended) await pool.end();
    },
  };
}

async function checkVersion(pool: Pool) {
  const { rows } = await pool.query<{ version: number }>("select current_setting('server_version_num')::int / 10000 as version");
  const version = rows[0]?.version ?? 0;
  if (version < oldestVersion)
    throw new Error(`DATABASE_URL points at PostgreSQL ${version}; Stet needs ${oldestVersion} or later.`);
}

/**
 * Settings required of a pooler's sessions: days are counted in UTC, and a hanging statement must not keep its locks.
 */
async function checkSettings(pool: Pool) {
  const { rows } = await pool.query<{ database: string; zone: string; statement: string; idle: string }>(
    `select current_database() as database, current_setting('TimeZone') as zone, current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`,
  );
  const { database, zone, statement, idle } = rows[0]!;
  const change = (what: string) => `  alter database "${database.replaceAll('"', '""')}" set ${what};`;
  const missing = [
    ...(/^(?:Etc\/)?UTC$/i.test(zone) ? [] : [change("timezone to 'UTC'")]),
    ...(statement === "0" ? [change("statement_timeout to '30s'")] : []),
    ...(idle === "0" ? [change("idle_in_transaction_session_timeout to '30s'")] : []),
  ];
  if (missing.length === 0) return;
  throw new Error(
    `Stet cannot start: behind a pooler it needs settings that every session of the database begins with. Run once, then restart the pooler:\n${missing.join("\n")}`,
  );
}

/** Connects on first use, and reconnects with increasing delays when the connection is lost. */
class OwnSession {
  readonly #config: ClientConfig;
  readonly #log: Log;
  readonly #channels: Channels;
  readonly #ids = new Set<ProcessId>();
  #session: Promise<Client> | undefined;
  #closing = false;

  constructor(config: ClientConfig, log: Log) {
    this.#config = config;
    this.#log = log;
    this.#channels = new Channels(log);
  }

  async listen(channel: string, onPayload: (payload: string) => void, onGap?: () => void) {
    const isNew = this.#channels.add(channel, onPayload, onGap);
    try {
      if (!this.#session) await (this.#session = this.#connect());
      else if (isNew) await (await this.#session).query(listenTo(channel));
    } catch (error) {
      this.#channels.remove(channel, onPayload);
      if (this.#channels.isEmpty && this.#ids.size === 0) this.#session = undefined;
      throw error;
    }
    return async () => {
      if (this.#channels.remove(channel, onPayload)) await (await this.#session)?.query(unlistenTo(channel));
    };
  }

  async announce(id: ProcessId) {
    this.#ids.add(id);
    try {
      if (this.#session) await (await this.#session).query(takeLock, [id]);
      else await (this.#session = this.#connect());
    } catch (error) {
      this.#ids.delete(id);
      throw error;
    }
    return async () => {
      if (this.#ids.delete(id)) await (await this.#session)?.query(dropLock, [id]);
    };
  }

  async close() {
    this.#closing = true;
    const session = await this.#session?.catch(() => undefined);
    await session?.end();
  }

  async #connect(): Promise<Client> {
    const session = new Client(this.#config);
    session.on("error", (error) => this.#log.warn({ err: error }, "The session of this process was lost"));
    await session.connect();
    session.once("end", () => {
      if (!this.#closing) this.#session = this.#reconnect();
    });
    await this.#channels.follow(session);
    for (const id of this.#ids) await session.query(takeLock, [id]);
    return session;
  }

  async #reconnect(): Promise<Client> {
    for (let wait = 250; ; wait = Math.min(wait * 2, 5_000)) {
      await new Promise((resolve) => setTimeout(resolve, wait));
      if (this.#closing) throw new Error("The database is closed");
      try {
        return await this.#connect();
      } catch (error) {
        this.#log.warn({ err: error }, "The session of this process is not back yet");
      }
    }
  }
}
