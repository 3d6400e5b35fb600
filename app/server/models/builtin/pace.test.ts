import { expect, test } from "vitest";
import { inPieces, paced } from "./pace.ts";

test.each(["", "one", "one two\n\n three  ", "  x\ty\n", "a".repeat(100), "å😀 ".repeat(40), "\n"])(
  "pieces of %j join to the text",
  (text) => {
    expect(inPieces(text).join("")).toBe(text);
  },
);

test("a piece is about a word", () => {
  expect(inPieces("The quick brown fox.")).toEqual(["The", " quick", " brown", " fox."]);
});

test("everything is handed on in order", async () => {
  const seen: string[] = [];
  expect(await paced(["a", "b", "c"], 500, new AbortController().signal, (piece) => seen.push(piece))).toBe(true);
  expect(seen).toEqual(["a", "b", "c"]);
});

test("an abort ends it immediately and nothing follows", async () => {
  const stop = new AbortController();
  const seen: string[] = [];
  const whole = await paced(Array.from({ length: 1000 }, String), 100, stop.signal, (piece) => {
    seen.push(piece);
    if (seen.length === 3) stop.abort();
  });
  expect(whole).toBe(false);
  expect(seen).toHaveLength(3);
});
