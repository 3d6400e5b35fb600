import { expect, test } from "vitest";
import { mergedText, rebased } from "./merged-text.ts";

test.each([
  ["unchanged elsewhere", "a [[2]] b", "a [[2]] b, c", "a [[2]] b", "a [[2]] b, c"],
  ["only changed elsewhere", "a [[2]] b", "a [[2]] b", "a [[1]] b", "a [[1]] b"],
  [
    "a renumbered citation",
    "It is due [[2]].\n\nSoon.",
    "It is due [[2]].\n\nVery soon.",
    "It is due [[1]].\n\nSoon.",
    "It is due [[1]].\n\nVery soon.",
  ],
  [
    "more at its end",
    "One.\n\nMiddle.\n\nTw",
    "One!\n\nMiddle.\n\nTw",
    "One.\n\nMiddle.\n\nTwo.\n\nThree.",
    "One!\n\nMiddle.\n\nTwo.\n\nThree.",
  ],
  ["the same words on both sides", "One two three", "One 2 three", "One zwei three", "One zwei 2 three"],
])("%s", (_, base, mine, theirs, expected) => expect(mergedText(base, mine, theirs)).toBe(expected));

test("unsent changes with their decisions become one, on what the server has", () => {
  const name = "m.0-draft-0";
  const note = { messageId: "m", block: "0-patch-1", place: 0, state: "applied" as const };
  const unsent = [
    { notes: [note], text: { name, text: "One two", version: 0, from: "One" } },
    { notes: [], text: { name, text: "One two three", version: 1, from: "One two" } },
  ];
  expect(rebased(unsent, { name, text: "Zero. One", version: 4 })).toEqual({
    notes: [note],
    text: { name, text: "Zero. One two three", version: 4, from: "Zero. One" },
  });
  const putBack = { notes: [], text: { name, text: null, version: 0, from: "One two" } };
  expect(rebased([{ ...putBack, original: "One" }], { name, text: "Zero. One two", version: 1 })?.text).toMatchObject({
    text: "Zero. One",
  });
  // Unknown to what: it is not guessed.
  expect(rebased([putBack], undefined)).toBeNull();
});

test("a text that is no Markdown is merged line by line, and left to the person where both have changed the same words", () => {
  const name = "m.0-40";
  const one = (from: string, text: string) => [{ notes: [], text: { name, text, version: 0, from } }];
  const merged = (from: string, mine: string, theirs: string) =>
    rebased(one(from, mine), { name, text: theirs, version: 1 })?.text?.text;
  const base = "# not a heading\r\n\n\n  two  spaces *\n1. one";
  expect(merged(base, base.replace("two", "2"), base.replace("one", "1"))).toBe("# not a heading\r\n\n\n  2  spaces *\n1. 1");
  expect(merged(base, base.replace("two", "2"), base.replace("two", "three"))).toBeUndefined();
});
