/* A damaged folder is refused in one sentence: which folder, what was found, what to do. */
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { openDatabase } from "#server/db/database.ts";
import { temporaryFolder } from "#test/databases.ts";
import { postgresMajor } from "./folder-damage.ts";

const whole = temporaryFolder();
beforeAll(async () => {
  await (await openDatabase({ folder: whole })).close();
});

const lastStep = /restore the latest backup|delete it and start|write \{"pglite"|set STET_DATA/;
const inner = /PGlite failed|Aborted|not a database|JSON|ENOENT|errcode/;

test.each<[what: string, damage: (folder: string) => void, found: string]>([
  ["the version is missing", (folder) => rmSync(join(folder, "cluster/data/PG_VERSION")), "PG_VERSION is missing or empty"],
  [
    "the version is another",
    (folder) => writeFileSync(join(folder, "cluster/data/PG_VERSION"), "12\n"),
    `has the format of PostgreSQL 12; this version of Stet opens ${postgresMajor}`,
  ],
  [
    "pg_control is short",
    (folder) => truncateSync(join(folder, "cluster/data/global/pg_control"), 100),
    "global/pg_control has 100 of 8192 bytes",
  ],
  [
    "pg_control is another's",
    (folder) => writeFileSync(join(folder, "cluster/data/global/pg_control"), Buffer.alloc(8192, 7)),
    "does not start: its files are damaged, or the disk fails",
  ],
  ["made-by.json is torn", (folder) => writeFileSync(join(folder, "cluster/made-by.json"), '{"pgl'), "is damaged. If this version"],
  ["made-by.json is missing", (folder) => rmSync(join(folder, "cluster/made-by.json")), "is missing. If this version"],
  [
    "the lock is damaged",
    (folder) => writeFileSync(join(folder, "lock"), "x".repeat(5_000)),
    "is damaged. Nothing of value is in it",
  ],
])("%s", async (_what, damage, found) => {
  const folder = temporaryFolder();
  cpSync(whole, folder, { recursive: true });
  damage(folder);
  const error = await openDatabase({ folder }).then(
    (database) => database.close(),
    (reason: Error) => reason,
  );
  expect(error?.message).toContain(found);
  expect(error?.message).toContain(folder);
  expect(error?.message).toMatch(lastStep);
  expect(error?.message).not.toMatch(inner);
});

test("a folder that cannot be written is named, with the way out", () => {
  const parent = temporaryFolder();
  const folder = join(parent, "closed");
  mkdirSync(folder);
  chmodSync(folder, 0o555);
  const script = `import { lockFolder } from ${JSON.stringify(new URL("./folder-lock.ts", import.meta.url).href)};
    if (process.getuid?.() === 0) process.setuid(65534);
    try { lockFolder(${JSON.stringify(folder)}); } catch (error) { console.log(error.message); }`;
  // Another account must be able to reach the folder that it may not write to.
  chmodSync(parent, 0o755);
  const said = execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  expect(said).toContain(`Stet cannot write to ${folder}: it belongs to another account.`);
});
