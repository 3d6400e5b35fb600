/* Writes what became of each test into the file STET_TEST_OUTCOMES names, for scripts/test.ts. */
import { writeFileSync } from "node:fs";
import type { Reporter, SerializedError, TestModule } from "vitest/node";

/** `faults`: errors outside of any test: in loading a file, in its hooks, or that nothing caught. */
export type Run = { outcomes: Outcome[]; faults: string[] };

export type Outcome = {
  file: string;
  name: string;
  state: "passed" | "failed" | "skipped" | "pending";
  /** It failed before it passed. */
  isSecondTry: boolean;
  /** The first line of what a failed test reported. */
  error?: string;
};

export class OutcomeReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], uncaught: readonly SerializedError[]): void {
    const file = process.env["STET_TEST_OUTCOMES"];
    if (file === undefined) return;
    const outcomes = modules.flatMap((module) =>
      [...module.children.allTests()].map((test): Outcome => ({
        file: module.relativeModuleId,
        name: test.fullName,
        state: test.result().state,
        isSecondTry: test.diagnostic()?.flaky === true,
        error: firstLine(test.result().errors?.[0]?.message),
      })),
    );
    const faults = [
      ...modules.flatMap((module) =>
        [module, ...module.children.allSuites()].flatMap((suite) =>
          suite.errors().map((error) => `${module.relativeModuleId}: ${firstLine(error.message)}`),
        ),
      ),
      ...uncaught.map((error) => `uncaught: ${firstLine(error.stack ?? error.message)}`),
    ];
    writeFileSync(file, JSON.stringify({ outcomes, faults } satisfies Run));
  }
}

const firstLine = (text = "") => text.split("\n", 1)[0]!;
