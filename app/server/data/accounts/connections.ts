import type { Person } from "#core/workspace/policy.ts";
import type { Connection } from "#core/models/provider.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { keepingOneSignInMethod } from "./sign-in-methods.ts";

const ownPassword = "credential";

export async function listConnections(me: Person, db: Db): Promise<Connection[]> {
  db = actAs(me, db);
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
  db = actAs(me, db);
  const row = await db
    .selectFrom("account")
    .select("id")
    .where("userId", "=", me.userId)
    .where("providerId", "=", ownPassword)
    .where("password", "is not", null)
    .executeTakeFirst();
  return row !== undefined;
}

export function removeConnection(me: Person, db: Db, id: string): Promise<"removed" | "none" | "last"> {
  db = actAs(me, db);
  return keepingOneSignInMethod(me, db, async (trx) => {
    const removed = await trx
      .deleteFrom("account")
      .where("userId", "=", me.userId)
      .where("id", "=", id)
      .where("providerId", "!=", ownPassword)
      .executeTakeFirst();
    return removed.numDeletedRows > 0n;
  });
}
