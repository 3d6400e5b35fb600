/*
 * npm run --silent audit-log > log.csv
 *
 * What administrators and commands did, as a table: the audit log at /admin/log. Works whether or not Stet is running.
 */
import { administer } from "#server/process/administration.ts";
import { readEnv } from "#server/env.ts";

try {
  process.stdout.write(await administer(readEnv(process.env), "/log", {}));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
