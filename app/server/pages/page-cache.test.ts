import { brotliDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { createPageCache } from "./page-cache.ts";

const ask = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  new Request(new URL(path, "http://stet.example"), { method, headers });
const page = (text: string, status = 200, headers: Record<string, string> = {}) =>
  new Response(text, { status, headers: { "content-type": "text/html", "cache-control": "no-store", ...headers } });

test("a page is kept as it was first made, for each theme by itself", async () => {
  const pages = createPageCache();
  expect(pages.find(ask("/"))).toBeNull();
  await pages.keep(ask("/"), page("<p>light or dark</p>"));
  expect(await (await pages.find(ask("/")))?.text()).toBe("<p>light or dark</p>");
  expect(pages.find(ask("/", { cookie: "stet_theme=dark" }))).toBeNull();
  expect(pages.find(ask("/pricing"))).toBeNull();
});

test("it is compressed as the browser takes it, and not sent again to one that has it", async () => {
  const pages = createPageCache();
  const text = "<p>word</p>".repeat(500);
  const first = await pages.keep(ask("/", { "accept-encoding": "br" }), page(text));
  expect(first.headers.get("content-encoding")).toBe("br");
  expect(brotliDecompressSync(Buffer.from(await first.arrayBuffer())).toString()).toBe(text);
  expect(first.headers.get("cache-control")).toBe("private, no-cache");
  const etag = first.headers.get("etag")!;
  const again = await pages.find(ask("/", { "accept-encoding": "gzip", "if-none-match": etag }));
  expect([again?.status, await again?.text()]).toEqual([304, ""]);
  const head = await pages.find(ask("/", {}, "HEAD"));
  expect([head?.headers.get("content-length"), await head?.text()]).toEqual([String(text.length), ""]);
});

test.each([
  ["an answer with a cookie in it", ask("/"), page("x", 200, { "set-cookie": "a=b" })],
  ["a page that was not found", ask("/blog/nothing"), page("x", 404)],
  ["the answer to a question", ask("/docs?q=patch"), page("x")],
  ["what came of a form", ask("/contact", {}, "POST"), page("x")],
])("%s is not kept", async (_what, request, response) => {
  const pages = createPageCache();
  expect(await pages.keep(request, response)).toBe(response);
  expect(pages.find(ask(new URL(request.url).pathname))).toBeNull();
});

test("what was made yesterday is made again", async () => {
  let day = "2026-11-20";
  const pages = createPageCache(() => day);
  await pages.keep(ask("/pricing"), page("x"));
  day = "2026-11-21";
  expect(pages.find(ask("/pricing"))).toBeNull();
});
