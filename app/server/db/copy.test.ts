import { sql } from "kysely";
import { expect, test } from "vitest";
import { eachPreparedEngine, temporaryFolder } from "#test/databases.ts";
import { copyPreparedDatabase } from "#test/prepared-database.ts";
import { exportDatabase, importDatabase } from "./copy.ts";
import { openEngine } from "./database.ts";
import type { Engine } from "./engine.ts";
import { silent } from "./log.ts";
import { migrate } from "./migrate.ts";

async function* each(lines: string[]) {
  yield* lines;
}

async function linesOf(engine: Engine): Promise<string[]> {
  const lines: string[] = [];
  await exportDatabase(engine, (line) => void lines.push(line));
  return lines;
}

async function migrated(where: { folder: string } | { url: string }): Promise<Engine> {
  const engine = await openEngine(where);
  await migrate(engine.db, silent);
  // What our tables lack but others may have: every kind of value, a sequence, a generated column.
  await sql`create table "All Kinds" (id bigint generated always as identity primary key, bytes bytea, exact numeric, float float8, list text[],
    day date, moment timestamptz, span interval, yes boolean, json jsonb, twice numeric generated always as (exact * 2) stored)`.execute(
    engine.db,
  );
  return engine;
}

async function emptyFolder(): Promise<{ folder: string }> {
  const folder = temporaryFolder();
  await copyPreparedDatabase(folder);
  return { folder };
}

async function fill({ db }: Engine) {
  await sql`insert into "user" (id, name, email) values ('a', 'Ä "quoted", \\ and ''more''', 'a@example.org')`.execute(db);
  await sql`insert into chats (id, owner_id, title) values ('01900000-0000-7000-8000-000000000001', 'a', ${"line\nbreak\ttab"})`.execute(
    db,
  );
  // The child is written before its parent: no row order would satisfy the key.
  await sql`insert into messages (id, chat_id, parent_id, seq, role, content, parts) values
    ('01900000-0000-7000-8000-00000000000a', '01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-00000000000b', 2, 'user', '', '[]'),
    ('01900000-0000-7000-8000-00000000000b', '01900000-0000-7000-8000-000000000001', null, 1, 'user', 'NULL', '[{"text": "\\u00e9𝄞"}]')`.execute(
    db,
  );
  await sql`insert into "All Kinds" (bytes, exact, float, list, day, moment, span, yes, json)
    select decode(repeat('00ff7b5c22', n % 7), 'hex'), n / 3.0, n / 3.0::float8, array['a,b', null, 'NULL', '"' || n], date '2024-02-29' + n,
      timestamptz '2026-11-20 10:00:00.123456+02' + n * interval '1 us', n * interval '1 month 3 days 0.5 s', n % 2 = 0,
      jsonb_build_object('n', n, 'big', 12345678901234567890123)
    from generate_series(1, 1234) n`.execute(db);
  await sql`insert into "All Kinds" default values`.execute(db);
}

eachPreparedEngine((place, kind) => {
  // To the other engine if there is one, and back.
  eachPreparedEngine((otherPlace, otherKind) => {
    const travel = async () => {
      const [source, target] = [await migrated(await place()), await migrated(await otherPlace())];
      await fill(source);
      const lines = await linesOf(source);
      expect(await importDatabase(target, each(lines))).toBe(1 + 1 + 2 + 1235);
      expect(await linesOf(target)).toEqual(lines);
      const toIndex = await sql<{ id: string }>`select id from chat_search order by id`.execute(target.db);
      expect(toIndex.rows.map(({ id }) => id.slice(-2))).toEqual(["01", "0a", "0b"]);
      const next = sql`insert into "All Kinds" (exact) values (21) returning id, twice`;
      expect((await next.execute(target.db)).rows).toEqual([{ id: 1236, twice: "42" }]);
      await expect(
        sql`delete from "user" where id = 'nobody'; insert into chats (id, owner_id, title)
        values ('01900000-0000-7000-8000-000000000009', 'nobody', '')`.execute(target.db),
      ).rejects.toMatchObject({ code: "23503" });
      await Promise.all([source.close(), target.close()]);
    };
    test(`an export from ${kind} and back from ${otherKind} is the same, line by line`, travel);
  });

  test("is all or nothing", async () => {
    const [source, target] = [await migrated(await emptyFolder()), await migrated(await place())];
    await fill(source);
    const lines = await linesOf(source);
    const empty = await linesOf(target);
    const orphan = (line: string) => (line.includes("line\\nbreak") ? line.replace('"a"', '"b"') : line);
    const into = (changed: string[]) => importDatabase(target, each(changed));
    await expect(into(lines.slice(0, -1))).rejects.toThrow("its last line is missing");
    await expect(into(lines.filter((line) => !line.includes("line\\nbreak")))).rejects.toThrow(`has ${1 + 2 + 1235}`);
    await expect(into(lines.map((line) => line.replace("2026-11-20-chats.sql", "2027-01-01-new.sql")))).rejects.toThrow(
      "2027-01-01-new.sql",
    );
    await expect(into(lines.map(orphan))).rejects.toMatchObject({ code: "23503" });
    expect(await linesOf(target)).toEqual(empty);
    await into(lines);
    await expect(into(lines)).rejects.toThrow("already holds data");
    await Promise.all([source.close(), target.close()]);
  });
});
