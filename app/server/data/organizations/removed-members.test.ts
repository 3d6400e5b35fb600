/* Removing a member loses no work: an heir takes over, and for a while all of it can be undone. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { noPolicies, theServer, type Person, type Role } from "#core/workspace/policy.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { eachDatabase } from "#test/databases.ts";
import { joinOrganization, newPerson, newProject } from "#test/people.ts";
import type { BoundDb } from "../../db/database.ts";
import { createOrganization } from "./organizations.ts";
import { answerOffer, offerOwnership } from "./ownership.ts";
import { listMembers, removeMember } from "./members.ts";
import { getProject } from "./projects.ts";
import { listRemovedMembers, restoreMember, sweepRemovedMembers } from "./removed-members.ts";

async function newFirm(db: BoundDb) {
  const slug = `firm-${uuidv7().slice(-12)}`;
  const owner = await newPerson(db);
  const organizationId = await createOrganization(owner, db, { name: "Firm", slug });
  const at = (me: Person, role: Role): Person => ({
    ...me,
    organizationId,
    memberships: [{ organizationId, slug, name: "Firm", role, plan: "free", policies: noPolicies }],
  });
  const join = async (role: Role) => {
    const me = await newPerson(db);
    await joinOrganization(db, me.userId, organizationId, role);
    return at(me, role);
  };
  return {
    organizationId,
    owner: at(owner, "owner"),
    admin: await join("admin"),
    mia: await join("member"),
    bob: await join("member"),
  };
}

async function newChat(db: BoundDb, me: Person, projectId: string): Promise<string> {
  const id = uuidv7();
  const values = { id, owner_id: me.userId, organization_id: me.organizationId, project_id: projectId, title: "A chat" };
  await db.insertInto("chats").values(values).execute();
  return id;
}

const ownerOf = async (db: BoundDb, table: "projects" | "chats", id: string) =>
  (await db.selectFrom(table).select("owner_id").where("id", "=", id).executeTakeFirst())?.owner_id;
const viewersOf = async (db: BoundDb, project: string) =>
  (await db.selectFrom("project_shares").select("user_id").where("project_id", "=", project).execute()).map((row) => row.user_id);

eachDatabase((open) => {
  test("an heir takes over, the mark says whose it was, and undoing brings back membership, projects and shares", async () => {
    const { db } = await open();
    const { organizationId, owner, admin, mia, bob } = await newFirm(db);
    const hers = await newProject(db, mia, { organizationId, sharedWith: bob });
    const chat = await newChat(db, mia, hers);
    const sharedWithHer = await newProject(db, admin, { organizationId, sharedWith: mia });

    const { heir, projects } = await removeMember(owner, db, mia.userId, bob.userId);
    expect([heir.email, projects]).toEqual([bob.email, 1]);
    expect([await ownerOf(db, "projects", hers), await ownerOf(db, "chats", chat)]).toEqual([bob.userId, bob.userId]);
    expect((await getProject(bob, db, hers)).formerOwner).toBe(mia.name);
    expect(await viewersOf(db, hers)).toEqual([]);
    expect(await viewersOf(db, sharedWithHer)).toEqual([]);
    expect(await listRemovedMembers(admin, db)).toMatchObject([{ id: mia.userId, role: "member", heir: bob.name, projects: 1 }]);

    await restoreMember(admin, db, mia.userId);
    expect((await listMembers(owner, db)).find(({ id }) => id === mia.userId)?.role).toBe("member");
    expect([await ownerOf(db, "projects", hers), await ownerOf(db, "chats", chat)]).toEqual([mia.userId, mia.userId]);
    expect((await getProject(mia, db, hers)).formerOwner).toBeNull();
    expect(await viewersOf(db, hers)).toEqual([bob.userId]);
    expect(await viewersOf(db, sharedWithHer)).toEqual([mia.userId]);
    expect(await listRemovedMembers(admin, db)).toEqual([]);
  });

  test("without a choice the owner inherits; guests and strangers cannot", async () => {
    const { db } = await open();
    const { organizationId, owner, admin, mia } = await newFirm(db);
    const guest = await newPerson(db);
    await joinOrganization(db, guest.userId, organizationId, "guest");
    for (const ineligible of [guest.userId, (await newPerson(db)).userId, mia.userId])
      await expect(removeMember(owner, db, mia.userId, ineligible)).rejects.toMatchObject({ status: 400 });
    expect((await removeMember(admin, db, mia.userId)).heir.email).toBe(owner.email);
  });

  test("an heir who has worked in a project still sees it", async () => {
    const { db } = await open();
    const { organizationId, owner, mia, bob } = await newFirm(db);
    const [touched, left] = [await newProject(db, mia, { organizationId }), await newProject(db, mia, { organizationId })];
    await removeMember(owner, db, mia.userId, bob.userId);
    await newChat(db, bob, touched);
    await restoreMember(owner, db, mia.userId);
    expect([await viewersOf(db, touched), await viewersOf(db, left)]).toEqual([[bob.userId], []]);
  });

  test("an heir who is removed too: each gets back their own, in whichever order", async () => {
    const { db } = await open();
    for (const first of ["mia", "bob"] as const) {
      const { organizationId, owner, mia, bob } = await newFirm(db);
      const [hers, his] = [await newProject(db, mia, { organizationId }), await newProject(db, bob, { organizationId })];
      await removeMember(owner, db, mia.userId, bob.userId);
      await removeMember(owner, db, bob.userId);
      expect(await ownerOf(db, "projects", hers)).toBe(owner.userId);
      expect((await getProject(owner, db, hers)).formerOwner).toBe(mia.name);
      for (const one of first === "mia" ? [mia, bob] : [bob, mia]) await restoreMember(owner, db, one.userId);
      expect([await ownerOf(db, "projects", hers), await ownerOf(db, "projects", his)]).toEqual([mia.userId, bob.userId]);
    }
  });

  test("invited again in between, their projects still come back; removed twice, all of them", async () => {
    const { db } = await open();
    const { organizationId, owner, mia } = await newFirm(db);
    const before = await newProject(db, mia, { organizationId });
    await removeMember(owner, db, mia.userId);
    await joinOrganization(db, mia.userId, organizationId, "guest");
    const after = await newProject(db, mia, { organizationId });
    await removeMember(owner, db, mia.userId);
    await joinOrganization(db, mia.userId, organizationId, "member");
    await restoreMember(owner, db, mia.userId);
    expect([await ownerOf(db, "projects", before), await ownerOf(db, "projects", after)]).toEqual([mia.userId, mia.userId]);
    expect((await listMembers(owner, db)).filter(({ id }) => id === mia.userId)).toHaveLength(1);
  });

  test("for those who manage it, who could have removed them, and for thirty days", async () => {
    const { db } = await open();
    const firm = await newFirm(db);
    const { organizationId, owner, admin, mia, bob } = firm;
    await removeMember(owner, db, mia.userId);
    await expect(restoreMember(bob, db, mia.userId)).rejects.toMatchObject({ status: 403 });
    await expect(listRemovedMembers(bob, db)).rejects.toMatchObject({ status: 404 });
    await offerOwnership(owner, db, admin.userId);
    await answerOffer(admin, db, "accepted");
    await removeMember({ ...admin, memberships: [{ ...admin.memberships[0]!, role: "owner" }] }, db, owner.userId);
    await changeRoleOf(db, organizationId, bob.userId, "admin");
    // An admin cannot restore an admin.
    await expect(restoreMember(bob, db, owner.userId)).rejects.toMatchObject({ status: 403 });

    await sql`update removed_members set removed_at = now() - interval '31 days' where organization_id = ${organizationId}`.execute(
      db,
    );
    await expect(restoreMember(admin, db, mia.userId)).rejects.toMatchObject({ status: 404 });
    await sweepRemovedMembers(theServer, db);
    const left = await db.selectFrom("removed_members").select("id").where("organization_id", "=", organizationId).execute();
    expect(left).toEqual([]);
  });
});

async function changeRoleOf(db: BoundDb, organizationId: string, userId: string, role: Role): Promise<void> {
  await sql`update member set role = ${role} where "organizationId" = ${organizationId} and "userId" = ${userId}`.execute(db);
}
