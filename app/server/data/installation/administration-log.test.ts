/* On both engines: what a claim to administer is worth without its row, and what the pages of administration read. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { theServer, type Person } from "#core/workspace/policy.ts";
import { eachDatabase } from "#test/databases.ts";
import { newOrganization, newPerson } from "#test/people.ts";
import { recordEvent } from "../accounts/security-events.ts";
import { listAdministrationLog } from "./administration-log.ts";
import { listBackupJobs } from "./backup-jobs.ts";
import { databaseFacts } from "./database-facts.ts";
import { hasAdministrator, isInvited, setSignUp, storedSignUp } from "./sign-up.ts";
import { countWaitingEmails } from "./waiting-emails.ts";

const asAdministrator = (person: Person): Person => ({ ...person, isAdministrator: true });
const all = { person: "", kind: null, limit: 50 };

eachDatabase((openDb) => {
  test("only who is in the table of administrators is answered, whatever the claim says", async () => {
    const { db } = await openDb();
    const person = await newPerson(db);
    for (const one of [person, asAdministrator(person)]) {
      await expect(listAdministrationLog(one, db, all)).rejects.toMatchObject({ status: 404 });
      await expect(listBackupJobs(one, db)).rejects.toMatchObject({ status: 404 });
      await expect(countWaitingEmails(one, db)).rejects.toMatchObject({ status: 404 });
      await expect(databaseFacts(one, db)).rejects.toMatchObject({ status: 404 });
    }
    await expect(setSignUp(person, db, { who: "invited" })).rejects.toMatchObject({ status: 404 });
    // Row-level security asks the table, too.
    await expect(setSignUp(asAdministrator(person), db, { who: "invited" })).rejects.toThrow(/row-level security/);
    expect(await storedSignUp(theServer, db)).toEqual({ who: "anyone" });
  });

  test("the log is found by parts of names in any script and case, and never by what they mean to a pattern", async () => {
    const { db } = await openDb();
    const me = asAdministrator(await newPerson(db, { name: "ÅSA Öberg" }));
    expect(await hasAdministrator(theServer, db)).toBe(false);
    await sql`insert into administrators (user_id) values (${me.userId})`.execute(db);
    expect(await hasAdministrator(theServer, db)).toBe(true);
    await recordEvent({ ...me, name: "ÅSA Öberg" }, db, { kind: "account-suspended", address: "", subject: "bo@example.test" });
    await recordEvent(theServer, db, { kind: "account-restored", address: "", subject: "100%_bo@example.test" });
    await recordEvent(me, db, { kind: "sign-in", address: "" });
    const found = async (person: string) =>
      (await listAdministrationLog(me, db, { ...all, person })).events.map(({ kind }) => kind);
    expect(await found("")).toEqual(["account-restored", "account-suspended"]);
    expect(await found("åsa ö")).toEqual(["account-suspended"]);
    expect(await found("100%_")).toEqual(["account-restored"]);
    expect(await found("%")).toEqual(["account-restored"]);
    expect((await listAdministrationLog(me, db, { ...all, kind: "sign-in" })).events).toEqual([]);
  });

  test("an invitation counts while it is open, whatever the case of its address", async () => {
    const { db } = await openDb();
    const inviter = await newPerson(db);
    const { organizationId } = await newOrganization(db);
    const invite = (email: string, status: string, days: number) =>
      sql`insert into invitation (id, "organizationId", email, role, status, "expiresAt", "inviterId") values (${randomUUID()},
        ${organizationId}, ${email}, 'member', ${status}, now() + make_interval(days => ${days}), ${inviter.userId})`.execute(db);
    const [open, expired, declined] = ["open", "expired", "declined"].map((name) => `${name}-${randomUUID()}@example.test`);
    await invite(open!, "pending", 1);
    await invite(expired!, "pending", -1);
    await invite(declined!, "declined", 1);
    const answers = [];
    for (const email of [open!.toUpperCase(), expired!, declined!, "a\u0000b@example.test"])
      answers.push(await isInvited(theServer, db, email));
    expect(answers).toEqual([true, false, false, false]);
  });
});
