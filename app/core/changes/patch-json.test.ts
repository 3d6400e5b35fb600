import { describe, expect, test } from "vitest";
import { readPatches } from "./patch-json.ts";

const one = { original: "a", replacement: "b", summary: "c" };
const raw = JSON.stringify(one);

describe("reads", () => {
  test.each<[name: string, text: string, patches: number, repaired: string[]]>([
    ["one object", raw, 1, []],
    ["an array", `[${raw}, ${raw}]`, 2, []],
    ["an object with a list of patches", `{"patches": [${raw}]}`, 1, []],
    ["a code fence", "```json\n" + raw + "\n```", 1, ["code fence"]],
    ["a fence that was not closed", "```\n" + raw, 1, ["code fence"]],
    ["a trailing comma", `[${raw.replace("}", ",\n}")},\n]`, 2 - 1, ["trailing comma"]],
    ["one object after the other", `${raw}\n${raw}`, 2, ["several changes without a list"]],
    ["objects with commas and no list", `${raw},\n${raw},`, 2, ["trailing comma", "several changes without a list"]],
  ])("%s", (_, text, patches, repaired) => {
    expect(readPatches(text)).toEqual({ patches: Array.from({ length: patches }, () => one), repaired, problems: [] });
  });

  test("a line break and a tab inside a string", () => {
    const { patches, repaired } = readPatches('{"original": "one\r\ntwo\t.", "replacement": "x", "summary": ""}');
    expect(patches[0]?.original).toBe("one\r\ntwo\t.");
    expect(repaired).toEqual(["line break in a string"]);
  });

  test("a backslash that escapes nothing", () => {
    const { patches } = readPatches(String.raw`{"original": "the seller\'s \§ 3", "replacement": "C:\Users \"x\"", "summary": ""}`);
    expect(patches[0]).toEqual({ original: String.raw`the seller's \§ 3`, replacement: String.raw`C:\Users "x"`, summary: "" });
  });

  test("context and occurrence; nonsense in them is left out", () => {
    expect(readPatches(JSON.stringify({ ...one, before: "x", after: "", occurrence: 2 })).patches[0]).toEqual({
      ...one,
      before: "x",
      occurrence: 2,
    });
    expect(readPatches(JSON.stringify({ ...one, before: 7, occurrence: -1, __proto__: 1 })).patches[0]).toEqual(one);
  });

  test("commas and braces inside strings are left alone", () => {
    const value = { original: "a,} b,]", replacement: "{,}", summary: "[" };
    expect(readPatches(`${JSON.stringify(value).slice(0, -1)},}`).patches).toEqual([value]);
  });
});

describe("a quotation mark that is not escaped in a summary", () => {
  test.each([
    [
      String.raw`{"original": "an einen Morgen", "replacement": "an einem Morgen", "summary": "„an" verlangt den Dativ."}`,
      `„an" verlangt den Dativ.`,
    ],
    [
      String.raw`{"summary": "The word "an", before a vowel", "original": "a", "replacement": "an"}`,
      `The word "an", before a vowel`,
    ],
    [
      String.raw`[{"original": "a", "replacement": "b", "summary": "Now "b""}, {"original": "c", "replacement": "d", "summary": "d"}]`,
      `Now "b"`,
    ],
    [String.raw`{"original": "a", "replacement": "b", "summary": "was \"a\", is "b".",}`, `was "a", is "b".`],
  ])("%s", (text, summary) => {
    const { patches, repaired, problems } = readPatches(text);
    expect(problems).toEqual([]);
    expect(patches[0]).toMatchObject({ summary });
    expect(repaired).toContain("quotation mark in a summary");
  });
});

test("an escaped quotation mark ends no string while something else is repaired", () => {
  const { patches } = readPatches(String.raw`{"original": "said \"no\", twice", "replacement": "C:\\", "summary": "",}`);
  expect(patches).toEqual([{ original: 'said "no", twice', replacement: "C:\\", summary: "" }]);
});

test.each([0, -1, 1.5, "2", null])("an occurrence of %j is none", (occurrence) => {
  const { patches } = readPatches(JSON.stringify({ original: "a", replacement: "b", summary: "", occurrence }));
  expect(patches).toEqual([{ original: "a", replacement: "b", summary: "" }]);
});

describe("says what is wrong", () => {
  test.each([
    ["", "The change is empty."],
    ["[]", "The list of changes is empty."],
    ['{"original": "a", "repl', "The change was cut off before it was complete."],
    ['{"original": "a"', "The change was cut off before it was complete."],
    ['{"original": "a"}', "The change does not say what to put in (replacement)."],
    ['{"replacement": "a"}', "The change does not say which text it replaces (original)."],
    ['"text"', "The change is not an object with original and replacement."],
    ["null", "The change is not an object with original and replacement."],
  ])("%s", (text, problem) => {
    expect(readPatches(text, true)).toMatchObject({ patches: [], problems: [problem] });
  });

  test("a quotation mark that ends a string too early is not guessed at", () => {
    const { patches, problems } = readPatches('{"original": "he said "no" twice", "replacement": "", "summary": ""}');
    expect(patches).toEqual([]);
    expect(problems).toEqual(["The change couldn’t be read: it isn’t written in the form of a change."]);
  });

  test("the good ones of several are kept", () => {
    const { patches, problems } = readPatches(`[${raw}, {"original": 3}, ${raw}]`);
    expect(patches).toHaveLength(2);
    expect(problems).toEqual(["Change 2 of 3 does not say which text it replaces (original)."]);
  });
});
