import { expect, test } from "vitest";
import { readDocument } from "#core/review/judge-finding.ts";
import type { ColumnFormat } from "#core/review/review.ts";
import { builtinFinding } from "./builtin-cell.ts";

const text = `1. This lease begins on 1 March 2020.

2. The rent is EUR 1,450 a month and may be reviewed.

3. This lease is governed by the laws of England and Wales.

4. Neither party may assign this lease without the other party’s written consent.`;

const asked = (label: string, question: string, format: ColumnFormat, choices: string[] = []) =>
  builtinFinding({ label, question, format, choices }, readDocument({ name: "Lease.txt", text, blocks: [], unreadPages: 0 }));

test("a clause with usual words is found in them, shortly where they have the short answer", () => {
  const law = "This lease is governed by the laws of England and Wales.";
  const question = "Which law governs the lease?";
  const sources = [{ verdict: "verified", quoted: law, start: text.indexOf(law), end: text.indexOf(law) + law.length, words: law }];
  expect(asked("Governing law", question, "text")).toEqual({
    state: "found",
    answer: "England and Wales",
    value: null,
    sources,
    note: null,
  });
  expect(asked("Governing law", question, "clause")).toMatchObject({ state: "found", answer: law });
  const choices = ["Sweden", "England and Wales"];
  expect(asked("Governing law", question, "choice", choices)).toMatchObject({ state: "found", value: "England and Wales" });
  expect(asked("Assignment", "May a party assign it?", "text")).toMatchObject({
    state: "found",
    answer: "Neither party may assign this lease without the other party’s written consent.",
  });
});

test("what needs a decision, or is said in no usual words, is unclear", () => {
  expect(asked("Assignment", "May a party assign it?", "yes-no")).toMatchObject({ state: "unclear", answer: "" });
  for (const choices of [
    ["Sweden", "Norway"],
    ["England", "Scotland"],
  ])
    expect(asked("Governing law", "Which law governs the lease?", "choice", choices).state).toBe("unclear");
  // “No” stands in “Neither … without”, and decides nothing.
  expect(asked("Assignment", "May a party assign it?", "choice", ["Yes", "No", "Neither"]).state).toBe("unclear");
  expect(asked("Insurance", "What must be insured?", "clause").state).toBe("unclear");
});

test("a figure that is alone of its kind is found as before", () => {
  expect(asked("Begins", "On what date does the lease begin?", "date")).toMatchObject({ state: "found", value: "2020-03-01" });
  expect(asked("Rent", "How much is the rent?", "amount")).toMatchObject({ state: "found", value: "EUR 1450" });
});
