import { defineConfig } from "vitest/config";

// No alias plugin: "#core/…" and its sisters come from package.json "imports".
export default defineConfig({
  test: {
    include: ["app/**/*.test.{ts,tsx}", "test/**/*.test.ts", "scripts/**/*.test.ts", "bench/**/*.test.ts"],
    exclude: ["**/node_modules/**", "test/e2e/**"],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    pool: "forks",
    maxWorkers: 2,
  },
});
