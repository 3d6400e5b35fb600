/* What a person sees and changes of their own jobs. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { JobAction } from "#core/workspace/job.ts";
import type { Person } from "#core/workspace/policy.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { eachDatabase } from "#test/databases.ts";
import { newOrganization, newPerson } from "#test/people.ts";
import { changeJob, hasJobsAtWork, listJobsAtWork } from "./own-jobs.ts";

eachDatabase((open) => {
  async function newJob({ userId }: Person, state: string, organizationId: string | null = null): Promise<string> {
    const { db } = await open();
    const id = uuidv7();
    await sql`insert into jobs (id, kind, owner_id, organization_id, data, state, done, done_before, total, claim_id, claimed_at, problem)
      values (${id}, 'import-chats', ${userId}, ${organizationId}, '{"fileName": "export.zip"}', ${state}, 30, 10, 50, ${uuidv7()},
        now() - interval '10 seconds', 'It failed.')`.execute(db);
    return id;
  }

  async function stateOf(id: string): Promise<string> {
    const { rows } = await sql<{ state: string }>`select state from jobs where id = ${id}`.execute((await open()).db);
    return rows[0]!.state;
  }

  test("what is open or has failed is listed in its own workspace, with how far it is", async () => {
    const { db } = await open();
    const membership = await newOrganization(db);
    const me = await newPerson(db, { memberships: [membership] });
    const there = { ...me, organizationId: membership.organizationId };
    const running = await newJob(me, "running");
    const failed = await newJob(me, "failed");
    for (const state of ["done", "cancelled"]) await newJob(me, state);
    const inside = await newJob(me, "paused", membership.organizationId);
    const common = {
      kind: "import-chats",
      title: "Importing",
      name: "export.zip",
      step: null,
      done: 30,
      total: 50,
      share: 0.6,
    };
    expect(await listJobsAtWork(me, db)).toEqual([
      { id: running, ...common, state: "running", secondsLeft: 10, problem: null },
      { id: failed, ...common, state: "failed", secondsLeft: null, problem: "It failed." },
    ]);
    expect((await listJobsAtWork(there, db)).map(({ id }) => id)).toEqual([inside]);
    const stranger = await newPerson(db);
    expect(await listJobsAtWork(stranger, db)).toEqual([]);
    expect([await hasJobsAtWork(me, db), await hasJobsAtWork(stranger, db)]).toEqual([true, false]);
  });

  test.each<[JobAction, string, string]>([
    ["pause", "running", "paused"],
    ["pause", "queued", "paused"],
    ["pause", "failed", "failed"],
    ["resume", "paused", "queued"],
    ["resume", "failed", "failed"],
    ["retry", "failed", "queued"],
    ["retry", "running", "running"],
    ["cancel", "running", "cancelled"],
    ["cancel", "failed", "cancelled"],
    ["cancel", "done", "done"],
  ])("%s one that is %s: %s, and only for its owner", async (action, from, to) => {
    const { db } = await open();
    const me = await newPerson(db);
    const id = await newJob(me, from);
    expect(await changeJob(await newPerson(db), db, id, action)).toBe(false);
    expect(await stateOf(id)).toBe(from);
    expect(await changeJob(me, db, id, action)).toBe(to !== from);
    expect(await stateOf(id)).toBe(to);
    const { rows } =
      await sql`select 1 from jobs where id = ${id} and claim_id is not null and state in ('paused', 'cancelled')`.execute(db);
    expect(rows).toEqual([]);
  });
});
