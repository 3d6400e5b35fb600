/* Passkeys and their challenges. A challenge can be answered only once. */
import { sql } from "kysely";
import type { Passkey } from "#core/account/passkey.ts";
import type { Person, Server } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { keepOnce, takeOnce } from "./one-time-values.ts";
import { keepingOneSignInMethod } from "./sign-in-methods.ts";

export type PasskeyKey = { id: string; userId: string; publicKey: string; counter: number; transports: string[] };
export type NewPasskey = Omit<PasskeyKey, "userId"> & { name: string; isSynced: boolean };
/** `userId` is the owner of a new passkey; null for a sign-in, where the user is not known yet. */
export type Challenge = { challenge: string; userId: string | null };

const challengeSeconds = 15 * 60;

export async function listPasskeys(me: Person, db: Db): Promise<Passkey[]> {
  db = actAs(me, db);
  const rows = await db.selectFrom("passkeys").selectAll().where("user_id", "=", me.userId).orderBy("created_at").execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    isSynced: row.is_synced,
    createdAt: row.created_at.toISOString(),
    usedAt: row.used_at?.toISOString() ?? null,
  }));
}

/** False if that credential is already registered. */
export async function addPasskey(me: Person, db: Db, passkey: NewPasskey): Promise<boolean> {
  db = actAs(me, db);
  const row = await db
    .insertInto("passkeys")
    .values({
      id: passkey.id,
      user_id: me.userId,
      name: passkey.name,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: JSON.stringify(passkey.transports),
      is_synced: passkey.isSynced,
      used_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function renamePasskey(me: Person, db: Db, id: string, name: string): Promise<boolean> {
  db = actAs(me, db);
  const renamed = await db
    .updateTable("passkeys")
    .set({ name })
    .where("user_id", "=", me.userId)
    .where("id", "=", id)
    .executeTakeFirst();
  return renamed.numUpdatedRows > 0n;
}

export function removePasskey(me: Person, db: Db, id: string): Promise<"removed" | "none" | "last"> {
  db = actAs(me, db);
  return keepingOneSignInMethod(me, db, async (trx) => {
    const removed = await trx.deleteFrom("passkeys").where("user_id", "=", me.userId).where("id", "=", id).executeTakeFirst();
    return removed.numDeletedRows > 0n;
  });
}

export async function findPasskey(me: Server, db: Db, id: string): Promise<PasskeyKey | undefined> {
  db = actAs(me, db);
  const row = await db.selectFrom("passkeys").selectAll().where("id", "=", id).executeTakeFirst();
  if (row === undefined) return undefined;
  return { id, userId: row.user_id, publicKey: row.public_key, counter: Number(row.counter), transports: row.transports };
}

/** False if the counter did not increase: the passkey was cloned or the response replayed. */
export async function usePasskey(me: Server, db: Db, id: string, counter: number): Promise<boolean> {
  db = actAs(me, db);
  const used = await db
    .updateTable("passkeys")
    .set({ counter, used_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where((where) => where.or([where("counter", "<", counter), where.and([where("counter", "=", 0), where.val(counter === 0)])]))
    .executeTakeFirst();
  return used.numUpdatedRows > 0n;
}

export function makeChallenge(me: Server, db: Db, challenge: Challenge): Promise<string> {
  db = actAs(me, db);
  return keepOnce(me, db, "passkey", challenge, challengeSeconds);
}

export async function takeChallenge(me: Server, db: Db, id: string): Promise<Challenge | null> {
  db = actAs(me, db);
  return ((await takeOnce(me, db, "passkey", id)) as Challenge | undefined) ?? null;
}
