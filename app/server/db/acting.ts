/*
 * The actor of each statement. Functions in server/data receive an unbound handle that cannot run anything, and begin
 * with `db = actAs(me, db)`: from then on every statement runs as that person, and row-level security
 * (2026-11-26-access-by-row.sql) hides other people's rows, whatever the statement's own conditions. Stet's own work
 * runs as `theServer`, to which the policies do not apply.
 */
import type { CompiledQuery, Kysely, KyselyPlugin, Transaction } from "kysely";
import type { Actor } from "#core/workspace/policy.ts";
import type { Tables } from "./tables.ts";

/** A handle with an actor. */
export type BoundDb = Kysely<Tables>;
declare const unbound: unique symbol;
/** The handle that is passed around: it needs an actor before it can run anything. */
export type Db = { readonly [unbound]: true } | BoundDb;
export type Trx = Transaction<Tables>;

/** The role of everyone but Stet itself. It owns no tables, so the policies apply to it. */
export const personRole = "stet_person";

/** The actor as the policies see it. */
export type Identity = { role: string; user: string; email: string; places: string };

/** The session's own role: it owns the tables. */
export const service: Identity = { role: "none", user: "", email: "", places: "" };
const visitor: Identity = { role: personRole, user: "", email: "", places: "" };

/**
 * The actor by query node: set by the plugin, which sees nodes, and read by the connection, which sees compiled
 * queries.
 */
const askedBy = new WeakMap<object, Identity>();
const plugins = new WeakMap<Actor, KyselyPlugin>();
/** The handle a bound one was made from. */
const roots = new WeakMap<BoundDb, BoundDb>();

/** The same handle or transaction, on behalf of `who`. */
export function actAs(who: Actor, db: Trx): Trx;
export function actAs(who: Actor, db: Db): BoundDb;
export function actAs(who: Actor, db: Db): BoundDb {
  const given = db as BoundDb;
  if (given.isTransaction) return given.withoutPlugins().withPlugin(pluginFor(who));
  const root = rootOf(given);
  const bound = root.withPlugin(pluginFor(who));
  roots.set(bound, root);
  const { connection } = bound;
  const held: BoundDb["connection"] = () => {
    const builder = connection();
    const execute = builder.execute.bind(builder);
    builder.execute = (work) => execute((one) => work(keepIdentity(one)));
    return builder;
  };
  return Object.assign(keepIdentity(bound), { connection: held });
}

/** Kysely and better-auth introspect the schema without plugins; this keeps the actor. */
function keepIdentity(bound: BoundDb): BoundDb {
  return Object.assign(bound, { withoutPlugins: () => bound });
}

export function unboundOf(db: BoundDb): Db {
  return rootOf(db);
}

function rootOf(db: BoundDb): BoundDb {
  return roots.get(db) ?? db;
}

/** Undefined for a handle without an actor. */
export function identityOf(query: CompiledQuery): Identity | undefined {
  return askedBy.get(query.query);
}

function pluginFor(who: Actor): KyselyPlugin {
  const known = plugins.get(who);
  if (known !== undefined) return known;
  const identity = identityFor(who);
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      const asked = { ...node };
      askedBy.set(asked, identity);
      return asked;
    },
    transformResult: async ({ result }) => result,
  };
  plugins.set(who, plugin);
  return plugin;
}

function identityFor(who: Actor): Identity {
  if (who.kind === "server") return service;
  if (who.kind === "visitor") return visitor;
  const places = who.memberships.map((membership) => membership.organizationId);
  // A personal workspace has no id, and API keys cannot reach it.
  if (who.scopes === undefined) places.push("-");
  return { role: personRole, user: who.userId, email: who.isVerified ? who.email.toLowerCase() : "", places: places.join(",") };
}
