import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { startApp } from "#test/app.ts";
import { keepPrivate } from "./private-folder.ts";

const folder = mkdtempSync(join(tmpdir(), "stet-private-"));
const before = process.umask();
afterEach(() => {
  process.umask(before);
  rmSync(folder, { recursive: true, force: true });
});

async function warned(path: string): Promise<string[]> {
  const warnings: string[] = [];
  await keepPrivate(path, { warn: (_fields: unknown, text?: string) => void warnings.push(text ?? "") } as never);
  return warnings;
}

test("a new data folder is closed to other accounts; one that was open is left so, with a warning", async () => {
  process.umask(0o022);
  const fresh = join(folder, "a", "data");
  expect(await warned(fresh)).toEqual([]);
  expect(statSync(fresh).mode & 0o777).toBe(0o700);
  const open = join(folder, "open");
  mkdirSync(open);
  chmodSync(open, 0o755);
  expect(await warned(open)).toEqual([expect.stringContaining(`chmod -R go= '${open}'`)]);
  expect(statSync(open).mode & 0o777).toBe(0o755);
});

test("nothing that the application writes into its data folder can be read by others", async () => {
  process.umask(0o022);
  const data = join(folder, "data");
  const app = await startApp({ STET_DATA: data });
  await app.person();
  await app.close();
  const reachable = (path: string): string[] => {
    const stat = statSync(path);
    if ((stat.mode & 0o077) === 0) return [];
    return [path, ...(stat.isDirectory() ? readdirSync(path).flatMap((name) => reachable(join(path, name))) : [])];
  };
  const readable = readdirSync(data).flatMap((name) => reachable(join(data, name)));
  expect(readable).toEqual([]);
});
