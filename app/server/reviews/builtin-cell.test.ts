import { expect, test } from "vitest";
import { readDocument } from "#core/review/judge-finding.ts";
import type { ColumnFormat } from "#core/review/review.ts";
import { builtinFinding } from "./builtin-cell.ts";

const text = `1. This lease begins on 1 March 2020.

2. The rent is EUR 1,450 a month and may be reviewed.

3. This lease is governed by the laws of England and Wales.

4. Neither party may assign this lease without the other party’s written consent.`;

const asked = (label: string, question: string, format: ColumnFormat, choices: string[] = [], of = text, unreadPages = 0) =>
  builtinFinding({ label, question, format, choices }, readDocument({ name: "Lease.txt", text: of, blocks: [], unreadPages }));

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
  const liable = `${text}\n\n5. The tenant is liable for damage.`;
  expect(asked("Liability cap", "To what amount is liability limited?", "text", [], liable).state).toBe("unclear");
});

test("a clause of whose words the document has none is not present, if all of it was read in a language that is known", () => {
  const question = "What must be insured, and for how much?";
  expect(asked("Insurance", question, "clause")).toEqual({
    state: "not-present",
    answer: "",
    value: null,
    sources: [],
    note: "The whole document was read. It has none of the words that such a clause is made of.",
  });
  expect(asked("Insurance", question, "yes-no").state).toBe("not-present");
  expect(asked("Insurance", question, "clause", [], `${text}\n\n5. Uninsured losses are the tenant’s.`).state).toBe("unclear");
  expect(asked("Insurance", question, "clause", [], text, 1)).toMatchObject({
    state: "unclear",
    note: "Not found in the text, but one page is a picture that has not been read.",
  });
  // What is not a clause with usual words is still only unclear.
  expect(asked("Parking", "Where may the tenant park?", "text").state).toBe("unclear");
  const french = "Le bail commence le 1er mars 2020. Le loyer est de 1 450 euros par mois et peut être révisé chaque année.";
  expect(asked("Insurance", question, "clause", [], french).state).toBe("unclear");
});

test("a figure that is alone of its kind is found as before", () => {
  expect(asked("Begins", "On what date does the lease begin?", "date")).toMatchObject({ state: "found", value: "2020-03-01" });
  expect(asked("Rent", "How much is the rent?", "amount")).toMatchObject({ state: "found", value: "EUR 1450" });
});
