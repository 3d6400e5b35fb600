/*
 * Mutation testing: puts one small fault at a time into a file, runs the tests nearest to it, and reports each fault
 * that no test noticed. A sample for each file, drawn with a seed, so that a run can be repeated.
 *
 *   npm run mutate -- app/core/workspace/policy.ts app/core/changes
 *   npm run mutate -- --most 40 --seed 7 --tests 6 app/core/chat/reply.ts
 *   npm run mutate -- --line 118 --with app/api/chats.test.ts app/server/data/chats/turns.ts
 *
 * What a fault changes nothing about is listed in mutation/equivalent.json, with the reason.
 */
import { fork, type ChildProcess } from "node:child_process";
import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { mutantsOf, withMutant, type Mutant } from "./mutation/mutants.ts";
import { importersOf, nearestTests } from "./mutation/nearest-tests.ts";
import type { Order, Outcome } from "./mutation/runner.ts";

const root = join(import.meta.dirname, "..");
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    most: { type: "string", default: "12" },
    seed: { type: "string", default: "1" },
    tests: { type: "string", default: "8" },
    line: { type: "string" },
    with: { type: "string", multiple: true },
  },
});

type Equivalent = { file: string; code: string; from: string; to: string; reason: string };
const equivalent = JSON.parse(readFileSync(join(import.meta.dirname, "mutation/equivalent.json"), "utf8")) as Equivalent[];

/** The tests of one mutant may take this long together, so that a sample ends. */
const mostMs = 12_000;
let runner: ChildProcess | undefined;
const graph = importersOf();
const totals = { mutants: 0, killed: 0, equivalent: 0 };

process.stdout.write(`Seed ${values.seed}, at most ${values.most} of each file, the ${values.tests} nearest test files.\n`);
for (const file of positionals.flatMap(filesIn)) await mutate(file);
process.stdout.write(`\nIn all: ${summary(totals)}\n`);
stop();

function filesIn(path: string): string[] {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return globSync(`${path}/**/*.{ts,tsx}`, { cwd: root, exclude: ["**/*.test.*"] }).toSorted();
}

async function mutate(file: string): Promise<void> {
  const source = readFileSync(join(root, file), "utf8");
  const near = values.with ?? nearestTests(file, graph, Number(values.tests));
  const all = mutantsOf(file, source).filter(({ line }) => values.line === undefined || line === Number(values.line));
  const sample = shuffled(all, Number(values.seed)).slice(0, Number(values.most));
  if (sample.length === 0) return;
  const { tests, ms } = await quickAndGreen(file, near);
  if (tests.length === 0) {
    process.stdout.write(
      `\n${file}: ${near.length === 0 ? "no test imports it" : `not green to begin with: ${near.join(", ")}`}\n`,
    );
    return;
  }
  const count = { mutants: 0, killed: 0, equivalent: 0 };
  const survivors: string[] = [];
  for (const mutant of sample.toSorted((a, b) => a.start - b.start)) {
    if (equivalent.some((one) => one.file === file && isSame(one, mutant))) {
      count.equivalent += 1;
      continue;
    }
    count.mutants += 1;
    // One that never ends is noticed.
    const outcome = await run({ file, source: withMutant(source, mutant), tests }, 15_000 + ms * 4);
    if (outcome === null || !outcome.isGreen) count.killed += 1;
    else
      survivors.push(
        `  ${file}:${mutant.line} ${mutant.operator}: ${short(mutant.from)} → ${short(mutant.to)}\n    ${mutant.code}`,
      );
  }
  process.stdout.write(
    `\n${file} (${all.length} possible): ${summary(count)}\n  by ${tests.join(", ")}\n${survivors.join("\n")}\n`,
  );
  for (const key of ["mutants", "killed", "equivalent"] as const) totals[key] += count[key];
}

/** Of these tests the first that are green without a mutant and quick enough together. */
async function quickAndGreen(file: string, near: readonly string[]): Promise<{ tests: string[]; ms: number }> {
  const tests: string[] = [];
  let ms = 0;
  for (const test of near) {
    const outcome = await run({ file, source: null, tests: [test] }, 60_000);
    if (outcome === null || !outcome.isGreen || outcome.ran === 0) continue;
    if (tests.length > 0 && ms + outcome.ms > mostMs) continue;
    tests.push(test);
    ms += outcome.ms;
  }
  return { tests, ms };
}

function isSame(one: Equivalent, mutant: Mutant): boolean {
  return one.code === mutant.code && one.from === mutant.from && one.to === mutant.to;
}

function summary({ mutants, killed, equivalent: listed }: typeof totals): string {
  const share = mutants === 0 ? "" : `, ${Math.round((killed / mutants) * 100)} %`;
  return `${killed} of ${mutants} killed${share}${listed === 0 ? "" : `; ${listed} listed as equivalent`}`;
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length > 70 ? `${line.slice(0, 69)}…` : line;
}

/** Null: it did not end in time. */
async function run(order: Order, most: number): Promise<Outcome | null> {
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
