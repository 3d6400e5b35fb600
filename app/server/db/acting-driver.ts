/*
 * Kysely's PostgreSQL driver, running statements on behalf of the actor set by `actAs`. Statements without an actor are
 * refused.
 */
import {
  PostgresDriver,
  type CompiledQuery,
  type DatabaseConnection,
  type PostgresDialectConfig,
  type PostgresPool,
  type PostgresPoolClient,
} from "kysely";
import type { Pool, PoolClient, QueryResult } from "pg";
import { identityOf, service, type Identity } from "./acting.ts";
import { ActingQuery } from "./acting-query.ts";
import { preparedName } from "./prepared.ts";

/** `prepares`: the pool's sessions are its own from beginning to end, so that statements can be prepared in them. */
export type ActingConfig = PostgresDialectConfig & { prepares: boolean };

export class ActingDriver extends PostgresDriver {
  readonly #isNaming = new WeakSet<DatabaseConnection>();

  constructor({ prepares, ...config }: ActingConfig) {
    super({ ...config, pool: actingPool(config.pool as unknown as Pool, prepares) });
  }

  override async acquireConnection(options?: Parameters<PostgresDriver["acquireConnection"]>[0]) {
    const connection = await super.acquireConnection(options);
    if (!this.#isNaming.has(connection)) nameWhoAsks(connection);
    this.#isNaming.add(connection);
    return connection;
  }
}

/** Passes through Kysely's connection in place of a statement's parameters. */
class Asked {
  readonly by: Identity | undefined;
  readonly values: readonly unknown[];

  constructor({ by, values }: { by: Identity | undefined; values: readonly unknown[] }) {
    this.by = by;
    this.values = values;
  }
}

function nameWhoAsks(connection: DatabaseConnection): void {
  const execute = connection.executeQuery.bind(connection);
  connection.executeQuery = (query: CompiledQuery) => {
    const asked = new Asked({ by: identityOf(query), values: query.parameters });
    return execute({ ...query, parameters: asked as unknown as unknown[] });
  };
}

function actingPool(pool: Pool, prepares: boolean): PostgresPool {
  const clients = new WeakMap<PoolClient, ActingClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const known = clients.get(client) ?? new ActingClient(client, prepares);
      clients.set(client, known);
      return known as unknown as PostgresPoolClient;
    },
  };
}

/** The driver's own statements around a transaction. */
const control = /^(begin|start transaction|commit|rollback|savepoint|release)\b/;

class ActingClient {
  readonly #client: PoolClient;
  readonly #prepares: boolean;
  #isInTransaction = false;
  /** The actor of the transaction's latest statement; undefined if uncertain. */
  #latest: Identity | undefined;

  constructor(client: PoolClient, prepares: boolean) {
    this.#client = client;
    this.#prepares = prepares;
  }

  get processID() {
    return (this.#client as { processID?: number }).processID;
  }

  async query(text: string, { by, values }: Asked): Promise<QueryResult> {
    if (by !== undefined) return this.#ask(by, text, values);
    if (!control.test(text)) throw new Error("This statement has no actor: begin the function with `db = actAs(me, db)`.");
    const begins = /^(begin|start)/.test(text);
    if (begins || text === "commit" || text === "rollback") this.#isInTransaction = begins;
    this.#latest = begins ? service : undefined;
    return this.#client.query(text);
  }

  /** Settings apply until the end of a transaction, so they are sent only when the actor changes. */
  #ask(by: Identity, text: string, values: readonly unknown[]): Promise<QueryResult> {
    const isSet = by === (this.#isInTransaction ? this.#latest : service);
    this.#latest = by;
    const name = this.#prepares && isSet ? preparedName(text) : undefined;
    if (isSet) return this.#client.query({ ...(name !== undefined && { name }), text, values: [...values] });
    return new Promise((resolve, reject) => {
      const callback = (error: Error | null, result: QueryResult) => (error ? reject(error) : resolve(result));
      this.#client.query(new ActingQuery(by, this.#prepares, { text, values, queryMode: "extended", callback }) as never);
    });
  }

  release(destroy?: boolean) {
    this.#isInTransaction = false;
    this.#client.release(destroy);
  }
}
