/* A statement that never ends and a transaction that is never closed: both are aborted, and everything else
   continues. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openDatabase } from "#server/db/database.ts";
import type { Database } from "#server/db/engine.ts";
import { eachEngine } from "#test/databases.ts";
import { check, write } from "./load.ts";

const patience = { timeout: 20_000 };
const endless = sql`select count(*) from generate_series(1, 100000) a, generate_series(1, 100000) b`;

/** Returns the last message acknowledged. */
async function writeSome(database: Database, count: number): Promise<number> {
  let written = 0;
  await write(
    database,
    (seq) => {
      written = seq;
    },
    () => written >= count,
  );
  return written;
}

eachEngine((place, engine) => {
  const open = async () => openDatabase({ ...(await place()), statementLimitMs: 700 });

  test("a runaway statement is stopped; nothing acknowledged is lost and listeners hear again", async () => {
    const database = await open();
    const heard: string[] = [];
    await database.listen("after", (payload) => heard.push(payload));
    const written = await writeSome(database, 20);
    await expect(endless.execute(database.db)).rejects.toThrow(
      engine === "embedded" ? "restarted while this ran" : "statement timeout",
    );
    expect(await check(database)).toBe(written);
    await database.notify("after", "still here");
    await expect.poll(() => heard, patience).toEqual(["still here"]);
    expect(await writeSome(database, 40)).toBe(40);
    await database.close();
  });

  test("a listener that asks nothing hears again by itself", async () => {
    const database = await open();
    const heard: string[] = [];
    await database.listen("after", (payload) => heard.push(payload));
    await expect(endless.execute(database.db)).rejects.toThrow();
    await expect
      .poll(async () => {
        await database.notify("after", "back").catch(() => {});
        return heard.length;
      }, patience)
      .toBeGreaterThan(0);
    await database.close();
  });

  test("a transaction left open is rolled back and lets the others continue", async () => {
    const database = await open();
    const { db } = database;
    await sql`create table left_open (n int)`.execute(db);
    const [reached, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const forgotten = db.transaction().execute(async (trx) => {
      await sql`insert into left_open values (1)`.execute(trx);
      reached.resolve();
      await left.promise;
      await sql`insert into left_open values (2)`.execute(trx);
    });
    forgotten.catch(() => {});
    await reached.promise;
    const locks = sql`select 1 from pg_locks where relation = 'left_open'::regclass`;
    await expect.poll(async () => (await locks.execute(db)).rows, patience).toEqual([]);
    left.resolve();
    await expect(forgotten).rejects.toThrow();
    await expect(sql`select n from left_open`.execute(db)).resolves.toMatchObject({ rows: [] });
    await database.close();
  });
});
