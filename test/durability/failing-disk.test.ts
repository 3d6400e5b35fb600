/* A disk that fails to flush: the commit is not acknowledged, and the work goes on once it flushes again. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openDatabase } from "#server/db/database.ts";
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
