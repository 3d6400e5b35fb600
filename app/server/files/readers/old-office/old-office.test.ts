/*
 * Messages of Outlook and files of Office before 2007: written here from known text, and those of other programs
 * (shared-data.ts). Every second of the latter, by its name, is left for measuring.
 */
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { compoundOf, docOf, msgOf, pptOf, xlsOf } from "#test/old-office.ts";
import { missing, officeFiles } from "#test/word-files.ts";
import { readDocument } from "../../read-document.ts";
import { Unreadable } from "../../unreadable.ts";

const message = {
  subject: "Uppsägning av avtalet",
  from: ["Anna Berg", "anna@example.test"] as [string, string],
  to: [["Björn Ek", "bjorn@example.test"]] as [string, string][],
  sent: new Date("2026-03-02T08:30:00Z"),
};
const head =
  "Uppsägning av avtalet\n\nFrom: Anna Berg <anna@example.test>\nTo: Björn Ek <bjorn@example.test>\nDate: 2026-03-02T08:30:00.000Z";

describe("a message of Outlook", () => {
  test.each([
    ["text", { text: "Vi säger upp avtalet.\r\n\r\nHälsningar" }],
    ["HTML", { html: "<html><body><p>Vi säger upp avtalet.</p><p>Hälsningar</p></body></html>" }],
    ["packed RTF", { rtf: String.raw`{\rtf1\ansi Vi s\'e4ger upp avtalet.\par H\'e4lsningar\par}` }],
  ])("%s", async (_, body) => {
    const read = await readDocument(msgOf({ ...message, ...body }), "mail.msg");
    expect([read.kind, read.text]).toEqual(["msg", `${head}\n\nVi säger upp avtalet.\n\nHälsningar`]);
  });
  test("names what is attached, and says that it was not read", async () => {
    const read = await readDocument(
      msgOf({ ...message, text: "Se bilagan.", attached: ["Avtal.pdf", "Bilaga 1.docx"] }),
      "mail.msg",
    );
    expect(read.text).toContain("Attached: Avtal.pdf, Bilaga 1.docx");
    expect(read.notice).toContain("listed but not read");
  });
});

test("an old Word file: headings, tables, both ways of storing letters, and nothing that was struck", async () => {
  const read = await readDocument(
    docOf([
      "# Laufzeit",
      "Der Vertrag läuft drei Jahre.",
      "| Leistung – netto | Gebühr in € |",
      "| Beratung am Telefon | 300 |",
      "Die Frist beträgt [-zwei-]drei Monate.",
      "Zahlbar \u0013 HYPERLINK \u0014sofort\u0015.",
    ]),
    "vertrag.doc",
  );
  expect([read.kind, read.text]).toEqual([
    "doc",
    "Laufzeit\n\nDer Vertrag läuft drei Jahre.\n\nLeistung – netto | Gebühr in €\n\nBeratung am Telefon | 300\n\nDie Frist beträgt drei Monate.\n\nZahlbar sofort.",
  ]);
  expect(read.blocks[0]?.level).toBe(1);
  expect(read.notice).toContain("tracked changes");
});

test("an old Excel file: texts over several records, numbers and days", async () => {
  const read = await readDocument(
    xlsOf([
      ["Service", "Description of the service", "Fee", "Due"],
      ["Filing", "Årsredovisning", 1250.5, new Date("2026-04-01")],
    ]),
    "fees.xls",
  );
  expect([read.kind, read.text]).toEqual([
    "xls",
    "Fees\n\nService | Description of the service | Fee | Due\n\nFiling | Årsredovisning | 1250.5 | 2026-04-01",
  ]);
});

test("an old presentation: slides are pages", async () => {
  const slides = [
    { title: "Term", text: "Two years\rRenewed once" },
    { title: "Fees", text: "None" },
  ];
  const read = await readDocument(pptOf(slides), "talk.ppt");
  expect([read.kind, read.text, read.pageCount]).toEqual(["ppt", "Term\n\nTwo years\n\nRenewed once\n\nFees\n\nNone", 2]);
  expect(read.blocks.map(({ page }) => page)).toEqual([1, 1, 1, 2, 2]);
});

describe("made to harm", () => {
  const whole = docOf(["One line."]);
  const changed = (change: (bytes: Buffer) => void): Buffer => {
    const bytes = Buffer.from(whole);
    change(bytes);
    return bytes;
  };
  test.each([
    ["a chain of sectors that runs in a circle", changed((bytes) => bytes.fill(0, bytes.length - 512))],
    ["a directory whose entries follow each other around", changed((bytes) => bytes.writeUInt32LE(0, 0x30))],
    ["sectors of no size", changed((bytes) => bytes.writeUInt16LE(0, 0x1e))],
    ["a file that ends after its header", whole.subarray(0, 600)],
    ["storages nested deeply", compoundOf([{ name: "WordDocument", data: whole }, nested(1_500)])],
  ])("%s", async (_, bytes) => {
    await expect(readDocument(bytes, "a.doc")).rejects.toThrow(Unreadable);
  });
});

test("a list of tables that names itself is followed once", async () => {
  const bytes = docOf(["One line."]);
  bytes.writeUInt32LE(0, 0x44);
  expect((await readDocument(bytes, "a.doc")).text).toBe("One line.");
});

function nested(depth: number): { name: string; children: { name: string; children: never[] }[] } {
  let inner = { name: "x", children: [] as never[] };
  for (let at = 0; at < depth; at++) inner = { name: "x", children: [inner as never] };
  return inner;
}

const isMeasured = (name: string) => createHash("sha256").update(name).digest()[3]! % 2 === 1;
const files = (officeFiles() ?? []).filter(({ name }) => /\.(?:msg|doc|xls|ppt)$/.test(name) && !isMeasured(name));
test.skipIf(files.length === 0).each(files.length > 0 ? files : [missing])("of another program: $name", async ({ name, bytes }) => {
  const read = await readDocument(bytes, name);
  expect(["msg", "doc", "xls", "ppt"]).toContain(read.kind);
  // These hold a picture and no word.
  if (!/Bug41898|WithMacros/.test(name)) expect(read.text).toMatch(/\p{L}{3}|\d/u);
  expect(read.text).not.toContain("\ufffd");
});
