import * as fc from "fast-check";
import { expect, test } from "vitest";
import { wordPattern } from "./word-pattern.ts";
import { trigramsOf, wantedTrigrams } from "./trigrams.ts";

const includes = (text: string, query: string) => {
  const held = new Set(trigramsOf(text, 7));
  return wantedTrigrams(query.split(/\s+/u), 7).every((one) => held.has(one));
};

test("a part of a word is three signs or more, wherever they stand", () => {
  expect(trigramsOf("ab c", 7)).toEqual([]);
  expect(trigramsOf("abcabc", 7)).toHaveLength(3);
  expect(includes("Kaufverträge", "VERTRÄG")).toBe(true);
  expect(includes("on termination", "nte")).toBe(false);
  expect(includes("terminatioN", "termination terminate")).toBe(false);
  expect(wantedTrigrams(["ab", "abcd", "c"], 7)).toEqual(trigramsOf("abcd", 7));
  expect(trigramsOf("abc", 7)).not.toEqual(trigramsOf("abc", 8));
});

test("whatever a search would find has the trigrams of what is searched", () => {
  const signs = fc.constantFrom(..."abAB .é§ÄäßẞİıIiKkſsSΣσςµΜμDŽDždžΩωñ于年𝒜😀\u0301\n".split(""), "😀", "𐐀", "𐐨");
  const text = fc.array(signs, { maxLength: 30 }).map((list) => list.join("").toWellFormed());
  fc.assert(
    fc.property(text, text, text, (before, word, after) => {
      const query = word.split(/\s+/u).find((part) => part !== "") ?? "";
      const pattern = new RegExp(wordPattern(query), "u");
      for (const form of [query, query.toUpperCase(), query.toLowerCase()]) {
        const whole = before + form + after;
        if (pattern.test(whole)) expect(includes(whole, query)).toBe(true);
      }
    }),
    { numRuns: 2000 },
  );
});

test("every sign is one number in all the cases that a search compares", () => {
  const odd: string[] = [];
  for (let code = 33; code <= 0x1e943; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const sign = String.fromCodePoint(code);
    if (/\s/u.test(sign)) continue;
    for (const form of [sign.toUpperCase(), sign.toLowerCase()])
      if (Array.from(form).length === 1 && trigramsOf(`ab${form}`, 7)[0] !== trigramsOf(`ab${sign}`, 7)[0]) odd.push(sign);
  }
  expect(odd).toEqual([]);
});
