/*
 * The ways into one's own account: a password, and accounts elsewhere. The last
 * way is never taken away; two removals at once wait for each other.
 */
import type { Person } from "#core/policy.ts";
import type { Connection } from "#core/provider.ts";
import type { Db } from "../db/database.ts";

const ownPassword = "credential";

export async function listConnections(me: Person, db: Db): Promise<Connection[]> {
  const rows = await db
    .selectFrom("account")
    .select(["id", "providerId", "createdAt"])
    .where("userId", "=", me.userId)
    .where("providerId", "!=", ownPassword)
    .orderBy("createdAt")
    .execute();
  return rows.map(({ id, providerId, createdAt }) => ({ id, providerId, createdAt: createdAt.toISOString() }));
}

export async function hasPassword(me: Person, db: Db): Promise<boolean> {
  const row = await db
    .selectFrom("account")
    .select("id")
    .where("userId", "=", me.userId)
    .where("providerId", "=", ownPassword)
    .where("password", "is not", null)
    .executeTakeFirst();
  return row !== undefined;
}

export async function removeConnection(me: Person, db: Db, id: string): Promise<"removed" | "none" | "last"> {
  return db.transaction().execute(async (trx) => {
    await trx.selectFrom("user").select("id").where("id", "=", me.userId).forUpdate().execute();
    const connections = await listConnections(me, trx);
    if (!connections.some((connection) => connection.id === id)) return "none";
    if (connections.length === 1 && !(await hasPassword(me, trx))) return "last";
    await trx.deleteFrom("account").where("userId", "=", me.userId).where("id", "=", id).execute();
    return "removed";
  });
}
