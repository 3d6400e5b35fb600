import { expect, test } from "vitest";
import { joinRuns, runsOf, type Origin } from "../authorship/authorship.ts";
import { changesSince, type AuthoredPatch, type ChangesGiven } from "./changes-since.ts";
import { markdownToDocument } from "../document/markdown-to-document.ts";

const person = { author: "Ada", date: "2026-11-20T12:00:00.000Z" };
const at = "2026-11-19T08:00:00.000Z";

function since(before: string, current: string, rest: Partial<ChangesGiven> = {}) {
  const both = changesSince({
    before: markdownToDocument(before),
    current: markdownToDocument(current),
    runs: null,
    pending: [],
    accepted: [],
    person,
    ...rest,
  });
  const words = both.ranges.map(({ kind, author, date, from, to }) => [kind, both.document.textBetween(from, to), author, date]);
  return { ...both, words };
}

test("what no one else wrote is the person's", () => {
  expect(since("The rent is due.", "The fee is due.").words).toEqual([
    ["del", "rent", "Ada", person.date],
    ["ins", "fee", "Ada", person.date],
  ]);
});

test("the assistant's and the counterpart's words are theirs, also where they meet", () => {
  const current = "One two three four five.";
  const origin: Origin = { kind: "proposed", at, via: "change", model: "Stet built-in", prompt: "shorter" };
  // "two " by the assistant, "three " typed, "four " by a counterpart.
  const runs = joinRuns(
    runsOf(5, { kind: "typed" }),
    runsOf(4, origin),
    runsOf(6, { kind: "typed" }),
    runsOf(5, { kind: "imported", at, author: "Grace" }),
    runsOf(7, { kind: "typed" }),
  );
  const accepted: AuthoredPatch[] = [
    { original: "One", replacement: "One four", summary: "", author: "Grace", date: "2026-11-03T09:00:00Z" },
  ];
  expect(since("One five.", current, { runs, accepted }).words).toEqual([
    ["ins", "two ", "Stet (Stet built-in)", at],
    ["ins", "three ", "Ada", person.date],
    ["ins", "four ", "Grace", "2026-11-03T09:00:00Z"],
  ]);
});

test("words that a counterpart struck and that are gone were struck by them", () => {
  const patch = { original: "very late", replacement: "late", summary: "", author: "Grace", date: "2026-11-03T09:00:00Z" };
  expect(since("It is very late.", "It is late.", { accepted: [patch] }).words).toEqual([["del", "very ", "Grace", patch.date]]);
});

test("what is pending is changed by who proposes it, over what was accepted before", () => {
  const pending: AuthoredPatch[] = [
    { original: "fee", replacement: "charge", summary: "", author: "Stet", date: at },
    { original: "in May", replacement: "in June", summary: "", author: "Grace", date: at },
    { original: "not there", replacement: "x", summary: "" },
  ];
  const current = "Every fee of the house is due at once in May.";
  const { words, document, positionOf } = since("The rent of the house is due in May.", current, { pending });
  expect(words).toEqual([
    ["del", "The rent", "Ada", person.date],
    ["ins", "Every ", "Ada", person.date],
    ["ins", "charge", "Stet", at],
    ["ins", "at once ", "Ada", person.date],
    ["del", "May", "Grace", at],
    ["ins", "June", "Grace", at],
  ]);
  // A position after the pending changes.
  const pos = positionOf(1 + current.indexOf("house"));
  expect(document.textBetween(pos, pos + 5)).toBe("house");
});
