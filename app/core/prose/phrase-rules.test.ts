import { describe, expect, test } from "vitest";
import { englishRules } from "./english-rules.ts";
import { contractionRules } from "./english-style-rules.ts";
import { compilePhrases, findPhrases, type PhraseRule } from "./phrase-rules.ts";
import { dutchRules, germanRules, swedishRules } from "./plain-rules.ts";

const english = compilePhrases(englishRules);

function plain(text: string, rules: ReturnType<typeof compilePhrases> = english, legal = false): string {
  return findPhrases(text, rules, legal)
    .toReversed()
    .reduce((out, one) => (one.replacement === null ? out : out.slice(0, one.start) + one.replacement + out.slice(one.end)), text);
}

describe("English", () => {
  test.each([
    ["In order to win, we train.", "To win, we train."],
    ["He left due to the fact that it rained.", "He left because it rained."],
    ["They made a decision and are making use of it.", "They decided and are using it."],
    ["It is important to note that the sea is cold.", "The sea is cold."],
    ["This, needless to say, is fine.", "This is fine."],
    ["An utilised car.", "A used car."],
    ["A very old idea.", "An old idea."],
    ["It is not very important.", "It is not very important."],
    ["He spoke slowly and clearly, then left.", "He spoke slowly and clearly, then left."],
    ["Clearly, he left.", "He left."],
    ["We delve into a myriad of topics.", "We examine many topics."],
    ["Moreover, it rains.", "Also, it rains."],
    ["PRIOR TO the meeting", "BEFORE the meeting"],
    ["Prior  to\nthe meeting", "Before\nthe meeting"],
    ["The phrase “in order to” is long.", "The phrase “in order to” is long."],
    ["a prior-to-market study", "a prior-to-market study"],
    ["On a daily basis it rains.", "Daily it rains."],
    ["The end result is good.", "The result is good."],
    ["in today’s digital age, people read", "people read"],
  ])("%j", (text, expected) => {
    expect(plain(text)).toBe(expected);
  });

  test("in legal text, words that may carry meaning stay", () => {
    const text =
      "The Supplier shall, prior to delivery and pursuant to clause 4, commence the Services in relation to the Goods; in order to do so it makes use of tools.";
    expect(plain(text, english, true)).toBe(text.replace("in order to", "to").replace("makes use of", "uses"));
  });

  test("contractions only where asked", () => {
    const text = "I am sure you are right, and it does not matter.";
    expect(plain(text)).toBe(text);
    expect(plain(text, compilePhrases(contractionRules))).toBe("I'm sure you're right, and it doesn't matter.");
  });

  test("some phrases are only pointed at", () => {
    expect(findPhrases("A rich tapestry of ideas.", english, false)).toEqual([
      expect.objectContaining({ replacement: null, sure: false }),
    ]);
  });
});

test.each([
  ["sv", swedishRules, "I syfte att gå hem erhöll han en bil.", "För att gå hem fick han en bil."],
  [
    "de",
    germanRules,
    "Aufgrund der Tatsache, dass es regnet, bleiben sämtliche Züge stehen.",
    "Weil es regnet, bleiben alle Züge stehen.",
  ],
  ["nl", dutchRules, "Teneinde dit te doen dient te worden betaald.", "Om dit te doen moet worden betaald."],
] as const)("%s", (_, rules, text, expected) => {
  expect(plain(text, compilePhrases(rules))).toBe(expected);
});

describe("the tables", () => {
  const tables: [string, readonly PhraseRule[], number][] = [
    ["en", englishRules, 150],
    ["sv", swedishRules, 30],
    ["de", germanRules, 30],
    ["nl", dutchRules, 30],
  ];
  test.each(tables)("%s: entries are lower case, differ from their replacement, and are many", (_, rules, least) => {
    expect(new Set(rules.map((rule) => rule.phrase)).size).toBeGreaterThan(least);
    for (const rule of rules) {
      expect(rule.phrase).toBe(rule.phrase.toLowerCase());
      expect(rule.phrase).not.toMatch(/[{}]|^\s|\s$/);
      expect(rule.replacement).not.toBe(rule.phrase);
      if (rule.replacement !== null) expect(rule.replacement).not.toMatch(/[{}]/);
    }
  });

  test.each(tables)("%s: what stands in for a phrase is not itself a phrase to replace", (_, rules) => {
    const matcher = compilePhrases(rules);
    const loops = rules.filter(
      (rule) => rule.replacement && findPhrases(rule.replacement, matcher, false).some((one) => one.replacement !== null),
    );
    expect(loops.map((rule) => `${rule.phrase} → ${rule.replacement}`)).toEqual([]);
  });
});
