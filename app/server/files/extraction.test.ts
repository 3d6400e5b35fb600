import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { passagesOf } from "#core/sources/file-text.ts";
import { docxOf, emlOf, htmlOf, odtOf, pdfOf, pptxOf, rtfOf, xlsxOf } from "#test/documents.ts";
import { createExtraction, type Extraction } from "./extraction.ts";
import type { ReadDocument } from "./read-document.ts";

let extraction: Extraction;
beforeAll(() => {
  extraction = createExtraction({ seconds: 15 });
});
afterAll(() => extraction.close());

async function read(name: string, bytes: Buffer): Promise<ReadDocument> {
  const extracted = await extraction.extract({ name, bytes });
  if (!extracted.ok) throw new Error(extracted.sentence);
  return extracted.document;
}

const lines = [
  "# Notice",
  "Either party may terminate this agreement by giving 60 days’ notice – in writing, § 4.",
  "# Fees",
  "Invoices are due in 30 days.",
];
const said = lines.map((line) => line.replace("# ", ""));

describe("every kind gives its text, with headings above its passages", () => {
  test.each([
    ["docx", "agreement.docx", docxOf(lines)],
    ["odt", "agreement.odt", odtOf(lines)],
    ["rtf", "agreement.rtf", rtfOf(lines)],
    ["html", "agreement.html", htmlOf(lines)],
    ["markdown", "agreement.md", Buffer.from(lines.join("\n\n"))],
  ] as const)("%s", async (kind, name, bytes) => {
    const document = await read(name, bytes);
    expect(document.kind).toBe(kind);
    expect(document.text.replaceAll("# ", "")).toBe(said.join("\n\n"));
    const [first, second] = passagesOf(document);
    expect(document.text.slice(first!.start, first!.end)).toBe(said[1]);
    expect(first!.headings.map((heading) => heading.replace("# ", ""))).toEqual(["Notice"]);
    expect(second!.headings.map((heading) => heading.replace("# ", ""))).toEqual(["Fees"]);
  });

  test("pdf, with pages and a paragraph put together from its lines", async () => {
    const document = await read(
      "agreement.pdf",
      pdfOf([
        ["# Notice", "Either party may terminate this", "agreement by giving 60 days no-", "tice in writing."],
        ["# Fees", "Invoices are due in 30 days.", "", "", "Interest is 8 % a year."],
      ]),
    );
    expect(document.pageCount).toBe(2);
    expect(passagesOf(document).map(({ start, end, page, headings }) => [document.text.slice(start, end), page, headings])).toEqual(
      [
        ["Either party may terminate this agreement by giving 60 days notice in writing.", 1, ["Notice"]],
        ["Invoices are due in 30 days.\n\nInterest is 8 % a year.", 2, ["Fees"]],
      ],
    );
    expect(document.notice).toBeUndefined();
  });

  test("xlsx, csv: rows", async () => {
    const rows = [
      ["Service", "Fee"],
      ["Filing", 1250.5],
    ];
    expect((await read("fees.xlsx", xlsxOf(rows))).text).toBe("Fees\n\nService | Fee\n\nFiling | 1250.5");
    const table = await read("fees.csv", Buffer.from('Service;Fee\n"Filing; express";1250,5\n'));
    expect(table.text).toBe("Service | Fee\n\nFiling; express | 1250,5");
  });

  test("pptx: slides are pages", async () => {
    const document = await read(
      "talk.pptx",
      pptxOf([
        { title: "Term", text: "Two years" },
        { title: "Fees", text: "None" },
      ]),
    );
    expect(passagesOf(document).map(({ start, end, page, headings }) => [document.text.slice(start, end), page, headings])).toEqual(
      [
        ["Two years", 1, ["Term"]],
        ["None", 2, ["Fees"]],
      ],
    );
  });

  test("eml: who, when, about what, and what was attached", async () => {
    const document = await read(
      "mail.eml",
      emlOf({ subject: "Uppsägning av avtalet", text: "Vi säger upp avtalet.\n\nHälsningar" }),
    );
    expect(document.kind).toBe("email");
    expect(document.text).toContain("Uppsägning av avtalet\n\nFrom: Anna Berg <anna@example.test>");
    expect(document.text).toContain("Vi säger upp avtalet.");
    expect(document.text).toContain("Attached: annex.pdf");
    expect(document.notice).toContain("not read");
  });
});

test("a Word document has the numbers that its clauses are cited by, and none of what was struck", async () => {
  const document = await read(
    "agreement.docx",
    docxOf(["1) Term", "1.1) Two [-years-][+months+].", "1.1) Renewal.", "1) Fees", "1.1) None."]),
  );
  expect(document.text).toBe("1. Term\n\n1.1 Two months.\n\n1.2 Renewal.\n\n2. Fees\n\n2.1 None.");
  expect(document.notice).toContain("tracked changes");
});

test("a PDF without words is called empty, and not scanned", async () => {
  expect((await read("empty.pdf", pdfOf([[], []]))).notice).toBe("This PDF has no text: its pages are empty.");
  expect((await read("half.pdf", pdfOf([["One page of text."], [], [], ["Another."]]))).notice).toBeUndefined();
});

test("an old encoding is read, and a name says nothing about the content", async () => {
  expect((await read("gammal.txt", Buffer.from("Uppsägning enligt avtalet", "latin1"))).text).toBe("Uppsägning enligt avtalet");
  expect((await read("photo.png", pdfOf([["Not a photo."]]))).contentType).toBe("application/pdf");
});

test("the text is the same however often and beside whatever it is read", async () => {
  const texts = await Promise.all(Array.from({ length: 6 }, () => read("agreement.docx", docxOf(lines)).then(({ text }) => text)));
  expect(new Set(texts).size).toBe(1);
});
