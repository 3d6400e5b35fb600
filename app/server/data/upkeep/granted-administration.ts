/*
 * Administrators appointed on the server's own command line: the way back for an installation whose administrators have
 * all left.
 */
import { sql } from "kysely";
import type { Server } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { recordEvent } from "../accounts/security-events.ts";

export type Appointment = "no-account" | "already" | "suspended" | "appointed";

export async function appointAdministrator(me: Server, db: Db, email: string): Promise<Appointment> {
  db = actAs(me, db);
  const person = await db.selectFrom("user").select("id").where("email", "=", email).executeTakeFirst();
  if (person === undefined) return "no-account";
  const appointment = await db.transaction().execute(async (trx): Promise<Appointment> => {
    // The same lock as for a suspension: an administrator is never suspended.
    await sql`select pg_advisory_xact_lock(hashtext('stet_administrators'))`.execute(trx);
    const suspended = await trx.selectFrom("suspensions").select("user_id").where("user_id", "=", person.id).execute();
    if (suspended.length > 0) return "suspended";
    const added = await trx
      .insertInto("administrators")
      .values({ user_id: person.id, made_by: null })
      .onConflict((conflict) => conflict.column("user_id").doNothing())
      .executeTakeFirst();
    return added.numInsertedOrUpdatedRows === 0n ? "already" : "appointed";
  });
  if (appointment === "appointed") await recordEvent(me, db, { kind: "administrator-added", subject: email, address: "" });
  return appointment;
}
