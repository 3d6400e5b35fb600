/*
 * Which runs are ended as abandoned. Both processes in these tests have the same host name and
 * pid, as two containers may.
 */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, describe, expect, inject, test } from "vitest";
import { theServer } from "#core/workspace/policy.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { temporaryFolder } from "#test/databases.ts";
import { newPerson } from "#test/people.ts";
import { newPostgresDatabase } from "#test/postgres.ts";
import { question } from "#test/turns.ts";
import { beginModelRequest, listRequestingProcesses } from "../data/chats/answers-in-progress.ts";
import { beginTurns } from "../data/chats/turns.ts";
import { openDatabase, type BoundDb } from "../db/database.ts";
import type { Database } from "../db/engine.ts";
import { newProcessId } from "../db/living.ts";
import { createReaper } from "./reap-runs.ts";

const folder = inject("postgresFolder");
const opened: Database[] = [];
afterAll(() => Promise.all(opened.map((database) => database.close())));

const open = async (place: Parameters<typeof openDatabase>[0]) => {
  const database = await openDatabase(place);
  opened.push(database);
  return database;
};
const notOurs = () => false;

describe.skipIf(folder === undefined)("on PostgreSQL", () => {
  test("a process that lives keeps its runs, however many share its host name and number", async () => {
    const { here, there, runId, reap } = await two();
    await lastWritten(there.db, runId, 30);
    expect([await reap(), await reap(), await reap()]).toEqual([[], [], []]);
    await here.close();
  });

  test("a process that is gone loses its runs, at the second look", async () => {
    const { here, there, runId, reap } = await two();
    await here.close();
    await lastWritten(there.db, runId, 9);
    expect([await reap(), await reap()]).toEqual([[], [runId]]);
  });

  test("a process that is gone no longer counts among its people's answers, one that lives does", async () => {
    const { here, there, processId, reap } = await two();
    const me = await newPerson(there.db);
    await beginModelRequest(me, there.db, { id: randomUUID(), processId, isPaced: true });
    const left = () => listRequestingProcesses(theServer, there.db);
    await reap();
    expect([await reap(), await left()]).toEqual([[], [processId]]);
    await here.close();
    await reap();
    await reap();
    expect(await left()).toEqual([]);
  });

  test("one that wrote a moment ago keeps its runs though its session is gone", async () => {
    const { here, runId, there, reap } = await two();
    await here.close();
    await lastWritten(there.db, runId, 1);
    expect([await reap(), await reap()]).toEqual([[], []]);
  });

  test("a session that is cut takes its lock again", async () => {
    const { here, there, processId } = await two();
    await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'
      and ((classid::bigint << 32) | objid::bigint)::text = ${processId}`.execute(there.db);
    await expect.poll(async () => (await there.living.list()).has(processId), { timeout: 10_000 }).toBe(true);
    await here.close();
  });

  test("one that hangs with its session open loses its runs in the end", async () => {
    const { here, there, runId, reap } = await two();
    await lastWritten(there.db, runId, 61);
    expect(await reap()).toEqual([runId]);
    await here.close();
  });
});

test("on the embedded database what another process left is ended at the first look, whatever the clock says", async () => {
  const database = await open({ folder: temporaryFolder() });
  const reap = createReaper(database, notOurs);
  const own = newProcessId();
  await database.living.announce(own);
  const ours = await runningRun(database.db, own);
  const left = await runningRun(database.db, newProcessId());
  await lastWritten(database.db, left, -3600);
  expect(await reap()).toEqual([left]);
  await lastWritten(database.db, ours, 30);
  expect(await reap()).toEqual([]);
});

/** A process that writes a run, and another that checks on it. */
async function two() {
  const url = await newPostgresDatabase(folder!);
  const here = await open({ url });
  const there = await open({ url });
  const processId = newProcessId();
  await here.living.announce(processId);
  const runId = await runningRun(here.db, processId);
  return { here, there, processId, runId, reap: createReaper(there, notOurs) };
}

async function runningRun(db: BoundDb, processId: string): Promise<string> {
  const runId = uuidv7();
  const me = await newPerson(db);
  await beginTurns(theServer, db, [{ me, request: question("Write it."), runId, processId, title: "A chat" }]);
  return runId;
}

async function lastWritten(db: BoundDb, runId: string, seconds: number): Promise<void> {
  await sql`update runs set heartbeat_at = now() - ${seconds} * interval '1 second' where id = ${runId}`.execute(db);
}
