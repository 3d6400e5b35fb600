/*
 * kill -9 inside the real migrations: the schema found afterwards is exactly that of the recorded migrations, and the
 * next start does the rest.
 */
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { openEngine } from "#server/db/database.ts";
import type { Engine } from "#server/db/engine.ts";
import { silent } from "#server/db/log.ts";
import { migrate, readMigrations } from "#server/db/migrate.ts";
import { eachEngine, type Place } from "#test/databases.ts";
import { runUntilKilled } from "./kill.ts";
import { randomFrom } from "./random.ts";

const migrator = new URL("./migrator.ts", import.meta.url).pathname;
const rounds = Number(process.env["STET_KILL_ROUNDS"] ?? 3);

/** Every column, index and constraint, as text. */
async function schemaOf({ db }: Pick<Engine, "db">): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select format('%s.%s %s %s', table_name, column_name, data_type, column_default) as line
      from information_schema.columns where table_schema = 'public' and table_name <> 'migrations'
    union all select indexdef from pg_indexes where schemaname = 'public' and tablename <> 'migrations'
    union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace and contype <> 'n' and conrelid <> 0 and conrelid::regclass::text <> 'migrations'
    order by 1`.execute(db);
  return rows.map(({ line }) => line);
}

async function recordedIn({ db }: Pick<Engine, "db">): Promise<number> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('migrations') is not null as there`.execute(db);
  if (!rows[0]?.there) return 0;
  return (await sql<{ n: number }>`select count(*) as n from migrations`.execute(db)).rows[0]?.n ?? 0;
}

eachEngine((place) => {
  /** The schema after zero, one, two … migrations. */
  let schemas: string[][];
  beforeAll(async () => {
    const engine = await openEngine(await place());
    schemas = [await schemaOf(engine)];
    const all = readMigrations();
    for (let count = 1; count <= all.length; count++) {
      await migrate(engine.db, silent, all.slice(0, count));
      schemas.push(await schemaOf(engine));
    }
    await engine.close();
  });

  async function killAndLook(where: Place, killAfterMs: number, seed: number) {
    await runUntilKilled([migrator, JSON.stringify(where)], { killAfterMs, isReady: (line) => line === "migrating" });
    const engine = await openEngine(where);
    expect(await schemaOf(engine), `seed ${seed}`).toEqual(schemas[await recordedIn(engine)]);
    await migrate(engine.db, silent);
    expect(await schemaOf(engine), `seed ${seed}`).toEqual(schemas.at(-1));
    await engine.close();
  }

  test.each(Array.from({ length: rounds }, (_, round) => round))(
    "an interrupted migration never happened (round %i)",
    async (round) => {
      const where = await place();
      const seed = Date.now();
      await killAndLook(where, randomFrom(seed)() * (20 + 60 * round), seed);
    },
  );
});
