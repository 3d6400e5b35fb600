/*
 * The cost of authentication: from a signed cookie to a person with their memberships, on our own PostgreSQL with
 * default flushing, one request after the other. There is no cache: each is a query.
 */
import { execFileSync } from "node:child_process";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startApp } from "../test/app.ts";
import { joinOrganization, newOrganization, newPerson } from "../test/people.ts";
import { newPostgresDatabase, postgresPrograms, stopPostgres } from "../test/postgres.ts";

const asked = 5000;
const bar = 1;

if (postgresPrograms() === undefined) process.stderr.write("session: PostgreSQL is not installed here, nothing was measured\n");
else await measure();

async function measure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "stet-session-"));
  execFileSync("chmod", ["755", folder]);
  if (process.getuid?.() === 0) chownSync(folder, 65_534, 65_534);
  const app = await startApp({ DATABASE_URL: await newPostgresDatabase(folder) });
  try {
    const {
      actorOf,
      database: { db },
    } = app.stet;
    const person = await app.person();
    const me = await actorOf(new Headers({ cookie: person.cookie }));
    if (me.kind !== "person") throw new Error("not signed in");
    for (let others = 0; others < 200; others++) await newPerson(db);
    for (let i = 0; i < 3; i++) await joinOrganization(db, me.userId, (await newOrganization(db)).organizationId);
    const headers = new Headers({ cookie: person.cookie });
    const times: number[] = [];
    for (let i = 0; i < asked + 500; i++) {
      const started = performance.now();
      await actorOf(headers);
      // The first ones warm up the JIT.
      if (i >= 500) times.push(performance.now() - started);
    }
    times.sort((a, b) => a - b);
    for (const [what, share] of [
      ["p50", 0.5],
      ["p95", 0.95],
    ] as const) {
      const value = times[Math.floor(times.length * share)]!;
      const line = { bench: "session", what: `reading a session, ${what}`, value: Number(value.toFixed(3)), unit: "ms" };
      process.stdout.write(`${JSON.stringify(what === "p50" ? { ...line, bar, ok: value < bar } : line)}\n`);
    }
  } finally {
    await app.close();
    stopPostgres(folder);
    rmSync(folder, { recursive: true, force: true });
  }
}
