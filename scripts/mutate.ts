/*
 * Mutation testing: puts one small fault at a time into a file, runs the tests that enter its function, and reports each
 * fault that no test noticed. A sample of each file, or of all together, drawn with a seed, so that it can be repeated.
 *
 *   npm run mutate -- app/core/workspace/policy.ts app/core/changes
 *   npm run mutate -- --most 40 --seed 7 app/core/chat/reply.ts
 *   npm run mutate -- --sample 200 --seed 7 app/core
 *   npm run mutate -- --line 118 --with app/api/chats.test.ts app/server/data/chats/turns.ts
 *
 * Which test enters which function is measured for the room first, which takes minutes, and afterwards only for tests
 * that are new or changed; --reach words measures the tests with these words in their names and ends, and --measured
 * takes what has been measured as it is.
 * What a fault changes nothing about is listed in mutation/equivalent.json, with the reason.
 */
import { fork, type ChildProcess } from "node:child_process";
import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { testsFor } from "./mutation/choose-tests.ts";
import { mutantsOf, withMutant, type Mutant } from "./mutation/mutants.ts";
import { measureReach, readReach, roomOf } from "./mutation/reach.ts";
import type { Order, Outcome } from "./mutation/runner.ts";

const root = join(import.meta.dirname, "..");
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    most: { type: "string", default: "12" },
    sample: { type: "string" },
    seed: { type: "string", default: "1" },
    line: { type: "string" },
    with: { type: "string", multiple: true },
    reach: { type: "string", multiple: true },
    measured: { type: "boolean", default: false },
  },
});

type Equivalent = { file: string; code: string; from: string; to: string; reason: string };
type Placed = { file: string; mutant: Mutant };
const equivalent = JSON.parse(readFileSync(join(import.meta.dirname, "mutation/equivalent.json"), "utf8")) as Equivalent[];

let runner: ChildProcess | undefined;
const totals = { mutants: 0, killed: 0, endless: 0, equivalent: 0 };

if (values.with === undefined && !values.measured)
  for (const room of new Set(positionals.map(roomOf))) await measureReach(room, values.reach ?? [], run);
if (values.reach === undefined) await mutateAll(sampled());
stop();

function sampled(): Map<string, Mutant[]> {
  const all: Placed[] = positionals.flatMap(filesIn).flatMap((file) => {
    const mutants = mutantsOf(file, readFileSync(join(root, file), "utf8"))
      .filter(({ line }) => values.line === undefined || line === Number(values.line))
      .map((mutant) => ({ file, mutant }));
    return values.sample === undefined ? shuffled(mutants, Number(values.seed)).slice(0, Number(values.most)) : mutants;
  });
  const chosen = values.sample === undefined ? all : shuffled(all, Number(values.seed)).slice(0, Number(values.sample));
  process.stdout.write(`Seed ${values.seed}: ${chosen.length} mutants${values.sample ? ` of ${all.length}` : ""}.\n`);
  const byFile = Map.groupBy(chosen, ({ file }) => file);
  return new Map(
    [...byFile].toSorted(([a], [b]) => a.localeCompare(b)).map(([file, some]) => [file, some.map(({ mutant }) => mutant)]),
  );
}

function filesIn(path: string): string[] {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return globSync(`${path}/**/*.{ts,tsx}`, { cwd: root, exclude: ["**/*.test.*"] }).toSorted();
}

async function mutateAll(byFile: Map<string, Mutant[]>): Promise<void> {
  const reach = readReach();
  for (const [file, mutants] of byFile) {
    const source = readFileSync(join(root, file), "utf8");
    const count = { mutants: 0, killed: 0, endless: 0, equivalent: 0 };
    const survivors: string[] = [];
    for (const mutant of mutants.toSorted((a, b) => a.start - b.start)) {
      if (equivalent.some((one) => one.file === file && isSame(one, mutant))) {
        count.equivalent += 1;
        continue;
      }
      const { groups, ms } = values.with === undefined ? testsFor(file, mutant, reach) : { groups: [values.with], ms: 30_000 };
      const outcome = await run({ sources: { [file]: withMutant(source, mutant) }, groups }, 20_000 + ms * 8);
      if (outcome?.isLost === true) {
        process.stdout.write(`${file}:${mutant.line} was not judged: no worker came up in time.\n`);
        continue;
      }
      count.mutants += 1;
      // One that never ends is noticed.
      if (outcome === null) count.endless += 1;
      if (outcome === null || !outcome.isGreen) count.killed += 1;
      else survivors.push(described(file, mutant, groups.flat()));
    }
    process.stdout.write(`${file}: ${summary(count)}\n${survivors.join("")}`);
    for (const key of ["mutants", "killed", "endless", "equivalent"] as const) totals[key] += count[key];
  }
  process.stdout.write(`\nIn all: ${summary(totals)}${interval(totals)}\n`);
}

function described(file: string, { line, operator, from, to, code }: Mutant, tests: readonly string[]): string {
  const by =
    tests.length === 0
      ? "no test enters it"
      : `${tests.slice(0, 3).join(", ")}${tests.length > 3 ? ` and ${tests.length - 3} more` : ""}`;
  return `  ${file}:${line} ${operator}: ${short(from)} → ${short(to)}\n    ${code}\n    ${by}\n`;
}

function isSame(one: Equivalent, mutant: Mutant): boolean {
  return one.code === mutant.code && one.from === mutant.from && one.to === mutant.to;
}

function summary({ mutants, killed, endless, equivalent: listed }: typeof totals): string {
  const share = mutants === 0 ? "" : `, ${Math.round((killed / mutants) * 100)} %`;
  const loops = endless === 0 ? "" : `, ${endless} because they never end`;
  return `${killed} of ${mutants} killed${share}${loops}${listed === 0 ? "" : `; ${listed} listed as equivalent`}`;
}

/** Where the share of all mutants lies in 95 of 100 samples (Wilson). */
function interval({ mutants, killed }: typeof totals): string {
  if (values.sample === undefined || mutants === 0) return "";
  const share = killed / mutants;
  const squared = 1.96 ** 2 / mutants;
  const spread = 1.96 * Math.sqrt((share * (1 - share) + squared / 4) / mutants);
  const percent = (sign: number) => Math.round(((share + squared / 2 + sign * spread) / (1 + squared)) * 100);
  return ` (95 %: ${percent(-1)} to ${percent(1)} %)`;
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length > 70 ? `${line.slice(0, 69)}…` : line;
}

/** Null: it did not end in time. */
async function run(order: Order, most = 600_000): Promise<Outcome | null> {
  const child = (runner ??= await start());
  return new Promise((resolve) => {
    const end = (outcome: Outcome | null) => {
      clearTimeout(timer);
      child.removeAllListeners("message");
      child.removeAllListeners("exit");
      if (outcome === null) stop();
      resolve(outcome);
    };
    const timer = setTimeout(() => end(null), most);
    child.once("message", (outcome) => end(outcome as Outcome));
    child.once("exit", () => end(null));
    child.send(order);
  });
}

async function start(): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, "mutation/runner.ts"), {
    cwd: root,
    detached: true,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: { ...process.env, NODE_ENV: "test", STET_TEST_POSTGRES: process.env["STET_TEST_POSTGRES"] ?? "off" },
  });
  await new Promise((resolve) => child.once("message", resolve));
  return child;
}

/** With its workers, one of which may be busy for ever. */
function stop(): void {
  const pid = runner?.pid;
  runner = undefined;
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

/** The same order for the same seed (mulberry32, Fisher-Yates). */
function shuffled<T>(list: readonly T[], seed: number): T[] {
  let state = seed >>> 0;
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const result = [...list];
  for (let i = result.length - 1; i > 0; i--) {
    const other = Math.floor(random() * (i + 1));
    [result[i], result[other]] = [result[other]!, result[i]!];
  }
  return result;
}
