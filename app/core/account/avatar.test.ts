import { Buffer } from "node:buffer";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { avatarFacts } from "./avatar.ts";

const bytes = (base64: string) => new Uint8Array(Buffer.from(base64, "base64"));
const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const webp = "UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA";
const lossless = "UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==";
const jpeg = Buffer.from([
  0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc4, 0, 3, 9, 0xff, 0xc0, 0, 11, 8, 0, 200, 1, 0, 1, 1, 0x11, 0, 0xff, 0xd9,
]).toString("base64");

test.each([
  [png, { kind: "image/png", width: 1, height: 1 }],
  [webp, { kind: "image/webp", width: 1, height: 1 }],
  [lossless, { kind: "image/webp", width: 1, height: 1 }],
  [jpeg, { kind: "image/jpeg", width: 256, height: 200 }],
])("is recognized by its own bytes %#", (image, facts) => {
  expect(avatarFacts(bytes(image))).toEqual(facts);
});

test.each([
  "",
  "R0lGODlhAQABAAAAACw=",
  btoa("<svg xmlns='http://www.w3.org/2000/svg'/>"),
  btoa("<html>"),
  png.slice(0, 24),
  jpeg.slice(0, 12),
])("anything else, and what is cut off, is none: %s", (image) => {
  expect(avatarFacts(bytes(image))).toBeNull();
});

test("never throws, and never runs on", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (random) => void avatarFacts(random)));
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (random) => void avatarFacts(new Uint8Array([0xff, 0xd8, ...random]))));
});
