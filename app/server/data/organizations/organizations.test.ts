/* B05: permissions between the roles of an organization, tested at the database. */
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { mostOwnedOrganizations, organizationGraceDays } from "#core/workspace/organization.ts";
import { noPolicies, theServer, type Person, type Role } from "#core/workspace/policy.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { eachDatabase } from "#test/databases.ts";
import { joinOrganization, newPerson, newProject } from "#test/people.ts";
import type { BoundDb } from "../../db/database.ts";
import { changeRole, leaveOrganization, listMembers, removeMember } from "./members.ts";
import {
  cancelDeletion,
  changeOrganization,
  createOrganization,
  deleteNextOrganization,
  deletionOf,
  listOrganizations,
  scheduleDeletion,
} from "./organizations.ts";
import { recordEvent } from "../accounts/security-events.ts";

type Firm = { organizationId: string; slug: string; owner: Person; admin: Person; member: Person; guest: Person };

/** The person working there, as their next request would load them. */
function at(me: Person, { organizationId, slug }: { organizationId: string; slug: string }, role: Role): Person {
  return { ...me, organizationId, memberships: [{ organizationId, slug, name: "Firm", role, plan: "free", policies: noPolicies }] };
}

async function newFirm(db: BoundDb): Promise<Firm> {
  const slug = `firm-${uuidv7().slice(-12)}`;
  const owner = await newPerson(db);
  const organizationId = await createOrganization(owner, db, { name: "Firm", slug });
  const firm = { organizationId, slug };
  const join = async (role: Role) => {
    const me = await newPerson(db);
    await joinOrganization(db, me.userId, organizationId, role);
    return at(me, firm, role);
  };
  const [admin, member, guest] = [await join("admin"), await join("member"), await join("guest")];
  return { ...firm, owner: at(owner, firm, "owner"), admin, member, guest };
}

const rolesIn = async ({ owner }: Firm, db: BoundDb) =>
  Object.fromEntries((await listMembers(owner, db)).map((one) => [one.id, one.role]));

async function newChat(db: BoundDb, me: Person, projectId: string | null): Promise<string> {
  const id = uuidv7();
  const values = { id, owner_id: me.userId, organization_id: me.organizationId, project_id: projectId, title: "A chat" };
  await db.insertInto("chats").values(values).execute();
  return id;
}

eachDatabase((open) => {
  test("the person who makes one owns it; a taken address is refused, and nothing is left of the try", async () => {
    const { db } = await open();
    const { slug, owner } = await newFirm(db);
    expect(await listOrganizations(owner, db)).toEqual([{ name: "Firm", slug, role: "owner", members: 4 }]);
    const other = await newPerson(db);
    await expect(createOrganization(other, db, { name: "Mine", slug })).rejects.toMatchObject({ status: 409 });
    expect(await listOrganizations(other, db)).toEqual([]);
  });

  test("one person owns so many and no more, asked at once too", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const make = () => createOrganization(me, db, { name: "One of many", slug: `many-${uuidv7().slice(-12)}` });
    for (let i = 0; i < mostOwnedOrganizations - 1; i++) await make();
    const last = await Promise.allSettled([make(), make(), make()]);
    expect(last.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  describe("roles", () => {
    test.each([
      ["admin", "member", "guest", true],
      ["admin", "guest", "member", true],
      ["admin", "member", "admin", false],
      ["admin", "owner", "member", false],
      ["member", "guest", "member", false],
      ["guest", "member", "guest", false],
      ["owner", "admin", "member", true],
      ["owner", "member", "admin", true],
    ] as const)("%s makes a %s a %s: %s", async (mine, theirs, next, isAllowed) => {
      const { db } = await open();
      const firm = await newFirm(db);
      const before = await rolesIn(firm, db);
      const asked = changeRole(firm[mine], db, firm[theirs].userId, next);
      if (isAllowed) await asked;
      else await expect(asked).rejects.toMatchObject({ status: 403 });
      expect(await rolesIn(firm, db)).toEqual({ ...before, ...(isAllowed && { [firm[theirs].userId]: next }) });
    });

    test.each(["owner", "admin", "member", "guest"] as const)("a %s does not promote oneself", async (role) => {
      const { db } = await open();
      const firm = await newFirm(db);
      const before = await rolesIn(firm, db);
      const next = role === "admin" ? "member" : "admin";
      await changeRole(firm[role], db, firm[role].userId, next).catch(() => {});
      expect(await rolesIn(firm, db)).toEqual(before);
    });

    test("what someone was when the request began does not count", async () => {
      const { db } = await open();
      const { admin, member, owner } = await newFirm(db);
      await changeRole(owner, db, admin.userId, "guest");
      await expect(removeMember(admin, db, member.userId)).rejects.toMatchObject({ status: 403 });
    });
  });

  describe("going", () => {
    test.each([
      ["admin", "member", true],
      ["admin", "admin", false],
      ["admin", "owner", false],
      ["member", "guest", false],
      ["member", "owner", false],
      ["owner", "admin", true],
    ] as const)("%s removes %s: %s", async (mine, theirs, isAllowed) => {
      const { db } = await open();
      const firm = await newFirm(db);
      const asked = removeMember(firm[mine], db, firm[theirs].userId).then(
        () => true,
        () => false,
      );
      expect(await asked).toBe(isAllowed);
      expect(firm[theirs].userId in (await rolesIn(firm, db))).toBe(!isAllowed);
    });

    test("the owner does not leave; others do, once", async () => {
      const { db } = await open();
      const firm = await newFirm(db);
      await expect(leaveOrganization(firm.owner, db)).rejects.toMatchObject({ status: 409 });
      await leaveOrganization(firm.member, db);
      await expect(leaveOrganization(firm.member, db)).rejects.toMatchObject({ status: 404 });
      expect(Object.keys(await rolesIn(firm, db))).toHaveLength(3);
    });

    test("their projects go to the owner with everything in them; chats of their own stay theirs; what was shared with them is not any more", async () => {
      const { db } = await open();
      const firm = await newFirm(db);
      const { organizationId, owner, member, admin } = firm;
      const theirs = await newProject(db, member, { organizationId, sharedWith: owner });
      const others = await newProject(db, admin, { organizationId, sharedWith: member });
      const byAddress = await newProject(db, admin, { organizationId, sharedWithAddress: member.email });
      const elsewhere = await newProject(db, member);
      const [within, loose] = [await newChat(db, member, theirs), await newChat(db, member, null)];
      await leaveOrganization(member, db);
      const ownerOf = async (table: "projects" | "chats", id: string) =>
        (await db.selectFrom(table).select("owner_id").where("id", "=", id).executeTakeFirst())?.owner_id;
      expect(await ownerOf("projects", theirs)).toBe(owner.userId);
      expect(await ownerOf("chats", within)).toBe(owner.userId);
      expect(await ownerOf("projects", elsewhere)).toBe(member.userId);
      expect(await ownerOf("chats", loose)).toBe(member.userId);
      const shares = await db
        .selectFrom("project_shares")
        .select("project_id")
        .where("project_id", "in", [theirs, others, byAddress])
        .execute();
      expect(shares).toEqual([]);
    });
  });

  test("name and address are changed by those who manage it", async () => {
    const { db } = await open();
    const firm = await newFirm(db);
    const other = await newFirm(db);
    for (const me of [firm.member, firm.guest])
      await expect(changeOrganization(me, db, { name: "Ours" })).rejects.toMatchObject({ status: 403 });
    await expect(changeOrganization(firm.admin, db, { slug: other.slug })).rejects.toMatchObject({ status: 409 });
    expect(await changeOrganization(firm.admin, db, { name: " New ", slug: `${firm.slug}-2` })).toEqual({
      name: "Firm",
      slug: firm.slug,
    });
    expect(await listOrganizations(firm.member, db)).toMatchObject([{ name: "New", slug: `${firm.slug}-2`, role: "member" }]);
  });

  test("deleted by its owner alone, by name, with its data fetched before, and with all that was made in it", async () => {
    const { db } = await open();
    const { owner, admin, member, organizationId } = await newFirm(db);
    const project = await newProject(db, member, { organizationId });
    await expect(scheduleDeletion(admin, db, "Firm")).rejects.toMatchObject({ status: 403 });
    await expect(scheduleDeletion(owner, db, "firm")).rejects.toMatchObject({ status: 400 });
    await recordEvent(admin, db, { kind: "organization-exported", address: "" });
    await expect(scheduleDeletion(owner, db, "Firm")).rejects.toMatchObject({ status: 409 });
    await recordEvent(owner, db, { kind: "organization-exported", address: "" });
    const [customer, plan] = [`cus_${organizationId}`, `sub_${organizationId}`];
    await sql`insert into billing_customers (id, organization_id) values (${customer}, ${organizationId})`.execute(db);
    await sql`insert into subscriptions (id, customer_id, plan, status) values (${plan}, ${customer}, 'starter', 'active')`.execute(
      db,
    );
    await expect(scheduleDeletion(owner, db, "Firm")).rejects.toMatchObject({ status: 409 });
    await sql`update subscriptions set cancels_at = now() where id = ${plan}`.execute(db);
    const { at, emails } = await scheduleDeletion(owner, db, "Firm");
    expect(emails).toContain(member.email);
    expect(Math.round((at.getTime() - Date.now()) / 86_400_000)).toBe(organizationGraceDays);

    // Until then nothing changes, and only the owner can cancel.
    expect(await deleteNextOrganization(theServer, db)).toBeUndefined();
    expect(await deletionOf(member, db)).toBe(at.toISOString());
    await expect(cancelDeletion(admin, db)).rejects.toMatchObject({ status: 403 });
    expect(await cancelDeletion(owner, db)).toContain(member.email);
    expect(await cancelDeletion(owner, db)).toEqual([]);
    expect(await deletionOf(member, db)).toBeNull();

    await scheduleDeletion(owner, db, "Firm");
    await sql`update organization set delete_at = now() - interval '1 minute' where id = ${organizationId}`.execute(db);
    // It has a renewing subscription again, so it stays.
    await sql`update subscriptions set cancels_at = null where id = ${plan}`.execute(db);
    expect(await deleteNextOrganization(theServer, db)).toBeUndefined();
    await sql`update subscriptions set cancels_at = now() where id = ${plan}`.execute(db);
    expect((await deleteNextOrganization(theServer, db))?.emails).toContain(member.email);
    expect(await listOrganizations(member, db)).toEqual([]);
    expect(await db.selectFrom("projects").select("id").where("id", "=", project).execute()).toEqual([]);
  });

  test("members see each other, a guest and a person in their own place only themselves", async () => {
    const { db } = await open();
    const { owner, member, guest } = await newFirm(db);
    expect((await listMembers(member, db)).map((one) => one.role)).toEqual(["owner", "admin", "member", "guest"]);
    expect(await listMembers(guest, db)).toMatchObject([{ id: guest.userId, role: "guest" }]);
    expect(await listMembers({ ...owner, organizationId: null }, db)).toMatchObject([{ id: owner.userId }]);
  });

  test("the database itself allows one owner and one place a person", async () => {
    const { db } = await open();
    const { organizationId, member } = await newFirm(db);
    await expect(joinOrganization(db, (await newPerson(db)).userId, organizationId, "owner")).rejects.toThrow(
      /member_owner|unique/,
    );
    await expect(joinOrganization(db, member.userId, organizationId, "guest")).rejects.toThrow(/unique/);
    await expect(sql`update member set role = 'king' where "organizationId" = ${organizationId}`.execute(db)).rejects.toThrow(
      /check/,
    );
  });
});
