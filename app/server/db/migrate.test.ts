import { sql } from "kysely";
import { expect, test } from "vitest";
import { eachEngine, onPostgres } from "#test/databases.ts";
import { openDatabase, openEngine } from "./database.ts";
import { silent } from "./log.ts";
import { migrate, readMigrations, type Migration } from "./migrate.ts";

const earlier: Migration = { name: "2025-12-31-earlier.sql", text: "create table earlier (n int);" };
const first: Migration = { name: "2026-01-01-first.sql", text: "create table first (n int); insert into first values (1);" };
const second: Migration = { name: "2026-01-02-second.sql", text: "alter table first add column m int not null default 2;" };
const late: Migration = { name: second.name, text: "create table late (n int)" };
const broken: Migration = { name: "2026-01-03-broken.sql", text: "create table third (n int);\nselect 1 / 0;" };

eachEngine((place) => {
  const open = async () => openEngine(await place());
  const tables = async ({ db }: Awaited<ReturnType<typeof open>>) =>
    (await db.introspection.getTables()).map(({ name }) => name).sort();

  test("runs what is new, in the order of the names, once", async () => {
    const engine = await open();
    expect(await migrate(engine.db, silent, [first])).toEqual([first.name]);
    expect(await migrate(engine.db, silent, [first, second])).toEqual([second.name]);
    expect(await migrate(engine.db, silent, [first, second])).toEqual([]);
    expect((await sql`select n, m from first`.execute(engine.db)).rows).toEqual([{ n: 1, m: 2 }]);
    await engine.close();
  });

  test("runs one that was merged late, though later ones have run", async () => {
    const engine = await open();
    await migrate(engine.db, silent, [late]);
    expect(await migrate(engine.db, silent, [first, late])).toEqual([first.name]);
    await engine.close();
  });

  test("a migration that fails leaves nothing behind and says which it was", async () => {
    const engine = await open();
    await expect(migrate(engine.db, silent, [first, broken])).rejects.toThrow(
      `The migration ${broken.name} failed and was rolled back: division by zero`,
    );
    expect(await tables(engine)).toEqual(["first", "migrations"]);
    expect(await migrate(engine.db, silent, [first, { ...broken, text: "create table third (n int);" }])).toEqual([broken.name]);
    await engine.close();
  });

  test("one that ran and was changed is refused before anything else runs", async () => {
    const engine = await open();
    await migrate(engine.db, silent, [first]);
    const changed = [earlier, { ...first, text: `${first.text} -- more` }];
    await expect(migrate(engine.db, silent, changed)).rejects.toThrow(`${first.name} has been changed after it was applied`);
    expect(await tables(engine)).toEqual(["first", "migrations"]);
    expect(await migrate(engine.db, silent, [{ ...first, text: first.text.replaceAll("\n", "\r\n") }])).toEqual([]);
    await engine.close();
  });

  test("a database that a newer version changed is refused before anything runs", async () => {
    const engine = await open();
    await migrate(engine.db, silent, [first, second]);
    await expect(migrate(engine.db, silent, [earlier, first])).rejects.toThrow(
      `The database was changed by a newer version of Stet (${second.name}), which this one does not know.`,
    );
    expect(await tables(engine)).toEqual(["first", "migrations"]);
    await engine.close();
  });

  test("a database opens with every table the program knows", async () => {
    const engine = await open();
    await migrate(engine.db, silent);
    expect(await tables(engine)).toEqual(expect.arrayContaining(["account", "chats", "member", "messages", "runs", "user"]));
    const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(engine.db);
    expect(rows.map(({ name }) => name)).toEqual(readMigrations().map(({ name }) => name));
    // Otherwise deleting a row scans every table that may refer to it.
    const bare = sql`select conrelid::regclass::text as table, pg_get_constraintdef(oid) as key from pg_constraint
      where contype = 'f' and not exists (select 1 from pg_index where indrelid = conrelid and indkey[0] = conkey[1])`;
    expect((await bare.execute(engine.db)).rows).toEqual([]);
    await engine.close();
  });
});

onPostgres((place) => {
  test("processes that start together wait for one another", async () => {
    const where = await place();
    const databases = await Promise.all([openDatabase(where), openDatabase(where), openDatabase(where)]);
    for (const database of databases) await expect(database.ping()).resolves.toBeUndefined();
    await Promise.all(databases.map((database) => database.close()));
  });
});

test("every migration is named by its date", () => {
  for (const { name } of readMigrations()) expect(name).toMatch(/^20\d\d-\d\d-\d\d-[a-z0-9-]+\.sql$/);
});
