import { expect, test } from "vitest";
import { newColumnsOf, readSuggestedColumns, suggestionQuestion } from "./column-suggestions.ts";
import { reviewLimits, suggestionLimits, type NewColumn } from "./review.ts";

const column = (label: string, more: Partial<NewColumn> = {}): NewColumn => ({
  label,
  question: `What about ${label}?`,
  format: "text",
  choices: [],
  ...more,
});

const said = (...columns: object[]) => JSON.stringify({ columns });

test.each<[what: string, text: string, read: NewColumn[] | null]>([
  ["as it was asked for", said(column("Law")), [column("Law")]],
  ["in a fence", `Here they are:\n\`\`\`json\n${said(column("Law"))}\n\`\`\``, [column("Law")]],
  ["no JSON", "Law, Term and Notice", null],
  ["cut off", said(column("Law")).slice(0, -4), null],
  ["no columns", said(), null],
  ["another form", JSON.stringify([{ name: "Law" }]), null],
  ["without a question", said({ ...column("Law"), question: " " }), null],
  ["a heading that is too long", said(column("x".repeat(reviewLimits.label + 1))), null],
  ["a form that there isn’t", said({ ...column("Law"), format: "currency" }), [column("Law")]],
  ["choices of a column that is not a choice", said(column("Law", { choices: ["a", "b"] })), [column("Law")]],
  [
    "a choice",
    said(column("Renews", { format: "choice", choices: ["Yes", "No", "No"] })),
    [column("Renews", { format: "choice", choices: ["Yes", "No"] })],
  ],
  ["a choice of one", said(column("Renews", { format: "choice", choices: ["Yes"] })), [column("Renews")]],
  ["null for no choices", said({ ...column("Law"), choices: null }), [column("Law")]],
])("a model’s answer, %s", (_, text, read) => {
  expect(readSuggestedColumns(text)).toEqual(read);
});

test("what the table has is not proposed again, nor anything twice, nor more than are shown", () => {
  const present = [{ label: "Governing law", question: "Which law governs it?" }];
  const proposed = [
    column("governing  LAW."),
    column("Choice of law", { question: "Which law governs it" }),
    column("Term"),
    column("Term"),
  ];
  expect(newColumnsOf(proposed, present).map(({ label }) => label)).toEqual(["Term"]);
  const many = Array.from({ length: 30 }, (_, at) => column(`Column ${at}`));
  expect(newColumnsOf(many, present)).toHaveLength(suggestionLimits.most);
});

test("the question names the columns that are there, the table’s instructions, and what was not given whole", () => {
  const text = suggestionQuestion({ columns: [{ label: 'The "law"' }], instructions: " In English. ", cut: ["Lease.pdf"] });
  expect(text).toContain('Columns that the table has: "The \\"law\\""');
  expect(text).toContain("For the whole table: In English.");
  expect(text).toContain('Of "Lease.pdf" only the beginning is given.');
  expect(suggestionQuestion({ columns: [], instructions: "", cut: [] })).toBe("Propose the columns of the table.");
});
