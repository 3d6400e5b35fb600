import { expect, test } from "vitest";
import { paragraphsOf, pinpoint } from "./pinpoint.ts";

const texts = {
  DE: "(1) Erstens.\n\n(2) Zweitens, wenn\n1. dies oder\n2. das gilt.\n\n(2a) Auch so.",
  SE: "Första stycket.\n\nAndra stycket gäller\n\n1. detta, och\n\n2. detta.\n\nTredje stycket.",
  NL: "1 Eerste lid.\n\n2 Tweede lid:\na. dit; en\nb. dat.",
  GB: "(1)First.\n\n(2)Second—\n(a)this, and\n(b)that.",
  EU: "1. First:\n(a) this;\n(b) that.\n2. Second.",
};

test.each([
  ["DE", ["1", "2", "2a"]],
  ["SE", ["1", "2", "3"]],
  ["NL", ["1", "2"]],
  ["GB", ["1", "2"]],
  ["EU", ["1", "2"]],
] as const)(
  "a section of %s falls into its paragraphs, each cited by its number, and nothing of it is lost",
  (jurisdiction, numbers) => {
    const text = texts[jurisdiction];
    const all = paragraphsOf(text, jurisdiction);
    expect(all.map(({ number }) => number)).toEqual(numbers);
    const joined = all.map(({ start, end }) => text.slice(start, end)).join(" ");
    expect(joined.replace(/\s+/g, " ")).toBe(text.replace(/\s+/g, " "));
    for (const { start, number } of all) {
      const cited = pinpoint({ label: "§ 1", text, jurisdiction, act: "X" }, start);
      expect(cited).toContain(jurisdiction === "SE" ? ["första", "andra", "tredje"][Number(number) - 1]! : number!);
    }
  },
);

test.each([
  ["en", "Article 1(2) X"],
  ["sv", "Article 1.2 X"],
  ["de", "Article 1 Abs. 2 X"],
  ["nl", "Article 1, lid 2 X"],
] as const)("law of the Union is cited as one does in %s", (language, cited) => {
  const text = texts.EU;
  expect(pinpoint({ label: "Article 1", text, jurisdiction: "EU", act: "X", language }, text.indexOf("2. Second"))).toBe(cited);
});

test("what is before the first number is a paragraph without one, and a text without any is one", () => {
  expect(paragraphsOf("Vorab.\n(1) Dann.", "DE").map(({ number }) => number)).toEqual([null, "1"]);
  expect(paragraphsOf("Nur dies.", "DE")).toEqual([{ start: 0, end: 9, number: null }]);
  expect(paragraphsOf("A filing.\n\nIts next part.", "US")).toHaveLength(2);
});
