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
  /** The first line of what a test reported at its first try, and where. */
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
        error: placed(test.result().errors?.[0], module.relativeModuleId),
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

/** `file`: of the test, whose line is the place of interest. */
function placed(error: { message: string; stack?: string } | undefined, file: string): string {
  const at = error?.stack?.split("\n").find((line) => line.includes(`${file}:`));
  const line = at === undefined ? undefined : /^\d+/.exec(at.slice(at.indexOf(`${file}:`) + file.length + 1))?.[0];
  return firstLine(error?.message) + (line === undefined ? "" : ` (line ${line})`);
}

const firstLine = (text = "") => text.split("\n", 1)[0]!;
