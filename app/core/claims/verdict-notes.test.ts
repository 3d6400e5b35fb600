import { expect, test } from "vitest";
import type { CitedWords, Source } from "../sources/source.ts";
import { withVerdictNotes } from "./verdict-notes.ts";

function source(number: number, ...verdicts: CitedWords["verdict"][]): Source {
  const cited = verdicts.map((verdict) => ({ claim: "c", verdict }));
  return { id: `s${number}`, type: "file", name: `${number}.pdf`, number, content: "x", cited };
}

test("what is not word for word in its source says so behind its number", () => {
  const sources = [source(1, "verified", "altered"), source(2, "supported")];
  expect(withVerdictNotes("One [[1]]. Two [[2]]. Three [[1]].", sources)).toBe(
    "One [[1]]. Two [[2]] (supported). Three [[1]] (altered quotation).",
  );
});

test("of several numbers in one pair of brackets the one that differs is named", () => {
  expect(withVerdictNotes("One [[1, 2]].", [source(1, "verified"), source(2, "differs")])).toBe("One [[1, 2]] (2: differs).");
});

test("a number that no source has says that; what was not checked says nothing", () => {
  expect(withVerdictNotes("One [[1]], two [[7]].", [source(1)])).toBe("One [[1]], two [[7]] (no source).");
});

test("without sources, and inside code and proposed changes, nothing is added", () => {
  expect(withVerdictNotes("One [[1]].", [])).toBe("One [[1]].");
  const patch = 'BEGIN PATCH\n{"original":"a [[1]]","replacement":"b [[1]]"}\nEND PATCH';
  const answer = `\`[[1]]\`\n\n${patch}\n\nSo it is [[1]].`;
  expect(withVerdictNotes(answer, [source(1, "not-found", "not-found", "altered")])).toBe(
    `\`[[1]]\`\n\n${patch}\n\nSo it is [[1]] (altered quotation).`,
  );
});

test("a draft in the answer has its notes too", () => {
  const answer = "BEGIN DRAFT\nThe rent is EUR 900 [[1]].\nEND DRAFT";
  expect(withVerdictNotes(answer, [source(1, "differs")])).toBe("BEGIN DRAFT\nThe rent is EUR 900 [[1]] (differs).\nEND DRAFT");
});
