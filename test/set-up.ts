/* Once per run of vitest: a folder for what test files share and leave behind, removed at the end. */
import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync } from "node:fs";
import { constants, setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { postgresPrograms, stopPostgres } from "./postgres.ts";

declare module "vitest" {
  export interface ProvidedContext {
    runFolder: string;
    /** The folder of this run's PostgreSQL; undefined if there is none. */
    postgresFolder: string | undefined;
  }
}

export function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), "stet-tests-"));
  // PostgreSQL runs as another user when we are root.
  chmodSync(folder, 0o755);
  project.provide("runFolder", folder);
  process.env["STET_TEST_RUN"] = folder;
  const postgres = join(folder, "postgres");
  if (postgresPrograms()) {
    mkdirSync(postgres);
    project.provide("postgresFolder", postgres);
  } else
    console.warn("\n*** PostgreSQL is not installed here, or left out: the data tests run on the embedded database only. ***\n");
  return () => {
    stopPostgres(postgres);
    removeLater(folder);
  };
}

/** Hundreds of databases, of a thousand files each: on a busy disk that takes minutes, which nothing has to wait for. */
function removeLater(folder: string): void {
  const script = "require('node:fs').rmSync(process.argv[1], { recursive: true, force: true })";
  const child = spawn(process.execPath, ["-e", script, folder], { detached: true, stdio: "ignore" });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  child.unref();
}
