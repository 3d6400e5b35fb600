/*
 * The model providers and servers that administrators have connected. Keys are sealed before they come here; only
 * Stet itself reads them.
 */
import type { ConnectedProvider } from "#core/models/connection.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import type { Actor, Server } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { administrator } from "./administrators.ts";
import { readSetting, writeSetting } from "./installation-settings.ts";

export type StoredConnection = {
  id: string;
  provider: ConnectedProvider;
  name: string | null;
  url: string | null;
  sealedKey: string | null;
  lastFour: string;
};

/** What a sealed key is bound to. */
export function rowOfConnection(id: string): string {
  return `model_connections ${id}`;
}

/** Oldest first, and the default model; null if none is chosen. */
export async function readConnections(
  me: Server,
  db: Db,
): Promise<{ connections: StoredConnection[]; defaultModel: string | null }> {
  db = actAs(me, db);
  const connections = await db
    .selectFrom("model_connections")
    .select(["id", "provider", "name", "url", "sealed_key as sealedKey", "last_four as lastFour"])
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const setting = await readSetting(me, db, "default model");
  return { connections, defaultModel: typeof setting === "string" ? setting : null };
}

type NewConnection = {
  provider: ConnectedProvider;
  name: string | null;
  url: string | null;
  /** Seals the key for the row with this id. */
  sealKey: (id: string) => string | null;
  lastFour: string;
};

/** A provider has one connection, and so has an address: a second one replaces the first. */
export async function saveConnection(me: Actor, db: Db, given: NewConnection): Promise<{ id: string; isReplaced: boolean }> {
  administrator(me);
  db = actAs(me, db);
  const { provider, name, url, sealKey, lastFour } = given;
  return db.transaction().execute(async (trx) => {
    const known = await trx
      .selectFrom("model_connections")
      .select("id")
      .where("provider", "=", provider)
      .$if(provider === "compatible", (query) => query.where("url", "=", url))
      .forUpdate()
      .executeTakeFirst();
    const id = known?.id ?? uuidv7();
    const values = { name, url, sealed_key: sealKey(id), last_four: lastFour, updated_at: new Date() };
    if (known === undefined)
      await trx
        .insertInto("model_connections")
        .values({ id, provider, ...values })
        .execute();
    else await trx.updateTable("model_connections").set(values).where("id", "=", id).execute();
    return { id, isReplaced: known !== undefined };
  });
}

export async function getConnection(me: Actor, db: Db, id: string): Promise<StoredConnection> {
  administrator(me);
  db = actAs(me, db);
  const row = await db
    .selectFrom("model_connections")
    .select(["id", "provider", "name", "url", "sealed_key as sealedKey", "last_four as lastFour"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined) throw problem("not-found");
  return row;
}

export async function removeConnection(me: Actor, db: Db, id: string): Promise<void> {
  administrator(me);
  db = actAs(me, db);
  const removed = await db.deleteFrom("model_connections").where("id", "=", id).executeTakeFirst();
  if (removed.numDeletedRows === 0n) throw problem("not-found");
}

/** Null leaves the choice to Stet. */
export async function setDefaultModel(me: Actor, db: Db, model: string | null): Promise<void> {
  db = actAs(administrator(me), db);
  await writeSetting(me, db, "default model", model);
}
