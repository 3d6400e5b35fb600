import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { excerptAround, excerptContext, excerptFallbackLength, excerptFor, excerptOfWords, excerptText } from "./excerpt.ts";

const filler = (words: number, word = "lorem") => Array.from({ length: words }, (_, i) => `${word}${i}`).join(" ");
const marked = ({ text, match }: ReturnType<typeof excerptFor>) => match && text.slice(match.start, match.end);

describe("round a place", () => {
  test.each<[text: string, match: string, context: number, out: string]>([
    ["one two three four five", "three", 6, "…two three four…"],
    ["one two three four five", "three", 100, "one two three four five"],
    ["one two three four five", "three", 0, "…three…"],
    ["one  two", "two", 2, "…two"],
    ["abcdefghij", "ef", 2, "…cdefgh…"],
    ["one\ntwo\n\nthree", "two", 4, "one two…"],
    ["", "", 10, ""],
  ])("%j", (text, match, context, out) => {
    const start = text.indexOf(match);
    expect(excerptText(excerptAround(text, { start, end: start + match.length }, context))).toBe(out);
  });

  test("never cuts a character, never exceeds its figures, always holds the match", () => {
    const text = fc.string({ unit: fc.constantFrom("a", " ", "\n", "𝄞", "é"), maxLength: 120 });
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), fc.nat({ max: 30 }), (text, x, y, context) => {
        const places = [0];
        for (const char of text) places.push(places.at(-1)! + char.length);
        const [start, end] = [places[x % places.length]!, places[y % places.length]!].sort((a, b) => a - b) as [number, number];
        const excerpt = excerptAround(text, { start, end }, context);
        expect(excerpt.text.isWellFormed()).toBe(true);
        expect(marked(excerpt)).toBe(text.slice(start, end));
        expect(excerpt.text.length).toBeLessThanOrEqual(end - start + 2 * context);
      }),
      { numRuns: 500 },
    );
  });
});

describe("for a claim", () => {
  const clause = "The Seller shall deliver the “Goods” within thirty\u00a0(30) days";
  const source = `${filler(100)} ${clause}. ${filler(100)}`;

  test("word for word, with 100 characters on each side", () => {
    const excerpt = excerptFor(source, 'the seller shall deliver the "Goods" within thirty (30) days');
    expect(marked(excerpt)).toBe(clause);
    expect(excerpt.match!.start).toBeGreaterThan(excerptContext.near - 12);
    expect(excerpt.match!.start).toBeLessThanOrEqual(excerptContext.near);
    expect(excerpt).toMatchObject({ moreBefore: true, moreAfter: true });
  });

  test("what the claim puts in quotation marks", () => {
    expect(marked(excerptFor(source, "The contract says “The Seller shall deliver” and so on"))).toBe("The Seller shall deliver");
  });

  test("the passage with most of its words, with 40", () => {
    const excerpt = excerptFor(`Seller ${source} days`, "Within 30 days the seller must deliver");
    expect(marked(excerpt)).toBe("Seller shall deliver the “Goods” within thirty\u00a0(30) days");
    expect(excerpt.match!.start).toBeLessThanOrEqual(excerptContext.close);
  });

  test("a single word, with 150", () => {
    const excerpt = excerptFor(source, "On delivery: thirty");
    expect(marked(excerpt)).toBe("thirty");
    expect(excerpt.match!.start).toBeGreaterThan(excerptContext.near);
    expect(excerpt.match!.start).toBeLessThanOrEqual(excerptContext.fallback);
  });

  test("nothing found: the beginning, cut at 300", () => {
    const excerpt = excerptFor(`\n\n${source}`, "Unrelated");
    expect(excerpt.match).toBeUndefined();
    expect(excerpt.text.length).toBeLessThanOrEqual(excerptFallbackLength);
    expect(excerpt.text.length).toBeGreaterThan(excerptFallbackLength - 12);
    expect(excerpt.text).toMatch(/^lorem0 .*lorem\d+$/s);
    expect(excerpt).toMatchObject({ moreBefore: false, moreAfter: true });
  });

  test("empty source, empty claim", () => {
    expect(excerptFor("", "x")).toEqual({ text: "", moreBefore: false, moreAfter: false });
    expect(excerptFor("Short text", "")).toEqual({ text: "Short text", moreBefore: false, moreAfter: false });
  });

  test("hostile text ends", () => {
    for (const piece of ['"', "a", "word ", "\u0301", " "]) excerptFor(piece.repeat(100_000 / piece.length), piece.repeat(5000));
  });
});

test("of a long passage the beginning is shown, in whole words, and that there is more", () => {
  const text = `Before. ${"All words of this paragraph are quoted here. ".repeat(20)}After.`;
  const excerpt = excerptOfWords(text, { start: 8, end: text.length - 6 });
  expect(excerpt.text.length).toBeLessThanOrEqual(excerptFallbackLength);
  expect(excerpt.text).toMatch(/^All words .*\w\.?$/);
  expect(excerpt).toMatchObject({ moreBefore: true, moreAfter: true, match: { start: 0, end: excerpt.text.length } });
  expect(excerptOfWords(text, { start: 8, end: 17 }).text).toContain("Before. All words");
});
