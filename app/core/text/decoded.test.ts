/* Text of files as programs save it. */
import { expect, test } from "vitest";
import { decoded } from "./decoded.ts";

const text = "Företag;Ort\nÅkeri & Söner;Malmö\n";

function wide(littleEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), littleEndian);
  return new Uint8Array(view.buffer);
}

test.each([
  ["UTF-8", new TextEncoder().encode(text)],
  ["UTF-8 with its mark", new TextEncoder().encode(`\ufeff${text}`)],
  ["UTF-16, little-endian", new Uint8Array([0xff, 0xfe, ...wide(true)])],
  ["UTF-16, big-endian", new Uint8Array([0xfe, 0xff, ...wide(false)])],
  ["UTF-16 without its mark", wide(true)],
  ["UTF-16, big-endian, without its mark", wide(false)],
  ["Windows-1252", Uint8Array.from(text, (letter) => letter.charCodeAt(0))],
])("%s", (_, bytes) => {
  expect(decoded(bytes)).toBe(text);
});

test("nothing, and what has a zero or two, is not UTF-16", () => {
  expect(decoded(new Uint8Array())).toBe("");
  expect(decoded(new TextEncoder().encode("a\0b, and more of it"))).toBe("a\0b, and more of it");
});
