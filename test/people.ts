/* People for data tests: each newly created, in the database and as an actor. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { noPolicies, type Membership, type Person, type Role, type ShareRole } from "#core/workspace/policy.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import type { BoundDb } from "#server/db/database.ts";

export async function newPerson(db: BoundDb, rest: Partial<Person> = {}): Promise<Person> {
  const userId = randomUUID();
  const name = `Person ${userId.slice(0, 8)}`;
  const email = `${userId}@example.test`;
  await sql`insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
    values (${userId}, ${name}, ${email}, true, now(), now())`.execute(db);
  const plans = { plan: "free", ownPlan: rest.plan ?? "free" } as const;
  return { kind: "person", userId, name, email, isVerified: true, ...plans, organizationId: null, memberships: [], ...rest };
}

export async function newOrganization(db: BoundDb): Promise<Membership> {
  const organizationId = randomUUID();
  const slug = `organization-${organizationId.slice(0, 8)}`;
  await sql`insert into organization (id, name, slug, "createdAt") values (${organizationId}, ${slug}, ${slug}, now())`.execute(db);
  return { organizationId, slug, name: slug, role: "member", plan: "free", policies: noPolicies };
}

/** Makes the person a member; the actor in hand is not updated. */
export async function joinOrganization(db: BoundDb, userId: string, organizationId: string, role: Role = "member"): Promise<void> {
  await sql`insert into member (id, "organizationId", "userId", role, "createdAt")
    values (${randomUUID()}, ${organizationId}, ${userId}, ${role}, now())`.execute(db);
}

type ProjectGiven = {
  organizationId?: string | null;
  isRemoved?: boolean;
  sharedWith?: Person;
  sharedWithAddress?: string;
  sharedAs?: ShareRole;
};

/** A project of `owner`, shared as given. Returns its id. */
export async function newProject(db: BoundDb, owner: Person, given: ProjectGiven = {}): Promise<string> {
  const id = uuidv7();
  await db
    .insertInto("projects")
    .values({
      id,
      owner_id: owner.userId,
      organization_id: given.organizationId ?? null,
      name: "A project",
      removed_at: given.isRemoved === true ? new Date() : null,
    })
    .execute();
  const email = (given.sharedWith?.email ?? given.sharedWithAddress)?.toLowerCase();
  if (email !== undefined)
    await db
      .insertInto("project_shares")
      .values({
        id: uuidv7(),
        project_id: id,
        email,
        user_id: given.sharedWith?.userId ?? null,
        role: given.sharedAs ?? "viewer",
        invited_by: owner.userId,
      })
      .execute();
  return id;
}
