/* Once per run of vitest: a folder for what the test files share, and its end. */
import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { postgresPrograms, stopPostgres } from "./postgres.ts";

declare module "vitest" {
  export interface ProvidedContext {
    postgresFolder: string | undefined;
  }
}

export function setup(project: TestProject) {
  if (!postgresPrograms()) {
    console.warn("\n*** PostgreSQL is not installed here: the data tests run on the embedded database only. ***\n");
    project.provide("postgresFolder", undefined);
    return undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), "stet-postgres-"));
  chmodSync(folder, 0o755);
  project.provide("postgresFolder", folder);
  return () => stopPostgres(folder);
}
