/* What managers decide for an organization, and who is kept out of it. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { theServer, withWorkspace, type Person, type Role } from "#core/workspace/policy.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { findPersonAt } from "#server/accounts/actor.ts";
import { eachDatabase } from "#test/databases.ts";
import { joinOrganization, newOrganization, newPerson, newProject } from "#test/people.ts";
import type { BoundDb } from "../../db/database.ts";
import { findRevokedRuns } from "../chats/runs.ts";
import { listProjects } from "./projects.ts";
import { changePolicies, listSignIns } from "./organization-policies.ts";

const refused = (status: number) => expect.objectContaining({ status });

async function newFirm(db: BoundDb) {
  const organization = await newOrganization(db);
  const join = async (role: Role): Promise<Person> => {
    const person = await newPerson(db, { memberships: [{ ...organization, role }] });
    await joinOrganization(db, person.userId, organization.organizationId, role);
    return withWorkspace(person, organization.slug)!;
  };
  return { organization, owner: await join("owner"), admin: await join("admin"), member: await join("member") };
}

async function setTwoFactor(db: BoundDb, { userId }: Person, isOn = true): Promise<void> {
  await sql`update "user" set "twoFactorEnabled" = ${isOn} where id = ${userId}`.execute(db);
}

/** The person as their next request would load them, in the organization. */
const now = (db: BoundDb, { userId, organizationId }: Person) => findPersonAt(db, "free", { userId, organizationId });

eachDatabase((open) => {
  test("only a manager who uses two-factor authentication can require it, and hears whom that keeps out", async () => {
    const { db } = await open();
    const { owner, admin, member } = await newFirm(db);
    await expect(changePolicies(member, db, { twoFactor: true })).rejects.toEqual(refused(403));
    await expect(changePolicies(admin, db, { twoFactor: true })).rejects.toEqual(refused(409));
    await setTwoFactor(db, admin);
    const { before, barred } = await changePolicies(admin, db, { twoFactor: true });
    expect(before).toMatchObject({ twoFactor: false });
    expect(barred.toSorted()).toEqual([owner.email, member.email].toSorted());
    expect((await changePolicies(admin, db, { twoFactor: true })).barred).toEqual([]);
  });

  test("a member without it is a member of nothing there until they turn it on, and the database agrees", async () => {
    const { db } = await open();
    const { owner, member } = await newFirm(db);
    await newProject(db, member, { organizationId: member.organizationId });
    const own = await newProject(db, member);
    await setTwoFactor(db, owner);
    await changePolicies(owner, db, { twoFactor: true });

    expect(await now(db, member)).toBeNull();
    const outside = (await now(db, { ...member, organizationId: null }))!;
    expect(outside.memberships).toEqual([]);
    expect(outside.barred).toMatchObject([{ organizationId: member.organizationId, policies: { twoFactor: true } }]);
    const seen = async (me: Person) => (await listProjects(me, db)).own.map(({ id }) => id);
    expect(await seen(outside)).toEqual([own]);
    // Even a statement that asks for the organization's rows finds none.
    expect(await seen({ ...outside, organizationId: member.organizationId })).toEqual([]);

    await setTwoFactor(db, member);
    expect(await seen((await now(db, member))!)).toHaveLength(1);
    await setTwoFactor(db, member, false);
    expect(await now(db, member)).toBeNull();
  });

  test("answers being written for a member who is kept out are stopped", async () => {
    const { db } = await open();
    const { owner, member } = await newFirm(db);
    const [chat, message, runId] = [uuidv7(), uuidv7(), uuidv7()];
    await sql`insert into chats (id, owner_id, organization_id, title, last_seq)
      values (${chat}, ${member.userId}, ${member.organizationId}, 'A chat', 1)`.execute(db);
    await sql`insert into messages (id, chat_id, seq, role, content, parts)
      values (${message}, ${chat}, 1, 'assistant', '', '[]'::jsonb)`.execute(db);
    await sql`insert into runs (id, message_id, chat_id, model, status, process_id, last_seq, row_seq)
      values (${runId}, ${message}, ${chat}, 'stet-builtin', 'running', 'a process', 0, 0)`.execute(db);
    const revoked = () => findRevokedRuns(theServer, db, [{ runId, ownerId: member.userId }]);
    expect([...(await revoked())]).toEqual([]);
    await setTwoFactor(db, owner);
    await changePolicies(owner, db, { twoFactor: true });
    expect([...(await revoked())]).toEqual([runId]);
  });

  test("how members sign in is for managers", async () => {
    const { db } = await open();
    const { owner, admin, member } = await newFirm(db);
    await setTwoFactor(db, member);
    await sql`insert into passkeys (id, user_id, name, public_key, counter, transports, is_synced)
      values (${uuidv7()}, ${member.userId}, 'Laptop', 'key', 0, '[]'::jsonb, false)`.execute(db);
    const seen = await listSignIns(admin, db);
    expect(seen.find(({ id }) => id === member.userId)).toMatchObject({ hasTwoFactor: true, passkeys: 1 });
    expect(seen.find(({ id }) => id === owner.userId)).toMatchObject({ hasTwoFactor: false, passkeys: 0 });
    await expect(listSignIns(member, db)).rejects.toEqual(refused(403));
  });
});
