/* The job engine: what is queued is done, once, within its limits, whatever happens to the process that does it. */
import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { theServer } from "#core/workspace/policy.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { eachDatabase } from "#test/databases.ts";
import { joinOrganization, newOrganization, newPerson } from "#test/people.ts";
import { dropEndedJobs, renewLeases } from "../data/upkeep/job-queue.ts";
import type { Database } from "../db/engine.ts";
import { newProcessId } from "../db/living.ts";
import { silent } from "../db/log.ts";
import { JobRefused } from "./job-outcomes.ts";
import { createJobs, type Again, type Jobs, type Work } from "./jobs.ts";
import type { JobKind, JobKindRules } from "./kinds.ts";

const rules: JobKindRules = {
  data: z.looseObject({}),
  most: 10,
  each: 10,
  tries: 3,
  firstPauseSeconds: 0,
  longestMinutes: 10,
  schedule: null,
};
type Handler = (work: Work) => Promise<Again | void>;
type Row = { state: string; attempts: number; problem: string | null; done: number; due: boolean };

eachDatabase((open) => {
  const engines: Jobs[] = [];
  afterEach(async () => {
    await Promise.all(engines.splice(0).map((one) => one.close()));
  });

  /** An engine with one kind of its own. */
  async function engine(handler: Handler, limits: Partial<JobKindRules> = {}, kind = uuidv7(), processId?: string) {
    const database = await open();
    const id = processId ?? newProcessId();
    await database.living.announce(id);
    const kinds = { [kind]: { ...rules, ...limits } };
    const jobs = await createJobs({ database, db: database.db, log: silent, processId: id, kinds });
    engines.push(jobs);
    const begin = () => jobs.begin({ [kind]: handler } as never);
    const queue = (job: { data?: unknown; key?: string; owner?: Owner; inSeconds?: number } = {}) =>
      jobs.queue(database.db, kind as JobKind, { data: {}, ...job } as never);
    return { database, jobs, kind, begin, queue, wake: () => jobs.wake(kind as JobKind) };
  }
  type Owner = { userId: string; organizationId: string | null };

  async function rowsOf({ db }: Database, kind: string): Promise<Row[]> {
    const { rows } = await sql<Row>`select state, attempts, problem, done, due_at <= now() as due from jobs
      where kind = ${kind} order by id`.execute(db);
    return rows;
  }

  test("a job queued in a transaction is done once that is committed, and never if it is rolled back", async () => {
    const seen: unknown[] = [];
    const { database, jobs, kind, begin } = await engine(async ({ data }) => void seen.push(data));
    await begin();
    const failing = database.db.transaction().execute(async (trx) => {
      await jobs.queue(trx, kind as JobKind, { data: { n: 1 } as never });
      throw new Error("rolled back");
    });
    await expect(failing).rejects.toThrow("rolled back");
    await database.db.transaction().execute((trx) => jobs.queue(trx, kind as JobKind, { data: { n: 2 } as never }));
    await expect.poll(() => rowsOf(database, kind)).toMatchObject([{ state: "done", attempts: 1 }]);
    expect(seen).toEqual([{ n: 2 }]);
  });

  test("the same work is not queued twice, not even after it was done", async () => {
    let done = 0;
    const { jobs, begin, queue } = await engine(async () => void done++);
    expect(await queue({ key: "report 7" })).toBe(true);
    expect(await queue({ key: "report 7" })).toBe(false);
    await begin();
    await jobs.settled();
    expect(await queue({ key: "report 7" })).toBe(false);
    await jobs.settled();
    expect(done).toBe(1);
  });

  test("what a dead process had begun is done by the next one, and by that one only", async () => {
    const begun: string[] = [];
    const hanging = await engine(() => new Promise(() => {}));
    const { database, kind } = hanging;
    await hanging.queue();
    await hanging.begin();
    await expect.poll(() => rowsOf(database, kind)).toMatchObject([{ state: "running" }]);
    await sql`update jobs set process_id = '1', leased_until = now() where kind = ${kind}`.execute(database.db);
    const next = ["first", "second"].map((name) =>
      engine(
        async () => {
          begun.push(name);
          await new Promise((resolve) => setTimeout(resolve, 50));
        },
        {},
        kind,
      ),
    );
    for (const one of await Promise.all(next)) await one.begin();
    await expect.poll(() => rowsOf(database, kind)).toMatchObject([{ state: "done", attempts: 2 }]);
    expect(begun).toHaveLength(1);
  });

  test("work that ends its process each time is given up", async () => {
    const { database, kind, begin, queue } = await engine(async () => {});
    await queue();
    await sql`update jobs set state = 'running', process_id = '1', attempts = 3, leased_until = now() - interval '1 second'
      where kind = ${kind}`.execute(database.db);
    await begin();
    await expect.poll(() => rowsOf(database, kind)).toMatchObject([{ state: "failed", attempts: 3 }]);
  });

  test("a stop of the server takes an attempt back; after a start the work is done", async () => {
    const first = await engine(
      ({ signal }) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error))),
    );
    const { database, kind } = first;
    await first.queue();
    await first.begin();
    await expect.poll(() => rowsOf(database, kind)).toMatchObject([{ state: "running", attempts: 1 }]);
    await first.jobs.close();
    expect(await rowsOf(database, kind)).toMatchObject([{ state: "queued", attempts: 0, due: true }]);
    const second = await engine(async () => {}, {}, kind);
    await second.begin();
    await expect.poll(() => rowsOf(database, kind)).toMatchObject([{ state: "done", attempts: 1 }]);
  });

  test("what fails is tried again and then given up; what is refused is not tried again", async () => {
    const failing = await engine(() => Promise.reject(new Error("secret details")));
    await failing.queue();
    await failing.begin();
    await expect
      .poll(() => rowsOf(failing.database, failing.kind))
      .toMatchObject([{ state: "failed", attempts: 3, problem: "Something went wrong on the server." }]);
    const refusing = await engine(() => Promise.reject(new JobRefused("The file is empty.")));
    await refusing.queue();
    await refusing.begin();
    await expect
      .poll(() => rowsOf(refusing.database, refusing.kind))
      .toMatchObject([{ state: "failed", attempts: 1, problem: "The file is empty." }]);
  });

  test("an attempt that takes too long is stopped", async () => {
    const { database, kind, begin, queue } = await engine(
      ({ signal }) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error))),
      { longestMinutes: 0.001, tries: 1 },
    );
    await queue();
    await begin();
    await expect.poll(() => rowsOf(database, kind)).toMatchObject([{ state: "failed", problem: "It took too long." }]);
  });

  test("no more run at once than a kind allows, and people take turns", async () => {
    const order: string[] = [];
    let running = 0;
    let most = 0;
    const { database, kind, begin, queue } = await engine(
      async ({ ownerId }) => {
        most = Math.max(most, ++running);
        order.push(ownerId!);
        await new Promise((resolve) => setTimeout(resolve, 20));
        running--;
      },
      { most: 2, each: 1 },
    );
    const [one, other] = [await newPerson(database.db), await newPerson(database.db)];
    for (const { userId } of [one, one, one, one, other]) await queue({ owner: { userId, organizationId: null } });
    await begin();
    await expect.poll(async () => (await rowsOf(database, kind)).every(({ state }) => state === "done")).toBe(true);
    expect(most).toBe(2);
    expect(order.slice(0, 2).toSorted()).toEqual([one.userId, other.userId].toSorted());
  });

  test("scheduled work comes round, keeps its time over a restart, and runs once more if woken while it runs", async () => {
    let times = 0;
    const gate = Promise.withResolvers<void>();
    const schedule = { everySeconds: 3600, firstSeconds: 0 };
    const first = await engine(
      async () => {
        times++;
        if (times === 2) await gate.promise;
      },
      { schedule, tries: null },
    );
    const { database, kind } = first;
    await first.begin();
    await expect.poll(() => rowsOf(database, kind)).toMatchObject([{ state: "queued", due: false }]);
    expect(times).toBe(1);
    first.wake();
    await expect.poll(() => times).toBe(2);
    first.wake();
    await expect.poll(async () => (await rowsOf(database, kind))[0]).toMatchObject({ state: "running" });
    await new Promise((resolve) => setTimeout(resolve, 50));
    gate.resolve();
    await expect.poll(() => times).toBe(3);
    await first.jobs.settled();
    await first.jobs.close();
    const second = await engine(async () => void times++, { schedule, tries: null }, kind);
    await second.begin();
    await second.jobs.settled();
    expect(times).toBe(3);
    expect(await rowsOf(database, kind)).toMatchObject([{ state: "queued", due: false }]);
  });

  test("scheduled work that fails is tried again and never given up, and may say when it is due next", async () => {
    let times = 0;
    const { database, kind, begin } = await engine(
      async () => {
        if (++times < 6) throw new Error("not yet");
        return { againInSeconds: 0 };
      },
      { schedule: { everySeconds: 3600, firstSeconds: 0 }, tries: null },
    );
    await begin();
    await expect.poll(() => times).toBeGreaterThan(7);
    expect((await rowsOf(database, kind))[0]!.state).not.toBe("failed");
  });

  test("nothing is begun or continued for those who have left the organization or whose account is gone", async () => {
    const started: string[] = [];
    const stopped: string[] = [];
    const { database, jobs, kind, begin, queue } = await engine(async ({ ownerId, signal }) => {
      started.push(ownerId!);
      await new Promise<void>((_, reject) =>
        signal.addEventListener("abort", () => {
          stopped.push(ownerId!);
          reject(signal.reason as Error);
        }),
      );
    });
    const { organizationId } = await newOrganization(database.db);
    const [member, leaver, former, deleted] = await Promise.all(Array.from({ length: 4 }, () => newPerson(database.db)));
    for (const { userId } of [member!, leaver!]) await joinOrganization(database.db, userId, organizationId);
    for (const { userId } of [member!, leaver!, former!]) await queue({ owner: { userId, organizationId } });
    await queue({ owner: { userId: deleted!.userId, organizationId: null } });
    await begin();
    await expect.poll(() => started.toSorted()).toEqual([member!.userId, leaver!.userId, deleted!.userId].toSorted());
    await sql`delete from member where "userId" = ${leaver!.userId}`.execute(database.db);
    await sql`delete from "user" where id = ${deleted!.userId}`.execute(database.db);
    await Promise.all([leaver!, former!, deleted!].map(({ userId }) => jobs.accessEnded(userId)));
    await expect.poll(() => stopped.toSorted()).toEqual([leaver!.userId, deleted!.userId].toSorted());
    const { rows } = await sql<{ state: string }>`select state from jobs where kind = ${kind} order by state`.execute(database.db);
    expect(rows.map(({ state }) => state)).toEqual(["cancelled", "cancelled", "running"]);
  });

  test("progress is stored, and an attempt whose claim is lost stores nothing more", async () => {
    const steps = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let refused: unknown;
    const { database, kind, begin, queue } = await engine(async ({ progress }) => {
      await progress(3, 10);
      steps[0]!.resolve();
      await steps[1]!.promise;
      await progress(4, 10).catch((error: unknown) => (refused = error));
    });
    await queue();
    await begin();
    await steps[0]!.promise;
    expect(await rowsOf(database, kind)).toMatchObject([{ state: "running", done: 3 }]);
    await sql`update jobs set state = 'cancelled', claim_id = null, ended_at = now() where kind = ${kind}`.execute(database.db);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    steps[1]!.resolve();
    await expect.poll(() => refused).toBeInstanceOf(Error);
    expect(await rowsOf(database, kind)).toMatchObject([{ state: "cancelled", done: 3 }]);
  });

  test("metrics count what is due, runs and failed; ended jobs are kept for a while", async () => {
    const { database, jobs, kind, queue } = await engine(async () => {});
    await queue();
    await queue();
    await queue({ inSeconds: 3600 });
    await queue({ key: "failed" });
    await sql`update jobs set state = 'failed', ended_at = now() - interval '31 days' where kind = ${kind} and key = 'failed'`.execute(
      database.db,
    );
    const counts = (await jobs.counts()).filter((one) => one.kind === kind);
    expect(counts.toSorted((a, b) => a.count - b.count)).toMatchObject([
      { state: "failed", count: 1 },
      { state: "queued", count: 2 },
    ]);
    expect(counts.find(({ state }) => state === "failed")!.seconds).toBeGreaterThan(30 * 86_400);
    await dropEndedJobs(theServer, database.db);
    expect((await rowsOf(database, kind)).map(({ state }) => state)).toEqual(["queued", "queued", "queued"]);
    expect(await renewLeases(theServer, database.db, [uuidv7()])).toEqual(new Set());
  });
});
