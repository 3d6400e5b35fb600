import { sql } from "kysely";
import { expect, test } from "vitest";
import { deletionGraceDays, deletionObstacle } from "#core/account/account-deletion.ts";
import { theServer, type Person } from "#core/workspace/policy.ts";
import { eachDatabase } from "#test/databases.ts";
import { newOrganization, newPerson, newProject } from "#test/people.ts";
import type { BoundDb } from "../../db/database.ts";
import { deleteNextAccount, requestDeletion, takeBackDeletion, whatGoes } from "./account-deletion.ts";

async function join(db: BoundDb, { userId }: Person, organizationId: string, role: string, since = "2026-01-01"): Promise<void> {
  await sql`insert into member (id, "organizationId", "userId", role, "createdAt")
    values (${`${organizationId} ${userId}`}, ${organizationId}, ${userId}, ${role}, ${since}::timestamptz)`.execute(db);
}
const due = (db: BoundDb, { userId }: Person) =>
  sql`update "user" set delete_at = now() - interval '1 minute' where id = ${userId}`.execute(db);
const exists = async (db: BoundDb, table: string, id: string) =>
  (await sql`select 1 from ${sql.table(table)} where id = ${id}`.execute(db)).rows.length > 0;
const roleOf = async (db: BoundDb, organizationId: string, { userId }: Person) =>
  (
    await sql<{
      role: string;
    }>`select role from member where "organizationId" = ${organizationId} and "userId" = ${userId}`.execute(db)
  ).rows[0]?.role;

eachDatabase((open) => {
  test("waits its time, can be undone, and is deleted only then", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const at = await requestDeletion(me, db);
    expect(Math.round((at.getTime() - Date.now()) / 86_400_000)).toBe(deletionGraceDays);
    expect(await deleteNextAccount(theServer, db)).toBeUndefined();
    expect(await takeBackDeletion(theServer, db, me.userId)).toBe(true);
    expect(await takeBackDeletion(theServer, db, me.userId)).toBe(false);
    await due(db, me);
    expect(await deleteNextAccount(theServer, db)).toEqual({ email: me.email, image: null });
    expect(await deleteNextAccount(theServer, db)).toBeUndefined();
    expect(await exists(db, "user", me.userId)).toBe(false);
  });

  test("takes along what is only theirs, and no one else's", async () => {
    const { db } = await open();
    const [me, other] = [await newPerson(db), await newPerson(db)];
    const [alone, shared] = [await newOrganization(db), await newOrganization(db)];
    await join(db, me, alone.organizationId, "owner");
    await join(db, me, shared.organizationId, "member");
    await join(db, other, shared.organizationId, "owner");
    const mine = await newProject(db, me);
    const common = await newProject(db, me, { organizationId: shared.organizationId, sharedWith: other });
    const theirs = await newProject(db, other);
    await sql`insert into project_shares (id, project_id, email, user_id) values (gen_random_uuid(), ${theirs}::uuid, ${me.email}, ${me.userId})`.execute(
      db,
    );
    expect(await whatGoes(me, db)).toMatchObject({ projects: 1, organizations: [alone.slug], ownerless: [], isSubscribed: false });
    await due(db, me);
    await deleteNextAccount(theServer, db);
    expect(await exists(db, "projects", mine)).toBe(false);
    expect(await exists(db, "projects", theirs)).toBe(true);
    // Organization data stays, and passes to the organization's owner.
    const { rows: owners } = await sql`select owner_id from projects where id = ${common}::uuid`.execute(db);
    expect(owners).toEqual([{ owner_id: other.userId }]);
    expect(await exists(db, "organization", alone.organizationId)).toBe(false);
    expect(await exists(db, "organization", shared.organizationId)).toBe(true);
    const { rows } = await sql`select 1 from project_shares where email = ${me.email}`.execute(db);
    expect(rows).toEqual([]);
  });

  test("the owner of an organization with others is refused; its other members are not", async () => {
    const { db } = await open();
    const [me, other] = [await newPerson(db), await newPerson(db)];
    const { organizationId, slug } = await newOrganization(db);
    await join(db, me, organizationId, "owner");
    await join(db, other, organizationId, "admin");
    const goes = await whatGoes(me, db);
    expect(goes).toMatchObject({ organizations: [], ownerless: [slug] });
    expect(deletionObstacle(goes)).toContain(`other members: ${slug}`);
    expect(deletionObstacle(await whatGoes(other, db))).toBeNull();
  });

  test("an organization that others joined meanwhile continues, led by the highest of them", async () => {
    const { db } = await open();
    const [me, guest, late, early] = [await newPerson(db), await newPerson(db), await newPerson(db), await newPerson(db)];
    const { organizationId } = await newOrganization(db);
    await join(db, me, organizationId, "owner");
    await join(db, guest, organizationId, "guest", "2025-01-01");
    await join(db, late, organizationId, "member", "2026-03-01");
    await join(db, early, organizationId, "member", "2026-02-01");
    await due(db, me);
    await deleteNextAccount(theServer, db);
    const roles = [
      await roleOf(db, organizationId, guest),
      await roleOf(db, organizationId, late),
      await roleOf(db, organizationId, early),
    ];
    expect(roles).toEqual(["guest", "member", "owner"]);
  });
});
