/* A malicious script in a process with exactly the flags of the readers. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cageFlags, holdOutsideCage } from "./reading-cage.ts";

const root = join(import.meta.dirname, "../../..");

function run(script: string): string {
  const code = `try { const value = await (async () => { ${script} })(); console.log("done", String(value).slice(0, 20)); } catch (error) { console.log("refused", error.code ?? "", error.message); }`;
  const { stdout, stderr } = spawnSync(process.execPath, [...cageFlags, "--input-type=module", "--eval", code], {
    encoding: "utf8",
    cwd: root,
    env: {},
    timeout: 20_000,
  });
  return stdout.trim() || stderr;
}

test("its own code can be read, and runs", () => {
  expect(run(`return (await import("node:fs")).readFileSync("app/server/files/zip.ts", "utf8")`)).toMatch(/^done/);
});

test.each([
  ["a file beside the code", `return (await import("node:fs")).readFileSync("README.md")`],
  ["the data folder", `return (await import("node:fs")).readdirSync("data")`],
  ["the system's files", `return (await import("node:fs")).readFileSync("/etc/passwd")`],
  ["writing", `return (await import("node:fs")).writeFileSync("app/x", "")`],
  ["another process", `return (await import("node:child_process")).execSync("id")`],
  ["a thread", `return new (await import("node:worker_threads")).Worker("1", { eval: true })`],
  ["net", `return (await import("node:net")).connect(80, "127.0.0.1")`],
  ["http without its prefix", `return (await import("http")).get("http://127.0.0.1")`],
  ["tls by require", `return (await import("node:module")).createRequire(process.cwd() + "/app/x.js")("tls")`],
  ["dns", `return (await import("node:dns/promises")).lookup("localhost")`],
  ["datagrams", `return (await import("node:dgram")).createSocket("udp4")`],
  ["a built-in module by hand", `return process.getBuiltinModule("node:net").connect(80)`],
  ["fetch", `return fetch("http://127.0.0.1:9")`],
  ["a web socket", `return new WebSocket("ws://127.0.0.1:9")`],
  ["the bindings beneath", `return process.binding("tcp_wrap").TCP`],
])("refused: %s", (_, script) => {
  expect(run(script)).toMatch(/^refused .*(?:no network|ERR_ACCESS_DENIED|not defined|Access to this API)/);
});

test("a data folder within what a reader may read is refused at the start", () => {
  for (const folder of ["app/data", "node_modules/.data", "app"])
    expect(() => holdOutsideCage(join(root, folder))).toThrow(/STET_DATA: .* is inside .* Choose a folder elsewhere/);
  const link = join(mkdtempSync(join(tmpdir(), "stet-")), "data");
  symlinkSync(join(root, "app"), link);
  expect(() => holdOutsideCage(join(link, "data"))).toThrow(/is inside/);
  for (const folder of [join(root, "data"), tmpdir(), join(root, "app-data")]) holdOutsideCage(folder);
});
