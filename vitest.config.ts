import { defineConfig } from "vitest/config";

// No alias plugin: "#core/…" and its sisters come from package.json "imports".
export default defineConfig({
  test: {
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 90_000,
    // A machine under load may miss a deadline once. What fails twice is broken; the report names what needed a second try.
    retry: 1,
    projects: [
      {
        extends: true,
        test: {
          name: "inside",
          include: ["{app,test,scripts,bench}/**/*.test.{ts,tsx}"],
          exclude: ["test/e2e/**", "**/node_modules/**"],
          globalSetup: ["test/set-up.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "journeys",
          include: ["test/e2e/**/*.test.ts"],
          testTimeout: 90_000,
          fileParallelism: false,
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
});
