/* Rows that came as tracked changes: beside the text until they are decided, and then as decided in the file. */
import { describe, expect, test } from "vitest";
import { documentToHtml } from "#core/document/document-html.ts";
import { documentOf } from "#core/document/document-schema.ts";
import { documentText } from "#core/document/document-text.ts";
import { readImport } from "#server/files/read-import.ts";
import { renderWithPending } from "../pending-changes.ts";
import { bodyOf, eve, file, ins, del, section } from "#test/word-xml.ts";
import { applied, me, received, sent, stampsOf, withCopiedRow, type Received } from "#test/word-packages.ts";

const bob = 'w:author="Bob" w:date="2026-01-03T00:00:00Z"';
const p = (inner: string, properties = "") => `<w:p>${properties}${inner}</w:p>`;
const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const cell = (inner: string) => `<w:tc><w:tcPr><w:shd/></w:tcPr>${inner}</w:tc>`;
const row = (cells: string[], mark = "") =>
  `<w:tr>${mark && `<w:trPr><w:cantSplit/>${mark}</w:trPr>`}${cells.map(cell).join("")}</w:tr>`;
const plain = (...cells: string[]) => row(cells.map((text) => p(run(text))));
const inserted = (by: string, ...cells: string[]) =>
  row(
    cells.map((text) => p(text === "" ? "" : ins("", text, by), `<w:pPr><w:rPr><w:ins ${by}/></w:rPr></w:pPr>`)),
    `<w:ins ${by}/>`,
  );
const deleted = (by: string, ...cells: string[]) =>
  row(
    cells.map((text) => p(text === "" ? "" : del("", text, by))),
    `<w:del ${by}/>`,
  );
const bare = (...cells: string[]) =>
  row(cells.map((text) => p(text === "" ? "" : run(text), "<w:pPr><w:rPr></w:rPr></w:pPr>"))).replace(
    "<w:tr>",
    "<w:tr><w:trPr><w:cantSplit/></w:trPr>",
  );
const table = (...rows: string[]) => `<w:tbl><w:tblPr/><w:tblGrid/>${rows.join("")}</w:tbl>`;
const around = (made: string) => `${p(run("Prices"))}${made}${p(run("The end."))}${section}`;
const textOf = ({ document }: Pick<Received, "document">) => documentText(document).text.replaceAll("\n\n", "|");

type Case = [what: string, came: string, before: string, accepted: string, after: string, rejected: string];
const cases: Case[] = [
  [
    "a row between rows",
    table(plain("a", "b"), inserted(eve, "c", "d"), plain("e", "f")),
    "Prices|a|b|e|f|The end.",
    "Prices|a|b|c|d|e|f|The end.",
    table(plain("a", "b"), bare("c", "d"), plain("e", "f")),
    table(plain("a", "b"), plain("e", "f")),
  ],
  [
    "a first row, with an empty cell",
    table(inserted(eve, "c", ""), plain("a", "b")),
    "Prices|a|b|The end.",
    "Prices|c||a|b|The end.",
    table(bare("c", ""), plain("a", "b")),
    table(plain("a", "b")),
  ],
  [
    "rows of two people, behind a row without words",
    table(plain("a", "b"), row([p(""), p("")]), inserted(eve, "c", "d"), inserted(bob, "e", "f")),
    "Prices|a|b|||The end.",
    "Prices|a|b|||c|d|e|f|The end.",
    table(plain("a", "b"), row([p(""), p("")]), bare("c", "d"), bare("e", "f")),
    table(plain("a", "b"), row([p(""), p("")])),
  ],
  [
    "a whole table",
    table(inserted(eve, "c", "d"), inserted(eve, "e", "f")),
    "Prices|The end.",
    "Prices|c|d|e|f|The end.",
    table(bare("c", "d"), bare("e", "f")),
    "",
  ],
  [
    "a deleted row, with an empty cell",
    table(plain("a", "b"), deleted(eve, "c", ""), plain("e", "f")),
    "Prices|a|b|c||e|f|The end.",
    "Prices|a|b|e|f|The end.",
    table(plain("a", "b"), plain("e", "f")),
    table(
      plain("a", "b"),
      row([p('<w:r><w:t xml:space="preserve">c</w:t></w:r>'), p("")]).replace("<w:tr>", "<w:tr><w:trPr><w:cantSplit/></w:trPr>"),
      plain("e", "f"),
    ),
  ],
];

describe.each(cases)("%s", (_what, came, before, accepted, after, rejected) => {
  test("is no text before it is accepted, and a change of its author", async () => {
    const given = await file(around(came));
    expect(textOf(given)).toBe(before);
    expect(stampsOf(given.changes)).toEqual(
      [...new Set(came.match(/w:(?:ins|del) w:author="\w+" w:date="\S+"/g))].map(stampIn).toSorted(),
    );
    expect(textOf({ document: applied(given.document, given.changes) })).toBe(accepted);
    expect(textOf({ document: applied(given.document, given.changes.toReversed()) })).toBe(accepted);
  });

  test("undecided, the file is the same bytes, and another word leaves the row as it is", async () => {
    const given = await file(around(came));
    const made = await sent(given, {});
    expect("bytes" in made && Buffer.from(made.bytes).equals(given.bytes)).toBe(true);
    const at = documentText(given.document).text.indexOf("The end");
    const word = { original: "end", replacement: "close", summary: "", place: { start: at + 4, end: at + 7 }, ...me };
    expect(await bodyOf(await sent(given, { current: applied(given.document, [word]) }))).toContain(came);
  });

  test("decided, the file has it so; with everything since the import tracked, as it came", async () => {
    const given = await file(around(came));
    const current = applied(given.document, given.changes);
    expect(await bodyOf(await sent(given, { current, decision: "accepted" }))).toBe(around(after));
    expect(await bodyOf(await sent(given, { decision: "rejected" }))).toBe(around(rejected));
    expect(await bodyOf(await sent(given, { current, since: given.document, decision: "accepted" }))).toBe(around(came));
  });

  test("in Stet’s own styles it is the same change", async () => {
    const given = await file(around(came));
    const bytes = await renderWithPending(given.document, { title: "Test", changes: given.changes });
    const back = (await received("a.docx", Buffer.from(bytes)))!;
    expect(textOf(back)).toBe(before);
    expect(stampsOf(back.changes)).toEqual(stampsOf(given.changes));
    expect(textOf({ document: applied(back.document, back.changes) })).toBe(accepted);
  });
});

const stampIn = (mark: string) => mark.replace(/.*author="(\w+)" w:date="(\S+)"/, "$1 $2");

test("a row that is new and tracked is read as the same change", async () => {
  const given = await file(around(table(plain("a", "b"), plain("c", "d"))));
  const current = withCopiedRow(given.document);
  const made = await sent(given, { current, since: given.document });
  if ("unwritable" in made) throw new Error(made.unwritable);
  const back = (await received("a.docx", Buffer.from(made.bytes)))!;
  expect(textOf(back)).toBe(textOf(given));
  expect(stampsOf(back.changes)).toEqual(stampsOf([{ ...me, original: "", replacement: "", summary: "" }]));
  expect(documentToHtml(applied(back.document, back.changes))).toBe(documentToHtml(current));
});

test("nothing counts as lost, whether or not the words of a row are marked as well", async () => {
  const marked = row([p(run("c")), p(run("d"))], `<w:ins ${eve}/>`) + row([p(run("e")), p(run("f"))], `<w:del ${eve}/>`);
  const read = await readImport((await file(around(table(plain("a", "b"), marked)))).bytes, "a.docx");
  expect(documentText(documentOf(read.document)!).text.replaceAll("\n\n", "|")).toBe("Prices|a|b|e|f|The end.");
  expect(read.changes).toHaveLength(2);
  expect(read.notices).toEqual([]);
});

test("deleted words leave their cell", async () => {
  const given = await file(around(table(row([p(del("", "c", eve)), p("")]), plain("e", "f"))));
  expect(textOf({ document: applied(given.document, given.changes) })).toBe("Prices|||e|f|The end.");
});

describe("a table of which every row was replaced", () => {
  const came = table(deleted(eve, "a", "b"), inserted(bob, "c", "d"), inserted(bob, "e", "f"));

  test("is one change of both, with nothing lost when it is decided", async () => {
    const given = await file(around(came));
    expect(given.changes).toMatchObject([{ author: "Eve, Bob", rows: { at: "instead of the row" } }]);
    expect(textOf(given)).toBe("Prices|a|b|The end.");
    const current = applied(given.document, given.changes);
    expect(textOf({ document: current })).toBe("Prices|c|d|e|f|The end.");
    expect(await bodyOf(await sent(given, { current, decision: "accepted" }))).toBe(around(table(bare("c", "d"), bare("e", "f"))));
    const kept = row([p(run("a")), p(run("b"))]).replace("<w:tr>", "<w:tr><w:trPr><w:cantSplit/></w:trPr>");
    expect((await bodyOf(await sent(given, { decision: "rejected" }))).replaceAll(/<w:t xml:space="preserve">/g, "<w:t>")).toBe(
      around(table(kept)).replaceAll(/<w:t xml:space="preserve">/g, "<w:t>"),
    );
    expect(await bodyOf(await sent(given, { current, since: given.document, decision: "accepted" }))).toBe(around(came));
  });
});
