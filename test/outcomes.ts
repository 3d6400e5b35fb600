/* Writes each test's outcome into the file STET_TEST_OUTCOMES names, for scripts/test.ts. */
import { writeFileSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";

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
  onTestRunEnd(modules: readonly TestModule[]): void {
    const file = process.env["STET_TEST_OUTCOMES"];
    if (file === undefined) return;
    const outcomes = modules.flatMap((module) =>
      [...module.children.allTests()].map((test): Outcome => ({
        file: module.relativeModuleId,
        name: test.fullName,
        state: test.result().state,
        isSecondTry: test.diagnostic()?.flaky === true,
        error: test.result().errors?.[0]?.message?.split("\n", 1)[0],
      })),
    );
    writeFileSync(file, JSON.stringify(outcomes));
  }
}
