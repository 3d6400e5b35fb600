import * as fc from "fast-check";
import { expect, test } from "vitest";
import { citationLabel, findCitations, renumberCitations } from "./citations.ts";
import type { Source } from "../sources/source.ts";

const sources = (...numbers: number[]): Source[] =>
  numbers.map((number) => ({ id: `s${number}`, type: "file", name: `${number}`, number }));

test.each<[text: string, numbers: number[][]]>([
  ["a [[1]] b", [[1]]],
  ["[[1]][[2]]", [[1], [2]]],
  ["[[1, 2]] [[3;4]] [[ 5 ]] [[6,6]]", [[1, 2], [3, 4], [5], [6]]],
  ["[[0]] [[a]] [[]] [[1,]] [1] [[12345]] [[1 2]]", []],
  ["[[[1]]]", [[1]]],
  ["`[[1]]` and\n```\n[[2]]\n```\n[[3]]", [[3]]],
])("finds %j", (text, numbers) => expect(findCitations(text).map((c) => c.numbers)).toEqual(numbers));

test.each<[text: string, sources: number[], out: string, kept: string[]]>([
  ["One [[7]], two [[2]], again [[7]].", [2, 5, 7], "One [[1]], two [[2]], again [[1]].", ["s7", "s2"]],
  ["Nothing cited.", [1, 2], "Nothing cited.", []],
  ["[[3, 1]] and [[1,3]]", [1, 2, 3], "[[1, 2]] and [[2, 1]]", ["s3", "s1"]],
  ["In order [[1]] [[ 2 , 1 ]].", [1, 2], "In order [[1]] [[ 2 , 1 ]].", ["s1", "s2"]],
  ["Invented [[9]]. And [[2]][[9]], [[2, 9]].", [2], "Invented [[2]]. And [[1]][[2]], [[1, 2]].", ["s2"]],
  ["Code `[[2]]` stays; [[2]].", [1, 2], "Code `[[2]]` stays; [[1]].", ["s2"]],
  ["<think>[[1]] or [[3]]?</think>\nIt is [[3]].", [1, 3], "<think>[[2]] or [[1]]?</think>\nIt is [[1]].", ["s3"]],
  ["BEGIN DRAFT\nX [[2]]\nEND DRAFT\nY [[1]]", [1, 2], "BEGIN DRAFT\nX [[1]]\nEND DRAFT\nY [[2]]", ["s2", "s1"]],
  ["No sources [[4]].", [], "No sources [[4]].", []],
  ["[[2]] $& [[1]]", [1, 2], "[[1]] $& [[2]]", ["s2", "s1"]],
])("renumbers %j", (text, numbers, out, kept) => {
  const result = renumberCitations(text, sources(...numbers));
  expect(result.text).toBe(out);
  expect(result.sources.map((s) => s.id)).toEqual(kept);
  expect(result.sources.map((s) => s.number)).toEqual(kept.map((_, i) => i + 1));
});

test("a hidden source that is cited stays hidden; a source without a number has that of its place", () => {
  const list: Source[] = [
    { id: "a", type: "web", name: "a" },
    { id: "b", type: "web", name: "b", hidden: true },
  ];
  expect(renumberCitations("[[2]]", list).sources).toEqual([{ ...list[1], number: 1 }]);
});

test("numbers are the chat's: an earlier source keeps its number, new ones are numbered on", () => {
  const [a, b, c, d] = sources(1, 2, 3, 4);
  const said = (text: string, own: Source[], earlier: Source[]) => {
    const result = renumberCitations(text, own, earlier);
    return [result.text, result.sources.map(({ id, number }) => `${id}=${number}`).join(" ")];
  };
  // Cited again from memory, without a tool.
  expect(said("Again [[1]].", [], [a!, b!])).toEqual(["Again [[1]].", "s1=1"]);
  expect(said("Again [[1]] and new [[4]], [[3]].", [c!, d!], [a!, b!])).toEqual([
    "Again [[1]] and new [[3]], [[4]].",
    "s1=1 s4=3 s3=4",
  ]);
  // Found again by a tool, under a different number.
  expect(said("Found [[7]].", [{ ...b!, number: 7 }], [a!, b!])).toEqual(["Found [[2]].", "s2=2"]);
  expect(said("None [[9]].", [], [a!])).toEqual(["None [[9]].", ""]);
  const once = renumberCitations("[[4]] [[1]] [[9]]", [d!], [a!, b!]);
  const twice = renumberCitations(once.text, once.sources, [a!, b!]);
  expect([twice.text, twice.sources]).toEqual([once.text, once.sources]);
});

const pieces = fc.constantFrom(
  "[[1]]",
  "[[2]]",
  "[[5]]",
  "[[3, 1]]",
  "[[9]]",
  "`",
  "```",
  "\n",
  "\n\n",
  " ",
  "a.",
  "<think>",
  "</think>",
  "[",
  "]",
);
const reply = fc.array(pieces, { maxLength: 30 }).map((list) => list.join(""));

test("twice = once; numbers count from 1 by first mention; none ever points at another source", () => {
  fc.assert(
    fc.property(reply, fc.subarray([1, 2, 3, 4, 5]), (text, numbers) => {
      const once = renumberCitations(text, sources(...numbers));
      const twice = renumberCitations(once.text, once.sources);
      expect([twice.text, twice.sources]).toEqual([once.text, once.sources]);
      if (numbers.length === 0) return;
      expect(once.sources.map((s) => s.number)).toEqual(once.sources.map((_, i) => i + 1));
      const before = findCitations(text).flatMap((c) => c.numbers);
      const after = findCitations(once.text).flatMap((c) => c.numbers);
      const nameOf = (list: readonly Source[], n: number | undefined) => list.find((s) => s.number === n)?.id;
      for (const [i, n] of before.entries())
        expect([nameOf(sources(...numbers), n), undefined]).toContain(nameOf(once.sources, after[i]));
    }),
    { numRuns: 3000 },
  );
});

test("hostile text ends", () => {
  for (const piece of ["[[", "[[1", "[[1,", "]]", "[[1]] "]) findCitations(piece.repeat(30_000));
  expect(findCitations("[[1]]".repeat(20_000))).toHaveLength(20_000);
});

test("a chip has 12 characters", () => {
  const web: Source = { id: "w", type: "web", name: "A page", description: "https://www.government.example/x" };
  expect(citationLabel(web)).toBe("government.e…");
  expect(citationLabel({ id: "f", type: "file", name: "NDA.pdf" })).toBe("NDA.pdf");
});
