/* Lengths requested in five languages, and how far an answer is off. */
import { describe, expect, test } from "vitest";
import { askedLength, correctionOf, lengthMissed, wordsOfAnswer } from "./asked-length.ts";
import { parseReply } from "./reply.ts";

const about = (words: number) => ({ low: words, high: words });

describe("a length that is asked for", () => {
  test.each([
    ["Write an essay of about 300 words on libraries.", about(300)],
    ["Summarise this in 120 words.", about(120)],
    ["A 1,500-word article, please", about(1500)],
    ["Tell it in at most 80 words", { low: 0, high: 80 }],
    ["Write at least 200 words", { low: 200, high: Infinity }],
    ["Between 300 and 400 words on tides", { low: 300, high: 400 }],
    ["Write 300–400 words on tides", { low: 300, high: 400 }],
    ["Shorten it to 50 words", about(50)],
    ["Skriv en text på ungefär 250 ord om skogen.", about(250)],
    ["Högst 100 ord.", { low: 0, high: 100 }],
    ["Schreibe etwa 300 Wörter über das Meer.", about(300)],
    ["Fasse es in 120 Worten zusammen", about(120)],
    ["Mindestens 1.000 Wörter", { low: 1000, high: Infinity }],
    ["Schrijf een essay van ongeveer 300 woorden.", about(300)],
    ["Maximaal 80 woorden", { low: 0, high: 80 }],
    ["Écris un texte d’environ 300 mots.", about(300)],
    ["Résume en 120 mots", about(120)],
    ["Au plus 60 mots", { low: 0, high: 60 }],
  ])("%s", (question, expected) => {
    expect(askedLength(question)).toMatchObject(expected);
  });

  test.each([
    "Max 2 Seiten",
    "Was it the first 100 words of the book?",
    "The text has 412 words. Is that too long?",
    "Which two words are wrong?",
    "These 300 words are mine; correct them.",
    "Write about the year 1984.",
    "In 3 words?",
    "Write 300 words, no, 400 words.",
    `Correct this: ${"a b c ".repeat(300)} in 120 words`,
  ])("none in: %s", (question) => {
    expect(askedLength(question)).toBeNull();
  });
});

const draft = (words: number) => `Here it is.\nBEGIN DRAFT\n${"word ".repeat(words).trim()}\nEND DRAFT\n`;

test("the words of a draft count, not what is said about it; of a plain answer all of them", () => {
  expect(wordsOfAnswer(parseReply(draft(300)))).toBe(300);
  expect(wordsOfAnswer(parseReply("Two words"))).toBe(2);
  expect(wordsOfAnswer(parseReply('BEGIN PATCH\n{"original": "a", "replacement": "b"}\nEND PATCH'))).toBeNull();
  expect(wordsOfAnswer(parseReply(`${draft(3)}\n${draft(4)}`))).toBeNull();
});

describe("an answer is off by more than a tenth", () => {
  test.each([
    [331, { low: 300, high: 300 }, { words: 331, asked: 300 }],
    [330, { low: 300, high: 300 }, null],
    [269, { low: 300, high: 300 }, { words: 269, asked: 300 }],
    [270, { low: 300, high: 300 }, null],
    [89, { low: 0, high: 80 }, { words: 89, asked: 80 }],
    [12, { low: 0, high: 80 }, null],
    [179, { low: 200, high: Infinity }, { words: 179, asked: 200 }],
    [900, { low: 200, high: Infinity }, null],
    [412, { low: 300, high: 350 }, { words: 412, asked: 350 }],
  ])("%i words for %o", (words, asked, expected) => {
    expect(lengthMissed(words, asked)).toEqual(expected);
  });
});

test.each(["en", "sv", "de", "nl", "fr"] as const)("what is asked next asks for that length: %s", (language) => {
  for (const words of [200, 400])
    expect(askedLength(correctionOf({ words, asked: 300 }, language))).toEqual({ low: 300, high: 300, language });
});
