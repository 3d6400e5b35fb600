import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDatabase } from "#server/db/database.ts";
import { temporaryFolder } from "#test/databases.ts";

const madeBy = (folder: string) => join(folder, "cluster", "made-by.json");

test("a folder written by a newer PGlite is refused and left as it is", async () => {
  const folder = temporaryFolder();
  await (await openDatabase({ folder })).close();
  writeFileSync(madeBy(folder), JSON.stringify({ pglite: "0.10.0" }));
  await expect(openDatabase({ folder })).rejects.toThrow(
    `The database in ${join(folder, "cluster")} was written by a newer Stet (PGlite 0.10.0;`,
  );
  expect(readFileSync(madeBy(folder), "utf8")).toBe('{"pglite":"0.10.0"}');
});

test("one written by an older PGlite of the same format is opened and says so from then on", async () => {
  const folder = temporaryFolder();
  await (await openDatabase({ folder })).close();
  const now = readFileSync(madeBy(folder), "utf8");
  writeFileSync(madeBy(folder), JSON.stringify({ pglite: "0.5.1" }));
  await (await openDatabase({ folder })).close();
  expect(readFileSync(madeBy(folder), "utf8")).toBe(now);
});

test("what an interrupted first start left is cleared away", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "cluster.new", "data"), { recursive: true });
  writeFileSync(join(folder, "cluster.new", "data", "PG_VERSION"), "18");
  const database = await openDatabase({ folder });
  await expect(database.ping()).resolves.toBeUndefined();
  expect(existsSync(join(folder, "cluster.new"))).toBe(false);
  await database.close();
});
