/* A person's sessions. They are identified by id: the session token never leaves the server. */
import { sql } from "kysely";
import type { OwnSession } from "#core/account/own-session.ts";
import type { Person, Server } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";

export async function listSessions(me: Person, db: Db, currentId: string): Promise<OwnSession[]> {
  db = actAs(me, db);
  const rows = await db
    .selectFrom("session")
    .select(["id", "ipAddress", "userAgent", "createdAt", "updatedAt"])
    .where("userId", "=", me.userId)
    .where("expiresAt", ">", sql<Date>`now()`)
    .orderBy("updatedAt", "desc")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    userAgent: row.userAgent ?? "",
    address: row.ipAddress ?? "",
    createdAt: row.createdAt.toISOString(),
    seenAt: row.updatedAt.toISOString(),
    isCurrent: row.id === currentId,
  }));
}

/** False if the person has no such session. */
export async function endSession(me: Person, db: Db, id: string): Promise<boolean> {
  db = actAs(me, db);
  const ended = await db.deleteFrom("session").where("userId", "=", me.userId).where("id", "=", id).executeTakeFirst();
  return ended.numDeletedRows > 0n;
}

/** Ends all sessions of an account whose address was just verified, except the one that opened the link. */
export async function endSessionsBeforeProof(me: Server, db: Db, email: string, currentId: string): Promise<void> {
  db = actAs(me, db);
  await sql`delete from session using "user" person where person.id = session."userId"
    and person.email = ${email.toLowerCase()} and session.id <> ${currentId}`.execute(db);
}

export async function endOtherSessions(me: Person, db: Db, currentId: string): Promise<number> {
  db = actAs(me, db);
  const ended = await db.deleteFrom("session").where("userId", "=", me.userId).where("id", "!=", currentId).executeTakeFirst();
  return Number(ended.numDeletedRows);
}
