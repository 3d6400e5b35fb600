import { sql } from "kysely";
import { expect, test } from "vitest";
import { failedJobsPerPage } from "#core/workspace/failed-job.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import type { Person } from "#core/workspace/policy.ts";
import { eachDatabase } from "#test/databases.ts";
import { newPerson } from "#test/people.ts";
import type { BoundDb } from "../../db/acting.ts";
import { changeFailedJob, listFailedJobs } from "./failed-jobs.ts";

async function newAdministrator(db: BoundDb): Promise<Person> {
  const person = await newPerson(db);
  await sql`insert into administrators (user_id) values (${person.userId})`.execute(db);
  return { ...person, isAdministrator: true };
}

async function newJob(db: BoundDb, owner: Person | null, given: { state: string; attempts?: number; minutesAgo?: number }) {
  const id = uuidv7();
  const { state, attempts = 5, minutesAgo = 1 } = given;
  const ended = state === "failed" ? sql`now() - make_interval(mins => ${minutesAgo})` : sql`null`;
  await sql`insert into jobs (id, kind, owner_id, data, state, attempts, problem, ended_at)
    values (${id}, ${owner === null ? "make-backup" : "import-chats"}, ${owner?.userId ?? null}, '{"fileName":"Secret merger.zip"}',
      ${state}, ${attempts}, 'It took too long.', ${ended})`.execute(db);
  return id;
}

const stateOf = async (db: BoundDb, id: string) =>
  (
    await sql<{
      state: string;
      attempts: number;
      problem: string | null;
    }>`select state, attempts, problem from jobs where id = ${id}`.execute(db)
  ).rows[0];

eachDatabase((open) => {
  test("what failed is listed page by page, last first, without what it was about, and to administrators alone", async () => {
    const { db } = await open();
    const [me, owner] = [await newAdministrator(db), await newPerson(db)];
    const made: string[] = [];
    // Several end in the same moment, as after a lost disk.
    for (let nth = 0; nth < failedJobsPerPage + 7; nth++)
      made.push(await newJob(db, nth % 2 === 0 ? owner : null, { state: "failed", minutesAgo: 10 + Math.floor(nth / 5) }));
    const retried = await newJob(db, null, { state: "queued", attempts: 3 });
    await newJob(db, owner, { state: "queued", attempts: 0 });
    await newJob(db, owner, { state: "running" });
    const seen: string[] = [];
    const first = await listFailedJobs(me, db);
    expect(first.retrying).toMatchObject([{ id: retried, isTriedAgain: true, email: null }]);
    for (let page = first; ; page = await listFailedJobs(me, db, page.next!)) {
      seen.push(...page.failed.map(({ id }) => id));
      if (page.next === null) break;
    }
    expect(seen.length).toBe(made.length);
    expect(new Set(seen)).toEqual(new Set(made));
    expect(first.failed.find(({ id }) => id === made[0])).toMatchObject({
      kind: "import-chats",
      email: owner.email,
      attempts: 5,
      problem: "It took too long.",
      isTriedAgain: false,
    });
    expect(JSON.stringify(first)).not.toContain("Secret");
    for (const stranger of [owner, { ...owner, isAdministrator: true }, { ...me, scopes: [] }]) {
      await expect(listFailedJobs(stranger, db)).rejects.toMatchObject({ status: 404 });
      await expect(changeFailedJob(stranger, db, made[0]!, "discard")).rejects.toMatchObject({ status: 404 });
    }
    await sql`delete from jobs`.execute(db);
  });

  test("a failed job is tried again from its first attempt, or discarded; upkeep is tried now and never discarded", async () => {
    const { db } = await open();
    const [me, owner] = [await newAdministrator(db), await newPerson(db)];
    const [failed, other] = [await newJob(db, owner, { state: "failed" }), await newJob(db, owner, { state: "failed" })];
    const retried = await newJob(db, null, { state: "queued", attempts: 3 });
    expect(await changeFailedJob(me, db, failed, "retry")).toEqual({
      kind: "import-chats",
      ownerId: owner.userId,
      email: owner.email,
    });
    expect(await stateOf(db, failed)).toEqual({ state: "queued", attempts: 0, problem: null });
    await expect(changeFailedJob(me, db, failed, "retry")).rejects.toMatchObject({ status: 404 });
    await changeFailedJob(me, db, other, "discard");
    expect(await stateOf(db, other)).toMatchObject({ state: "cancelled" });
    await expect(changeFailedJob(me, db, other, "retry")).rejects.toMatchObject({ status: 404 });
    await changeFailedJob(me, db, retried, "retry");
    expect(await stateOf(db, retried)).toMatchObject({ state: "queued", attempts: 3 });
    await expect(changeFailedJob(me, db, retried, "discard")).rejects.toMatchObject({ status: 404 });
    await sql`delete from jobs`.execute(db);
  });
});
