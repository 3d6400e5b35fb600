/* Handing an organization over takes the answer of the person who gets it. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { withWorkspace, type Person, type Role } from "#core/workspace/policy.ts";
import { eachDatabase } from "#test/databases.ts";
import { joinOrganization, newOrganization, newPerson } from "#test/people.ts";
import type { BoundDb } from "../../db/database.ts";
import { changeRole, listMembers, removeMember } from "./members.ts";
import { answerOffer, findOwnershipOffer, offerOwnership, withdrawOffer } from "./ownership.ts";

async function newFirm(db: BoundDb) {
  const organization = await newOrganization(db);
  const join = async (role: Role): Promise<Person> => {
    const person = await newPerson(db, { memberships: [{ ...organization, role }] });
    await joinOrganization(db, person.userId, organization.organizationId, role);
    return withWorkspace(person, organization.slug)!;
  };
  return { owner: await join("owner"), admin: await join("admin"), member: await join("member"), guest: await join("guest") };
}

const rolesOf = async (db: BoundDb, me: Person) =>
  Object.fromEntries((await listMembers(me, db)).map(({ id, role }) => [id, role]));
const refused = (status: number) => expect.objectContaining({ status });

eachDatabase((open) => {
  test("only the owner offers it, to someone who belongs there", async () => {
    const { db } = await open();
    const { owner, admin, member, guest } = await newFirm(db);
    const stranger = await newPerson(db);
    for (const [me, to, status] of [
      [admin, admin, 403],
      [member, member, 403],
      [owner, guest, 400],
      [owner, stranger, 404],
      [owner, owner, 404],
    ] as const)
      await expect(offerOwnership(me, db, to.userId)).rejects.toEqual(refused(status));
  });

  test("until it is accepted nothing changes; then the old owner is an admin", async () => {
    const { db } = await open();
    const { owner, admin, member } = await newFirm(db);
    const before = await rolesOf(db, owner);
    await offerOwnership(owner, db, member.userId);
    expect(await rolesOf(db, owner)).toEqual(before);
    expect(await findOwnershipOffer(member, db)).toMatchObject({ isMine: false, from: owner.name, to: member.name });
    expect(await findOwnershipOffer(owner, db)).toMatchObject({ isMine: true });
    expect(await findOwnershipOffer(admin, db)).toBeNull();
    await expect(answerOffer(admin, db, "accepted")).rejects.toEqual(refused(410));
    expect(await answerOffer(member, db, "accepted")).toEqual({ email: owner.email, name: owner.name });
    expect(await rolesOf(db, owner)).toMatchObject({ [owner.userId]: "admin", [member.userId]: "owner" });
    expect(await findOwnershipOffer(member, db)).toBeNull();
    await expect(offerOwnership(owner, db, owner.userId)).rejects.toEqual(refused(403));
  });

  test.each([
    ["declined", ({ member }, db) => answerOffer(member, db, "declined")],
    ["withdrawn", ({ owner }, db) => withdrawOffer(owner, db)],
    ["made to another", ({ owner, admin }, db) => offerOwnership(owner, db, admin.userId)],
    ["older than a week", (_, db) => sql`update ownership_offers set created_at = now() - interval '8 days'`.execute(db)],
    ["to someone who is a guest now", ({ owner, member }, db) => changeRole(owner, db, member.userId, "guest")],
    ["to someone who was removed", ({ owner, member }, db) => removeMember(owner, db, member.userId)],
  ] as [string, (firm: Awaited<ReturnType<typeof newFirm>>, db: BoundDb) => Promise<unknown>][])(
    "an offer %s cannot be accepted",
    async (_, end) => {
      const { db } = await open();
      const firm = await newFirm(db);
      await offerOwnership(firm.owner, db, firm.member.userId);
      await end(firm, db);
      await expect(answerOffer(firm.member, db, "accepted")).rejects.toMatchObject({ status: expect.any(Number) });
      expect((await rolesOf(db, firm.owner))[firm.owner.userId]).toBe("owner");
    },
  );

  test("accepted twice at once, there is one owner", async () => {
    const { db } = await open();
    const { owner, member } = await newFirm(db);
    await offerOwnership(owner, db, member.userId);
    const answers = await Promise.allSettled([answerOffer(member, db, "accepted"), answerOffer(member, db, "accepted")]);
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(Object.values(await rolesOf(db, owner)).filter((role) => role === "owner")).toHaveLength(1);
  });
});
