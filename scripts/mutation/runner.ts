/*
 * Runs tests against a file with a mutant in it, in one Vitest that stays warm. The mutant exists only in what Vitest
 * hands to its workers; the file on disk is never written. A process of its own, so that the parent can end one that
 * a mutant has sent round in circles.
 */
import { createVitest } from "vitest/node";
import { join } from "node:path";

export type Order = { file: string; source: string | null; tests: string[] };
export type Outcome = { isGreen: boolean; ran: number; ms: number };

const root = join(import.meta.dirname, "../..");
const given: { file: string; source: string | null } = { file: "", source: null };

const vitest = await createVitest(
  {
    root,
    config: false,
    // What another run read from the disk has no mutant in it.
    fsModuleCache: false,
    watch: false,
    pool: "forks",
    maxWorkers: 1,
    testTimeout: 30_000,
    hookTimeout: 90_000,
    globalSetup: ["test/set-up.ts"],
    reporters: [{}],
    include: ["{app,test,scripts,bench}/**/*.test.{ts,tsx}"],
    exclude: ["test/e2e/**", "**/node_modules/**"],
    expect: { poll: { timeout: 15_000 } },
  },
  {
    plugins: [
      {
        name: "mutant",
        enforce: "pre",
        load: (id) => (given.source !== null && id.split("?", 1)[0] === given.file ? given.source : null),
      },
    ],
  },
);
await vitest.standalone();

process.on("message", (order: Order) => void run(order));
process.on("disconnect", () => process.exit());
process.send!("ready");

async function run({ file, source, tests }: Order): Promise<void> {
  given.file = join(root, file);
  given.source = source;
  vitest.invalidateFile(given.file);
  const outcome: Outcome = { isGreen: true, ran: 0, ms: 0 };
  const start = performance.now();
  // One file after the other, because Vitest's own bail remembers what failed with the mutant before.
  for (const test of tests) {
    const specification = vitest.getRootProject().createSpecification(join(root, test));
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications([specification]);
    const own = testModules.filter((module) => module.moduleId === join(root, test));
    const all = own.flatMap((module) => [...module.children.allTests()]);
    outcome.ran += all.filter((one) => one.result().state !== "skipped").length;
    outcome.isGreen = unhandledErrors.length === 0 && own.every((module) => module.ok());
    if (!outcome.isGreen) break;
  }
  outcome.ms = performance.now() - start;
  process.send!(outcome);
}
