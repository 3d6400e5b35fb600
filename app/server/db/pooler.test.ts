/* Through PgBouncer in transaction mode: every query may get a different session. */
import { spawn, type ChildProcess } from "node:child_process";
import { chownSync, existsSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { Client } from "pg";
import { afterAll, describe, expect, inject, test } from "vitest";
import { theServer, type Actor } from "#core/workspace/policy.ts";
import { temporaryFolder } from "#test/databases.ts";
import { freePort } from "#test/free-port.ts";
import { newPerson, newProject } from "#test/people.ts";
import { newPostgresDatabase } from "#test/postgres.ts";
import { actAs } from "./acting.ts";
import { openDatabase } from "./database.ts";
import { newProcessId } from "./living.ts";

const folder = inject("postgresFolder");
const program = "/usr/sbin/pgbouncer";
const canRun = folder !== undefined && existsSync(program);
if (!canRun) console.warn("PgBouncer is not tested: apt-get install postgresql pgbouncer");

describe.skipIf(!canRun)("through PgBouncer", () => {
  const poolers: ChildProcess[] = [];
  afterAll(async () => {
    for (const pooler of poolers) {
      pooler.kill("SIGKILL");
      await once(pooler, "exit");
    }
  });

  /** A database with these session settings, and a pooler in front of it. */
  async function newPlace(settings: readonly string[]) {
    const direct = await newPostgresDatabase(folder!);
    for (const one of settings) await onServer(direct, `alter database "${nameOf(direct)}" set ${one}`);
    const { pooler, pooled } = await startPooler(direct);
    poolers.push(pooler);
    return { url: pooled, directUrl: direct };
  }

  test("a database whose sessions begin with other settings is refused, with what to run", async () => {
    const refused = openDatabase(await newPlace(["timezone to 'Europe/Stockholm'"]));
    await expect(refused).rejects.toThrow(/set timezone to 'UTC';\n.*set statement_timeout to '30s';\n.*idle_in_transaction/);
  });

  test("news, locks of processes and transactions work as without it", async () => {
    const place = await newPlace(settings);
    const [here, there] = [await openDatabase(place), await openDatabase(place)];
    const heard: string[] = [];
    await there.listen("news", (payload) => heard.push(payload));
    await here.notify("news", "something");
    await expect.poll(() => heard).toEqual(["something"]);
    const id = newProcessId();
    const retire = await here.living.announce(id);
    const sessions = await Promise.all(
      Array.from({ length: 20 }, () =>
        here.db.transaction().execute(async (trx) => {
          const { rows } = await sql<{ zone: string }>`select current_setting('TimeZone') as zone, pg_sleep(0.01)`.execute(trx);
          return rows[0]!.zone;
        }),
      ),
    );
    expect(new Set(sessions)).toEqual(new Set(["UTC"]));
    expect(await there.living.list()).toContain(id);
    await retire();
    await expect.poll(async () => (await there.living.list()).has(id)).toBe(false);
    await here.close();
    await there.close();
  });

  test("people who ask at the same time through the same sessions see their own rows, and Stet sees all", async () => {
    const { db, close } = await openDatabase(await newPlace(settings));
    const people = await Promise.all(Array.from({ length: 8 }, () => newPerson(db)));
    for (const one of people) await newProject(db, one);
    const all = sql<{ owner_id: string }>`select owner_id from projects, pg_sleep(0.005)`;
    const ownersSeen = async (who: Actor) => new Set((await all.execute(actAs(who, db))).rows.map((row) => row.owner_id));
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        await Promise.all(people.map(async (one) => expect(await ownersSeen(one)).toEqual(new Set([one.userId]))));
        expect((await ownersSeen(theServer)).size).toBe(people.length);
      }),
    );
    await close();
  });
});

const settings = ["timezone to 'UTC'", "statement_timeout to '30s'", "idle_in_transaction_session_timeout to '30s'"];

const nameOf = (url: string) => new URL(url).pathname.slice(1);

async function onServer(url: string, text: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
}

async function startPooler(direct: string) {
  const own = temporaryFolder();
  const [port, { port: serverPort }] = [await freePort(), new URL(direct)];
  writeFileSync(join(own, "users.txt"), '"postgres" ""\n');
  const settings = [
    "[databases]",
    `* = host=127.0.0.1 port=${serverPort} user=postgres`,
    "[pgbouncer]",
    `listen_addr = 127.0.0.1`,
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = trust",
    `auth_file = ${join(own, "users.txt")}`,
    "pool_mode = transaction",
    "default_pool_size = 3",
  ];
  writeFileSync(join(own, "pgbouncer.ini"), settings.join("\n"));
  // It refuses to run as root.
  const owner = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  if (process.getuid?.() === 0) chownSync(own, 65_534, 65_534);
  const pooler = spawn(program, ["-q", join(own, "pgbouncer.ini")], { ...owner, cwd: "/", stdio: "ignore" });
  const pooled = `postgres://postgres@127.0.0.1:${port}/${nameOf(direct)}`;
  for (let tries = 0; ; tries++) {
    const client = new Client({ connectionString: pooled });
    const isThere = await client.connect().then(
      () => true,
      () => false,
    );
    if (isThere) await client.end();
    if (isThere) return { pooler, pooled };
    if (tries === 50) throw new Error("PgBouncer does not answer");
    await sleep(100);
  }
}
