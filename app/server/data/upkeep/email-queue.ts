/*
 * The email queue. A worker leases the oldest due email for a while; if the process dies, the email becomes due again.
 * So an email may be sent twice, but is never lost.
 */
import { sql } from "kysely";
import type { Server } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";

export type QueuedEmail = { seq: string; recipient: string; subject: string; html: string; text: string; tries: number };

const borrowedSeconds = 300;

export async function queueEmail(me: Server, db: Db, email: Omit<QueuedEmail, "seq" | "tries">): Promise<void> {
  db = actAs(me, db);
  await db.insertInto("letters").values(email).execute();
}

export async function takeEmail(me: Server, db: Db): Promise<QueuedEmail | undefined> {
  db = actAs(me, db);
  const oldest = db
    .selectFrom("letters")
    .select("seq")
    .where("due_at", "<=", sql<Date>`now()`)
    .orderBy("seq")
    .limit(1)
    .forUpdate()
    .skipLocked();
  return db
    .updateTable("letters")
    .set({ due_at: inSeconds(borrowedSeconds), tries: sql`tries + 1` })
    .where("seq", "=", oldest)
    .returning([sql<string>`seq::text`.as("seq"), "recipient", "subject", "html", "text", "tries"])
    .executeTakeFirst();
}

export async function postponeEmail(me: Server, db: Db, seq: string, seconds: number): Promise<void> {
  db = actAs(me, db);
  await db
    .updateTable("letters")
    .set({ due_at: inSeconds(seconds) })
    .where("seq", "=", seq)
    .execute();
}

export async function removeEmail(me: Server, db: Db, seq: string): Promise<void> {
  db = actAs(me, db);
  await db.deleteFrom("letters").where("seq", "=", seq).execute();
}

/** Milliseconds until the next email is due, or null if none is queued. */
export async function nextEmailIn(me: Server, db: Db): Promise<number | null> {
  db = actAs(me, db);
  const row = await db
    .selectFrom("letters")
    .select(sql<number | null>`(extract(epoch from min(due_at) - now()) * 1000)::float8`.as("wait"))
    .executeTakeFirst();
  return row?.wait ?? null;
}

function inSeconds(seconds: number) {
  return sql<Date>`now() + make_interval(secs => ${seconds})`;
}
