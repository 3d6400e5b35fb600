/* Rows of tables whose cells reach over several rows: new ones, and ones that are gone, tracked or not. */
import { expect, test } from "vitest";
import type { Node } from "prosemirror-model";
import { documentToHtml } from "#core/document/document-html.ts";
import { documentSchema } from "#core/document/document-schema.ts";
import { applied, me, received, sent, stampsOf } from "#test/word-packages.ts";
import { bodyOf, file, section } from "#test/word-xml.ts";

const { doc, paragraph, table, tableRow, tableCell } = documentSchema.nodes;
const p = (text: string) => `<w:p>${text === "" ? "" : `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`}</w:p>`;
const cell = (text: string, properties = "") => `<w:tc><w:tcPr><w:tcW w:w="900"/>${properties}<w:shd/></w:tcPr>${p(text)}</w:tc>`;
const row = (...cells: string[]) => `<w:tr>${cells.join("")}</w:tr>`;
const [begins, goesOn, wide] = ['<w:vMerge w:val="restart"/>', "<w:vMerge/>", '<w:gridSpan w:val="2"/>'];
const rows = [
  row(cell("Price", begins), cell("one"), cell("1")),
  row(cell("", goesOn), cell("two"), cell("2")),
  row(cell("Total", wide), cell("3")),
];
const around = (...made: string[]) =>
  `${p("Prices")}<w:tbl><w:tblPr/><w:tblGrid/>${made.join("")}</w:tbl>${p("The end.")}${section}`;

const words = (text: string) => paragraph.create(null, text === "" ? [] : documentSchema.text(text));
const made = (text: string, attrs: { rowspan?: number; colspan?: number } = {}) => tableCell.create(attrs, words(text));
/** A paragraph, and below it these rows. */
const draft = (...cells: Node[][]) =>
  doc.create(null, [
    words("Prices"),
    table.create(
      null,
      cells.map((line) => tableRow.create(null, line)),
    ),
    words("The end."),
  ]);
const price = (rowspan: number) => made("Price", { rowspan });
const total = [made("Total", { colspan: 2 }), made("3")];

const cases: [what: string, current: Node, after: string[]][] = [
  [
    "a row within a cell",
    draft([price(3), made("one"), made("1")], [made("between"), made("1.5")], [made("two"), made("2")], total),
    [
      rows[0]!,
      row(`<w:tc><w:tcPr><w:tcW w:w="900"/>${goesOn}<w:shd/></w:tcPr><w:p/></w:tc>`, cell("between"), cell("1.5")),
      rows[1]!,
      rows[2]!,
    ],
  ],
  [
    "a row below it, with a cell over two columns",
    draft([price(2), made("one"), made("1")], [made("two"), made("2")], total, [made("Sum", { colspan: 2 }), made("4")]),
    [...rows, row(cell("Sum", wide), cell("4"))],
  ],
  [
    "rows of their own height",
    draft(
      [price(2), made("one"), made("1")],
      [made("two"), made("2")],
      [made("Tax", { rowspan: 2 }), made("three"), made("4")],
      [made("four"), made("5")],
      total,
    ),
    [
      rows[0]!,
      rows[1]!,
      row(cell("Tax", begins), cell("three"), cell("4")),
      row(`<w:tc><w:tcPr><w:tcW w:w="900"/>${goesOn}<w:shd/></w:tcPr><w:p/></w:tc>`, cell("four"), cell("5")),
      rows[2]!,
    ],
  ],
  ["one row less", draft([price(1), made("one"), made("1")], total), [rows[0]!, rows[2]!]],
];

test.each(cases)("%s", async (_what, current, after) => {
  const given = await file(around(...rows));
  const body = await bodyOf(await sent(given, { current }));
  expect(body.replaceAll(/<w:p><w:pPr><\/w:pPr>/g, "<w:p>")).toBe(around(...after));
  const back = (await received("a.docx", Buffer.from(((await sent(given, { current })) as { bytes: Uint8Array }).bytes)))!;
  expect(documentToHtml(back.document)).toBe(documentToHtml(current));
});

test.each(cases)("tracked: %s", async (_what, current) => {
  const given = await file(around(...rows));
  const sentBack = await sent(given, { current, since: given.document });
  if ("unwritable" in sentBack) throw new Error(sentBack.unwritable);
  const back = (await received("a.docx", Buffer.from(sentBack.bytes)))!;
  expect(documentToHtml(back.document)).toBe(documentToHtml(given.document));
  expect(new Set(stampsOf(back.changes))).toEqual(new Set(stampsOf([{ ...me, original: "", replacement: "", summary: "" }])));
  expect(documentToHtml(applied(back.document, back.changes))).toBe(documentToHtml(current));
});

test("a new table", async () => {
  const given = await file(`${p("Prices")}${p("The end.")}${section}`);
  const current = draft([price(2), made("one"), made("1")], [made("two"), made("2")], total);
  const sentBack = await sent(given, { current });
  if ("unwritable" in sentBack) throw new Error(sentBack.unwritable);
  expect(documentToHtml((await received("a.docx", Buffer.from(sentBack.bytes)))!.document)).toBe(documentToHtml(current));
});

test("a counterpart's row within a cell is decided as in Word", async () => {
  const eve = 'w:author="Eve" w:date="2026-01-02T00:00:00Z"';
  const inserted = (text: string) => `<w:p><w:ins ${eve}><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:ins></w:p>`;
  const theirs = (mark: string) =>
    row(
      `<w:tc><w:tcPr><w:tcW w:w="900"/>${goesOn}<w:shd/></w:tcPr><w:p/></w:tc>`,
      cell("", "").replace(p(""), mark ? inserted("between") : p("between")),
      cell("", "").replace(p(""), mark ? inserted("1.5") : p("1.5")),
    ).replace("<w:tr>", mark ? `<w:tr><w:trPr>${mark}</w:trPr>` : "<w:tr><w:trPr></w:trPr>");
  const came = around(rows[0]!, theirs(`<w:ins ${eve}/>`), rows[1]!, rows[2]!);
  const given = await file(came);
  expect(given.changes).toHaveLength(1);
  expect(documentToHtml(given.document)).toBe(documentToHtml((await file(around(...rows))).document));
  const current = applied(given.document, given.changes);
  expect(documentToHtml(current)).toBe(documentToHtml(cases[0]![1]));
  const made = await sent(given, {});
  expect("bytes" in made && Buffer.from(made.bytes).equals(given.bytes)).toBe(true);
  expect(await bodyOf(await sent(given, { current, decision: "accepted" }))).toBe(around(rows[0]!, theirs(""), rows[1]!, rows[2]!));
  expect(await bodyOf(await sent(given, { decision: "rejected" }))).toBe(around(...rows));
});
