import { sql, type RawBuilder } from "kysely";
import { expect, test } from "vitest";
import { eachDatabase } from "#test/databases.ts";
import { contains, containsAll, says } from "./word-pattern.ts";

const title = sql`'Överlåtelse av ÄGANDERÄTT (1982:80) 100 %_*'::text`;

eachDatabase((open) => {
  test.each<[string, RawBuilder<boolean>, boolean]>([
    ["a part", contains(title, "överlåtelse av"), true],
    ["capitals", contains(title, "äganderätt"), true],
    ["a part that is capitals", contains(title, "ÖVERLÅTELSE"), true],
    ["signs of patterns as they are", contains(title, "(1982:80) 100 %_*"), true],
    ["signs of patterns for others", contains(title, "100 %x"), false],
    ["nothing", contains(title, ""), true],
    ["words in another order", containsAll(title, "  äganderätt överlåtelse "), true],
    ["a word that is not there", containsAll(title, "överlåtelse hyresrätt"), false],
    ["no words", containsAll(title, " "), true],
    ["the whole", says(sql`'Überlassung'::text`, "überlassung"), true],
    ["a part of the whole", says(sql`'Überlassung'::text`, "überlass"), false],
  ])("%s", async (_, condition, isFound) => {
    const { db } = await open();
    const { rows } = await sql<{ found: boolean }>`select ${condition} as found`.execute(db);
    expect(rows).toEqual([{ found: isFound }]);
  });
});
