/*
 * Power cuts on a real file system: ext4 on a loop device is shut down without
 * flushing its journal while the embedded database writes, which drops what the
 * kernel had not yet written, as a cut does. Then it is mounted again, which
 * replays the journal, and opened. Needs root, loop devices and Python (for one
 * ioctl); elsewhere it says so and stops. A cut disk may also tear sectors or
 * lie about flushes: neither is tried here.
 *
 * First the database by itself, then a whole server with everything that it
 * keeps in its data folder: uploads whole and in parts, pictures of people,
 * emails queued and written out, the secret, rows. STET_BENCH_CUTS changes how
 * many cuts, STET_BENCH_FOLDER_CUTS how many of the second kind.
 */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "#server/db/database.ts";
import { readRound, runUntilKilled, type Round } from "#test/durability/kill.ts";
import { check } from "#test/durability/load.ts";
import { randomFrom } from "#test/durability/random.ts";
import { LoopDisk, whatIsMissing } from "./power-cut/loop-disk.ts";
import { cutWholeFolder } from "./power-cut/whole-folder.ts";
import { removeAtEnd } from "./support/programs.ts";

const rounds = Number(process.env["STET_BENCH_CUTS"] ?? 20);
const folderCuts = Number(process.env["STET_BENCH_FOLDER_CUTS"] ?? 12);
const firstStarts = Math.ceil(rounds / 3);
const seed = Date.now();
const random = randomFrom(seed);
const writer = new URL("../test/durability/writer.ts", import.meta.url).pathname;
const report = (what: string, value: unknown, bar: unknown, ok: boolean) =>
  console.log(JSON.stringify({ bench: "power-cut", what, value, bar, ok }));

async function main() {
  const disk = new LoopDisk(removeAtEnd(mkdtempSync(join(tmpdir(), "stet-power-"))));
  // Must run before the folder is removed.
  process.prependListener("exit", () => disk.unmount());
  disk.format();
  const failures = rounds === 0 ? [] : await cutUnderLoad(disk);
  report(`failures in ${rounds} power cuts under load`, failures, [], failures.length === 0);
  const first = await cutFirstStarts(disk);
  report(`failures in ${firstStarts} power cuts during the first start`, first, [], first.length === 0);
  await wholeFolder(disk);
}

async function wholeFolder(disk: LoopDisk): Promise<void> {
  if (folderCuts === 0) return;
  const { promised, failures } = await cutWholeFolder(disk, folderCuts, random);
  const kinds = Map.groupBy(promised, ({ what }) => what);
  for (const [what, those] of kinds) report(`acknowledged before ${folderCuts} power cuts: ${what}`, those.length, "> 0", true);
  report(`failures in ${folderCuts} power cuts under a whole server`, failures, [], failures.length === 0);
}

/** One database through all rounds; every sixth cut comes during startup or recovery. */
async function cutUnderLoad(disk: LoopDisk): Promise<string[]> {
  const failures: string[] = [];
  let promised = 0;
  for (let round = 0; round < rounds; round++) {
    const afterFirst = { killAfterMs: random() * 1_500, isReady: (line: string) => line.startsWith("ack") };
    const { checked, acknowledged, broken } = await cut(disk, round % 6 === 4 ? { killAfterMs: random() * 1_200 } : afterFirst);
    if (broken) failures.push(`round ${round}, seed ${seed}: ${broken}`);
    if (checked !== undefined && checked < promised)
      failures.push(`round ${round}, seed ${seed}: ${promised - checked} messages lost`);
    promised = acknowledged ?? checked ?? promised;
  }
  const failure = await openAndCheck(disk, promised);
  report(`messages acknowledged before ${rounds} power cuts`, promised, "> 0", promised > 0);
  return failure ? [...failures, failure] : failures;
}

async function cutFirstStarts(disk: LoopDisk): Promise<string[]> {
  const failures: string[] = [];
  for (let round = 0; round < firstStarts; round++) {
    disk.unmount();
    disk.format();
    const { acknowledged, broken } = await cut(disk, { killAfterMs: 100 + random() * 2_500 });
    const failure = broken ?? (await openAndCheck(disk, acknowledged ?? 0));
    if (failure) failures.push(`first start ${round}, seed ${seed}: ${failure}`);
  }
  return failures;
}

/** Runs the writer and cuts the power. Only what was acknowledged before counts. */
async function cut(disk: LoopDisk, round: Round) {
  let heard: string[] | undefined;
  const end: Round["end"] = (child, lines) => {
    heard = [...lines];
    disk.cutPower();
    child.kill("SIGKILL");
  };
  const { lines } = await runUntilKilled([writer, disk.data], { ...round, end });
  disk.unmount();
  disk.mount();
  // What the writer says after the cut, before it is killed, is that its disk is gone.
  return readRound(heard ?? lines);
}

async function openAndCheck(disk: LoopDisk, promised: number): Promise<string | undefined> {
  try {
    const database = await openDatabase({ folder: disk.data });
    const found = await check(database);
    await database.close();
    return found < promised ? `${promised - found} of ${promised} acknowledged messages lost` : undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

const missing = whatIsMissing();
if (missing) console.log(JSON.stringify({ bench: "power-cut", what: "SKIPPED", value: missing, ok: true }));
else {
  await main();
  process.exit();
}
