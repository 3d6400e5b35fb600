import { diffArrays } from "diff";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { matchTokens, numbered, wordDiff, type DiffSegment } from "./word-diff.ts";
import { tokenise } from "../text/words.ts";

/** -[removed] +[added] */
const shown = (segments: DiffSegment[]) =>
  segments.map(({ kind, text }) => (kind === "equal" ? text : `${kind === "added" ? "+" : "-"}[${text}]`)).join("");
const side = (segments: DiffSegment[], kind: "removed" | "added") =>
  segments
    .filter((s) => s.kind === "equal" || s.kind === kind)
    .map((s) => s.text)
    .join("");

test.each<[before: string, after: string, diff: string, added: number, removed: number]>([
  ["", "", "", 0, 0],
  ["same", "same", "same", 0, 0],
  ["", "new text", "+[new text]", 2, 0],
  ["old", "", "-[old]", 0, 1],
  ["The Seller shall deliver.", "The Seller must deliver.", "The Seller -[shall]+[must] deliver.", 1, 1],
  ["a big house", "a house", "a -[big ]house", 0, 1],
  ["a house", "a very big house", "a +[very big ]house", 2, 0],
  ["red green", "blue yellow", "-[red green]+[blue yellow]", 2, 2],
  ["one\n\ntwo", "eins\n\nzwei", "-[one]+[eins]\n\n-[two]+[zwei]", 2, 2],
  ["pay 1.000 kr", "pay 1.500 kr", "pay -[1.000]+[1.500] kr", 1, 1],
  ["a  b", "a b", "a-[  ]+[ ]b", 0, 0],
  ["don't", "do not", "-[don't]+[do not]", 2, 1],
  ["§ 12 gäller", "§ 13 gäller", "§ -[12]+[13] gäller", 1, 1],
])("%j to %j", (before, after, diff, added, removed) => {
  const result = wordDiff(before, after);
  expect(shown(result.segments)).toBe(diff);
  expect(result).toMatchObject({ added, removed });
});

const vocabulary = fc.constantFrom(..."the a shall must Seller Buyer goods , . \n \n\n 12 å 𝄞 don't".split(" "), " ", " ");
const text = (maxLength: number) => fc.array(vocabulary, { maxLength }).map((words) => words.join(" "));

test("equal and removed make the first text, equal and added the second; words are never cut", () => {
  fc.assert(
    fc.property(text(300), text(300), (before, after) => {
      const { segments, added, removed } = wordDiff(before, after);
      expect(side(segments, "removed")).toBe(before);
      expect(side(segments, "added")).toBe(after);
      const words = (list: DiffSegment[]) => list.flatMap((s) => tokenise(s.text)).filter((t) => t.kind === "word");
      expect(words(segments.filter((s) => s.kind !== "added")).map((t) => t.text)).toEqual(
        words([{ kind: "equal", text: before }]).map((t) => t.text),
      );
      expect(added).toBe(words(segments.filter((s) => s.kind === "added")).length);
      expect(removed).toBe(words(segments.filter((s) => s.kind === "removed")).length);
    }),
    { numRuns: 500 },
  );
});

test("short texts: as much stays equal as jsdiff finds", () => {
  fc.assert(
    fc.property(text(12), text(12), (before, after) => {
      const [a, b, size] = numbered(tokenise(before), tokenise(after));
      const equal = matchTokens(a, b, size).filter((j) => j >= 0).length;
      const theirs = diffArrays([...a], [...b]).filter((part) => !part.added && !part.removed);
      expect(equal).toBe(theirs.reduce((sum, part) => sum + part.value.length, 0));
    }),
    { numRuns: 1000 },
  );
});

/** A long text of which every n-th word is changed. */
function edited(every: number): [string, string] {
  let seed = 7;
  const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below;
  const words = Array.from({ length: 4000 }, () => `w${Math.floor(random(900) ** 2 / 900)}`);
  const changed = words.map((word, i) => (i % every === 1 ? `x${random(900)}` : word));
  const lines = (list: string[]) => list.map((word, i) => word + (i % 60 === 59 ? ".\n\n" : " ")).join("");
  return [lines(words), lines(changed)];
}

describe("long texts", () => {
  test.each([50, 10, 3])("with every %ith word changed lose little of what stayed", (every) => {
    const [before, after] = edited(every);
    const { segments, removed } = wordDiff(before, after);
    expect(side(segments, "removed")).toBe(before);
    expect(side(segments, "added")).toBe(after);
    expect(removed).toBeLessThan((4000 / every) * 1.1);
  });

  test("a moved paragraph is one removal and one addition", () => {
    const paragraphs = edited(2)[0].split("\n\n").slice(0, 12);
    const moved = [...paragraphs.slice(1), paragraphs[0]!];
    const { segments } = wordDiff(paragraphs.join("\n\n"), moved.join("\n\n"));
    expect(
      segments
        .map((s) => s.kind)
        .filter((kind) => kind !== "equal")
        .sort(),
    ).toEqual(["added", "removed"]);
  });

  test("hostile texts end", () => {
    const pairs = [
      ["a ".repeat(40_000), "b ".repeat(40_000)],
      ["a b ".repeat(20_000), "b a ".repeat(20_000)],
      ["ab".repeat(40_000), "ba".repeat(40_000)],
      [" ".repeat(80_000), "\n".repeat(80_000)],
      [`${"a ".repeat(30_000)}x ${"a ".repeat(10_000)}`, `${"a ".repeat(10_000)}x ${"a ".repeat(30_000)}`],
    ] as const;
    for (const [before, after] of pairs) expect(side(wordDiff(before, after).segments, "added")).toBe(after);
  });
});

test.each<[before: string, after: string, isRewrite: boolean]>([
  ["The Seller shall deliver the goods within ten days.", "Ni får varorna om en vecka!", true],
  ["The Seller shall deliver the goods.", "The Seller must deliver the goods.", false],
  ["", "All new", false],
  ["Gone", "", false],
])("a rewrite? %j to %j", (before, after, isRewrite) => expect(wordDiff(before, after).isRewrite).toBe(isRewrite));
