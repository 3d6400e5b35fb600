/*
 * PDFs whose words, and the order to read them in, are known: what is drawn line by line across columns, between
 * running heads, with hyphens, over pages, in tables and in forms comes back as it was written.
 */
import type { PDFPageProxy } from "unpdf/pdfjs";
import { describe, expect, test } from "vitest";
import { documentOf } from "#core/document/document-schema.ts";
import { documentText } from "#core/document/document-text.ts";
import { passagesOf, type FileText } from "#core/sources/file-text.ts";
import { brokenLines, letter, pageWidth, pdfOfPages, type Drawn, type DrawnPage } from "#test/pdf-pages.ts";
import { DocumentBuilder } from "../../document-builder.ts";
import { readImport } from "../../read-import.ts";
import { readPdf } from "../pdf.ts";
import { fieldPieces } from "./fields.ts";
import { sayLosses } from "./losses.ts";

const size = 10;
const step = 12;

/** A small deterministic generator. */
function random(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1664525 + 1013904223) % 4294967296) / 4294967296;
}

const nouns = "supplier customer agreement notice payment delivery warranty obligation termination confidentiality".split(" ");
const verbs = "shall provide,may terminate,must notify,shall indemnify,does not exclude,shall reimburse".split(",");
const rests = "in writing,without undue delay,within thirty days,under applicable legislation,at its own expense".split(",");

/** Sentences that all differ, by their number. */
function proseOf(seed: number, sentences: number): string {
  const next = random(seed);
  const pick = (from: readonly string[]) => from[Math.floor(next() * from.length)]!;
  return Array.from(
    { length: sentences },
    (_, at) => `The ${pick(nouns)} ${pick(verbs)} the ${pick(nouns)} ${pick(rests)}, item ${seed}${at}.`,
  ).join(" ");
}

type Flow = { columns: number; heads?: boolean; hyphenate?: boolean; fromTop?: boolean };

/** Paragraphs set into pages with so many columns, drawn row by row across them. */
function setPages(paragraphs: readonly string[], { columns, heads = false, hyphenate = false }: Flow): DrawnPage[] {
  const gutter = 24;
  const width = (pageWidth - 120 - gutter * (columns - 1)) / columns;
  const lines = paragraphs.flatMap((one) => [...brokenLines(one, Math.floor(width / (size * letter)), hyphenate), ""]);
  const perColumn = 50;
  const pages: DrawnPage[] = [];
  while (lines.length > 0) {
    const number = pages.length + 1;
    const words: Drawn[] = [];
    for (let column = 0; column < columns; column++)
      for (const [at, text] of lines.splice(0, perColumn).entries())
        if (text !== "") words.push({ x: 60 + column * (width + gutter), y: 90 + at * step, text });
    // As some programs write them: all of the first row, then all of the second.
    words.sort((a, b) => a.y - b.y);
    if (heads)
      words.push(
        { x: 60, y: 40, text: number % 2 === 0 ? "Supply Agreement" : "Alpha AB and Beta GmbH", size: 8 },
        { x: 280, y: 810, text: `Page ${number}`, size: 8 },
      );
    pages.push({ words });
  }
  return pages;
}

const paragraphTexts = ({ text }: FileText) => text.split("\n\n");

describe("reading order", () => {
  test.each([1, 2, 3])("%d columns, over several pages, with hyphens and running heads", async (columns) => {
    for (const seed of [1, 2, 3]) {
      const paragraphs = Array.from({ length: 80 }, (_, at) => proseOf(seed * 100 + at, 3));
      const pages = setPages(paragraphs, { columns, heads: true, hyphenate: true });
      expect(pages.length).toBeGreaterThanOrEqual(4);
      const read = await readPdf(pdfOfPages(pages));
      // Each head stands once, where it first does.
      const heads = ["Alpha AB and Beta GmbH", "Supply Agreement"];
      const body = paragraphTexts(read).filter((one) => !heads.includes(one));
      expect(paragraphTexts(read).length).toBe(body.length + heads.length);
      // Where a page breaks between two sentences, nothing says whether the paragraph continues.
      expect(body.length).toBeLessThanOrEqual(paragraphs.length + pages.length * columns);
      expect(body.join(" ")).toBe(paragraphs.join(" "));
      expect(body.filter((one) => !one.endsWith("."))).toEqual([]);
      expect(read.text).not.toMatch(/Page \d/);
    }
  });

  test("a heading across the page ends the columns above it", async () => {
    const columns = (seed: number, y: number): Drawn[] =>
      [0, 1].flatMap((column) =>
        brokenLines(proseOf(seed + column, 4), 36).map((text, at) => ({ x: 60 + column * 250, y: y + at * step, text })),
      );
    const words = [
      { x: 60, y: 80, text: "Terms that apply to every delivery of either party", size: 14 },
      ...columns(10, 120),
      { x: 60, y: 400, text: "Terms that apply to the services of the supplier", size: 14 },
      ...columns(20, 440),
    ];
    expect(paragraphTexts(await readPdf(pdfOfPages([{ words }])))).toEqual([
      "Terms that apply to every delivery of either party",
      `${proseOf(10, 4)}`,
      `${proseOf(11, 4)}`,
      "Terms that apply to the services of the supplier",
      `${proseOf(20, 4)}`,
      `${proseOf(21, 4)}`,
    ]);
  });
});

describe("over the page", () => {
  test("a sentence that a page breaks is one sentence, on the page where it begins, and its second half on the next", async () => {
    const paragraphs = Array.from({ length: 60 }, (_, at) => proseOf(900 + at, 3));
    const read = await readPdf(pdfOfPages(setPages(paragraphs, { columns: 1, heads: true })));
    for (const paragraph of paragraphs) expect(read.text).toContain(paragraph);
    const pages = read.blocks.map(({ page }) => page);
    expect(pages).toEqual([...pages].toSorted());
    expect(new Set(pages).size).toBe(read.pageCount);
    const broken = read.blocks.find(({ start }, at) => at > 0 && start === read.blocks[at - 1]!.end + 1);
    expect(broken?.page).toBe(2);
    expect(passagesOf(read).some((one) => one.page === 1 && one.start < broken!.start && one.end >= broken!.end)).toBe(true);
  });

  test("in a draft made from the file it is one paragraph", async () => {
    const paragraphs = Array.from({ length: 60 }, (_, at) => proseOf(900 + at, 3));
    const { document } = await readImport(pdfOfPages(setPages(paragraphs, { columns: 1, heads: true })), "a.pdf");
    const { text } = documentText(documentOf(document)!);
    for (const paragraph of paragraphs) expect(text).toContain(paragraph);
  });

  test("a page keeps what stands in its margins", async () => {
    const read = await readPdf(pdfOfPages(setPages([proseOf(1, 240)], { columns: 1, heads: true })));
    const first = read.blocks.filter(({ margin }) => margin !== undefined);
    expect(first.slice(0, 2).map(({ page, margin }) => [page, margin])).toEqual([
      [1, "Alpha AB and Beta GmbH · Page 1"],
      [2, "Supply Agreement · Page 2"],
    ]);
  });

  test("a footnote does not come between the halves of a sentence", async () => {
    const lines = brokenLines(`${proseOf(5, 12)}`, 75);
    const at = (text: string, y: number): Drawn => ({ x: 60, y, text });
    const cut = lines.findIndex((line, index) => index > 4 && !line.endsWith(".")) + 1;
    const pages = [
      {
        words: [
          ...lines.slice(0, cut).map((text, row) => at(text, 100 + row * step)),
          { x: 60, y: 780, text: "1 See the annex.", size: 7 },
        ],
      },
      { words: lines.slice(cut).map((text, row) => at(text, 100 + row * step)) },
    ];
    const read = await readPdf(pdfOfPages(pages));
    expect(read.text).toContain(proseOf(5, 12));
    expect(read.text).toContain("1 See the annex.");
  });

  test("a number in the first line of every page is no page number", async () => {
    const pages = [
      "30 days after delivery the price is due.",
      "45 days after notice the term ends.",
      "12 months is the warranty.",
    ].map((text) => ({
      words: [
        { x: 60, y: 60, text },
        { x: 60, y: 84, text: proseOf(text.length, 1) },
      ],
    }));
    const { text } = await readPdf(pdfOfPages(pages));
    for (const kept of ["30 days", "45 days", "12 months"]) expect(text).toContain(kept);
  });
});

test("pages of one numbered line each are text and no running heads", async () => {
  const lines = [1, 2, 3].map((number) => `Clause ${number}. Either party may give notice.`);
  const pages = lines.map((text) => ({ words: [{ x: 60, y: 80, text }] }));
  expect(paragraphTexts(await readPdf(pdfOfPages(pages)))).toEqual(lines);
});

describe("words that a line breaks", () => {
  const lines = (texts: readonly string[]) => ({ words: texts.map((text, at) => ({ x: 60, y: 100 + at * step, text })) });
  test.each([
    [["The supplier gives no-", "tice to the customer."], "The supplier gives notice to the customer."],
    [["A long-term lease is a long-", "term lease."], "A long-term lease is a long-term lease."],
    [["Die Vor-", "und Nachteile sind bekannt."], "Die Vor- und Nachteile sind bekannt."],
    [["Between Alpha-", "Beta and the customer."], "Between Alpha- Beta and the customer."],
  ])("%j", async (given, wanted) => {
    expect((await readPdf(pdfOfPages([lines(given)]))).text).toBe(wanted);
  });
});

describe("tables", () => {
  const xs = [60, 220, 420];
  const row = (cells: readonly string[], y: number): Drawn[] =>
    cells.flatMap((text, at) => (text === "" ? [] : [{ x: xs[at]!, y, text }]));

  test("each row is one line, and a cell of several lines is one cell", async () => {
    const words = [
      { x: 60, y: 80, text: "The fees for the services are those of the following table, without value added tax." },
      ...row(["Service", "Description", "Fee"], 120),
      ...row(["Filing", "Preparing and filing", "EUR 1,250.50"], 144),
      ...row(["", "of the annual report", ""], 156),
      ...row(["Advice", "By telephone", "EUR 300.00"], 180),
      ...row(["Hearing", "Per day begun,", "EUR 2,000.00"], 204),
      ...row(["", "travel included", ""], 216),
      { x: 60, y: 260, text: "All fees are due within thirty days of the invoice that the supplier sends." },
    ];
    expect(paragraphTexts(await readPdf(pdfOfPages([{ words }]))).slice(1, -1)).toEqual([
      "Service | Description | Fee",
      "Filing | Preparing and filing of the annual report | EUR 1,250.50",
      "Advice | By telephone | EUR 300.00",
      "Hearing | Per day begun, travel included | EUR 2,000.00",
    ]);
  });

  test("numbers set to the right", async () => {
    const amounts = ["5.00", "1,250.00", "12.50", "100,000.00"];
    const words = amounts.flatMap((text, at) => [
      { x: 60, y: 100 + at * 16, text: `Item ${at + 1}` },
      { x: 500 - text.length * size * letter, y: 100 + at * 16, text },
    ]);
    expect(paragraphTexts(await readPdf(pdfOfPages([{ words }])))).toEqual(amounts.map((text, at) => `Item ${at + 1} | ${text}`));
  });

  test("the numbers of clauses are no column", async () => {
    const clause = (number: number): Drawn[] =>
      brokenLines(proseOf(number, 2), 70).map((text, at) => ({ x: 110, y: 100 + number * 40 + at * step, text }));
    const numbers = [1, 2, 3, 4].map((number) => ({ x: 60, y: 100 + number * 40, text: `${number}.1` }));
    const words = [...numbers, ...[1, 2, 3, 4].flatMap(clause)];
    expect(paragraphTexts(await readPdf(pdfOfPages([{ words }])))).toEqual(
      [1, 2, 3, 4].map((number) => `${number}.1 ${proseOf(number, 2)}`),
    );
  });
});

test("a form's values stand where they were filled in", async () => {
  const words = ["Name:", "Country:", "I accept the terms", "I want the newsletter"].map((text, at) => ({
    x: at < 2 ? 60 : 80,
    y: 100 + at * 30,
    text,
  }));
  const fields = [
    { x: 120, y: 100, name: "name", value: "Anna Berg" },
    { x: 120, y: 130, name: "country", value: "Sweden", kind: "choice" as const },
    { x: 60, y: 160, name: "terms", value: "Yes", kind: "check" as const },
    { x: 60, y: 190, name: "news", value: "Off", kind: "check" as const },
  ];
  const { text } = await readPdf(pdfOfPages([{ words, fields }]));
  expect(text.replaceAll(/\s*\|\s*|\s+/g, " ")).toBe(
    "Name: Anna Berg Country: Sweden [x] I accept the terms [ ] I want the newsletter",
  );
});

describe("what could not be read is said", () => {
  const prose = { words: [{ x: 60, y: 100, text: "A page of text." }] };
  // Glyphs with numbers but without letters.
  const mute =
    "<< /Type /Font /Subtype /Type0 /BaseFont /Mute /Encoding /Identity-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Mute /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor << /Type /FontDescriptor /FontName /Mute /Flags 4 >> >>] >>";
  const picture = "q 200 0 0 200 60 400 cm BI /W 100 /H 100 /CS /G /BPC 8 /F /AHx ID " + "7f".repeat(10_000) + "> EI Q\n";
  const drawing = "60 60 m 200 200 l S\n";

  test("text without letters", async () => {
    const lost = { words: [], content: "BT /F3 10 Tf 1 0 0 1 60 700 Tm <002400250026002700280029002A002B002C002D> Tj ET\n" };
    expect((await readPdf(pdfOfPages([prose, prose, lost], [mute]))).notice).toBe("Page 3 holds text that could not be read.");
  });
  test("form fields that can't be read", async () => {
    const failing = { getAnnotations: () => Promise.reject(new Error("a damaged form")) } as unknown as PDFPageProxy;
    expect(await fieldPieces(failing, [0, 0, 595, 842])).toBeNull();
    const page = { pieces: [], turned: [], height: 842, fields: null, lost: 0, shown: 1, drawings: 0, operators: 1 };
    const builder = new DocumentBuilder();
    sayLosses([{ ...page, fields: [] }, page, page], [false, false, false], builder);
    expect(builder.finish().notice).toBe("Pages 2–3 hold form fields that could not be read.");
  });
  test("scanned pages, drawings and empty pages are distinguished", async () => {
    expect((await readPdf(pdfOfPages([prose, { words: [], content: picture }]))).notice).toBe(
      "Page 2 is scanned: its picture has not been read.",
    );
    expect((await readPdf(pdfOfPages([{ words: [], content: picture }]))).notice).toContain("its pages are scanned");
    expect((await readPdf(pdfOfPages([prose, { words: [], content: drawing }]))).notice).toBe("Page 2 holds drawings and no text.");
    expect((await readPdf(pdfOfPages([{ words: [] }]))).notice).toBe("This PDF has no text: its pages are empty.");
    expect((await readPdf(pdfOfPages([prose, { words: [] }]))).notice).toBeUndefined();
  });
});
