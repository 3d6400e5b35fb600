import { expect, test } from "vitest";
import { describeStyle } from "./describe-style.ts";
import type { StyleMeasures } from "./style-measures.ts";

const plain: StyleMeasures = {
  language: "en",
  words: 2000,
  sentence: { median: 11, low: 8, high: 14 },
  paragraph: { median: 58, low: 40, high: 70 },
  typeToken: 0.68,
  longWords: 0.15,
  marks: { commas: 40, dashes: 6, semicolons: 0, brackets: 1 },
  person: { i: 20, we: 1, you: 3 },
  hedges: 1,
  contractions: 12,
  spelling: "British",
  address: null,
};

test("a style is described in plain sentences made from its measures", () => {
  expect(describeStyle([plain])).toBe(
    "Short sentences, usually 8 to 14 words. Paragraphs of about 60 words. Plain, short words. Often uses dashes; no semicolons. Writes as “I”. Rarely hedges. Uses contractions. British spelling.",
  );
});

test("another one is described otherwise", () => {
  const heavy: StyleMeasures = {
    ...plain,
    language: "de",
    sentence: { median: 27, low: 14, high: 38 },
    paragraph: { median: 122, low: 90, high: 160 },
    longWords: 0.41,
    typeToken: 0.8,
    marks: { commas: 95, dashes: 0, semicolons: 4, brackets: 9 },
    person: { i: 0, we: 0.5, you: 12 },
    hedges: 11,
    contractions: null,
    spelling: null,
    address: "formal",
  };
  expect(describeStyle([heavy])).toBe(
    "Long sentences, usually 14 to 38 words, with much variation. Paragraphs of about 120 words. Many long words; varied vocabulary. Often uses commas, semicolons and brackets; no dashes. Impersonal: neither “ich” nor “wir”. Addresses the reader as “Sie”. Often hedges.",
  );
});

test("what is neither much nor little is not mentioned", () => {
  const middling = {
    ...plain,
    sentence: { median: 17, low: 12, high: 22 },
    longWords: 0.22,
    marks: { commas: 50, dashes: 2, semicolons: 1, brackets: 2 },
    hedges: 5,
    contractions: 5,
    spelling: null,
  };
  expect(describeStyle([middling])).toBe(
    "Medium-length sentences, usually 12 to 22 words. Paragraphs of about 60 words. Writes as “I”.",
  );
});

test("several languages are named, the main one first; no measures give no words", () => {
  const both = describeStyle([plain, { ...plain, language: "sv", contractions: null, spelling: null }]);
  expect(both).toMatch(/^In English: Short sentences.* In Swedish: Short sentences/u);
  expect(describeStyle([])).toBe("");
});
