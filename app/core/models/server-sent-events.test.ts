import { describe, expect, test } from "vitest";
import * as fc from "fast-check";
import { createEventReader } from "./server-sent-events.ts";

type Seen = [data: string, id: number | null];

function read(pieces: string[], limit?: number) {
  const events: Seen[] = [];
  const reader = createEventReader((data, id) => void events.push([data, id]), limit);
  const fits = pieces.every((piece) => reader.push(piece));
  const whole = [...events];
  reader.end();
  return { events, whole, fits, strange: reader.strangeLines() };
}

describe("what is an event", () => {
  test.each<[string, string, string[]]>([
    ["one line", "data: a\n\n", ["a"]],
    ["no space after the colon", "data:a\n\n", ["a"]],
    ["only one space is taken", "data:  a\n\n", [" a"]],
    ["CRLF", "data: a\r\n\r\ndata: b\r\n\r\n", ["a", "b"]],
    ["several data lines are one event", 'data: {"a":\ndata: 1}\n\n', ['{"a":\n1}']],
    ["an empty data line among others", "data: a\ndata:\ndata:b\n\n", ["a\n\nb"]],
    ["names, ids and comments are passed over", ": ping\nevent: x\nid: 7\nretry: 10\ndata: a\n\n: ping\n\n", ["a"]],
    ["empty data", "data:\n\n", [""]],
    ["empty lines alone are nothing", "\n\n\n", []],
    ["the last event without its empty line", "data: a\n\ndata: b\n", ["a", "b"]],
    ["the last event without any line end", "data: a\n\ndata: b", ["a", "b"]],
    ["a byte order mark", "\uFEFFdata: a\n\n", ["a"]],
    ["signs beyond ASCII", "data: §1 „Größe“ 契約 😀\n\n", ["§1 „Größe“ 契約 😀"]],
  ])("%s", (_name, text, expected) => {
    expect(read([text]).events.map(([data]) => data)).toEqual(expected);
  });
});

test("an event has the id that stands before its end, and only its own", () => {
  expect(read(["id: 1\r\ndata: a\r\n\r\ndata: b\n\ndata: c\nid:3\n\nid: x\ndata: d\n\n"]).events).toEqual([
    ["a", 1],
    ["b", null],
    ["c", 3],
    ["d", null],
  ]);
});

test("an unfinished event is reported at the end of the stream, not before", () => {
  const { whole, events } = read(["id: 1\ndata: a\n\nid: 2\ndata: b\n"]);
  expect(whole).toEqual([["a", 1]]);
  expect(events).toEqual([
    ["a", 1],
    ["b", 2],
  ]);
});

test("the cuts between pieces change nothing", () => {
  const stream = '\uFEFFid: 1\r\ndata: åäö €\r\n\r\n: beat\n\nid: 2\ndata: {"a":"b c"}\ndata: 契\n\n<p>\n\ndata: [DONE]';
  const { events, strange } = read([stream]);
  expect([events.length, strange]).toEqual([3, 1]);
  expect(read(stream.split(""))).toMatchObject({ events, strange });
  fc.assert(
    fc.property(fc.array(fc.nat(stream.length), { maxLength: 12 }), (cuts) => {
      const at = [0, ...cuts.toSorted((a, b) => a - b), stream.length];
      expect(read(at.slice(1).map((end, i) => stream.slice(at[i], end)))).toMatchObject({ events, strange });
    }),
  );
});

test("a refused event is the last", () => {
  const seen: string[] = [];
  const reader = createEventReader((data) => {
    seen.push(data);
    return data !== "b";
  });
  expect(reader.push("data: a\n\ndata: b\n\ndata: c\n\n")).toBe(false);
  expect(reader.push("data: d\n\n")).toBe(false);
  expect(seen).toEqual(["a", "b"]);
});

test("lines of no event stream are counted", () => {
  const { events, strange } = read(["<html><body>502 Bad Gateway</body></html>\n\n\u0000\u0001 nothing\n\n"]);
  expect(events).toEqual([]);
  expect(strange).toBe(2);
});

test("an event beyond the limit is refused, however it is cut", () => {
  const long = `data: ${"x".repeat(500)}`;
  expect(read([long], 400).fits).toBe(false);
  expect(read([long.slice(0, 300), long.slice(300)], 400).fits).toBe(false);
  expect(read([`data: ${"x".repeat(300)}\ndata: ${"x".repeat(300)}\n`], 400).fits).toBe(false);
  expect(read(["data: x\n\n".repeat(500)], 400).fits).toBe(true);
});
