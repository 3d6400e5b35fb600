/* A database from before row-level security is secured when opened, with all its data intact. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { theServer, type Actor } from "#core/workspace/policy.ts";
import { eachEngine } from "#test/databases.ts";
import { newWorld, securedTables, tablesOf } from "#test/every-table.ts";
import { searchChats } from "../data/chats/search-chats.ts";
import { actAs, type BoundDb } from "./acting.ts";
import { openDatabase, openEngine } from "./database.ts";
import { silent } from "./log.ts";
import { migrate, readMigrations } from "./migrate.ts";

const name = "2026-11-26-access-by-row.sql";
/** Where the rows of a table have moved that is there no more. */
const movedTo: Record<string, string> = { prompts: "library_templates" };
const isPeoples = (table: string) =>
  !["user", "organization", "member", "invitation", "migrations"].includes(table) && !table.startsWith("law_");

async function filledTables(db: BoundDb, who: Actor, tables: readonly string[]): Promise<string[]> {
  const filled: string[] = [];
  for (const table of tables)
    if ((await sql`select 1 from ${sql.table(table)} limit 1`.execute(actAs(who, db))).rows.length > 0) filled.push(table);
  return filled;
}

eachEngine((place) => {
  test("an installation that was used keeps its rows, and each is secured", async () => {
    const where = await place();
    const before = await openEngine(where);
    const all = readMigrations();
    const older = all.slice(
      0,
      all.findIndex((migration) => migration.name === name),
    );
    await migrate(before.db, silent, older);
    const tables = (await tablesOf(before.db)).map((table) => table.name).filter(isPeoples);
    const { owner, stranger, idOf } = await newWorld(before.db, tables);
    await sql`update chats set title = 'Lease of the boathouse' where id = ${idOf("chats")}`.execute(before.db);
    await before.close();

    const { db, close } = await openDatabase(where);
    const secured = await securedTables(db);
    const later = tables.map((table) => movedTo[table] ?? table);
    expect(later.filter((table) => !secured.includes(table))).toEqual([]);
    expect(await filledTables(db, theServer, later)).toEqual(later);
    expect(await filledTables(db, stranger, later)).toEqual([]);
    const found = (await searchChats(owner, db, "boathouse", { limit: 10 })).sessions;
    expect(found.map(({ id }) => id)).toEqual([idOf("chats")]);
    await close();
  });
});
