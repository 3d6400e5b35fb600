import { describe, expect, test } from "vitest";
import { mechanicalFindings, protectedSpans, unpairedMarks } from "./mechanical-rules.ts";
import type { ProseLanguage } from "../text/sentences.ts";

const found = (text: string, language: ProseLanguage = "en") =>
  mechanicalFindings(text, language).map((one) => [one.original, one.replacement]);

describe("doubled words", () => {
  test.each<[string, ProseLanguage, [string, string | null][]]>([
    ["It is is here.", "en", [["is is", "is"]]],
    ["The the cat.", "en", [["The the", "The"]]],
    ["He said that that was fine, and had had enough.", "en", []],
    ["End of the\nthe line.", "en", [["the\nthe", "the"]]],
    ["One.\n\nOne more.", "en", []],
    ["Duran Duran and New York New York", "en", []],
    ["Die, die die Ware kaufen", "de", []],
    ["Er hat hat gesagt.", "de", [["hat hat", "hat"]]],
    ["Det var var bra.", "sv", [["var var", "var"]]],
    ["De man die die hond zag.", "nl", []],
    ["well-known known", "en", []],
    ["see `the the` and https://a.se/to to", "en", []],
  ])("%j", (text, language, expected) => {
    expect(found(text, language)).toEqual(expected);
  });
});

describe("spacing", () => {
  test.each([
    ["Yes , no.", [[" ,", ","]].map(([a]) => [a, ","])],
    ["A  b.", [["  ", " "]]],
    ["A sentence.  Two spaces after it.", []],
    ["Name:      ______", []],
    ["one,two", [[",", ", "]]],
    ["1,000 and a,b", []],
    [
      "( brackets )",
      [
        [" ", ""],
        [" ", ""],
      ],
    ],
    ["Twice.. But not… or ...", [["..", "."]]],
    ["    indented\n  line", []],
    ["| a | b |", []],
  ])("%j", (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  test("a text full of double spaces gets one remark, not hundreds of changes", () => {
    const findings = mechanicalFindings("word  ".repeat(30), "en").filter((one) => one.rule === "double-space");
    expect(findings).toHaveLength(1);
    expect(findings[0]!.replacement).toBeNull();
  });
});

describe("unpaired marks", () => {
  test.each([
    ["(one [two] three)", []],
    ["(open", ["("]],
    ["closed)", [")"]],
    ["a) first b) second 12) third", []],
    ["(see Article 8) and (see a)", []],
    ["“Good”, he said.", []],
    ["“Never closed.", ["“"]],
    ["“First paragraph\n\n“second paragraph”", []],
    ["„Gut“, sagte er.", []],
    ["„Gut, sagte er.", ["„"]],
    ['He said "yes.', ['"']],
    ['A 5" pipe.', []],
    ["Swedish »quotes» are fine", []],
    ["It’s the parties’ duty", []],
    ["😀 (x", ["("]],
  ])("%j", (text, expected) => {
    const marks = unpairedMarks(text);
    expect(marks.map((one) => one.original)).toEqual(expected);
    for (const mark of marks) expect(text.slice(mark.start, mark.end)).toBe(mark.original);
  });

  test("in Swedish, ” opens and closes", () => {
    expect(unpairedMarks("Parterna (”Köparen” och ”Säljaren”) är ense.", "sv")).toEqual([]);
    expect(unpairedMarks("Parterna (”Köparen” och ”Säljaren) är ense.", "sv")).not.toEqual([]);
  });
});

test("code, addresses and citations are left alone", () => {
  const text = "see `x  y` at https://example.org/a,b or me@example.org [[3]]\n```\ncode  ,\n```";
  expect(protectedSpans(text).map(({ start, end }) => text.slice(start, end))).toEqual([
    "`x  y`",
    "https://example.org/a,b",
    "me@example.org",
    "[[3]]",
    "```\ncode  ,\n```",
  ]);
  expect(mechanicalFindings(text, "en")).toEqual([]);
});
