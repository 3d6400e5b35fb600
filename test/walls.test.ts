/*
 * The import boundaries hold: for each rule of .oxlintrc.json, a file that breaks it is put into a copy of the
 * project, and lint must report it.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
let house: string;

beforeAll(() => {
  house = mkdtempSync(join(tmpdir(), "stet-walls-"));
  cpSync(join(root, ".oxlintrc.json"), join(house, ".oxlintrc.json"));
});

afterAll(() => rmSync(house, { recursive: true, force: true }));

/** Lint's output for one file at this path. */
function lint(file: string, text: string, options: string[] = []): string {
  const path = join(house, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  const { stdout, stderr, error } = spawnSync(join(root, "node_modules/.bin/oxlint"), ["--quiet", ...options, path], {
    cwd: house,
    encoding: "utf8",
  });
  if (error) throw error;
  rmSync(path);
  return stdout + stderr;
}

const imported = (from: string) => `import { thing } from "${from}";\nexport const used = thing;\n`;

describe("an import over a wall is refused, by its short name and by a relative path", () => {
  test.each([
    ["app/core/probe.ts", "server/stet.ts"],
    ["app/core/claims/probe.ts", "server/stet.ts"],
    ["app/core/probe.ts", "api/index.ts"],
    ["app/core/probe.ts", "ui/kit/button.tsx"],
    ["app/server/probe.ts", "ui/kit/button.tsx"],
    ["app/server/chat/probe.ts", "api/index.ts"],
    ["app/api/probe.ts", "ui/kit/button.tsx"],
    ["app/api/v1/probe.ts", "routes/root.tsx"],
    ["app/ui/probe.ts", "server/stet.ts"],
    ["app/ui/editor/probe.ts", "api/index.ts"],
    ["app/routes/probe.ts", "api/index.ts"],
    ["app/routes/probe.ts", "server/data/upkeep/sessions.ts"],
    ["app/api/probe.ts", "server/data/upkeep/sessions.ts"],
  ])("%s may not import %s", (file, target) => {
    const up = "../".repeat(file.split("/").length - 2);
    for (const path of [`#${target}`, `${up}${target}`]) expect(lint(file, imported(path))).toMatch(/no-restricted-imports/);
  });

  test.each([
    ["app/core/probe.ts", "./claims/support.ts"],
    ["app/server/chat/probe.ts", "../files/upload.ts"],
    ["app/server/chat/probe.ts", "#core/workspace/problem.ts"],
    ["app/api/v1/probe.ts", "#server/stet.ts"],
    ["app/ui/editor/probe.ts", "../kit/button.tsx"],
    ["app/routes/chat/probe.ts", "#ui/chat/answer.tsx"],
  ])("%s may import %s", (file, path) => {
    expect(lint(file, imported(path))).not.toMatch(/no-restricted/);
  });
});

test.each([
  ["the clock", "export const at = Date.now();"],
  ["randomness", "export const n = Math.random();"],
  ["random bytes", "export const id = crypto.randomUUID();"],
  ["the environment", "export const home = process.env.HOME;"],
  ["the network", 'export const got = fetch("https://example.com");'],
  ["storage", 'export const kept = localStorage.getItem("a");'],
  ["the page", "export const title = document.title;"],
  ["a timer", "export const timer = setTimeout(() => {}, 1);"],
])("core has no access to %s", (_what, text) => {
  expect(lint("app/core/probe.ts", text)).toMatch(/no-restricted-(globals|properties)/);
  expect(lint("app/server/probe.ts", text)).not.toMatch(/no-restricted-(globals|properties)/);
});

describe("what only types can tell", () => {
  beforeAll(() => {
    const options = { strict: true, target: "ES2024", module: "NodeNext", noEmit: true, types: [] };
    writeFileSync(join(house, "tsconfig.json"), JSON.stringify({ include: ["app"], compilerOptions: options }));
  });

  test.each([
    ["a promise that is not awaited", "export function go() { void 0; Promise.resolve(1); }", "no-floating-promises"],
    ["awaiting what is no promise", "export async function go() { await 1; }", "await-thenable"],
    ["any", "export function read(x: any): number { return x.length as number; }", "no-explicit-any"],
    ["a call into the unknown", 'export const got: string = JSON.parse("{}").a.b();', "no-unsafe-"],
  ])("%s", (_what, text, rule) => {
    expect(lint("app/server/probe.ts", text, ["--type-aware"])).toContain(rule);
  });
});

test("core does no input or output and knows no framework", () => {
  for (const from of ["node:fs", "react", "kysely", "hono"])
    expect(lint("app/core/probe.ts", imported(from))).toMatch(/no-restricted-imports/);
});
