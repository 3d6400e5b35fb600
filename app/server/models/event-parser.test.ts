import { expect, test, describe } from "vitest";
import { createEventParser } from "./event-parser.ts";

function read(pieces: Buffer[], limit = 1_000_000) {
  const events: string[] = [];
  const parser = createEventParser((data) => events.push(data), limit);
  const fits = pieces.every((piece) => parser.push(piece));
  parser.end();
  return { events, fits, strange: parser.strangeLines() };
}

describe("what is an event", () => {
  test.each<[string, string, string[]]>([
    ["one line", "data: a\n\n", ["a"]],
    ["no space after the colon", "data:a\n\n", ["a"]],
    ["only one space is taken", "data:  a\n\n", [" a"]],
    ["CRLF", "data: a\r\n\r\ndata: b\r\n\r\n", ["a", "b"]],
    ["several data lines are one event", 'data: {"a":\ndata: 1}\n\n', ['{"a":\n1}']],
    ["names, ids and comments are passed over", ": ping\nevent: x\nid: 7\nretry: 10\ndata: a\n\n: ping\n\n", ["a"]],
    ["empty data", "data:\n\n", [""]],
    ["empty lines alone are nothing", "\n\n\n", []],
    ["the last event without its empty line", "data: a\n\ndata: b\n", ["a", "b"]],
    ["the last event without any line end", "data: a\n\ndata: b", ["a", "b"]],
    ["a byte order mark", "\uFEFFdata: a\n\n", ["a"]],
    ["signs beyond ASCII", "data: §1 „Größe“ 契約 😀\n\n", ["§1 „Größe“ 契約 😀"]],
  ])("%s", (_name, text, expected) => {
    expect(read([Buffer.from(text)]).events).toEqual(expected);
  });
});

test("every way to cut the bytes in two, and one byte at a time, reads the same", () => {
  const bytes = Buffer.from("data: Größe 😀\r\n\r\nevent: x\ndata: 契\ndata: 約\n\n: c\n\ndata: end");
  const whole = read([bytes]).events;
  expect(whole).toEqual(["Größe 😀", "契\n約", "end"]);
  for (let at = 1; at < bytes.length; at++) expect(read([bytes.subarray(0, at), bytes.subarray(at)]).events).toEqual(whole);
  expect(read([...bytes].map((byte) => Buffer.from([byte]))).events).toEqual(whole);
});

test("lines of no event stream are counted", () => {
  const { events, strange } = read([Buffer.from("<html><body>502 Bad Gateway</body></html>\n\n\u0000\u0001 nothing\n\n")]);
  expect(events).toEqual([]);
  expect(strange).toBe(2);
});

test("an event beyond the limit is refused, however it is cut", () => {
  const long = Buffer.from(`data: ${"x".repeat(500)}`);
  expect(read([long], 400).fits).toBe(false);
  expect(read([long.subarray(0, 300), long.subarray(300)], 400).fits).toBe(false);
  expect(read([Buffer.from(`data: ${"x".repeat(300)}\ndata: ${"x".repeat(300)}\n`)], 400).fits).toBe(false);
  expect(read([Buffer.from("data: x\n\n".repeat(500))], 400).fits).toBe(true);
});
