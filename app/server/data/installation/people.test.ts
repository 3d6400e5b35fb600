import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { peoplePerPage } from "#core/installation/known-person.ts";
import { theServer, type Person } from "#core/workspace/policy.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { eachDatabase } from "#test/databases.ts";
import { newPerson } from "#test/people.ts";
import type { BoundDb } from "../../db/acting.ts";
import { claimJobs, nextJobIn, queueJob, renewLeases } from "../upkeep/job-queue.ts";
import { appointAdministrator } from "../upkeep/granted-administration.ts";
import { suspendAccount } from "../upkeep/account-access.ts";
import { findSessions } from "../upkeep/sessions.ts";
import { addAdministrator } from "./administrators.ts";
import { listPeople, resetPersonsSecondFactor, restorePerson, setPlanOfPerson, signOutPerson, suspendPerson } from "./people.ts";

const asAdministrator = (person: Person): Person => ({ ...person, isAdministrator: true });

async function newAdministrator(db: BoundDb): Promise<Person> {
  const person = await newPerson(db);
  await sql`insert into administrators (user_id) values (${person.userId})`.execute(db);
  return asAdministrator(person);
}

async function newSession(db: BoundDb, { userId }: Person): Promise<string> {
  const token = randomUUID();
  await sql`insert into session (id, "userId", token, "expiresAt", "createdAt", "updatedAt")
    values (${randomUUID()}, ${userId}, ${token}, now() + interval '1 day', now(), now())`.execute(db);
  return token;
}

const all = { query: "", isSuspended: false };

eachDatabase((openDb) => {
  test("everyone is listed, newest first, page by page, and found by a part of the name or the address", async () => {
    const { db } = await openDb();
    const me = await newAdministrator(db);
    const made: Person[] = [];
    for (let nth = 0; nth < peoplePerPage + 5; nth++) made.push(await newPerson(db));
    // Several at the same moment, as an import of accounts makes them.
    await sql`update "user" set "createdAt" = now() + interval '1 hour' where id in (${sql.join(made.slice(-9).map((one) => one.userId))})`.execute(
      db,
    );
    const seen: string[] = [];
    for (let before: string | undefined, more = true; more;) {
      const { people, next } = await listPeople(me, db, { ...all, ...(before !== undefined && { before }) });
      expect(people.length).toBeLessThanOrEqual(peoplePerPage);
      seen.push(...people.map(({ id }) => id));
      more = next !== null;
      before = next ?? undefined;
    }
    const { rows } = await sql<{ id: string }>`select id from "user" order by "createdAt" desc, id desc`.execute(db);
    expect(seen).toEqual(rows.map(({ id }) => id));

    const [first, second] = [made[0]!, made[1]!];
    await sql`update "user" set name = 'Ada 100% O_Neil Ångström' where id = ${first.userId}`.execute(db);
    const found = async (query: string) => (await listPeople(me, db, { ...all, query })).people.map(({ id }) => id);
    expect(await found("100%")).toEqual([first.userId]);
    expect(await found(" o_neil ")).toEqual([first.userId]);
    expect(await found("OXNEIL")).toEqual([]);
    expect(await found("ångström")).toEqual([first.userId]);
    expect(await found(second.email.toUpperCase().slice(0, 30))).toEqual([second.userId]);
    expect(await found("\\")).toEqual([]);
  });

  test("a suspended account has no session and gets none, and keeps everything else", async () => {
    const { db } = await openDb();
    const [me, person] = [await newAdministrator(db), await newPerson(db)];
    const token = await newSession(db, person);
    const [row] = (await listPeople(me, db, { ...all, query: person.email })).people;
    expect(row).toMatchObject({ id: person.userId, isMe: false, sessions: 1, suspendedAt: null, plan: "free" });
    expect(await suspendPerson(me, db, person.userId)).toBe(person.email);
    await expect(suspendPerson(me, db, person.userId)).rejects.toMatchObject({ status: 400 });
    expect(await findSessions(theServer, db, [token])).toEqual([]);
    await expect(newSession(db, person)).rejects.toThrow("the account is suspended");
    const { people } = await listPeople(me, db, { ...all, isSuspended: true });
    expect(people.map(({ id, sessions }) => [id, sessions])).toEqual([[person.userId, 0]]);
    expect(await restorePerson(me, db, person.userId)).toBe(person.email);
    await expect(restorePerson(me, db, person.userId)).rejects.toMatchObject({ status: 400 });
    expect(await findSessions(theServer, db, [token])).toEqual([]);
    const later = await newSession(db, person);
    expect(await findSessions(theServer, db, [later])).toHaveLength(1);
    expect(await signOutPerson(me, db, person.userId)).toBe(person.email);
    expect(await findSessions(theServer, db, [later])).toEqual([]);
  });

  test("a session that should not be there opens nothing", async () => {
    const { db } = await openDb();
    const person = await newPerson(db);
    const token = await newSession(db, person);
    await sql`insert into suspensions (user_id) values (${person.userId})`.execute(db);
    expect(await findSessions(theServer, db, [token])).toEqual([]);
  });

  test("a job is released, and begun again once the account is restored", async () => {
    const { db } = await openDb();
    const [me, person] = [await newAdministrator(db), await newPerson(db)];
    const [kind, id] = [uuidv7(), uuidv7()];
    const claim = async () => {
      const kinds = [{ kind, most: 1, each: 1, tries: 3 }];
      return (await claimJobs(theServer, db, { kinds, processId: "here", isAlone: true, except: [] })).map((job) => job.claimId);
    };
    const owner = { ownerId: person.userId, organizationId: null };
    await queueJob(theServer, db, { id, kind, key: null, ...owner, data: {}, inSeconds: 0 });
    const [held] = await claim();
    expect(await renewLeases(theServer, db, [held!])).toEqual(new Set([held]));
    await suspendPerson(me, db, person.userId);
    expect(await renewLeases(theServer, db, [held!])).toEqual(new Set());
    expect(await nextJobIn(theServer, db, [kind], { processId: "here", isCertain: true })).toEqual({ due: null, lost: null });
    expect(await claim()).toEqual([]);
    await restorePerson(me, db, person.userId);
    expect(await claim()).toHaveLength(1);
  });

  test("an administrator is not suspended, and a suspended account is not made one, even at the same moment", async () => {
    const { db } = await openDb();
    const [me, head, person] = [await newAdministrator(db), await newAdministrator(db), await newPerson(db)];
    await expect(suspendPerson(me, db, head.userId)).rejects.toMatchObject({ status: 400 });
    await expect(suspendPerson(me, db, me.userId)).rejects.toMatchObject({ status: 400 });
    await Promise.allSettled([
      suspendPerson(me, db, person.userId),
      addAdministrator(head, db, person.email),
      appointAdministrator(theServer, db, person.email),
    ]);
    const { rows } = await sql<{ both: number }>`select (select count(*)::int from suspensions where user_id = ${person.userId})
      + (select count(*)::int from administrators where user_id = ${person.userId}) as both`.execute(db);
    expect(rows).toEqual([{ both: 1 }]);
    const other = await newPerson(db);
    await suspendAccount(theServer, db, other.userId, null);
    await expect(addAdministrator(me, db, other.email)).rejects.toMatchObject({ status: 400 });
    expect(await appointAdministrator(theServer, db, other.email)).toBe("suspended");
  });

  test("the second factor is reset with its secret and its recovery codes; a plan is set", async () => {
    const { db } = await openDb();
    const [me, person] = [await newAdministrator(db), await newPerson(db)];
    await sql`update "user" set "twoFactorEnabled" = true where id = ${person.userId}`.execute(db);
    await sql`insert into "twoFactor" (id, "userId", secret, "backupCodes") values (${randomUUID()}, ${person.userId}, 's', 'c')`.execute(
      db,
    );
    expect(await resetPersonsSecondFactor(me, db, person.userId)).toBe(person.email);
    expect((await sql`select 1 from "twoFactor" where "userId" = ${person.userId}`.execute(db)).rows).toEqual([]);
    await expect(resetPersonsSecondFactor(me, db, person.userId)).rejects.toMatchObject({ status: 400 });
    expect(await setPlanOfPerson(me, db, person.userId, "professional")).toBe(person.email);
    const [row] = (await listPeople(me, db, { ...all, query: person.email })).people;
    expect(row).toMatchObject({ hasSecondFactor: false, plan: "professional" });
  });

  describe("to everyone else it does not exist", () => {
    test("nor to one who claims to be an administrator, or to a key of one", async () => {
      const { db } = await openDb();
      const [head, person] = [await newAdministrator(db), await newPerson(db)];
      for (const me of [person, asAdministrator(person), { ...head, scopes: [] }, { kind: "visitor" as const }])
        for (const work of [
          () => listPeople(me, db, all),
          () => suspendPerson(me, db, head.userId),
          () => restorePerson(me, db, head.userId),
          () => signOutPerson(me, db, head.userId),
          () => resetPersonsSecondFactor(me, db, head.userId),
          () => setPlanOfPerson(me, db, person.userId, "professional"),
        ])
          await expect(work()).rejects.toMatchObject({ status: 404 });
    });
  });
});
