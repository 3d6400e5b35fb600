import { expect, test } from "vitest";
import * as fc from "fast-check";
import { frameReader, type Frame } from "./event-frames.ts";

function read(chunks: string[]): Frame[] {
  const frames: Frame[] = [];
  const feed = frameReader((frame) => void frames.push(frame));
  for (const chunk of chunks) feed(chunk);
  return frames;
}

test.each<[string, string, Frame[]]>([
  ["one frame", "id: 1\ndata: a\n\n", [{ id: 1, data: "a" }]],
  ["carriage returns", "id: 1\r\ndata: a\r\n\r\n", [{ id: 1, data: "a" }]],
  ["several data lines", "data: a\ndata:\ndata:b\n\n", [{ id: null, data: "a\n\nb" }]],
  ["a heartbeat between", ": still here\n\nid: 2\ndata: b\n\n", [{ id: 2, data: "b" }]],
  ["an unfinished frame is not reported", "id: 1\ndata: a\n\nid: 2\ndata: b\n", [{ id: 1, data: "a" }]],
])("%s", (_name, stream, frames) => {
  expect(read([stream])).toEqual(frames);
});

test("the cuts between chunks change nothing", () => {
  const stream = 'id: 1\r\ndata: åäö €\r\n\r\n: beat\n\nid: 2\ndata: {"a":"b c"}\n\ndata: [DONE]\n\n';
  const whole = read([stream]);
  fc.assert(
    fc.property(fc.array(fc.nat(stream.length), { maxLength: 12 }), (cuts) => {
      const at = [0, ...cuts.toSorted((a, b) => a - b), stream.length];
      expect(read(at.slice(1).map((end, i) => stream.slice(at[i], end)))).toEqual(whole);
    }),
  );
});

test("a refused frame is the last", () => {
  const seen: string[] = [];
  const feed = frameReader((frame) => {
    seen.push(frame.data);
    return frame.data !== "b";
  });
  expect(feed("data: a\n\ndata: b\n\ndata: c\n\n")).toBe(false);
  expect(seen).toEqual(["a", "b"]);
});
