import * as fc from "fast-check";
import { expect, test } from "vitest";
import { wordPattern } from "./word-pattern.ts";
import { gramsOf, gramsWanted, numberOf, partsOf, wordsIn } from "./searched-words.ts";

/** Whether the index names the text: one of its words has all grams of each part of the query. */
const includes = (text: string, query: string) => {
  const words = Array.from(wordsIn(text), (word) => new Set(gramsOf(word, 7)));
  return partsOf(query.split(/\s+/u)).every((part) => words.some((grams) => gramsWanted(part, 7).every((one) => grams.has(one))));
};

test("words are runs of letters and digits, in one case", () => {
  expect([...wordsIn("The Lease, § 3.12: ÄRGER! the")]).toEqual(["the", "lease", "3", "12", "ärger"]);
  expect(partsOf(["(a.b)", "100%", "§", "A"])).toEqual(["a", "b", "100"]);
  expect([...wordsIn("租赁合同于ABC。年")]).toEqual(["租赁", "赁合", "合同", "同于", "abc", "年"]);
  expect(partsOf(["赁合同x", "年"])).toEqual(["赁合", "合同", "x", "年"]);
});

test("a word is found by a part of it", () => {
  expect(includes("Kaufverträge", "VERTRÄG")).toBe(true);
  expect(includes("on termination", "nte")).toBe(false);
  expect(includes("terminatioN", "termination terminate")).toBe(false);
  expect(includes("b", "B")).toBe(true);
  expect(numberOf("abc", 7)).not.toBe(numberOf("abc", 8));
  expect(gramsOf("abc", 7)).not.toContain(gramsOf("abc", 8)[0]);
});

test("a part of a very long word is found, wherever it is", () => {
  const long = Array.from({ length: 40 }, (_, i) => String(1000 + i)).join("");
  for (let from = 0; from < long.length - 32; from++) expect(includes(`a ${long} z`, long.slice(from, from + 40))).toBe(true);
  expect(includes(long, "99999999")).toBe(false);
});

test("the index names every text that a search finds", () => {
  const signs = fc.constantFrom(
    ..."abAB .é§ÄäßẞİıIiKkſsSΣσςµΜμDŽDždžΩωñⓐⅧⅷ于年の𝒜😀\u0301\u0345\n".split(""),
    "😀",
    "𐐀",
    "𐐨",
    "Ⓐ",
    "年年于",
    "abcdefghijklmn",
  );
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

test("every sign is one in all the cases that a search compares", () => {
  const odd: string[] = [];
  for (let code = 33; code <= 0x1e943; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const sign = String.fromCodePoint(code);
    if (/\s/u.test(sign)) continue;
    for (const form of [sign.toUpperCase(), sign.toLowerCase()])
      if (Array.from(form).length === 1 && [...wordsIn(`a${form}`)].join() !== [...wordsIn(`a${sign}`)].join()) odd.push(sign);
  }
  expect(odd).toEqual([]);
});
