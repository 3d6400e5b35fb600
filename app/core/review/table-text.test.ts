import { expect, test } from "vitest";
import { citedCell } from "./cited-cell.ts";
import type { ColumnFormat, ReviewCell, ReviewRow } from "./review.ts";
import { emptyCell } from "./shown.ts";
import { cellSource, isCitable, rowLines, tableHead, valuesToFind, withinBounds } from "./table-text.ts";

const column = {
  id: "0190b1f0-0000-7000-8000-000000000003",
  label: "Law",
  question: "Which law governs it?",
  format: "text" as const,
  choices: [],
  version: 1,
};
const reviewId = "0190b1f0-0000-7000-8000-000000000001";
const found = (more: object = {}): ReviewCell => ({
  ...emptyCell(column.id),
  found: {
    state: "found",
    answer: "Sweden",
    value: null,
    sources: [{ quoted: "the law of Sweden", verdict: "verified", start: 4, end: 21, words: "the law of Sweden" }],
    note: null,
    model: "m",
    at: "2026-11-01T00:00:00.000Z",
    isOutdated: false,
    reused: null,
    ...more,
  },
});
const row = (...cells: ReviewCell[]): ReviewRow => ({
  id: "0190b1f0-0000-7000-8000-000000000002",
  position: 1,
  fileId: "0190b1f0-0000-7000-8000-000000000004",
  name: "Lease.pdf",
  fileType: "application/pdf",
  law: null,
  unreadPages: 0,
  cells,
});

test("a cell is a source with its passages, and names itself", () => {
  const source = cellSource({ reviewId, row: row(found()), column });
  expect(source).toMatchObject({
    type: "file",
    displayName: "Lease.pdf, Law",
    content: "the law of Sweden\n\nIn Lease.pdf the answer to the question “Which law governs it?” is Sweden.",
  });
  expect(citedCell(source)).toEqual({ reviewId, documentId: row().id, columnId: column.id });
  expect(citedCell({ metadata: { cell: { reviewId: "../x", documentId: "", columnId: "" } } as never })).toBeNull();
  expect(citedCell({})).toBeNull();
  const absent = found({ state: "not-present", answer: "", sources: [], note: "The whole document was read." });
  expect(cellSource({ reviewId, row: row(absent), column }).content).toBe(
    "In Lease.pdf the answer to the question “Which law governs it?” is not present. The whole document was read.",
  );
});

test("what was not asked, or has failed, is shown as such and can't be cited", () => {
  const failed = found({ state: "failed", answer: "", sources: [], note: "The model’s answer could not be read." });
  expect([emptyCell(column.id), failed, found()].map(isCitable)).toEqual([false, false, true]);
  expect(rowLines(3, row(found({ answer: `Swe\nden${"x".repeat(300)}` })), [column], () => 7)).toMatch(
    /^3\. Lease\.pdf\n {3}Law: Swe denx{192}… \(Found\) \[\[7\]\]$/,
  );
  expect(rowLines(1, row(), [column], () => null)).toBe("1. Lease.pdf\n   Law: (Not asked)");
});

test("the head says how much of the table is given", () => {
  const table = { name: "Leases", instructions: "", columns: [column], documents: 2000 };
  expect(tableHead(table, 100)).toContain("2,000 rows; only the first 100 are given here.");
  expect(tableHead({ ...table, documents: 1 }, 1)).toContain("“Leases”: 1 row.");
});

test.each<[format: ColumnFormat, bounds: object, within: string[], outside: string[]]>([
  ["date", { from: "1 January 2026" }, ["2026-01-01", "2030-05-01"], ["2025-12-31", "soon"]],
  ["date", { from: "2026-01-01", to: "2026-12-31" }, ["2026-06-01"], ["2027-01-01"]],
  ["amount", { to: "1000 EUR" }, ["EUR 999.5"], ["EUR 1001", "SEK 10"]],
  ["period", { from: "1 month" }, ["30", "365"], ["14"]],
  ["number", { from: "1", to: "2" }, ["1.5", "2"], ["3", "0"]],
])("bounds of a %s: %o", (format, bounds, within, outside) => {
  const isWithin = withinBounds({ format, choices: [] }, bounds)!;
  expect(within.filter((value) => !isWithin(value))).toEqual([]);
  expect(outside.filter(isWithin)).toEqual([]);
});

test("words have no bounds, and neither has a date that is none", () => {
  expect(withinBounds({ format: "text", choices: [] }, { from: "a" })).toBeNull();
  expect(withinBounds({ format: "date", choices: [] }, { from: "recently" })).toBeNull();
});

test("values are found as they were written and in their typed form", () => {
  expect(valuesToFind({ format: "date", choices: [] }, "1 March 2001.")).toEqual(["1 march 2001", "2001-03-01"]);
  expect(valuesToFind({ format: "text", choices: [] }, " The  Netherlands ")).toEqual(["the netherlands"]);
});
