/*
 * Inside a transaction, using the outer handle is a bug: the embedded engine has one session, so the query and the
 * transaction would deadlock; on PostgreSQL it would silently run outside the transaction. Both refuse it.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { Kysely, PostgresDialect, type KyselyPlugin, type Transaction, type TransactionBuilder } from "kysely";
import type { Pool } from "pg";
import { ActingDriver, type ActingConfig } from "./acting-driver.ts";
import type { BoundDb } from "./acting.ts";
import type { Tables } from "./tables.ts";
import { unavailableOr } from "./unavailable.ts";

/** Set while the running code belongs to a transaction; `open` is false once it has ended. */
type Inside = AsyncLocalStorage<{ open: boolean }>;
type Scoped<Handle> = { execute<T>(work: (handle: Handle) => Promise<T>): Promise<T> };

/** `refuseInside` throws inside a transaction: for work other than queries that must also wait for its end. */
export type Guarded = { db: BoundDb; refuseInside(): void };

/** The handle used everywhere, over a pool of either engine. */
export function guardedKysely(pool: Pool, { prepares }: { prepares: boolean }): Guarded {
  const inside: Inside = new AsyncLocalStorage();
  const db = guard(new Kysely<Tables>({ dialect: new GuardedDialect({ pool, prepares }, inside) }), inside);
  return { db, refuseInside: () => refuseIfOpen(inside) };
}

/** Each plugin creates a new handle. */
function guard(handle: BoundDb, inside: Inside): BoundDb {
  const { transaction, connection, withPlugin, withoutPlugins } = Kysely.prototype as BoundDb;
  return Object.assign(handle, {
    transaction: () => scopedTransaction(transaction.call(handle) as TransactionBuilder<Tables>, inside),
    connection: () =>
      scoped<BoundDb, ReturnType<BoundDb["connection"]>>(connection.call(handle) as ReturnType<BoundDb["connection"]>, inside),
    withPlugin: (plugin: KyselyPlugin) => guard(withPlugin.call(handle, plugin) as BoundDb, inside),
    withoutPlugins: () => guard(withoutPlugins.call(handle) as BoundDb, inside),
    startTransaction(): never {
      throw new Error("Use db.transaction().execute(…): a transaction ended by hand cannot be guarded and is easily left open.");
    },
  });
}

function refuseIfOpen(inside: Inside): void {
  if (inside.getStore()?.open)
    throw new Error("A query used the outer database handle inside a transaction; use the handle the transaction gave you.");
}

/** Each setting creates a new builder. */
function scopedTransaction(builder: TransactionBuilder<Tables>, inside: Inside): TransactionBuilder<Tables> {
  const setIsolationLevel = builder.setIsolationLevel.bind(builder);
  const setAccessMode = builder.setAccessMode.bind(builder);
  builder.setIsolationLevel = (level) => scopedTransaction(setIsolationLevel(level), inside);
  builder.setAccessMode = (mode) => scopedTransaction(setAccessMode(mode), inside);
  return scoped<Transaction<Tables>, TransactionBuilder<Tables>>(builder, inside);
}

/** Runs the callback of `execute` marked as inside the transaction. */
function scoped<Handle, Builder extends Scoped<Handle>>(builder: Builder, inside: Inside): Builder {
  const execute = builder.execute.bind(builder) as Scoped<Handle>["execute"];
  builder.execute = (work) =>
    execute(async (handle) => {
      const here = { open: true };
      try {
        return await inside.run(here, () => work(handle));
      } finally {
        here.open = false;
      }
    });
  return builder;
}

class GuardedDialect extends PostgresDialect {
  readonly #config: ActingConfig;
  readonly #inside: Inside;

  constructor(config: ActingConfig, inside: Inside) {
    super(config);
    this.#config = config;
    this.#inside = inside;
  }

  override createDriver() {
    return new GuardedDriver(this.#config, this.#inside);
  }
}

type Connection = Awaited<ReturnType<ActingDriver["acquireConnection"]>>;

class GuardedDriver extends ActingDriver {
  readonly #inside: Inside;
  readonly #known = new WeakSet<object>();

  constructor(config: ActingConfig, inside: Inside) {
    super(config);
    this.#inside = inside;
  }

  override async acquireConnection(options?: Parameters<ActingDriver["acquireConnection"]>[0]) {
    refuseIfOpen(this.#inside);
    try {
      return this.#watched(await super.acquireConnection(options));
    } catch (error) {
      throw unavailableOr(error);
    }
  }

  /** The pool returns the same connections repeatedly. */
  #watched(connection: Connection): Connection {
    if (this.#known.has(connection)) return connection;
    this.#known.add(connection);
    const executeQuery = connection.executeQuery.bind(connection) as Connection["executeQuery"];
    connection.executeQuery = (...given) =>
      executeQuery(...(given as Parameters<typeof executeQuery>)).catch((error: unknown) => {
        throw unavailableOr(error);
      }) as never;
    return connection;
  }
}
