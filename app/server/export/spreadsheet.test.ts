/* Spreadsheets hold what was put into them, as text. */
import { expect, test } from "vitest";
import { openArchive } from "../files/zip.ts";
import { readDocument } from "../files/read-document.ts";
import { spreadsheet } from "./spreadsheet.ts";

async function* rows(list: readonly string[][]) {
  yield* list;
}

async function bytesOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Buffer> {
  return Buffer.from(await new Response(stream).arrayBuffer());
}

test("every cell is read back, whatever is in it", async () => {
  const words = ["=1+1", 'a < b & "c"', "Å\nä", "  spaces ", "\u0007bell", "𐐷 \ud800"];
  const sheets = [
    { name: "Review & co", widths: [10], rows: rows([["Document"], ...words.map((word) => [word])]) },
    { name: "Sources", widths: [10, 20], rows: rows([Array.from({ length: 30 }, (_, at) => `Column ${at + 1}`)]) },
  ];
  const { text } = await readDocument(await bytesOf(spreadsheet(sheets, new Date())), "Review.xlsx");
  for (const word of ["Document", "=1+1", 'a < b & "c"', "bell", "𐐷", "Column 30", "Review & co"]) expect(text).toContain(word);
});

test("its parts have the names that the format gives them", async () => {
  const sheet = { name: "Review", widths: [10], rows: rows([["Document"]]) };
  const { names } = await openArchive(await bytesOf(spreadsheet([sheet], new Date())));
  expect([...names].toSorted()).toEqual(
    [
      "[Content_Types].xml",
      "_rels/.rels",
      "xl/_rels/workbook.xml.rels",
      "xl/styles.xml",
      "xl/workbook.xml",
      "xl/worksheets/sheet1.xml",
    ].toSorted(),
  );
});
