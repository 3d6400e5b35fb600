/* What a model says it found is believed as far as the document bears it out. */
import { expect, test } from "vitest";
import { partsOf, readSaid } from "./cell-question.ts";
import { judgeFinding, readDocument, type SaidFinding } from "./judge-finding.ts";
import { typedValue } from "./typed-value.ts";

const text = `Lease

1. The tenant pays a monthly rent of EUR 1,200 to the landlord.

2. Either party may terminate this lease on three months’ notice.

3. This lease begins on 1 March 2025.`;
const lease = readDocument({ name: "Lease.txt", text, blocks: [{ start: 0, end: text.length, page: 1 }], unreadPages: 0 });
const said = (rest: Partial<SaidFinding>): SaidFinding => ({ found: "yes", answer: "", quotations: [], why: "", ...rest });
const plain = { format: "text", choices: [] } as const;

test.each([
  ["text", "three months", "terminate this lease on three months' notice", "found", null],
  ["date", "2025-03-01", "This lease begins on 1 March 2025.", "found", "2025-03-01"],
  ["date", "1 March 2025", "This lease begins on 1 March 2025.", "found", "2025-03-01"],
  ["amount", "1200 EUR", "a monthly rent of EUR 1,200", "found", "EUR 1200"],
  ["yes-no", "Yes.", "Either party may terminate this lease", "found", "yes"],
  ["date", "in spring", "This lease begins on 1 March 2025.", "unclear", null],
  ["text", "six months", "Either party may terminate this lease on six months’ notice", "unclear", null],
  ["text", "A fee", "The tenant pays a fee of nine hundred crowns for the boathouse", "unclear", null],
  ["text", "Nine months", "Either party may terminate this lease on three months’ notice.", "unclear", "differs"],
] as const)("%s: %s", (format, answer, quoted, state, value) => {
  const finding = judgeFinding({ format, choices: [] }, lease, said({ answer, quotations: [quoted] }));
  expect(finding.state).toBe(state);
  if (value === "differs") expect(finding.sources[0]?.verdict).toBe("differs");
  else if (state === "found") {
    expect(finding.value).toBe(value);
    const { start, end, page, words } = finding.sources[0]!;
    expect([text.slice(start, end), page]).toEqual([words, 1]);
  } else expect(finding.note).not.toBeNull();
});

test("an answer without words of the document is unclear", () => {
  expect(judgeFinding(plain, lease, said({ answer: "Sweden" }))).toMatchObject({
    state: "unclear",
    note: "The model quoted no words of the document.",
  });
});

test("not present is believed only of a document that was read as a whole", () => {
  const no = said({ found: "no", why: "" });
  expect(judgeFinding(plain, lease, no)).toMatchObject({ state: "not-present", note: "The whole document was read." });
  expect(judgeFinding(plain, { ...lease, unreadPages: 2 }, no)).toMatchObject({
    state: "unclear",
    note: "Not found in the text, but 2 pages are pictures that have not been read.",
  });
  expect(judgeFinding(plain, readDocument({ ...lease, text: "" }), no).state).toBe("unclear");
});

test("choices are those of the column", () => {
  const column = { format: "choice", choices: ["Sweden", "England and Wales"] } as const;
  expect(typedValue({ ...column, choices: [...column.choices] }, "england and wales.")).toEqual({
    ok: true,
    value: "England and Wales",
  });
  expect(typedValue({ ...column, choices: [...column.choices] }, "Norway").ok).toBe(false);
});

test("the answer is read from JSON with or without a fence, and nothing else is taken for one", () => {
  const object = '{"found":"yes","answer":3,"quotations":["a"],"why":null}';
  const read = { found: "yes", answer: "3", quotations: ["a"], why: "" };
  expect(readSaid(object)).toEqual(read);
  expect(readSaid(`Here it is:\n\`\`\`json\n${object}\n\`\`\``)).toEqual(read);
  for (const bad of ["", "yes", "{", '{"found":"perhaps"}', "[1]"]) expect(readSaid(bad)).toBeNull();
});

test("parts overlap and leave nothing out", () => {
  const long = Array.from({ length: 30_000 }, (_, at) => String(at % 10)).join("");
  const parts = partsOf(long, 10_000);
  expect(parts.map(({ length }) => length)).toEqual([10_000, 10_000, 10_000, 6000]);
  expect(parts.every((part, at) => at === 0 || parts[at - 1]!.endsWith(part.slice(0, 2000)))).toBe(true);
  expect(partsOf("short", 10_000)).toEqual(["short"]);
});
