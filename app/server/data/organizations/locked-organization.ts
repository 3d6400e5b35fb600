import { sql } from "kysely";
import type { Actor, Role } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";

export type LockedOrganization = { organizationId: string; role: Role; userId: string };

/**
 * Locks the current organization until the transaction ends, and returns the person's role there now, which may have
 * changed since the request began.
 */
export async function lockOrganization(me: Actor, trx: Db): Promise<LockedOrganization> {
  trx = actAs(me, trx);
  const organizationId = me.kind === "person" ? me.organizationId : null;
  if (me.kind !== "person" || organizationId === null) throw problem("not-found");
  await lockMembers(me, trx, organizationId);
  const row = await trx
    .selectFrom("member")
    .select("role")
    .where("organizationId", "=", organizationId)
    .where("userId", "=", me.userId)
    .executeTakeFirst();
  if (row === undefined) throw problem("not-found");
  return { organizationId, role: row.role as Role, userId: me.userId };
}

/** Serializes changes of membership. */
export async function lockMembers(me: Actor, trx: Db, organizationId: string): Promise<void> {
  trx = actAs(me, trx);
  await sql`select id from organization where id = ${organizationId} for update`.execute(trx);
}
