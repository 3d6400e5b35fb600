/*
 * A disk filled to the brim under a running Stet with the embedded database, on a small in-memory file system: with
 * the reserve, and without any, where the database itself runs out of space. Refusals must state the reason, and once
 * there is space everything must work again without intervention, with everything acknowledged intact. Needs Linux
 * and root, to mount.
 */
import { execFileSync, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../test/free-port.ts";
import { missingPages } from "./support/built-pages.ts";
import { signUp } from "./support/people.ts";
import { endProgram, removeAtEnd, startProgram } from "./support/programs.ts";
import { untilReady } from "./support/until-ready.ts";

const root = join(import.meta.dirname, "..");
const diskMb = 600;
const bars = { seconds: 60 };
/** Refusals that state the reason: the disk is full, or the database is restarting. */
const clearCodes = new Set(["disk-full", "database-unavailable"]);

type Place = { url: string; cookie: string; disk: string };
type Said = { status: number; code: string };

function say(what: string, value: unknown, more: object = {}): void {
  process.stdout.write(`${JSON.stringify({ bench: "disk-full", what, value, ...more })}\n`);
}

function whatIsMissing(): string | undefined {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "needs Linux and root, to mount a small file system";
  return missingPages();
}

async function main(): Promise<void> {
  const folder = removeAtEnd(mkdtempSync(join(tmpdir(), "stet-full-")));
  for (const reserveMb of [64, 0]) {
    const disk = join(folder, `disk-${reserveMb}`);
    mkdirSync(disk);
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${diskMb}m`, "tmpfs", disk]);
    const unmount = () => execFileSync("umount", ["-l", disk]);
    process.prependListener("exit", unmount);
    await fillAndEmpty(disk, reserveMb, join(folder, `stet-${reserveMb}.log`));
    process.off("exit", unmount);
    unmount();
  }
  say("load average at the end", loadavg().map(Math.round));
}

async function fillAndEmpty(disk: string, reserveMb: number, log: string): Promise<void> {
  const label = reserveMb === 0 ? "without a reserve" : `with a reserve of ${reserveMb} MB`;
  const { server, url } = await startStet(disk, reserveMb, log);
  const [cookie] = (await signUp(url, 1)) as [string];
  const place = { url, cookie, disk };
  const acknowledged: string[] = [];
  for (let nth = 0; nth < 5; nth++) if ((await write(place, acknowledged)).status !== 201) throw new Error("a project was refused");
  fill(disk);
  await sleep(2000);
  const refusals = await writeUntilRefused(place, acknowledged);
  const unclear = refusals.filter(({ code }) => !clearCodes.has(code));
  say(`${label}: refused`, tally(refusals));
  say(`${label}: refused without saying why`, unclear.length, { bar: 0, ok: unclear.length === 0 });
  const read = await ask(place, "GET", "/api/projects");
  say(`${label}: what is there can be read`, read.status, { ok: read.status === 200 || clearCodes.has(read.code) });
  rmSync(join(disk, "filler"));
  const seconds = await secondsUntilWritten(place, acknowledged);
  say(`${label}: seconds until it takes changes again`, seconds, { bar: bars.seconds, ok: seconds <= bars.seconds });
  const lost = await lostOf(place, acknowledged);
  say(`${label}: acknowledged and lost`, lost, { of: acknowledged.length, bar: 0, ok: lost === 0 });
  await endProgram(server, "SIGTERM");
}

async function startStet(disk: string, reserveMb: number, log: string): Promise<{ server: ChildProcess; url: string }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    PORT: String(port),
    STET_URL: url,
    STET_DATA: join(disk, "data"),
    DISK_RESERVE_MB: String(reserveMb),
    LIVE_LAW: "off",
  };
  const server = startProgram(process.execPath, [join(root, "server.ts")], {
    env: { ...env, DATABASE_URL: "", LOG_LEVEL: "warn" },
    log,
  });
  await untilReady(`${url}/health/ready`);
  return { server, url };
}

/** Until not one more byte fits. */
function fill(disk: string): void {
  const file = openSync(join(disk, "filler"), "w");
  for (let size = 1 << 20; size > 0; size = Math.floor(size / 2)) {
    const piece = Buffer.alloc(size, 1);
    try {
      for (;;) if (writeSync(file, piece) < size) break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    }
  }
  closeSync(file);
}

async function ask({ url, cookie }: Place, method: string, path: string, body?: object): Promise<Said & { body: unknown }> {
  const headers = { cookie, origin: url, "content-type": "application/json" };
  const asked = fetch(url + path, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  });
  const answer = await asked.catch(() => undefined);
  if (answer === undefined) return { status: 0, code: "no answer", body: null };
  const json = (await answer.json().catch(() => null)) as { code?: string } | null;
  return { status: answer.status, code: json?.code ?? "", body: json };
}

/** A project with long instructions, so that a few of them use up the space left in the database's log. */
async function write(place: Place, acknowledged: string[]): Promise<Said> {
  const name = randomUUID();
  const instructions = Array.from({ length: 200 }, () => randomUUID()).join(" ");
  const said = await ask(place, "POST", "/api/projects", { name, instructions });
  if (said.status === 201) acknowledged.push(name);
  return said;
}

async function writeUntilRefused(place: Place, acknowledged: string[]): Promise<Said[]> {
  const refusals: Said[] = [];
  const until = Date.now() + 120_000;
  while (refusals.length < 20 && Date.now() < until) {
    const said = await write(place, acknowledged);
    if (said.status !== 201) refusals.push(said);
    if (said.status !== 201) await sleep(500);
  }
  return refusals;
}

async function secondsUntilWritten(place: Place, acknowledged: string[]): Promise<number> {
  const started = Date.now();
  for (;;) {
    const said = await write(place, acknowledged);
    const seconds = Math.round((Date.now() - started) / 1000);
    if (said.status === 201 || seconds > 180) return seconds;
    await sleep(500);
  }
}

async function lostOf(place: Place, acknowledged: readonly string[]): Promise<number> {
  const there = JSON.stringify((await ask(place, "GET", "/api/projects")).body);
  return acknowledged.filter((name) => !there.includes(name)).length;
}

function tally(said: readonly Said[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { status, code } of said) counts.set(`${status} ${code}`, (counts.get(`${status} ${code}`) ?? 0) + 1);
  return Object.fromEntries(counts);
}

const missing = whatIsMissing();
if (missing === undefined) {
  await main();
  process.exit();
} else say("SKIPPED", missing, { ok: true });
