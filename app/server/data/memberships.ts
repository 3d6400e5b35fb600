/* Which organizations a person belongs to, and as what. */
import type { Actor, Membership } from "#core/policy.ts";
import type { Db } from "../db/database.ts";

const roles: readonly Membership["role"][] = ["owner", "admin", "member", "guest"];

export async function listMemberships(me: Actor, db: Db): Promise<Membership[]> {
  if (me.kind !== "person") return [];
  const rows = await db
    .selectFrom("member")
    .innerJoin("organization", "organization.id", "member.organizationId")
    .select(["member.organizationId", "member.role", "organization.slug"])
    .where("member.userId", "=", me.userId)
    .execute();
  return rows.map((row) => ({
    organizationId: row.organizationId,
    slug: row.slug,
    // An unknown role may do the least.
    role: roles.find((role) => role === row.role) ?? "guest",
  }));
}
