import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { theServer } from "#core/workspace/policy.ts";
import { newPerson } from "#test/people.ts";
import { eachDatabase } from "#test/databases.ts";
import { actAs } from "./acting.ts";
import { prepared, preparedName } from "./prepared.ts";

const marked = (text: string) => `${text} /* prepared */`;

describe("the name of a prepared statement", () => {
  test("is the same for the same words, and short enough for PostgreSQL", () => {
    expect(preparedName(marked("select 1"))).toBe(preparedName(marked("select 1")));
    expect(preparedName(marked("select 1"))).not.toBe(preparedName(marked("select 2")));
    expect(preparedName(marked("select 1"))!.length).toBeLessThan(64);
  });

  test("is only given to a statement that ends by asking for it", () => {
    expect(preparedName("select 1")).toBeUndefined();
    expect(preparedName("select '/* prepared */'")).toBeUndefined();
  });
});

eachDatabase((open, engine) => {
  test("a statement is prepared once, on the embedded database alone: a pooler gives each transaction another session", async () => {
    const db = actAs(theServer, (await open()).db);
    const ask = (value: number) => sql<{ twice: number }>`select ${value}::int * 2 as twice ${prepared}`.execute(db);
    for (const value of [1, 2, 3]) expect((await ask(value)).rows).toEqual([{ twice: value * 2 }]);
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements
      where statement like '%* 2 as twice%'`.execute(db);
    expect(rows).toHaveLength(engine === "embedded" ? 1 : 0);
  });

  test("one that fails can be asked again", async () => {
    const db = actAs(theServer, (await open()).db);
    const ask = (value: number) => sql<{ share: number }>`select 10 / ${value}::int as share ${prepared}`.execute(db);
    await expect(ask(0)).rejects.toThrow("division by zero");
    expect((await ask(5)).rows).toEqual([{ share: 2 }]);
    await expect(ask(0)).rejects.toThrow("division by zero");
    expect((await ask(2)).rows).toEqual([{ share: 5 }]);
  });

  test("what a person asks stays theirs, prepared or not, after someone else has asked", async () => {
    const { db } = await open();
    const server = actAs(theServer, db);
    const [one, other] = [await newPerson(server), await newPerson(server)];
    for (const me of [one, other, one]) {
      const { rows } = await sql<{ me: string }>`select current_setting('stet.user', true) as me ${prepared}`.execute(
        actAs(me, db),
      );
      expect(rows).toEqual([{ me: me.userId }]);
    }
    const { rows } = await sql<{ me: string }>`select current_setting('stet.user', true) as me ${prepared}`.execute(server);
    expect(rows[0]!.me).not.toBe(other.userId);
  });
});
