/* The embedded engine has no background processes: our own keep its log and its tables from growing without bound. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openEngine } from "#server/db/database.ts";
import { temporaryFolder } from "#test/databases.ts";

const megabyte = 1024 * 1024;

test("the log stays small however much is written", async () => {
  const { db, tidy, close } = await openEngine({ folder: temporaryFolder() });
  await sql`create table filler (body text)`.execute(db);
  await sql`alter table filler alter body set storage external`.execute(db);
  const logBytes = async () =>
    (await sql<{ size: string }>`select sum(size) as size from pg_ls_waldir()`.execute(db)).rows[0]?.size;
  for (let written = 0; written < 200; written += 20) {
    await sql`insert into filler select repeat('x', 8000) from generate_series(1, 2600)`.execute(db);
    await sql`truncate filler`.execute(db);
    await tidy?.();
  }
  expect(Number(await logBytes())).toBeLessThan(130 * megabyte);
  await close();
});

test("dead rows are cleared and tables analysed, the most changed first, until nothing is due", async () => {
  const { db, tidy, close } = await openEngine({ folder: temporaryFolder() });
  for (const [table, rows] of [
    ["small", 200],
    ["large", 5_000],
  ] as const) {
    await sql`create table ${sql.table(table)} (n int)`.execute(db);
    await sql`insert into ${sql.table(table)} select generate_series(1, ${sql.lit(rows)})`.execute(db);
    await sql`delete from ${sql.table(table)} where n % 2 = 0`.execute(db);
  }
  const state = async () => {
    const { rows } = await sql<{ name: string; dead: number }>`select relname as name, n_dead_tup as dead from pg_stat_user_tables
      where relname in ('small', 'large') order by relname`.execute(db);
    return Object.fromEntries(rows.map(({ name, dead }) => [name, dead]));
  };
  expect(await tidy?.()).toBe(true);
  expect(await state()).toEqual({ large: 0, small: 100 });
  expect(await tidy?.()).toBe(true);
  expect(await tidy?.()).toBe(false);
  expect(await state()).toEqual({ large: 0, small: 0 });
  const { rows } = await sql`select relname, reltuples from pg_class where relname in ('small', 'large') order by 1`.execute(db);
  expect(rows).toEqual([
    { relname: "large", reltuples: 2_500 },
    { relname: "small", reltuples: 100 },
  ]);
  await close();
});
