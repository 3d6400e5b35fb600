/*
 * Project sharing. In a personal workspace with any address: the share waits until someone verifies that address, and
 * the owner cannot tell whether it has an account until they open the project. In an organization with its members
 * only.
 */
import { sql } from "kysely";
import { isEmailAddress } from "#core/account/email-address.ts";
import { membershipOf, type Person, type Server, type ShareRole } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { mostShares, type ProjectShare } from "#core/workspace/project.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb, Db, Trx } from "../../db/database.ts";
import { projectRefusal } from "./projects.ts";
import { ownProjects, sharedWith } from "../visible.ts";

export async function listShares(me: Person, db: Db, projectId: string): Promise<ProjectShare[]> {
  db = actAs(me, db);
  await shareableProject(me, db, projectId);
  const rows = await db
    .selectFrom("project_shares")
    .innerJoin("projects", "projects.id", "project_shares.project_id")
    .leftJoin("user", "user.id", "project_shares.user_id")
    .leftJoin("member", (join) =>
      join.onRef("member.userId", "=", "project_shares.user_id").onRef("member.organizationId", "=", "projects.organization_id"),
    )
    .select(["project_shares.id", "project_shares.user_id", "project_shares.email", "project_shares.role", "user.name"])
    .select("member.role as membership")
    .where("project_shares.project_id", "=", projectId)
    // The current owner is never in the list.
    .where(sql<boolean>`project_shares.user_id is distinct from projects.owner_id`)
    .orderBy("project_shares.created_at")
    .orderBy("project_shares.id")
    .execute();
  return rows.map(({ id, user_id: userId, name, email, role, membership }) => {
    const isMember = membership !== null && membership !== "guest";
    return { id, userId, name: name ?? email, email, role: isMember ? role : "viewer", isMember };
  });
}

/** Without a role, those it is shared with already keep theirs, and others become viewers. */
export type Sharing = {
  projectId: string;
  emails: readonly string[];
  removeUsers: readonly string[];
  role?: ShareRole | undefined;
};
export type Shared = {
  project: { id: string; name: string; organizationId: string | null };
  /** Newly added addresses, without those that had a share already. */
  added: string[];
  /** Those who had a share, and have another role now. */
  changed: string[];
  role: ShareRole;
  removed: string[];
};

/** Adds people by address, changes their role, and removes others. If one cannot be added, nothing is changed. */
export async function shareProject(me: Person, db: Db, sharing: Sharing): Promise<Shared> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    const project = await shareableProject(me, trx, sharing.projectId);
    const removed = await removeShares(trx, sharing);
    const emails = [...new Set(sharing.emails.map((email) => email.trim().toLowerCase()))].filter(
      (email) => email !== me.email.toLowerCase(),
    );
    const people = await peopleBy(me, trx, project.organizationId, { emails, role: sharing.role ?? "viewer" });
    const known = await trx
      .selectFrom("project_shares")
      .leftJoin("user", "user.id", "project_shares.user_id")
      .select(["project_shares.id", "project_shares.role", "project_shares.email", "user.email as current_email"])
      .where("project_id", "=", project.id)
      .execute();
    const shareOf = (email: string) => known.find((share) => share.email === email || share.current_email === email);
    const fresh = people.filter(({ email }) => shareOf(email) === undefined);
    const { role } = sharing;
    const changed = people
      .flatMap(({ email }) => shareOf(email) ?? [])
      .filter((share) => role !== undefined && share.role !== role);
    for (const { id } of changed) await trx.updateTable("project_shares").set({ role: role! }).where("id", "=", id).execute();
    if (known.length + fresh.length > mostShares)
      throw problem("share-refused", `A project can be shared with at most ${mostShares} people.`);
    if (fresh.length > 0)
      await trx
        .insertInto("project_shares")
        .values(
          fresh.map(({ email, userId }) => ({
            id: uuidv7(),
            project_id: project.id,
            email,
            user_id: userId,
            role: role ?? "viewer",
            invited_by: me.userId,
          })),
        )
        .execute();
    const added = fresh.map(({ email }) => email);
    return { project, added, changed: changed.map(({ email }) => email), role: role ?? "viewer", removed };
  });
}

/** Locked, so that concurrent sharing is serialized. */
async function shareableProject(me: Person, db: BoundDb, projectId: string): Promise<Shared["project"]> {
  const row = await db
    .selectFrom("projects")
    .select(["id", "name", "organization_id"])
    .where("id", "=", projectId)
    .where(ownProjects(me))
    .$if(db.isTransaction, (query) => query.forUpdate())
    .executeTakeFirst();
  if (row === undefined) throw await projectRefusal(me, db, projectId, "cannot-share-project");
  return { id: row.id, name: row.name, organizationId: row.organization_id };
}

async function removeShares(trx: Trx, { projectId, removeUsers }: Sharing): Promise<string[]> {
  const named = removeUsers.map((one) => one.trim());
  if (named.length === 0) return [];
  const rows = await trx
    .deleteFrom("project_shares")
    .where("project_id", "=", projectId)
    .where((where) =>
      where.or([
        where(sql<string>`id::text`, "in", named),
        where("user_id", "in", named),
        where(
          "email",
          "in",
          named.map((one) => one.toLowerCase()),
        ),
      ]),
    )
    .returning("email")
    .execute();
  return rows.map((row) => row.email);
}

type ShareTo = { email: string; userId: string | null };
type Asked = { emails: readonly string[]; role: ShareRole };

async function peopleBy(me: Person, trx: Trx, organizationId: string | null, { emails, role }: Asked): Promise<ShareTo[]> {
  if (organizationId === null && role !== "viewer")
    throw problem("share-refused", "Outside of an organization, a project can only be shared with viewers.");
  if (emails.length === 0) return [];
  const wrong = emails.find((email) => !isEmailAddress(email));
  if (wrong !== undefined) throw problem("share-refused", `“${wrong}” is not an email address.`);
  if (organizationId === null) {
    if (!me.isVerified) throw problem("share-refused", "Verify your own email address first. Then you can share with others.");
    return emails.map((email) => ({ email, userId: null }));
  }
  const members = await trx
    .selectFrom("member")
    .innerJoin("user", "user.id", "member.userId")
    .select(["user.id", "user.email", "member.role"])
    .where("member.organizationId", "=", organizationId)
    .where("user.email", "in", emails)
    .execute();
  const stranger = emails.find((email) => !members.some((member) => member.email === email));
  if (stranger !== undefined) {
    const name = membershipOf(me, organizationId)?.name ?? "the organization";
    throw problem(
      "share-refused",
      `${stranger} is not a member of ${name}. Its projects can only be shared with its members, including guests.`,
    );
  }
  const guest = role === "viewer" ? undefined : members.find((member) => member.role === "guest");
  if (guest !== undefined) throw problem("share-refused", `${guest.email} is a guest, and guests can only be viewers.`);
  return members.map(({ id, email }) => ({ email, userId: id }));
}

/** Opening a project shared with their address ties the share to the account, even if its address changes later. */
export async function acceptShare(me: Person, db: Db, projectId: string): Promise<void> {
  db = actAs(me, db);
  if (!me.isVerified) return;
  await db
    .updateTable("project_shares")
    .set({ user_id: me.userId })
    .where("project_id", "=", projectId)
    .where("user_id", "is", null)
    .where(sharedWith(me))
    .execute();
}

/** The people who have verified these addresses, with their names. */
export async function findProvenPeople(
  me: Server,
  db: Db,
  emails: readonly string[],
): Promise<Map<string, { userId: string; name: string }>> {
  db = actAs(me, db);
  if (emails.length === 0) return new Map();
  const rows = await db
    .selectFrom("user")
    .select(["id", "name", "email"])
    .where("email", "in", emails)
    .where("emailVerified", "=", true)
    .execute();
  return new Map(rows.map((row) => [row.email, { userId: row.id, name: row.name }]));
}
