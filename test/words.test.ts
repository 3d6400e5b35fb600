/* Fails on the words that docs/words.md has retired. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

/** The left column of a table in docs/words.md. */
function retired(section: string): string[] {
  const [, text = ""] = read("docs/words.md").split(`## ${section}\n`);
  const rows = text
    .split("\n## ")[0]!
    .split("\n")
    .filter((line) => line.startsWith("| "));
  return rows.slice(1).map((row) => row.split("|")[1]!.trim().replaceAll("`", ""));
}

const filesUnder = (folder: string, pattern: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => pattern.test(name))
    .map((name) => join(folder, name));
const sources = filesUnder("app", /\.tsx?$/);
const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");

test("both lists are read", () => {
  expect(retired("Names")).toContain("everyPlace");
  expect(retired("On screen")).toContain("Nothing stands here");
});

test("no file or exported name uses a retired word", () => {
  const flat = (name: string) => name.replaceAll(/[-_.]/g, "").toLowerCase();
  const words = retired("Names").map(flat);
  const exported = /^export (?:async )?(?:function\*?|const|class|type|let) (\w+)/gm;
  // A table's row type keeps its table's name.
  const named = sources.filter((file) => !file.startsWith("app/server/db/tables/"));
  const names = named.flatMap((file) => {
    const base = file.slice(file.lastIndexOf("/") + 1);
    return [base, ...[...read(file).matchAll(exported)].map(([, name]) => name!)].map((name) => `${file}: ${name}`);
  });
  expect(names.length).toBeGreaterThan(3000);
  expect(names.filter((name) => words.some((word) => flat(name.split(": ")[1]!).includes(word)))).toEqual([]);
});

test("no text on screen, in an email or in the guide uses a retired phrase", () => {
  const phrases = retired("On screen");
  const texts = [...sources.filter((file) => !file.includes(".test.")), ...filesUnder("content", /\.md$/)];
  expect(
    texts.flatMap((file) =>
      phrases.filter((phrase) => withoutComments(read(file)).includes(phrase)).map((phrase) => `${file}: ${phrase}`),
    ),
  ).toEqual([]);
});
