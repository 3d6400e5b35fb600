/*
 * Runs tests with changed sources, in one Vitest that stays warm. What is changed exists only in what Vitest hands to
 * its workers; no file on disk is written. A process of its own, so that the parent can end one that a mutant has sent
 * round in circles.
 */
import { createVitest } from "vitest/node";
import { join } from "node:path";

/** Each group runs in one worker; after a failure the next does not run. */
export type Order = { sources: Record<string, string>; groups: string[][] };
/** `ran` without the skipped; `entered`: the functions, where the sources report them. */
export type Outcome = { isGreen: boolean; isLost: boolean; ran: number; ms: number; tests: Record<string, TestOutcome> };
export type TestOutcome = { isGreen: boolean; ms: number; entered: string[] };

const root = join(import.meta.dirname, "../..");
const given = new Map<string, string>();

const vitest = await createVitest(
  {
    root,
    config: false,
    // What another run read from the disk has no mutant in it.
    fsModuleCache: false,
    watch: false,
    pool: "forks",
    maxWorkers: 1,
    // A worker for each file costs more than most tests; the choice of tests leaves out what is not green like this.
    isolate: false,
    // A mutant that collects for ever ends sooner.
    execArgv: ["--max-old-space-size=1500"],
    testTimeout: 30_000,
    hookTimeout: 90_000,
    globalSetup: ["test/set-up.ts"],
    setupFiles: ["scripts/mutation/report-entered.ts"],
    reporters: [{}],
    include: ["{app,test,scripts,bench}/**/*.test.{ts,tsx}"],
    exclude: ["test/e2e/**", "**/node_modules/**"],
    expect: { poll: { timeout: 15_000 } },
  },
  { plugins: [{ name: "mutant", enforce: "pre", load: (id) => given.get(id.split("?", 1)[0]!) ?? null }] },
);
await vitest.standalone();

process.on("message", (order: Order) => void run(order));
process.on("disconnect", () => process.exit());
process.send!("ready");

async function run({ sources, groups }: Order): Promise<void> {
  const before = [...given.keys()];
  given.clear();
  for (const [file, source] of Object.entries(sources)) given.set(join(root, file), source);
  for (const file of new Set([...before, ...given.keys()])) vitest.invalidateFile(file);
  const outcome: Outcome = { isGreen: true, isLost: false, ran: 0, ms: 0, tests: {} };
  const start = performance.now();
  // One group after the other, because Vitest's own bail remembers what failed with the mutant before.
  for (const group of groups) {
    const specifications = group.map((test) => vitest.getRootProject().createSpecification(join(root, test)));
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
    // On a busy machine a worker may not come up in time, which says nothing of the mutant.
    if (unhandledErrors.some((error) => /vitest-pool.*(?:start|respond)/.test(String(error)))) outcome.isLost = true;
    if (unhandledErrors.length > 0) outcome.isGreen = false;
    for (const test of group) {
      const own = testModules.filter((module) => module.moduleId === join(root, test));
      const isGreen = own.every((module) => module.ok());
      if (!isGreen) outcome.isGreen = false;
      outcome.ran += own
        .flatMap((module) => [...module.children.allTests()])
        .filter((one) => one.result().state !== "skipped").length;
      const entered = own.flatMap((module) => (module.meta() as { entered?: string[] }).entered ?? []);
      const ms = own.reduce((sum, module) => sum + timeOf(module.diagnostic()), 0);
      outcome.tests[test] = { isGreen, ms, entered };
    }
    if (!outcome.isGreen) break;
  }
  outcome.ms = performance.now() - start;
  process.send!(outcome);
}

function timeOf(one: { collectDuration: number; setupDuration: number; duration: number }): number {
  return one.collectDuration + one.setupDuration + one.duration;
}
