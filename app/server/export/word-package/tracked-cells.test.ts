/* Cells that a counterpart inserted, deleted, merged or split: a draft can't show which, so they are named and stay. */
import { expect, test } from "vitest";
import { documentText } from "#core/document/document-text.ts";
import { readImport } from "../../files/read-import.ts";
import { applied, me, sent, withCopiedRow } from "#test/word-packages.ts";
import { bodyOf, clause, eve, file } from "#test/word-xml.ts";

const bob = 'w:author="Bob" w:date="2026-03-04T10:00:00Z"';
const cell = (text: string, properties = "") =>
  `<w:tc><w:tcPr><w:tcW w:w="900"/>${properties}</w:tcPr><w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p></w:tc>`;
const [inserted, deleted] = [`<w:cellIns ${eve}/>`, `<w:cellDel ${bob}/>`];
const [merged, split] = [`<w:cellMerge ${bob} w:vMerge="rest"/>`, `<w:cellMerge ${bob} w:vMergeOrig="rest"/>`];
const rows = [
  `<w:tr>${cell("Apples", merged)}${cell("ten", inserted)}${cell("old", deleted)}</w:tr>`,
  `<w:tr>${cell("Pears", split)}${cell("six", inserted)}${cell("older")}</w:tr>`,
];
const body = `<w:tbl><w:tblPr/><w:tblGrid/>${rows.join("")}</w:tbl>${clause("<w:r><w:t>End</w:t></w:r>")}`;

test("they are named at the import by kind, author and day", async () => {
  const { notices } = await readImport((await file(body)).bytes, "a.docx");
  expect(notices).toEqual([
    "Kept as they are in the Word file: 1 cell deleted by Bob on 4 March 2026, 2 cells inserted by Eve on 2 January 2026, " +
      "1 cell merged by Bob on 4 March 2026 and 1 cell split by Bob on 4 March 2026.",
  ]);
});

test("one whose author and day are not said is named, too", async () => {
  const { notices } = await readImport((await file(body.replaceAll(/ w:(?:author|date)="[^"]*"/g, ""))).bytes, "a.docx");
  expect(notices[0]).toContain("2 cells inserted");
  expect(notices[0]).not.toMatch(/by|on 4/);
});

test("they go back as they came beside words that changed, and a new row has none of them", async () => {
  const given = await file(body);
  expect(await bodyOf(await sent(given, {}))).toBe(body);
  const start = documentText(given.document).text.indexOf("ten");
  const patch = { original: "ten", replacement: "two", summary: "", place: { start, end: start + 3 }, ...me };
  expect(await bodyOf(await sent(given, { current: applied(given.document, [patch]) }))).toBe(body.replace("ten", "two"));
  const longer = await bodyOf(await sent(given, { current: withCopiedRow(given.document) }));
  for (const row of rows) expect(longer).toContain(row);
  expect(longer.match(/<w:cell(?:Ins|Del|Merge)/g)).toHaveLength(5);
  expect(longer.match(/<w:tr>/g)).toHaveLength(3);
});
