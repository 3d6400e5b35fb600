import { expect, test } from "vitest";
import { imageFacts } from "./image-facts.ts";

const gif = Uint8Array.from([...Buffer.from("GIF89a"), 0x2c, 1, 0x40, 0, 0, 0, 0]);
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

test.each([
  ["a GIF", gif, { type: "image/gif", width: 300, height: 64 }],
  ["a PNG", png, { type: "image/png", width: 1, height: 1 }],
  ["SVG, which may run", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), null],
  ["a page", Buffer.from("<!doctype html>"), null],
  ["nothing", new Uint8Array(), null],
  ["a GIF of no size", Uint8Array.from([...Buffer.from("GIF89a"), 0, 0, 0, 0]), null],
])("%s", (_, bytes, facts) => {
  expect(imageFacts(Uint8Array.from(bytes))).toEqual(facts);
});
