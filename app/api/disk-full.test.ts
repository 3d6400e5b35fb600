/* A disk with less free space than its reserve: existing data is readable, writes are refused with a clear message. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Problem } from "#core/workspace/problem.ts";
import { silent } from "#server/db/log.ts";
import { watchDiskSpace } from "#server/storage/disk-space.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";

let app: TestApp;
let me: TestPerson;
beforeAll(async () => {
  // More than any disk has, so every disk counts as full.
  app = await startApp({ DISK_RESERVE_MB: "1000000000" });
  me = await app.person();
});
afterAll(() => app.close());

const codeOf = async (response: Response) => [response.status, ((await response.json()) as Problem).code];

test("turns, uploads and the public API are refused with a sentence; reading and signing in are not", async () => {
  expect(await codeOf(await app.request("/api/chat", { as: me, body: {} }))).toEqual([507, "disk-full"]);
  expect(await codeOf(await app.request("/api/library/templates", { as: me, body: {} }))).toEqual([507, "disk-full"]);
  const refusal = await app.request("/v1/chat/completions", { body: {} });
  expect([refusal.status, await refusal.json()]).toMatchObject([507, { error: { code: "disk_full" } }]);
  const headers = { origin: app.stet.env.url, cookie: me.cookie };
  const form = new FormData();
  form.set("file", new File(["Some words."], "notes.txt"));
  const upload = await app.fetch(new Request(new URL("/api/upload", app.stet.env.url), { method: "POST", headers, body: form }));
  expect(upload.status).toBe(507);
  expect((await app.request("/api/library/templates", { as: me })).status).toBe(200);
  await app.person();
});

test("/health/ready says read-only and why", async () => {
  const response = await app.request("/health/ready");
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ status: "read-only", code: "disk-full", database: "embedded" });
});

test("room that comes back is noticed, once there is a little more than the reserve", async () => {
  let freeBytes = 2_000;
  const space = await watchDiskSpace({ folder: "/", reserveBytes: 1_000, log: silent, measure: async () => freeBytes });
  const isLowAt = async (bytes: number) => {
    freeBytes = bytes;
    await space.look();
    return space.isLow;
  };
  expect(space.isLow).toBe(false);
  expect(await isLowAt(999)).toBe(true);
  expect(await isLowAt(1_050)).toBe(true);
  expect(await isLowAt(1_100)).toBe(false);
  expect(await isLowAt(1_000)).toBe(false);
  space.close();
});
