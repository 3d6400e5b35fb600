/*
 * What the embedded database keeps when its process is killed and when the power fails. Kills: one folder, a process
 * under load, kill -9 at random moments, one round in eight during startup. Cuts: one recorded run, replayed onto a
 * modeled disk that stops at any point (test/durability/power-cut.ts). STET_BENCH_ROUNDS and STET_BENCH_CUTS set the
 * counts.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { amcheck } from "@electric-sql/pglite/contrib/amcheck";
import { openDatabase } from "#server/db/database.ts";
import { killWriter } from "#test/durability/kill.ts";
import { check } from "#test/durability/load.ts";
import { openAfterCut, recordLoad } from "#test/durability/power-cut.ts";
import { randomFrom } from "#test/durability/random.ts";

const rounds = Number(process.env["STET_BENCH_ROUNDS"] ?? 50);
const cuts = Number(process.env["STET_BENCH_CUTS"] ?? 20);
const seed = Date.now();
const folder = mkdtempSync(join(tmpdir(), "stet-durability-"));
const report = (what: string, value: unknown, bar: unknown, ok: boolean) =>
  console.log(JSON.stringify({ bench: "durability", what, value, bar, ok }));

try {
  await kills();
  await powerCuts();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function kills() {
  const result = await killWriter(join(folder, "killed"), rounds, randomFrom(seed));
  const database = await openDatabase({ folder: join(folder, "killed") });
  const found = await check(database);
  await database.close();
  const lost = result.lost + Math.max(0, result.acknowledged - found);
  const damage = await damageIn(join(folder, "killed", "cluster", "data"));
  report(`damage amcheck finds after ${rounds} × kill -9`, damage, [], damage.length === 0);
  report(`messages acknowledged before ${rounds} × kill -9`, result.acknowledged, "> 0", result.acknowledged > 0);
  report(`acknowledged messages lost in ${rounds} × kill -9`, lost, 0, lost === 0);
  report(`kill -9 after which the folder did not open or was not whole`, result.broken, [], result.broken.length === 0);
}

/** The findings of PostgreSQL's own checker on every table and index. */
async function damageIn(data: string): Promise<string[]> {
  const engine = await PGlite.create(data, { extensions: { amcheck } });
  await engine.exec("create extension amcheck");
  const tables = await engine.query<{ found: string }>(
    "select c.oid::regclass || ': ' || v.msg as found from pg_class c, verify_heapam(c.oid) v where c.relkind = 'r'",
  );
  const { rows: indexes } = await engine.query<{ oid: number }>(
    "select c.oid from pg_class c join pg_am a on a.oid = c.relam where c.relkind = 'i' and a.amname = 'btree'",
  );
  const found = tables.rows.map((row) => row.found);
  for (const { oid } of indexes) {
    await engine.query("select bt_index_parent_check($1, true, true)", [oid]).catch((error: Error) => found.push(error.message));
  }
  await engine.close();
  return found;
}

async function powerCuts() {
  const random = randomFrom(seed);
  const recording = await recordLoad(folder, 400);
  const failures: string[] = [];
  for (let cut = 0; cut < cuts; cut++) {
    const at = Math.floor(recording.bytes * random());
    // Every other disk keeps nothing that was not flushed.
    const share = cut % 2 === 0 ? 0 : random();
    const failure = await openAfterCut(recording, { at, share, random }, join(folder, `cut-${cut}`));
    if (failure) failures.push(`cut ${cut} at byte ${at}, share ${share.toFixed(2)}, seed ${seed}: ${failure}`);
  }
  report(`failures in ${cuts} simulated power cuts`, failures, [], failures.length === 0);
}
