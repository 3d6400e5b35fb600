/* A disk that fails to flush: the commit is not acknowledged, and work continues once flushing succeeds again. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openDatabase } from "#server/db/database.ts";
import { silent } from "#server/db/log.ts";
import { storageRefusal } from "#server/db/unavailable.ts";
import { temporaryFolder } from "#test/databases.ts";

test("a commit whose flush failed is an error, and what was acknowledged is there", async () => {
  const folder = temporaryFolder();
  const failing = join(folder, "failing");
  process.env["STET_DISK_FAILS"] = failing;
  const { db, close } = await openDatabase({ folder, preload: new URL("./failing-disk.ts", import.meta.url).href });
  await sql`create table kept (n int primary key)`.execute(db);
  await sql`insert into kept values (1)`.execute(db);
  writeFileSync(failing, "");
  await expect(sql`insert into kept values (2)`.execute(db)).rejects.toThrow("EIO");
  rmSync(failing);
  await expect
    .poll(
      () =>
        sql`insert into kept values (3)`.execute(db).then(
          () => true,
          () => false,
        ),
      { timeout: 20_000 },
    )
    .toBe(true);
  const { rows } = await sql<{ n: number }>`select n from kept where n <> 2 order by n`.execute(db);
  expect(rows).toEqual([{ n: 1 }, { n: 3 }]);
  await close();
});

test("a disk that fails for long is waited for: the database comes back by itself, with all that was acknowledged", async () => {
  const folder = temporaryFolder();
  const failing = join(folder, "failing");
  process.env["STET_DISK_FAILS"] = failing;
  const preload = new URL("./failing-disk.ts", import.meta.url).href;
  const failures: string[] = [];
  const log = { ...silent, error: (_details: object, message: string) => void failures.push(message) };
  const { db, ping, close } = await openDatabase({ folder, preload, log, restartPauseMs: 10 });
  await sql`create table kept (n int primary key)`.execute(db);
  await sql`insert into kept values (1)`.execute(db);
  writeFileSync(failing, "");
  await expect(sql`insert into kept values (2)`.execute(db)).rejects.toThrow();
  // Longer than five tries; meanwhile no request is kept waiting.
  await expect.poll(() => failures.length, { timeout: 60_000 }).toBeGreaterThan(6);
  const refused: unknown = await ping().catch((error: unknown) => error);
  expect(storageRefusal(refused)?.status).toBe(503);
  rmSync(failing);
  await expect
    .poll(
      () =>
        ping().then(
          () => true,
          () => false,
        ),
      { timeout: 60_000 },
    )
    .toBe(true);
  const { rows } = await sql<{ n: number }>`select n from kept where n <> 2`.execute(db);
  expect(rows).toEqual([{ n: 1 }]);
  await close();
}, 150_000);
