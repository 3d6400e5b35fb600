import { afterAll, beforeAll, expect, test } from "vitest";
import { startWeb, type WebServer } from "#test/web-server.ts";
import { createFavicons } from "./favicons.ts";

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
let answer: { status?: number; type: string; body: Buffer | string } = { type: "image/png", body: png };
let web: WebServer;
beforeAll(async () => {
  web = await startWeb({
    "/own.png": (_, response) => response.writeHead(200, { "content-type": "image/png" }).end(png),
    "/favicon.ico": (_, response) => response.writeHead(answer.status ?? 200, { "content-type": answer.type }).end(answer.body),
  });
});
afterAll(() => web.close());

test("a page's own sign is taken before the usual one, and drawings, signs of phones and other addresses are passed over", async () => {
  answer = { status: 404, type: "text/html", body: "" };
  const icons = createFavicons({ fetch: web.fetch, isOn: true });
  const host = `c.example:${web.port}`;
  const find = () => icons.find(host);
  expect(await find()).toBeNull();
  icons.learn(
    `http://${host}/deep/page`,
    `<head><link rel="mask-icon" href="/none.png"><link rel=icon type="image/svg+xml" href=/none.svg><link rel="icon" href="data:image/png;base64,AA">
    <LINK href='../own.png?a=1&amp;b=2' rel='shortcut icon'><link rel="icon" href="/later.png"></head>`,
  );
  expect(await find()).toEqual({ contentType: "image/png", bytes: png });
  expect(web.requests.at(-1)!.path).toBe("/own.png?a=1&b=2");
});

test("where the sign that a page names is none, the usual one is taken", async () => {
  answer = { type: "image/png", body: png };
  const icons = createFavicons({ fetch: web.fetch, isOn: true });
  icons.learn(`http://d.example:${web.port}/`, `<link rel="icon" href="/gone.png">`);
  expect(await icons.find(`d.example:${web.port}`)).toEqual({ contentType: "image/png", bytes: png });
});

const find = (host: string, isOn = true) => createFavicons({ fetch: web.fetch, isOn }).find(`${host}:${web.port}`);

test("an icon is what its bytes say, whatever its server calls it", async () => {
  answer = { type: "text/plain", body: png };
  expect(await find("a.example")).toEqual({ contentType: "image/png", bytes: png });
});

test.each([
  ["a drawing with script", { type: "image/x-icon", body: "<svg onload=alert(1)>" }],
  ["a page", { type: "text/html", body: "<p>" }],
  ["one that is too large", { type: "image/png", body: Buffer.concat([png, Buffer.alloc(100_001)]) }],
  ["nothing", { status: 404, type: "image/png", body: "" }],
])("%s is none", async (_, given) => {
  answer = given;
  expect(await find("a.example")).toBeNull();
});

test.each(["a.example/path", "user@a.example", "a.example?x", "localhost", "", "a b.example", "[::1]", "A\u202e.example"])(
  "%j is no host, and nothing is asked",
  async (host) => {
    const before = web.requests.length;
    expect(await createFavicons({ fetch: web.fetch, isOn: true }).find(host)).toBeNull();
    expect(web.requests.length).toBe(before);
  },
);

test("it is asked for once, and not at all where signs are off", async () => {
  answer = { type: "image/png", body: png };
  const icons = createFavicons({ fetch: web.fetch, isOn: true });
  const before = web.requests.length;
  await Promise.all([1, 2, 3].map(() => icons.find(`b.example:${web.port}`)));
  await icons.find(`B.example:${web.port}`);
  expect(web.requests.length).toBe(before + 1);
  expect(await find("a.example", false)).toBeNull();
  expect(web.requests.length).toBe(before + 1);
});
