/* Which emails a person wants; checked before one is sent. */
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

/**
 * Whether an email of this kind may be sent to the address. Addresses without an account have no preferences; suspended
 * accounts get only the emails that always come.
 */
export async function mayWriteTo(me: Server, db: Db, email: string, kind: EmailKind): Promise<boolean> {
  db = actAs(me, db);
  const row = await db
    .selectFrom("user")
    .select([
      "notifications",
      sql<boolean>`exists (select 1 from suspensions where suspensions.user_id = "user".id)`.as("is_suspended"),
    ])
    .where(sql<string>`lower(email)`, "=", email.toLowerCase())
    .executeTakeFirst();
  return row === undefined || (!row.is_suspended && wantsEmail(row.notifications, kind));
}
