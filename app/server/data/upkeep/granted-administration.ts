/*
 * Administrators appointed on the server's own command line: the way back for an installation whose administrators have
 * all left.
 */
import type { Server } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { recordEvent } from "../accounts/security-events.ts";

export type Appointment = "no-account" | "already" | "appointed";

export async function appointAdministrator(me: Server, db: Db, email: string): Promise<Appointment> {
  db = actAs(me, db);
  const person = await db.selectFrom("user").select("id").where("email", "=", email).executeTakeFirst();
  if (person === undefined) return "no-account";
  const added = await db
    .insertInto("administrators")
    .values({ user_id: person.id, made_by: null })
    .onConflict((conflict) => conflict.column("user_id").doNothing())
    .executeTakeFirst();
  if (added.numInsertedOrUpdatedRows === 0n) return "already";
  await recordEvent(me, db, { kind: "administrator-added", subject: email, address: "" });
  return "appointed";
}
