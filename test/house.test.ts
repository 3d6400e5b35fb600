/* Rules of the house that no tool knows. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const sourcesUnder = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => join(folder, name));

describe("every data function is told who asks", () => {
  test.each(sourcesUnder("app/server/data"))("%s", (file) => {
    const text = readFileSync(join(root, file), "utf8");
    const functions = [...text.matchAll(/^export (?:async )?function\*? (\w+)(?:<[^>]*>)?\(([^)]*)/gm)];
    // A function without a database only builds a piece of a statement.
    for (const [, name, parameters] of functions)
      if (/\b(db|trx)\b|: (Db|Trx|Kysely|Transaction)\b/.test(parameters!))
        expect(parameters!.trim(), `${name} in ${file}`).toMatch(/^_?me: (Actor|Person|Server)\b/);
  });
});

describe("SQL lives in server/data and server/db", () => {
  const elsewhere = ["app/core", "app/api", "app/ui", "app/routes", "app/server"]
    .flatMap(sourcesUnder)
    .filter((file) => !/^app\/server\/(data|db)\//.test(file));
  test.each(elsewhere)("%s", (file) => {
    expect(readFileSync(join(root, file), "utf8")).not.toMatch(/\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql`/);
  });
});

describe("files are written by server/storage, which flushes them, or by the database", () => {
  const elsewhere = ["app/api", "app/routes", "app/server"]
    .flatMap(sourcesUnder)
    .filter((file) => !/^app\/server\/(storage|db\/embedded)\//.test(file))
    // A mark is worth nothing once its process has ended.
    .filter((file) => file !== "app/server/presence.ts");
  test.each(elsewhere)("%s", (file) => {
    const calls = /\b(writeFile|writeFileSync|createWriteStream|appendFile|rename|renameSync|copyFile)\b[^;]*from "node:fs/;
    expect(readFileSync(join(root, file), "utf8")).not.toMatch(calls);
  });
});

test("no room has a drawer for strangers", () => {
  const vague = sourcesUnder("app").filter((file) =>
    /(^|\/)(utils?|helpers?|lib|common|misc|services?|manager|hooks|types|constants)(\/|\.tsx?$)/.test(file),
  );
  expect(vague).toEqual([]);
});

test("a page's address is never the API's as well", () => {
  const routes = readFileSync(join(root, "app/routes.ts"), "utf8");
  const pages = [...routes.matchAll(/route\("([^"]+)"/g)].map(([, path]) => path!);
  expect(pages.length).toBeGreaterThan(3);
  for (const path of pages) expect(path).not.toMatch(/^\/?(api|v1|health|metrics)\b/);
});

test("no two actions answer to the same keys", () => {
  const shortcuts = sourcesUnder("app/ui").flatMap((file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(/^\s*(?:useAction\(.*)?shortcut: "([^"]+)"/gm)].map(([, keys]) => keys!),
  );
  expect(shortcuts.length).toBeGreaterThan(4);
  expect(shortcuts.filter((keys, i) => shortcuts.indexOf(keys) !== i)).toEqual([]);
});

describe("no style sheet asks what stands beside just anything", () => {
  const sheets = readdirSync(join(root, "app"), { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".css"));
  // For such a rule Chromium styles all that is around a new block anew: in a long draft, thousands of blocks a frame.
  test.each(sheets)("%s", (sheet) => {
    expect(readFileSync(join(root, "app", sheet), "utf8")).not.toMatch(/\* [+~] /);
  });
});
