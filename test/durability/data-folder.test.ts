/*
 * Power cuts for everything in the data folder except the database: a whole server is recorded while it stores one of
 * each, and at every acknowledgement a disk that kept only flushed data is checked.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "#test/databases.ts";
import type { Promised } from "./keeper.ts";
import { Disk, entriesUntil, type Remains } from "./lost-power.ts";
import { randomFrom } from "./random.ts";

const keeper = new URL("./keeper.ts", import.meta.url).pathname;
const recorder = new URL("./record-data-folder.ts", import.meta.url).href;
const folder = temporaryFolder();
const record = join(folder, "record");
const before = join(folder, "before");
let promised: Promised[];

beforeAll(() => {
  mkdirSync(before);
  writeFileSync(record, "");
  const data = join(folder, "data");
  mkdirSync(data);
  const env = { ...process.env, STET_RECORD: record, STET_RECORD_ROOT: data };
  const said = execFileSync(process.execPath, ["--import", recorder, keeper, data, "2"], { env, encoding: "utf8" });
  promised = said
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Promised);
});

function foundAfterCut(at: number, hearsFlush = true): Remains {
  const disk = new Disk(before, { hearsFlush });
  for (const [entry, data] of entriesUntil(record, at)) disk.apply(entry, data);
  return disk.cut(randomFrom(1), 0);
}

function lost({ files }: Promised, remains: Remains): string[] {
  return files.filter(({ path, bytes }) => (remains.files.get(path)?.length ?? -1) < bytes).map(({ path }) => path);
}

const ofFiles = () => promised.filter(({ files }) => files.length > 0);

test("what is acknowledged is on the disk, with its name and all its bytes", () => {
  expect(new Set(ofFiles().map(({ what }) => what))).toEqual(
    new Set(["the secret", "an upload", "half of a large file", "a large file", "a picture", "an email"]),
  );
  const missing = ofFiles().map((one) => ({ what: one.what, lost: lost(one, foundAfterCut(one.at)) }));
  expect(missing.filter((one) => one.lost.length > 0)).toEqual([]);
});

test("a disk that hears no flush loses it all, and this test sees it", () => {
  const found = ofFiles().map((one) => lost(one, foundAfterCut(one.at, false)).length);
  expect(found).toEqual(ofFiles().map(({ files }) => files.length));
});
