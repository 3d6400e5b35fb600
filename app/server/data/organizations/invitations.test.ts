/* B06: an invitation is for one verified address, works once, and expires. */
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { noPolicies, theServer, type Person, type Role } from "#core/workspace/policy.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { eachDatabase } from "#test/databases.ts";
import { joinOrganization, newPerson } from "#test/people.ts";
import type { BoundDb } from "../../db/database.ts";
import {
  acceptInvitation,
  declineInvitation,
  findOffered,
  invite,
  invitersOf,
  listInvitations,
  listOffered,
  resendInvitation,
  revokeInvitation,
} from "./invitations.ts";
import { removeMember } from "./members.ts";
import { createOrganization } from "./organizations.ts";

async function newFirm(db: BoundDb) {
  const slug = `firm-${uuidv7().slice(-12)}`;
  const me = await newPerson(db);
  const organizationId = await createOrganization(me, db, { name: "Firm", slug });
  const working = (one: Person, role: Role): Person => ({
    ...one,
    organizationId,
    memberships: [{ organizationId, slug, name: "Firm", role, plan: "free", policies: noPolicies }],
  });
  const join = async (role: Role) => {
    const one = await newPerson(db);
    await joinOrganization(db, one.userId, organizationId, role);
    return working(one, role);
  };
  return { organizationId, slug, owner: working(me, "owner"), join };
}

const expire = (db: BoundDb, id: string) =>
  sql`update invitation set "expiresAt" = now() - interval '1 second' where id = ${id}`.execute(db);
const codeOf = async (asked: Promise<unknown>) => {
  const thrown: unknown = await asked.catch((error: unknown) => error);
  return thrown instanceof Response ? ((await thrown.json()) as { code: string }).code : "answered";
};

eachDatabase((open) => {
  test("accepted once, by the one it is for, and they belong there", async () => {
    const { db } = await open();
    const { owner, organizationId, slug } = await newFirm(db);
    const me = await newPerson(db);
    const { id, email } = await invite(owner, db, { email: ` ${me.email.toUpperCase()} `, role: "member" });
    expect(email).toBe(me.email);
    expect(await listOffered(me, db)).toMatchObject([{ id, organization: "Firm", slug, role: "member", inviter: owner.name }]);
    expect(await acceptInvitation(me, db, id)).toMatchObject({ organizationId, slug, role: "member" });
    expect(await codeOf(acceptInvitation(me, db, id))).toBe("invitation-used");
    expect(await listOffered(me, db)).toEqual([]);
    expect(await listInvitations(owner, db)).toEqual([]);
  });

  describe("B06 refused:", () => {
    test.each<[string, string, (given: { db: BoundDb; id: string; owner: Person; me: Person }) => Promise<unknown>]>([
      ["another account", "invitation-for-another", async ({ db, id }) => acceptInvitation(await newPerson(db), db, id)],
      ["an address nobody has proven", "not-verified", ({ db, id, me }) => acceptInvitation({ ...me, isVerified: false }, db, id)],
      [
        "after it was taken back",
        "invitation-revoked",
        async ({ db, id, owner, me }) => {
          await revokeInvitation(owner, db, id);
          return acceptInvitation(me, db, id);
        },
      ],
      [
        "after it was declined",
        "invitation-revoked",
        async ({ db, id, me }) => {
          await declineInvitation(me, db, id);
          return acceptInvitation(me, db, id);
        },
      ],
      [
        "after it has expired",
        "invitation-expired",
        async ({ db, id, me }) => {
          await expire(db, id);
          return acceptInvitation(me, db, id);
        },
      ],
      ["an id nobody gave out", "not-found", ({ db, me }) => acceptInvitation(me, db, uuidv7())],
      [
        "taken back after it was used",
        "invitation-used",
        async ({ db, id, owner, me }) => {
          await acceptInvitation(me, db, id);
          return revokeInvitation(owner, db, id);
        },
      ],
      [
        "sent again after it was taken back",
        "invitation-revoked",
        async ({ db, id, owner }) => {
          await revokeInvitation(owner, db, id);
          return resendInvitation(owner, db, id);
        },
      ],
    ])("%s", async (_, code, attempt) => {
      const { db } = await open();
      const { owner } = await newFirm(db);
      const me = await newPerson(db);
      const { id } = await invite(owner, db, { email: me.email, role: "member" });
      expect(await codeOf(attempt({ db, id, owner, me }))).toBe(code);
    });
  });

  test("accepted twice at the same moment makes one member", async () => {
    const { db } = await open();
    const { owner, organizationId } = await newFirm(db);
    const me = await newPerson(db);
    const { id } = await invite(owner, db, { email: me.email, role: "guest" });
    const codes = await Promise.all([codeOf(acceptInvitation(me, db, id)), codeOf(acceptInvitation(me, db, id))]);
    expect(codes.sort()).toEqual(["answered", "invitation-used"]);
    const rows = await db
      .selectFrom("member")
      .select("role")
      .where("organizationId", "=", organizationId)
      .where("userId", "=", me.userId)
      .execute();
    expect(rows).toEqual([{ role: "guest" }]);
  });

  test("B05 admins invite members and guests, no one else invites, and no one invites an owner", async () => {
    const { db } = await open();
    const { join } = await newFirm(db);
    const [admin, member, guest] = [await join("admin"), await join("member"), await join("guest")];
    const to = () => `${uuidv7()}@example.test`;
    for (const role of ["member", "guest"] as const)
      expect(await codeOf(invite(admin, db, { email: to(), role }))).toBe("answered");
    expect(await codeOf(invite(admin, db, { email: to(), role: "admin" }))).toBe("not-allowed");
    for (const me of [member, guest]) {
      expect(await codeOf(invite(me, db, { email: to(), role: "guest" }))).toBe("not-allowed");
      expect(await codeOf(listInvitations(me, db))).toBe("not-found");
    }
  });

  test("an address has one open invitation; a second one renews it, and an admin does not undo an owner's", async () => {
    const { db } = await open();
    const { owner, join } = await newFirm(db);
    const admin = await join("admin");
    const email = `${uuidv7()}@example.test`;
    const { id } = await invite(owner, db, { email, role: "guest" });
    await expire(db, id);
    expect((await listInvitations(owner, db))[0]).toMatchObject({ id, state: "expired" });
    expect((await invite(owner, db, { email, role: "admin" })).id).toBe(id);
    expect(await listInvitations(owner, db)).toMatchObject([{ id, role: "admin", state: "pending" }]);
    for (const asked of [
      () => invite(admin, db, { email, role: "guest" }),
      () => revokeInvitation(admin, db, id),
      () => resendInvitation(admin, db, id),
    ])
      expect(await codeOf(asked())).toBe("not-allowed");
    await revokeInvitation(owner, db, id);
    expect((await invite(owner, db, { email, role: "guest" })).id).not.toBe(id);
  });

  test("members are not invited, and a removed one may be invited again", async () => {
    const { db } = await open();
    const { owner, join } = await newFirm(db);
    const member = await join("member");
    const again = () => invite(owner, db, { email: member.email.toUpperCase(), role: "member" });
    expect(await codeOf(again())).toBe("already-member");
    await removeMember(owner, db, member.userId);
    expect(await codeOf(again())).toBe("answered");
  });

  test("a member who leaves takes their open invitations along", async () => {
    const { db } = await open();
    const { owner, join } = await newFirm(db);
    const admin = await join("admin");
    const me = await newPerson(db);
    const { id } = await invite(admin, db, { email: me.email, role: "member" });
    await removeMember(owner, db, admin.userId);
    expect(await codeOf(acceptInvitation(me, db, id))).toBe("invitation-revoked");
  });

  test("another organization's invitations are out of reach", async () => {
    const { db } = await open();
    const { owner } = await newFirm(db);
    const other = await newFirm(db);
    const { id } = await invite(owner, db, { email: `${uuidv7()}@example.test`, role: "member" });
    expect(await listInvitations(other.owner, db)).toEqual([]);
    for (const asked of [() => revokeInvitation(other.owner, db, id), () => resendInvitation(other.owner, db, id)])
      expect(await codeOf(asked())).toBe("not-found");
  });

  test("the email's link tells a visitor what it is, and a signed-in person only what is theirs", async () => {
    const { db } = await open();
    const { owner } = await newFirm(db);
    const me = await newPerson(db);
    const { id } = await invite(owner, db, { email: me.email, role: "member" });
    expect(await findOffered({ kind: "visitor" }, db, id)).toMatchObject({ state: "pending", email: me.email });
    expect(await findOffered(await newPerson(db), db, id)).toBe("for-another");
    expect(await findOffered(me, db, uuidv7())).toBeNull();
    expect(await listOffered({ ...me, isVerified: false }, db)).toEqual([]);
  });

  test("as many as there are seats; guests need none", async () => {
    const { db } = await open();
    const { owner, organizationId } = await newFirm(db);
    await db.updateTable("organization").set({ seats: 2 }).where("id", "=", organizationId).execute();
    const accept = async (role: "member" | "guest") => {
      const me = await newPerson(db);
      const { id } = await invite(owner, db, { email: me.email, role });
      return codeOf(acceptInvitation(me, db, id));
    };
    expect(await accept("member")).toBe("answered");
    expect(await accept("member")).toBe("organization-full");
    expect(await accept("guest")).toBe("answered");
  });

  test("anyone who asks for a new one reaches those who invited them, while they may invite", async () => {
    const { db } = await open();
    const { owner, join, slug } = await newFirm(db);
    const admin = await join("admin");
    const email = `${uuidv7()}@example.test`;
    const { id } = await invite(admin, db, { email, role: "member" });
    expect(await invitersOf(theServer, db, email)).toEqual([]);
    await expire(db, id);
    expect(await invitersOf(theServer, db, email.toUpperCase())).toEqual([{ email: admin.email, organization: "Firm", slug }]);
    await removeMember(owner, db, admin.userId);
    expect(await invitersOf(theServer, db, email)).toEqual([]);
  });
});
