import { describe, expect, test } from "vitest";
import { findPassives, fleschWord, lixWord, measureReadability } from "./readability.ts";
import { splitParagraphs, splitSentences, splitWords } from "../text/sentences.ts";

describe("sentences", () => {
  test.each([
    ["He left. She stayed.", ["He left.", "She stayed."]],
    ["Mr. Smith paid e.g. The Fund on p. 5. Then he left.", ["Mr. Smith paid e.g. The Fund on p. 5.", "Then he left."]],
    ["See Art. 6 Abs. 1 DSGVO. Danach nicht.", ["See Art. 6 Abs. 1 DSGVO.", "Danach nicht."]],
    ["# Heading\n\n- item one\n- item two\nwrapped line. Next.", ["# Heading", "- item one", "- item two\nwrapped line.", "Next."]],
    ["Really? Yes! “Good.” He went.", ["Really?", "Yes!", "“Good.”", "He went."]],
    ["A line\nthat goes on. And on.", ["A line\nthat goes on.", "And on."]],
    ["", []],
    ["   \n ", []],
    ["1.1 The fee is due.\n1.2 The fee is 5.50 euros.", ["1.1 The fee is due.", "1.2 The fee is 5.50 euros."]],
  ])("%j", (text, expected) => {
    expect(splitSentences(text).map((one) => one.text)).toEqual(expected);
  });

  test("each piece is where it says", () => {
    const text = "😀 First one. Second\n\n“Third” – don't. 4. Fourth.";
    for (const piece of [...splitSentences(text), ...splitParagraphs(text), ...splitWords(text)]) {
      expect(text.slice(piece.start, piece.end)).toBe(piece.text);
    }
  });

  test("words as a reader counts them", () => {
    expect(splitWords("Don't use state-of-the-art § 5 – ever.").map((word) => word.text)).toEqual([
      "Don't",
      "use",
      "state-of-the-art",
      "5",
      "ever",
    ]);
  });
});

describe("readability", () => {
  test("nothing to measure", () => {
    expect(measureReadability(" … – ", "en")).toBeNull();
  });

  test("the formulas, on a sentence counted by hand", () => {
    // 6 words of 6 syllables in one sentence, none longer than six letters.
    const measured = measureReadability("The cat sat on the mat.", "en")!;
    expect(measured).toMatchObject({ words: 6, sentences: 1, paragraphs: 1, lix: 6, longestSentence: 6 });
    expect(measured.flesch).toBeCloseTo(206.835 - 1.015 * 6 - 84.6, 1);
    // The formula has less than nothing here.
    expect(measured.fleschKincaidGrade).toBe(0);
  });

  test("LIX counts words of more than six letters", () => {
    const measured = measureReadability("Regeringen beslutar. Myndigheten betalar ut pengar nu.", "sv")!;
    // 7 words, 2 sentences, 4 long words: "pengar" has six letters.
    expect(measured.lix).toBeCloseTo(3.5 + (100 * 4) / 7, 1);
    expect(measured.flesch).toBeNull();
    expect(measured.passiveShare).toBeNull();
  });

  test("lengths are counted into five classes, and long sentences are listed", () => {
    const long = `${Array.from({ length: 31 }, () => "Word").join(" ")}.`;
    const measured = measureReadability(`Short one. ${long}`, "en")!;
    expect(measured.sentenceLengths).toEqual({ upTo10: 1, upTo20: 0, upTo30: 0, upTo40: 1, over40: 0 });
    expect(measured.longSentences).toEqual([expect.objectContaining({ start: 11, words: 31 })]);
  });

  test.each([
    ["The letter was sent by the clerk.", ["was sent"]],
    ["The letter was not yet duly signed.", ["was not yet duly signed"]],
    ["It has been quickly approved.", ["been quickly approved"]],
    ["She is tired and interested.", []],
    ["We sent the letter.", []],
    ["Fees are paid monthly and must be stated.", ["are paid", "be stated"]],
  ])("passives in %j", (sentence, expected) => {
    expect(findPassives(sentence).map((one) => one.text)).toEqual(expected);
  });
});

test.each([
  [10, "upTo10"],
  [11, "upTo20"],
  [20, "upTo20"],
  [21, "upTo30"],
  [30, "upTo30"],
  [31, "upTo40"],
  [40, "upTo40"],
  [41, "over40"],
] as const)("a sentence of %i words is counted as %s", (words, bin) => {
  const text = `${Array.from({ length: words }, () => "word").join(" ")}.`;
  const measured = measureReadability(text, "en")!;
  expect(measured.sentenceLengths).toEqual({ upTo10: 0, upTo20: 0, upTo30: 0, upTo40: 0, over40: 0, [bin]: 1 });
  expect(measured.longestSentence).toBe(words);
  expect(measured.longSentences.map((one) => one.words)).toEqual(words > 30 ? [words] : []);
});

test("a long word has more than six letters", () => {
  const lix = (text: string) => measureReadability(text, "sv")!.lix;
  expect([lix("abcdef abcdef."), lix("abcdefg abcdef.")]).toEqual([2, 52]);
});

test.each([
  [120, "easy"],
  [80, "easy"],
  [79.9, "plain"],
  [60, "plain"],
  [59.9, "fairly hard"],
  [50, "fairly hard"],
  [49.9, "hard"],
  [30, "hard"],
  [29.9, "very hard"],
  [-5, "very hard"],
])("a Flesch score of %d is %s", (score, word) => expect(fleschWord(score)).toBe(word));

test.each([
  [0, "very easy"],
  [29.9, "very easy"],
  [30, "easy"],
  [40, "medium"],
  [50, "hard"],
  [59.9, "hard"],
  [60, "very hard"],
])("a LIX of %d is %s", (lix, word) => expect(lixWord(lix)).toBe(word));
