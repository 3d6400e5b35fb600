/*
 * Who administers the installation: the first account to sign in (a trigger, 2026-11-27-administrators.sql), and those
 * whom an administrator adds.
 */
import { sql } from "kysely";
import type { Administrator } from "#core/installation/administrator.ts";
import { storable } from "#core/text/storable.ts";
import { mayAdminister, type Actor, type Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";

/** To everyone else, administration does not exist. */
export function administrator(me: Actor): Person {
  if (me.kind !== "person" || !mayAdminister(me)) throw problem("not-found");
  return me;
}

/** Before Stet reads or changes what belongs to others: the claim is checked in the table itself. */
export async function provenAdministrator(me: Actor, db: Db): Promise<Person> {
  const person = administrator(me);
  db = actAs(person, db);
  const { rows } = await sql`select 1 from administrators where user_id = ${person.userId}`.execute(db);
  if (rows.length === 0) throw problem("not-found");
  return person;
}

export async function listAdministrators(me: Actor, db: Db): Promise<Administrator[]> {
  const { userId } = administrator(me);
  db = actAs(me, db);
  const rows = await db
    .selectFrom("administrators")
    .innerJoin("user", "user.id", "administrators.user_id")
    .select(["administrators.id", "user.id as person", "user.name", "user.email"])
    .orderBy("administrators.created_at")
    .orderBy("administrators.id")
    .execute();
  return rows.map(({ id, person, name, email }) => ({ id, name, email, isMe: person === userId }));
}

/** Returns the account's email address. */
export async function addAdministrator(me: Actor, db: Db, email: string): Promise<string> {
  const { userId } = administrator(me);
  db = actAs(me, db);
  const person = await db
    .selectFrom("user")
    .select(["id", "email"])
    .where("email", "=", storable(email).trim().toLowerCase())
    .executeTakeFirst();
  if (person === undefined) throw problem("bad-request", "There is no account with this address. They have to sign up first.");
  const added = await db.transaction().execute(async (trx) => {
    // The same lock as for a suspension: an administrator is never suspended.
    await sql`select pg_advisory_xact_lock(hashtext('stet_administrators'))`.execute(trx);
    const suspended = await trx.selectFrom("suspensions").select("user_id").where("user_id", "=", person.id).execute();
    if (suspended.length > 0) throw problem("bad-request", "This account is suspended. Restore it first.");
    return trx
      .insertInto("administrators")
      .values({ user_id: person.id, made_by: userId })
      .onConflict((conflict) => conflict.column("user_id").doNothing())
      .executeTakeFirst();
  });
  if (added.numInsertedOrUpdatedRows === 0n) throw problem("bad-request", "This person is an administrator already.");
  return person.email;
}

/** Returns the account's email address. The last one stays. */
export async function removeAdministrator(me: Actor, db: Db, id: string): Promise<string> {
  administrator(me);
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    // Two who remove each other at once would leave no administrator.
    await sql`select pg_advisory_xact_lock(hashtext('stet_administrators'))`.execute(trx);
    const all = await trx
      .selectFrom("administrators")
      .innerJoin("user", "user.id", "administrators.user_id")
      .select(["administrators.id", "user.email"])
      .execute();
    const gone = all.find((one) => one.id === id);
    if (gone === undefined) throw problem("not-found");
    if (all.length === 1) throw problem("bad-request", "This is the only administrator. Add another first.");
    await trx.deleteFrom("administrators").where("id", "=", id).execute();
    return gone.email;
  });
}
