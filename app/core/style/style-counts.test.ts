/* Counted by hand, before the code was written. */
import { describe, expect, test } from "vitest";
import { countStyle, styleLanguages, type StyleCounts, type StyleLanguage } from "./style-counts.ts";
import { measureStyle } from "./style-measures.ts";

const counted: [StyleLanguage, string, Partial<StyleCounts>][] = [
  [
    "en",
    "I don't think the tenant can leave. We might, perhaps, ask her; she knows the colour of the door (red). You will see – it is late.",
    {
      words: 26,
      sentences: [7, 13, 6],
      paragraphs: [26],
      longWords: 1,
      commas: 2,
      semicolons: 1,
      dashes: 1,
      brackets: 1,
      firstSingular: 1,
      firstPlural: 1,
      informal: 1,
      formal: 0,
      hedges: 2,
      contractions: 1,
      british: 1,
      american: 0,
    },
  ],
  [
    "en",
    "# The lease\n\nIt's 1,000 euros, from 5–7 May. They've painted the center.\n\nNobody complained. It isn't ours - it is Ada's color.",
    {
      // "It's 1,000 euros from 5–7 May": 5 and 7 are two words. The heading is not a sentence.
      words: 20,
      sentences: [7, 4, 2, 7],
      paragraphs: [11, 9],
      commas: 1,
      dashes: 1,
      firstPlural: 1,
      contractions: 3,
      british: 0,
      american: 2,
    },
  ],
  [
    "sv",
    "Jag tror att vi kanske ska vänta. Du får svar i morgon.",
    { words: 12, sentences: [7, 5], firstSingular: 1, firstPlural: 1, informal: 1, formal: 0, hedges: 2 },
  ],
  [
    "de",
    "Ich glaube, dass wir vielleicht warten sollten. Wenn Sie möchten, rufen wir Sie an. Sie kommt.",
    // "Sie" at the start of a sentence may be "she", so it doesn't count.
    { words: 16, sentences: [7, 7, 2], firstSingular: 1, firstPlural: 2, formal: 2, informal: 0, hedges: 2, commas: 2 },
  ],
  [
    "nl",
    "Ik denk dat we misschien moeten wachten. Uw brief is er, maar je hoort nog van ons.",
    { words: 17, sentences: [7, 10], firstSingular: 1, firstPlural: 2, formal: 1, informal: 1, hedges: 2 },
  ],
  [
    "fr",
    "Je pense que nous avons raison. Vous pourriez peut-être attendre. J’ai fini.",
    { words: 12, sentences: [6, 4, 2], firstSingular: 2, firstPlural: 1, formal: 1, informal: 0, hedges: 3 },
  ],
];

describe("what is counted in a sample", () => {
  test.each(counted)("%s: %s", (language, text, expected) => {
    expect(countStyle(text, language)).toMatchObject(expected);
  });

  test("every language has its words", () => {
    expect(styleLanguages.toSorted()).toEqual(["de", "en", "fr", "nl", "sv"]);
  });

  test("distinct words are counted in whole windows of a hundred words", () => {
    const ten = "One two three four five six seven eight nine ten. ";
    expect(countStyle(ten.repeat(10), "en")).toMatchObject({ words: 100, windows: [10] });
    expect(countStyle(ten.repeat(25), "en")).toMatchObject({ words: 250, windows: [10, 10] });
    expect(countStyle(ten.repeat(9), "en")).toMatchObject({ windows: [] });
  });
});

describe("measures of several samples", () => {
  const english = counted.filter(([language]) => language === "en").map(([language, text]) => countStyle(text, language));

  test("take the sentences of all together: 2, 4, 6, 7, 7, 7, 13", () => {
    const [measures] = measureStyle(english);
    expect(measures).toMatchObject({
      language: "en",
      words: 46,
      sentence: { median: 7, low: 5, high: 7 },
      // 9, 11, 26
      paragraph: { median: 11, low: 10, high: 18.5 },
      // Per thousand words: 3, 2, 1 and 1 in 46.
      marks: { commas: 65.2, dashes: 43.5, semicolons: 21.7, brackets: 21.7 },
      person: { i: 21.7, we: 43.5, you: 21.7 },
      hedges: 43.5,
      contractions: 87,
      // One British word and two American ones.
      spelling: "American",
      typeToken: null,
    });
  });

  test("keep languages apart, the one with the most words first", () => {
    const all = counted.map(([language, text]) => countStyle(text, language));
    expect(measureStyle(all).map(({ language, words }) => [language, words])).toEqual([
      ["en", 46],
      ["nl", 17],
      ["de", 16],
      ["sv", 12],
      ["fr", 12],
    ]);
  });

  test("of nothing are none", () => {
    expect(measureStyle([])).toEqual([]);
    expect(measureStyle([countStyle("A heading", "en")])).toEqual([]);
  });
});
