import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/longest-first.ts";
import { OutcomeReporter } from "./test/outcomes.ts";

// No alias plugin: "#core/…" and its sisters come from package.json "imports".
export default defineConfig({
  test: {
    pool: "forks",
    maxWorkers: 2,
    // No measure of speed: a machine under load takes several times as long to copy a database or to read a scanned page.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    sequence: { sequencer: LongestFirst },
    globalSetup: ["test/set-up.ts"],
    reporters: ["default", new OutcomeReporter()],
    projects: [
      {
        extends: true,
        test: {
          name: "inside",
          include: ["{app,test,scripts,bench}/**/*.test.{ts,tsx}"],
          exclude: ["test/e2e/**", "**/node_modules/**"],
          // Vitest's own second is not much on a busy machine.
          expect: { poll: { timeout: 15_000 } },
        },
      },
      {
        extends: true,
        test: {
          name: "journeys",
          include: ["test/e2e/**/*.test.ts"],
          // A browser on a machine under load may miss a deadline once; scripts/test.ts names what needed its second try.
          retry: 1,
          testTimeout: 120_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
});
