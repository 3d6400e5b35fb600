import { describe, expect, test } from "vitest";
import { clauseNumbers } from "./clause-numbers.ts";
import { checkClauseReferences } from "./clause-references.ts";
import { checkDocument, withoutMet } from "./document-checks.ts";
import { locateInDocument } from "../changes/document-patch.ts";
import { documentText } from "../document/document-text.ts";
import { patchesFromFindings } from "../changes/finding-patches.ts";
import { markdownToDocument } from "../document/markdown-to-document.ts";
import { numberingGaps } from "./numbering-gaps.ts";

/** Numbered automatically: 1, 1.1, 1.1(a), 1.1(b), 2. */
const clauses = `1) Definitions
   1) The terms are

      1) one
      2) two

2) Price

`;

function checked(markdown: string) {
  const document = markdownToDocument(markdown);
  const { text } = documentText(document);
  const outline = clauseNumbers(document).map(({ reference }) => reference);
  return { document, text, findings: checkDocument(text, outline) };
}

describe("references to clauses that number themselves", () => {
  test.each([
    ["See clause 1.1.", []],
    ["See clause 3.", ["3"]],
    ["See clause 1.2.", ["1.2"]],
    ["See clause 1.1(b).", []],
    ["See clause 1.1(c).", ["1.1(c)"]],
    ["See clauses 1.1(a), 2 and 4.", ["4"]],
    ["See clause 2(a), whose letters are typed.", []],
    ["As Article 28 of the GDPR requires.", []],
  ])("%j", (reference, missing) => {
    const document = markdownToDocument(clauses + reference);
    const { text } = documentText(document);
    const outline = clauseNumbers(document).map((one) => one.reference);
    expect(checkClauseReferences(text, outline)!.missing.map((one) => one.target)).toEqual(missing);
  });
  test("a clause that is moved away takes its number with it", () => {
    const words = "As in clause 2.";
    expect(checked(`${clauses}${words}`).findings).toEqual([]);
    expect(checked(`1) Definitions\n\n${words}`).findings).toEqual([
      expect.objectContaining({ words: "clause 2", message: "There is no clause 2 in this document." }),
    ]);
  });
});

describe("numbering", () => {
  test.each([
    ["1. One\n2. Two\n4. Four", [["gap", "4.", "3"]]],
    ["1. One\n2. Two\n2. Again", [["twice", "2.", "3"]]],
    ["1. One\n2. Two\n3. Three\n2. Back", [["order", "2.", "4"]]],
    ["1. One\n2. Two\n1. A new list\n2. Two", []],
    ["7. Begins late\n8. Goes on", []],
    ["1. One\n1.1 First\n1.3 Third\n2. Two\n2.1 First", [["gap", "1.3", "1.2"]]],
    ["1. One\n2. Two\n2.2 Second", [["gap", "2.2", "2.1"]]],
    ["1. One\n1.5 million are paid.", []],
    ["The list:\n(a) one\n(b) two\n(d) four", [["gap", "(d)", "(c)"]]],
    ["(a) one\n(i) small\n(ii) small\n(b) two", []],
    ["(g) one\n(h) two\n(i) three\n(k) five", [["gap", "(k)", "(j)"]]],
    ["Schedule 1\n\nPrices\n\nSchedule 3\n\nPeople", [["gap", "3", "2"]]],
    ["Article 6 of the GDPR allows it.\n\nArticle 28 of the GDPR asks for it.", []],
    ["In 2024. Then in 2026. The rest.", []],
  ])("%j", (text, expected) => {
    const gaps = numberingGaps(text);
    expect(gaps.map((one) => [one.kind, one.number, one.expected])).toEqual(expected);
    for (const one of gaps) expect(text.slice(one.start, one.end)).toBe(one.number);
  });
});

describe("a document", () => {
  test("every finding is where it says, in the order of its group", () => {
    const { text, findings } = checked(
      `${clauses}“Fee” means the price. “Fee” means more. “Business Day” means a weekday, and a business day it is. The Fee is thirty (60) euros, see clause 9 , the the end.`,
    );
    expect(findings.map(({ group, words, message }) => [group, words, message])).toEqual([
      ["terms", "Fee", "“Fee” is defined before: this is a second definition."],
      ["terms", "Business Day", "“Business Day” is defined and never used."],
      ["terms", "business day", "“Business Day” is a defined term but is in lower case here."],
      ["references", "clause 9", "There is no clause 9 in this document."],
      ["figures", "thirty (60)", "The words say 30, the figure says 60."],
      ["marks", " ,", "No space before this mark."],
      ["marks", "the the", "“the” is repeated."],
    ]);
    for (const { start, end, words, before, after } of findings) {
      expect(text.slice(start, end)).toBe(words);
      expect(text.slice(start - before.length, end + after.length)).toBe(before + words + after);
    }
    expect(findings[3]).toMatchObject({ before: "Fee is thirty (60) euros, see ", after: " , the the end." });
  });
  test.each([
    ["“Business Day” means a weekday. The business days count; a Business Day counts.", "Business Days"],
    ["It is is late.", "is"],
    ["Too  many spaces here.", " "],
    ["A space , too many.", ","],
  ])("%j has a repair that is found in its text", (markdown, replacement) => {
    const { document, text, findings } = checked(markdown);
    const repairable = findings.filter((one) => one.replacement !== null);
    expect(repairable.map((one) => one.replacement)).toEqual([replacement]);
    const [one] = repairable;
    const patches = patchesFromFindings(text, [
      { ...one!, original: one!.words, reason: one!.message, kind: "style", rule: one!.group, sure: true },
    ]);
    expect(patches.map((patch) => locateInDocument(document, patch).kind)).toEqual(["located"]);
  });
  test("a repeated word of another language is left alone", () => {
    expect(checked("Det är för för sent, die die das sagen.").findings).toEqual([]);
  });
  test("plain prose has nothing to find", () => {
    expect(checked("# Morning\n\nThe sea was grey, and the boy went home.").findings).toEqual([]);
  });
});

test("a term in lower case that is someone else's is a finding and no correction", () => {
  const text =
    '"Confidential Information" means what is disclosed. Each party protects Confidential Information with the care that it applies to its own confidential information. It returns all confidential information.';
  const found = checkDocument(text, []).filter(({ kind }) => kind === "case");
  expect(found.map(({ replacement }) => replacement)).toEqual([null, "Confidential Information"]);
});

describe("a day that everything hangs on", () => {
  const contract = (more: string) =>
    `"Purpose" means a possible cooperation.\n\nThis agreement begins on the Effective Date and serves the Purpose.\n\n${more}`;
  const undefinedIn = (text: string) => checkDocument(text, []).filter(({ kind }) => kind === "undefined");

  test("that is used once and not given anywhere is said", () => {
    expect(undefinedIn(contract(""))).toMatchObject([
      { words: "Effective Date", message: "“Effective Date” is used once like a defined term, and is not defined." },
    ]);
  });

  test.each([
    "This agreement is made on 1 May 2026 (the “Effective Date”).",
    "This agreement is made on 1 May 2026 (the Effective Date).",
    "Effective Date: 1 May 2026",
    "Parties\n\nA and B\n\nEffective Date\n\n1 May 2026",
    "The Effective Date shall be 1 May 2026.",
  ])("and not where it is given: %j", (more) => {
    expect(undefinedIn(contract(more))).toEqual([]);
  });

  test("nor where another document gives it, or it belongs to longer words", () => {
    expect(
      undefinedIn(
        '"Purpose" means this. The Purpose begins on the Closing Date as set forth in the Lease, the Promotion Closing Date or the Termination Date of the Lease.',
      ),
    ).toEqual([]);
  });
});

describe("two lengths of one period", () => {
  const periods = (text: string) => checkDocument(text, []).filter(({ group }) => group === "figures");

  test("the rarer one is said, in a table too", () => {
    const text =
      "It is kept secret for five (5) years from disclosure.\n\nThe duty lasts for a period of sixty (60) months after the disclosure.\n\nEach copy is kept for three (3) years from the date of disclosure.\n\nConfidentiality\n\n3 years from disclosure\n\nIt is listed for five years following such disclosure.";
    expect(periods(text).map(({ words, message }) => [words, message])).toEqual([
      ["three (3) years from the date of disclosure", "Elsewhere it is “five (5) years from disclosure”."],
      ["3 years from disclosure", "Elsewhere it is “five (5) years from disclosure”."],
    ]);
  });

  test.each([
    "It pays within three months after delivery and answers within two months after delivery.",
    "It lasts for two years from signature, and secrecy for five years from termination.",
    "It lasts for 24 months from signature, that is for two (2) years from the signature.",
  ])("none: %s", (text) => expect(periods(text)).toEqual([]));
});

test("numbers of clauses in the cells of a table are no clauses", () => {
  const text =
    "2.1 Notice is given in writing.\n\n2.2 Notice is sent by post.\n\nConfidentiality\n\n2.7\n\nGoverning law\n\n5.2\n\nCosts";
  expect(checkDocument(text, []).filter(({ group }) => group === "numbering")).toEqual([]);
});

describe("beside changes that are proposed and not decided", () => {
  const text = `“Effective Date” means 1 May 2026.

The Deposit Fee is due at once. The Deposit Fee is not paid back. Each Deposit Fee bears interest.`;
  const kinds = (pending: { replacement: string }[]) =>
    withoutMet(checkDocument(text, []), pending)
      .filter(({ group }) => group === "terms")
      .map(({ kind, words }) => `${kind} ${words.replaceAll(/[“”]/g, "")}`);

  test("a term that one of them uses is not called unused", () => {
    expect(kinds([])).toContain("unused Effective Date");
    expect(kinds([{ replacement: "It begins on the Effective Date." }])).not.toContain("unused Effective Date");
    expect(kinds([{ replacement: "It begins on signature." }])).toContain("unused Effective Date");
  });

  test("a term that one of them defines is not called undefined", () => {
    expect(kinds([])).toContain("undefined Deposit Fee");
    expect(kinds([{ replacement: "“Deposit Fee” means EUR 500." }])).not.toContain("undefined Deposit Fee");
  });
});
