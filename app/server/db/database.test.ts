import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { eachDatabase } from "#test/databases.ts";

eachDatabase((open, engine) => {
  describe("values", () => {
    test("come back the same from both engines", async () => {
      const { db } = await open();
      const { rows } = await sql<{ bytes: unknown }>`
        select ${JSON.stringify([{ a: 1 }, "b"])}::jsonb as list, ${JSON.stringify({ n: null })}::jsonb as object,
          ${Buffer.from([0, 1, 255])}::bytea as bytes, 9007199254740991::int8 as big, count(*) as count, 1.50::numeric as exact,
          '2026-11-20 10:00:00.123+02'::timestamptz as moment, '2026-11-20'::date as day, true as yes, 'x'::text as text,
          array['a', 'b'] as texts, 7::int2 as small, 1.5::float8 as float, null::text as nothing, 'ß§€𝄞' as unicode
      `.execute(db);
      expect(rows).toEqual([
        {
          list: [{ a: 1 }, "b"],
          object: { n: null },
          bytes: Buffer.from([0, 1, 255]),
          big: Number.MAX_SAFE_INTEGER,
          count: 1,
          exact: "1.50",
          moment: new Date("2026-11-20T08:00:00.123Z"),
          day: "2026-11-20",
          yes: true,
          text: "x",
          texts: ["a", "b"],
          small: 7,
          float: 1.5,
          nothing: null,
          unicode: "ß§€𝄞",
        },
      ]);
      expect(rows[0]?.bytes).toBeInstanceOf(Buffer);
    });

    test("refuse a whole number that a number cannot hold", async () => {
      const { db } = await open();
      await expect(sql`select 9007199254740993::int8`.execute(db)).rejects.toThrow("9007199254740993 is too large");
    });
  });

  describe("errors", () => {
    test("carry PostgreSQL's code and constraint", async () => {
      const { db } = await open();
      await sql`create table errors (id int constraint errors_key primary key)`.execute(db);
      await sql`insert into errors values (1)`.execute(db);
      await expect(sql`insert into errors values (1)`.execute(db)).rejects.toMatchObject({
        code: "23505",
        constraint: "errors_key",
      });
      await expect(sql`selec`.execute(db)).rejects.toMatchObject({ code: "42601" });
      await expect(sql`select ${0}::int / ${0}::int`.execute(db)).rejects.toMatchObject({ code: "22012" });
      await expect(sql`select 1 as one`.execute(db)).resolves.toMatchObject({ rows: [{ one: 1 }] });
    });
  });

  describe("transactions", () => {
    test("are undone by an exception", async () => {
      const { db } = await open();
      await sql`create table undone (id int)`.execute(db);
      const broken = db.transaction().execute(async (trx) => {
        await sql`insert into undone values (1)`.execute(trx);
        throw new Error("no");
      });
      await expect(broken).rejects.toThrow("no");
      await expect(sql`select * from undone`.execute(db)).resolves.toMatchObject({ rows: [] });
    });

    test("of many callers do not lose each other's work", async () => {
      const { db } = await open();
      await sql`create table counters (n int)`.execute(db);
      await sql`insert into counters values (0)`.execute(db);
      const increment = () =>
        db.transaction().execute(async (trx) => {
          const { rows } = await sql<{ n: number }>`select n from counters for update`.execute(trx);
          await sql`update counters set n = ${(rows[0]?.n ?? 0) + 1}`.execute(trx);
        });
      await Promise.all(Array.from({ length: 20 }, increment));
      await expect(sql`select n from counters`.execute(db)).resolves.toMatchObject({ rows: [{ n: 20 }] });
    });

    test("refuse the outer handle, and only while they last", async () => {
      const { db, notify } = await open();
      await expect(db.transaction().execute(() => sql`select 1`.execute(db))).rejects.toThrow("outer database handle");
      await expect(db.transaction().execute(() => notify("x", "y"))).rejects.toThrow("outer database handle");
      await expect(db.transaction().execute(() => db.transaction().execute(async () => {}))).rejects.toThrow(
        "outer database handle",
      );
      const readOnly = db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only");
      await expect(readOnly.execute(() => sql`select 1`.execute(db))).rejects.toThrow("outer database handle");
      let later: () => Promise<unknown> = async () => {};
      await db.transaction().execute(async () => {
        const { AsyncResource } = await import("node:async_hooks");
        later = AsyncResource.bind(() => sql`select 1 as one`.execute(db));
      });
      await expect(later()).resolves.toMatchObject({ rows: [{ one: 1 }] });
    });
  });

  describe("channels", () => {
    test("carry a payload to every listener until it leaves", async () => {
      const { listen, notify } = await open();
      const heard: string[] = [];
      const leave = await listen("Some channel", (payload) => heard.push(`a ${payload}`));
      await listen("Some channel", (payload) => heard.push(`b ${payload}`));
      await notify("Some channel", "1");
      await expect.poll(() => heard).toEqual(["a 1", "b 1"]);
      await leave();
      await notify("other", "2");
      await notify("Some channel", "3");
      await expect.poll(() => heard).toEqual(["a 1", "b 1", "b 3"]);
    });

    const lost = async () => {
      const { db, listen, notify } = await open();
      const heard: string[] = [];
      await listen("lost", (payload) => heard.push(payload));
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and query like 'listen%'`.execute(db);
      const isHeard = async () => {
        await notify("lost", "again");
        return heard.includes("again");
      };
      await expect.poll(isHeard, { timeout: 20_000 }).toBe(true);
    };
    if (engine === "postgres") test("come back when the connection that listens is lost", lost);

    test("refuse a payload PostgreSQL would refuse", async () => {
      const { notify } = await open();
      await expect(notify("x", "é".repeat(4_000))).rejects.toThrow("at most 7999 bytes; this one has 8000");
    });
  });

  test("answers a ping", async () => {
    const { ping } = await open();
    await expect(ping()).resolves.toBeUndefined();
  });
});
