import { sql } from "kysely";
import { expect, test } from "vitest";
import { noPolicies, theServer, type Person, type Role } from "#core/workspace/policy.ts";
import { eachDatabase } from "#test/databases.ts";
import { joinOrganization, newOrganization, newPerson } from "#test/people.ts";
import type { BoundDb } from "../../db/database.ts";
import { listEvents, recordAccountEvent, recordEvent, sweepEvents } from "./security-events.ts";

async function memberOf(db: BoundDb, organizationId: string, role: Role): Promise<Person> {
  const me = await newPerson(db);
  await joinOrganization(db, me.userId, organizationId, role);
  return {
    ...me,
    organizationId,
    memberships: [{ organizationId, slug: "x", name: "X", role, plan: "free", policies: noPolicies }],
  };
}

const address = "192.0.2.7";
const kinds = async (me: Person, db: BoundDb) => (await listEvents(me, db, { limit: 50 })).events.map((event) => event.kind);

eachDatabase((open) => {
  test("what happened in an organization is read by those who manage it, and by no one else", async () => {
    const { db } = await open();
    const { organizationId } = await newOrganization(db);
    const admin = await memberOf(db, organizationId, "admin");
    const member = await memberOf(db, organizationId, "member");
    await recordEvent(member, db, { kind: "project-shared", address, subject: "Rent" });
    expect((await listEvents(admin, db, { limit: 50 })).events).toMatchObject([
      { kind: "project-shared", name: member.name, email: member.email, subject: "Rent", address, result: "done" },
    ]);
    const other = await memberOf(db, (await newOrganization(db)).organizationId, "owner");
    expect(await kinds(other, db)).toEqual([]);
    for (const me of [member, { ...admin, organizationId: null }, { ...other, organizationId }])
      await expect(listEvents(me, db, { limit: 50 })).rejects.toMatchObject({ status: 404 });
  });

  test("of their accounts it shows what members did since they joined, not from where, and nothing of guests", async () => {
    const { db } = await open();
    const { organizationId } = await newOrganization(db);
    const admin = await memberOf(db, organizationId, "admin");
    const early = await newPerson(db);
    await recordAccountEvent(theServer, db, early.email, { kind: "password-changed", address });
    await sql`update security_events set at = now() - interval '1 minute' where user_id = ${early.userId}`.execute(db);
    await joinOrganization(db, early.userId, organizationId);
    await recordAccountEvent(theServer, db, early.email.toUpperCase(), { kind: "sign-in", address, result: "refused" });
    const guest = await memberOf(db, organizationId, "guest");
    await recordAccountEvent(theServer, db, guest.email, { kind: "second-step-off", address });
    await recordAccountEvent(theServer, db, "nobody@example.test", { kind: "sign-in", address });
    expect((await listEvents(admin, db, { limit: 50 })).events).toMatchObject([
      { kind: "sign-in", email: early.email, address: "", result: "refused" },
    ]);
  });

  test("of their personal workspaces it shows nothing, whatever they do there", async () => {
    const { db } = await open();
    const { organizationId } = await newOrganization(db);
    const admin = await memberOf(db, organizationId, "admin");
    const member = await memberOf(db, organizationId, "member");
    const personal = { ...member, organizationId: null };
    for (const kind of [
      "project-shared",
      "project-unshared",
      "chat-shared",
      "chat-unshared",
      "data-exported",
      "key-created",
    ] as const)
      await recordEvent(personal, db, { kind, address, subject: "My application at a rival" });
    await recordEvent(member, db, { kind: "data-exported", address });
    // Done while working in the organization, but the account does not belong to it.
    await recordEvent(member, db, { kind: "passkey-added", address, subject: "My private telephone" });
    expect((await listEvents(admin, db, { limit: 50 })).events).toMatchObject([
      { kind: "passkey-added", email: member.email, subject: "", address: "" },
    ]);
  });

  test("pages join without a gap, and stay when a person is gone", async () => {
    const { db } = await open();
    const { organizationId } = await newOrganization(db);
    const admin = await memberOf(db, organizationId, "admin");
    const leaver = await memberOf(db, organizationId, "member");
    for (let i = 0; i < 5; i++) await recordEvent(leaver, db, { kind: "key-created", address, subject: `key ${i}\u0000` });
    await sql`delete from "user" where id = ${leaver.userId}`.execute(db);
    const seen: string[] = [];
    for (let before: string | undefined; ;) {
      const { events, next } = await listEvents(admin, db, { limit: 2, ...(before === undefined ? {} : { before }) });
      seen.push(...events.map((event) => `${event.email === leaver.email} ${event.subject.slice(0, 5)}`));
      if (next === null) break;
      before = next;
    }
    expect(seen).toEqual([4, 3, 2, 1, 0].map((i) => `true key ${i}`));
  });

  test("old rows go", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    await recordEvent(me, db, { kind: "data-exported", address });
    await recordEvent(me, db, { kind: "sign-in", address });
    await sql`update security_events set at = now() - interval '14 months' where user_id = ${me.userId} and kind = 'sign-in'`.execute(
      db,
    );
    expect(await sweepEvents(theServer, db)).toBe(1);
  });
});
