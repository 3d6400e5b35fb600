/*
 * Readers with every kind of bad behavior come and go for a while; afterwards the server must hold what it held
 * before they came. Two idle moments are compared: after a first minute, once everything is loaded and compiled, and
 * at the end.
 *
 * npm run bench -- soak [--minutes=10]
 */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../test/free-port.ts";
import { postgresPrograms } from "../test/postgres.ts";
import { receive } from "./soak/guests.ts";
import type { Held } from "./soak/target.ts";
import { numberFlag } from "./support/flags.ts";
import { startModel } from "./support/model.ts";
import { signUp } from "./support/people.ts";
import { startPostgres, type Postgres } from "./support/postgres.ts";
import { removeAtEnd } from "./support/programs.ts";

const minutes = numberFlag("minutes", 10);
const warmUpSeconds = 60;
/** Until idle connections have been closed from both sides, and logs of finished runs are dropped. */
const quietSeconds = 45;
/** The pool opens and closes up to ten database connections, whatever the load. */
const bars = { heapMb: 8, connections: 10 };
const ofThePool = new Set(["database connections", "Socket objects", "descriptors", "sockets"]);

function say(what: string, value: unknown, more: object = {}): void {
  process.stdout.write(`${JSON.stringify({ bench: "soak", what, value, ...more })}\n`);
}

async function main(): Promise<void> {
  const folder = removeAtEnd(mkdtempSync(join(tmpdir(), "stet-soak-")));
  const postgres = postgresPrograms() === undefined ? undefined : await startPostgres(folder);
  say("database", postgres === undefined ? "embedded: there is no PostgreSQL here" : "PostgreSQL");
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = await startTarget(folder, port, postgres);
  const cookies = await signUp(url, 4);
  const done = new Map<string, number>();
  await come(warmUpSeconds);
  const before = await measure(server, postgres);
  done.clear();
  await come(minutes * 60);
  const after = await measure(server, postgres);
  for (const [what, times] of done) say(what, times);
  compare(before, after);
  say("load average at the end", loadavg().map(Math.round));

  async function come(seconds: number): Promise<void> {
    const over = new AbortController();
    const receiving = receive({ url, cookies, over: over.signal, done });
    await Promise.race([sleep(seconds * 1000), receiving]);
    over.abort();
    await receiving;
    await sleep(quietSeconds * 1000);
  }
}

async function startTarget(folder: string, port: number, postgres: Postgres | undefined): Promise<ChildProcess> {
  const env = {
    ...process.env,
    PORT: String(port),
    STET_URL: `http://127.0.0.1:${port}`,
    STET_DATA: join(folder, "data"),
    DATABASE_URL: postgres?.url ?? "",
    MODEL_SERVER_URL: `${await startModel(join(folder, "model.log"))}/v1`,
    LIVE_LAW: "off",
    LOG_LEVEL: "error",
  };
  const server = fork(join(import.meta.dirname, "soak/target.ts"), [], { env, execArgv: ["--expose-gc"] });
  process.on("exit", () => server.kill("SIGKILL"));
  await once(server, "message");
  return server;
}

async function measure(server: ChildProcess, postgres: Postgres | undefined): Promise<Held> {
  server.send("measure");
  const [held] = (await once(server, "message")) as [Held];
  if (postgres !== undefined) held.counts["database connections"] = await connectionsOf(postgres);
  return held;
}

async function connectionsOf(postgres: Postgres): Promise<number> {
  const client = await postgres.connect();
  const { rows } = await client.query<{ count: number }>(
    "select count(*)::int as count from pg_stat_activity where application_name = 'stet'",
  );
  await client.end();
  return rows[0]!.count;
}

function compare(before: Held, after: Held): void {
  const grown = after.heapMb - before.heapMb;
  const heaps = { before: Math.round(before.heapMb), after: Math.round(after.heapMb) };
  say("heap grown, MB", Math.round(grown * 10) / 10, { ...heaps, bar: bars.heapMb, ok: grown <= bars.heapMb });
  say("memory of the process, MB", Math.round(after.rssMb), { before: Math.round(before.rssMb) });
  for (const [what, count] of Object.entries(after.counts)) {
    const was = before.counts[what]!;
    say(what, count, { before: was, ok: count <= was + (ofThePool.has(what) ? bars.connections : 0) });
  }
  const warnings = [...before.warnings, ...after.warnings];
  say("warnings of the process", warnings.length, { bar: 0, ok: warnings.length === 0 });
  for (const warning of warnings.slice(0, 5)) process.stderr.write(`${warning}\n`);
}

await main();
process.exit();
