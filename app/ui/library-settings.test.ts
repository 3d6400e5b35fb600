/* What the browser's default Trusted Types policy lets through; journeys try it on the pages. */
import { expect, test } from "vitest";
import { isBuilt, isFromReact } from "./library-settings.ts";
import { ownHtml } from "./trusted-html.ts";

const origin = "https://stet.test";

test.each(["<script></script>", "", " ", '{"name":"\\u003cb>"}', "((key) => restore(key))('positions')"])(
  "React may assign %j",
  (html) => {
    expect(isFromReact(html)).toBe(true);
  },
);

test.each(["<b>bold</b>", "<script>alert(1)</script>", "<script></script> ", '{"name":"<img src=x onerror=alert(1)>"}'])(
  "it may not assign %j",
  (html) => {
    expect(isFromReact(html)).toBe(false);
  },
);

test.each(["/assets/worker-D_1.js", `${origin}/assets/worker.js`])("a worker may be %s", (address) => {
  expect(isBuilt(address, origin)).toBe(true);
});

test.each([
  "https://evil.test/assets/worker.js",
  "//evil.test/assets/worker.js",
  "/api/files/1/content",
  "/assets/../api/files/1",
  "/assets/%2e%2e/api",
  "data:text/javascript,1",
  "blob:https://stet.test/1",
  "javascript:1",
])("it may not be %s", (address) => {
  expect(isBuilt(address, origin)).toBe(false);
});

test("without Trusted Types, strings stay strings", () => {
  expect(ownHtml("<p>x</p>")).toBe("<p>x</p>");
});
