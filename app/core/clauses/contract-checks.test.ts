import { describe, expect, test } from "vitest";
import { checkClauseReferences } from "./clause-references.ts";
import { reportDefinedTerms } from "./defined-terms.ts";
import { checkFigures, numberFromWords } from "./figure-checks.ts";
import { looksLegal } from "../law/legal-text.ts";

describe("defined terms", () => {
  const contract = `This agreement is made by Acme (the “Supplier”) and Globex (hereinafter referred to as the "Customer").
“Fee” means the price. “Fee” means the sum in Schedule 1. “Business Day” means a weekday. "Confidential Information" has the meaning in clause 4.
The Supplier pays the Customer the Fee. Each Deliverable is kept secret as confidential information. Such Deliverable, and any Deliverable of the Supplier, stays.`;
  const report = reportDefinedTerms(contract);

  test("are found with their uses", () => {
    expect(report.terms.map((one) => [one.term, one.definitions.length, one.uses])).toEqual([
      ["Fee", 2, 1],
      ["Business Day", 1, 0],
      ["Confidential Information", 1, 0],
      ["Supplier", 1, 2],
      ["Customer", 1, 1],
    ]);
  });
  test("unused, twice, lower case, undefined", () => {
    expect(report.unused.map((one) => one.term)).toEqual(["Business Day", "Confidential Information"]);
    expect(report.definedTwice.map((one) => one.term)).toEqual(["Fee"]);
    expect(report.inconsistentCase.map((one) => one.term)).toEqual(["Confidential Information"]);
    expect(report.undefined).toEqual([expect.objectContaining({ term: "Deliverable", uses: 3 })]);
  });
  test("used once or twice: apart from those that are certain, and without names", () => {
    const text =
      "“Fee” means the price of the Services. The Loan Agreement ends with the Fee. The Loan Agreement and the Swedish courts. Each Monday the Hague Convention.";
    const { undefined: certain, seldom } = reportDefinedTerms(text);
    expect(certain).toEqual([]);
    expect(seldom.map((one) => [one.term, one.uses, text.slice(one.first.start, one.first.end)])).toEqual([
      ["Services", 1, "Services"],
      ["Loan Agreement", 2, "Loan Agreement"],
    ]);
    expect(reportDefinedTerms("The Services and the Loan.").seldom).toEqual([]);
  });
  test("every place is where it says", () => {
    for (const one of report.terms) for (const { start, end } of one.definitions) expect(contract.slice(start, end)).toBe(one.term);
  });
  test("a plural is a use, and a longer term is not", () => {
    const text = "“Service” means work. “Service Level” means a promise. The Services and the Service Level count.";
    expect(reportDefinedTerms(text).terms.map((one) => [one.term, one.uses])).toEqual([
      ["Service", 1],
      ["Service Level", 1],
    ]);
  });
  test("a text without definitions has nothing to report", () => {
    expect(reportDefinedTerms("The Parties and the Parties and the Parties agree.")).toMatchObject({ terms: [], undefined: [] });
  });
});

describe("references", () => {
  const missing = (text: string) => checkClauseReferences(text)?.missing.map((one) => one.target) ?? null;
  const clauses = "1. One\n1.1 First.\n2. Two\n2.1 Second.\n2.2 Third.\n";
  test.each([
    ["See clause 2.1 and clause 7.2.", ["7.2"]],
    ["See clauses 1.1, 2.2 and 2.3.", ["2.3"]],
    ["See clause 2.", []],
    ["See clause 2.1(a)(ii).", []],
    ["As Article 28 of the GDPR requires.", []],
    ["As section 90 of the Companies Act 2006 requires.", []],
    ["Section 9 of this agreement applies.", ["9"]],
    ["In clause 2 and 31 April.", []],
    ["Punkt 4.4 gäller.", ["4.4"]],
    ["Siehe Ziffer 3.1.", ["3.1"]],
  ])("%j", (reference, expected) => {
    expect(missing(clauses + reference)).toEqual(expected);
  });
  test("schedules, where there are any", () => {
    expect(missing(`${clauses}As in Schedule 2.\n\nSchedule 1\nPrices`)).toEqual(["2"]);
    expect(missing(`${clauses}As in Schedule 2.`)).toEqual([]);
  });
  test("a text without numbers cannot be checked", () => {
    expect(missing("See clause 7.2.")).toBeNull();
  });
});

describe("figures", () => {
  test.each([
    ["thirty (30) days", []],
    ["thirty (60) days", ["number-mismatch"]],
    ["60 (sixty) days", []],
    ["one hundred and twenty-five (125) euros", []],
    ["two thousand five hundred (2,500)", []],
    ["ten per cent (15%)", ["number-mismatch"]],
    ["on 31 April 2026", ["impossible-date"]],
    ["on February 29, 2025", ["impossible-date"]],
    ["on 29 February 2024", []],
    ["2024-13-01", ["impossible-date"]],
    ["Monday 2 January 2026", ["weekday-mismatch"]],
    ["Friday, 2 January 2026", []],
    ["måndag den 2 januari 2026", ["weekday-mismatch"]],
    ["€5 and €6", []],
    ["€5 and $6", ["several-currencies"]],
    ["in may 5 people came", []],
  ])("%j", (text, expected) => {
    expect(checkFigures(text).map((one) => one.kind)).toEqual(expected);
  });
  test.each([
    ["zero", 0],
    ["nineteen", 19],
    ["forty-two", 42],
    ["one hundred and one", 101],
    ["three thousand two hundred", 3200],
    ["two million", 2_000_000],
    ["cat", null],
  ])("%j is %j", (words, number) => {
    expect(numberFromWords(words)).toBe(number);
  });
});

test.each([
  ["The Supplier shall indemnify the Customer pursuant to clause 4 of this agreement.", true],
  ["The sea was grey, and the boy who had waited all morning went home without a word to anyone.", false],
  ["Parterna är överens om att avtalet skall gälla enligt § 4.", true],
])("%j reads as law: %j", (text, expected) => {
  expect(looksLegal(text)).toBe(expected);
});
