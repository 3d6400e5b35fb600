/* Profile pictures and bios: what is accepted, who sees it, and what is cleaned up. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const webp = "UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA";
const put = (as: TestPerson, image: unknown) => app.request("/api/account/avatar", { method: "PUT", body: { image }, as });
const imageOf = async (answer: Response) => ((await answer.json()) as { image: string }).image;
const kept = () => {
  const folder = join(app.stet.env.STET_DATA, "avatars");
  return existsSync(folder) ? readdirSync(folder).length : 0;
};

describe("a picture", () => {
  test("is kept under its digest, shown to those who are signed in as nothing but a picture, and removed", async () => {
    const [me, other] = [await app.person(), await app.person()];
    const image = await imageOf(await put(me, png));
    expect(image).toMatch(/^\/api\/avatars\/[0-9a-f]{64}$/);
    const shown = await app.request(image, { as: other });
    expect(Buffer.from(await shown.arrayBuffer()).toString("base64")).toBe(png);
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      "content-type": "image/png",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "cache-control": "private, max-age=31536000, immutable",
    });
    expect((await app.request(image)).status).toBe(401);
    const profile = await app.request("/api/account/profile", { as: me });
    expect(await profile.json()).toMatchObject({ image });
    expect((await app.request("/api/account/avatar", { method: "DELETE", as: me })).status).toBe(200);
    expect((await app.request(image, { as: me })).status).toBe(404);
  });

  test("that two have chosen stays until the second lets it go, and a new one replaces the old", async () => {
    const [ada, grace] = [await app.person(), await app.person()];
    const before = kept();
    const image = await imageOf(await put(ada, png));
    await put(grace, png);
    expect(kept()).toBe(before + 1);
    await put(ada, webp);
    expect((await app.request(image, { as: ada })).status).toBe(200);
    await app.request("/api/account/avatar", { method: "DELETE", as: grace });
    expect((await app.request(image, { as: ada })).status).toBe(404);
    expect(kept()).toBe(before + 1);
  });

  const wide = Buffer.from(png, "base64");
  wide.writeUInt32BE(257, 16);
  test.each([
    ["a GIF", "R0lGODlhAQABAAAAACw="],
    ["a page that calls itself a picture", btoa("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>")],
    ["one that is too wide", wide.toString("base64")],
    ["no base64", "not base64!"],
    ["an address", "https://evil.test/x.png"],
    ["nothing", ""],
    ["more than 2 MB", Buffer.concat([Buffer.from(png, "base64"), Buffer.alloc(2 * 1024 * 1024)]).toString("base64")],
  ])("is not %s", async (_what, image) => {
    const me = await app.person();
    expect((await put(me, image)).status).toBe(400);
    expect(await (await app.request("/api/account/profile", { as: me })).json()).toMatchObject({ image: null });
  });

  test.each(["..%2f..%2fsecret", "x", "A".repeat(64), `${"a".repeat(64)}.part`])("D06 is not read from %s", async (name) => {
    expect((await app.request(`/api/avatars/${name}`, { as: await app.person() })).status).toBe(404);
  });
});

test("what one writes is kept, and only what there is to choose", async () => {
  const me = await app.person();
  const write = (body: object) => app.request("/api/account/writes", { method: "PUT", body, as: me });
  expect((await write({ types: ["essay"], language: "sv" })).status).toBe(200);
  expect((await write({ types: ["everything"] })).status).toBe(400);
  const profile = async () => (await app.request("/api/account/profile", { as: me })).json();
  expect(await profile()).toEqual({
    image: null,
    writes: { types: ["essay"], language: "sv" },
    isOnboarded: false,
    timeZone: null,
    locale: null,
  });
  await app.request("/api/account/onboarded", { body: {}, as: me });
  expect(await profile()).toMatchObject({ isOnboarded: true });
});
