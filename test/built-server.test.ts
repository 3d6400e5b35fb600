/* What scripts/bundle-server.ts has written. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const folder = join(root, "build/run");

test("every script that a thread or a child process starts with is built", () => {
  const names = globSync("app/server/**/*.ts", { cwd: root })
    .filter((name) => !name.endsWith(".test.ts"))
    .flatMap((name) =>
      Array.from(readFileSync(join(root, name), "utf8").matchAll(/new URL\("\.\/([\w-]+)\.ts", import\.meta\.url\)/g)),
    )
    .map(([, name]) => name!);
  expect(names).toContain("extraction-process");
  expect(names.filter((name) => !existsSync(join(folder, `${name}.js`)))).toEqual([]);
});

test("threads and child processes are started in the form that the bundler knows", () => {
  const others = globSync("app/server/**/*.ts", { cwd: root })
    .filter((name) => !name.endsWith(".test.ts"))
    .filter((name) => /\b(?:new Worker|fork)\(|import\.meta\.dirname, "[\w-]+\.ts"/.test(readFileSync(join(root, name), "utf8")))
    .filter((name) => !/new URL\("\.\/[\w-]+\.ts", import\.meta\.url\)/.test(readFileSync(join(root, name), "utf8")));
  // It is given its script.
  expect(others).toEqual(["app/server/files/caged-process.ts"]);
});

test("the built server names no folder of the machine on which it was built", () => {
  const files = globSync("*.js", { cwd: folder });
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((name) => readFileSync(join(folder, name), "utf8").includes(root))).toEqual([]);
});
