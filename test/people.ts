/* People for data tests: each a fresh one, in the database and as the actor who asks. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Membership, Person } from "#core/policy.ts";
import type { Db } from "#server/db/database.ts";

export async function newPerson(db: Db, rest: Partial<Person> = {}): Promise<Person> {
  const userId = randomUUID();
  const name = `Person ${userId.slice(0, 8)}`;
  const email = `${userId}@example.test`;
  await sql`insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
    values (${userId}, ${name}, ${email}, true, now(), now())`.execute(db);
  return { kind: "person", userId, name, email, isVerified: true, plan: "free", organizationId: null, memberships: [], ...rest };
}

export async function newOrganization(db: Db): Promise<Membership> {
  const organizationId = randomUUID();
  const slug = `organization-${organizationId.slice(0, 8)}`;
  await sql`insert into organization (id, name, slug, "createdAt") values (${organizationId}, ${slug}, ${slug}, now())`.execute(db);
  return { organizationId, slug, role: "member" };
}
