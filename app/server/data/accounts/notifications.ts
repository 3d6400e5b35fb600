/* Which letters a person wants: asked by whoever is about to write one. */
import { sql } from "kysely";
import { wantsEmail, type EmailKind, type Notifications } from "#core/account/notifications.ts";
import type { Person, Server } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";

export async function getNotifications(me: Person, db: Db): Promise<Notifications> {
  db = actAs(me, db);
  const row = await db.selectFrom("user").select("notifications").where("id", "=", me.userId).executeTakeFirst();
  return row?.notifications ?? {};
}

export async function setNotifications(me: Person, db: Db, notifications: Notifications): Promise<void> {
  db = actAs(me, db);
  await db
    .updateTable("user")
    .set({ notifications: JSON.stringify(notifications) })
    .where("id", "=", me.userId)
    .execute();
}

/** Whether a letter of this kind may go to that address. Somebody without an account has turned nothing off. */
export async function mayWriteTo(me: Server, db: Db, email: string, kind: EmailKind): Promise<boolean> {
  db = actAs(me, db);
  const row = await db
    .selectFrom("user")
    .select("notifications")
    .where(sql<string>`lower(email)`, "=", email.toLowerCase())
    .executeTakeFirst();
  return row === undefined || wantsEmail(row.notifications, kind);
}
