import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/longest-first.ts";
import { OutcomeReporter } from "./test/outcomes.ts";

// No alias plugin: "#core/…" and its sisters come from package.json "imports".

/** They change what a whole process has in common: its modules, its globals, its environment, its umask. */
const alone = [
  "app/ui/**/*.test.{ts,tsx}",
  "app/server/process/*.test.ts",
  "app/server/db/{pooler,row-level-security}.test.ts",
  "app/server/export/{lost-formatting,uncounted}.test.ts",
  "test/durability/*.test.ts",
  "test/statements.test.ts",
];
const ofBrowser = "test/e2e/**/*.test.ts";
// Vitest's own second is not much on a busy machine.
const expectInside = { poll: { timeout: 15_000 } };

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
          // The files of a worker share what they import; importing it again for each took a quarter of the time.
          isolate: false,
          include: ["{app,test,scripts,bench}/**/*.test.{ts,tsx}"],
          exclude: [ofBrowser, "**/node_modules/**", ...alone],
          expect: expectInside,
        },
      },
      { extends: true, test: { name: "alone", include: alone, expect: expectInside } },
      {
        extends: true,
        test: {
          name: "journeys",
          include: [ofBrowser],
          // A browser on a machine under load may miss a deadline once; scripts/test.ts names what needed its second try.
          retry: 1,
          testTimeout: 120_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
});
