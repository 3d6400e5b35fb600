/* Plans granted by an administrator. A later subscription event from Stripe overrides them. */
import { sql } from "kysely";
import type { Plan, Server } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { recordEvent } from "../accounts/security-events.ts";

/** False if no account has this address. */
export async function givePersonPlan(me: Server, db: Db, email: string, plan: Plan): Promise<boolean> {
  db = actAs(me, db);
  const { numAffectedRows } = await sql`update "user" set plan = ${plan} where email = ${email.toLowerCase()}`.execute(db);
  return numAffectedRows === 1n;
}

/** `seats` null: unlimited. False if there is no such organization. */
export async function giveOrganizationPlan(
  me: Server,
  db: Db,
  slug: string,
  { plan, seats }: { plan: Plan; seats: number | null },
): Promise<boolean> {
  db = actAs(me, db);
  const row = await db.updateTable("organization").set({ plan, seats }).where("slug", "=", slug).returning("id").executeTakeFirst();
  if (row === undefined) return false;
  const subject = seats === null ? plan : `${plan}, ${seats} seats`;
  await recordEvent(me, db, { kind: "plan-changed", organizationId: row.id, subject, address: "" });
  return true;
}
