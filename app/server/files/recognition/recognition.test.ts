/* Pictures of pages are read where the pages are, in every format that scanners write, and nothing in one harms the next. */
import { afterAll, expect, test } from "vitest";
import { hardlySure, type RecognisableLanguage, type RecognisedPage } from "#core/sources/recognised-page.ts";
import { pdfOfPages } from "#test/pdf-pages.ts";
import { protectedPdf } from "#test/protected-pdf.ts";
import { scannedPdf, type ScannedPage } from "#test/scanned-pdf.ts";
import { createExtraction } from "../extraction.ts";
import { readPdf } from "../readers/pdf.ts";
import { createRecognition } from "./recognition.ts";

const recognition = createRecognition();
const extraction = createExtraction();
const { signal } = new AbortController();
afterAll(async () => void (await Promise.all([recognition.close(), extraction.close()])));

const lines = [
  "1. Delivery",
  "",
  "The Supplier shall deliver the goods within thirty days of the order.",
  "If delivery is late, the Customer may withhold 2.5 % of the price for",
  "each week, and at most EUR 12,500.00 in all.",
  "",
  "2. Notice",
  "",
  "Either party may give notice in writing six months before the end of",
  "a year. Notice by email is enough.",
];
const paragraphs = [
  "1. Delivery",
  "The Supplier shall deliver the goods within thirty days of the order. If delivery is late, the Customer may withhold 2.5 % of the price for each week, and at most EUR 12,500.00 in all.",
  "2. Notice",
  "Either party may give notice in writing six months before the end of a year. Notice by email is enough.",
];

const read = (bytes: Uint8Array, page = 1, languages: RecognisableLanguage[] = ["en"]) =>
  recognition.recognise({ bytes, page, languages }, signal);
const wordsOf = ({ lines: found }: RecognisedPage) => found.flatMap(({ words }) => words.map(([text]) => text));

/** The share of the words that were read, in order or not. */
function recall(found: readonly string[], wanted: readonly string[]): number {
  const left = [...found];
  const hits = wanted.filter((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  return hits.length / wanted.length;
}

test.each<ScannedPage>([
  { lines, encoding: "jpeg" },
  { lines, encoding: "grey", slant: -0.5 },
  // In strips, as fax machines and many scanners write.
  { lines, encoding: "fax" },
  { lines, turn: 90 },
  { lines, turn: 180 },
  { lines, turn: 270 },
])("a scanned page becomes paragraphs: $encoding $turn", async (page) => {
  const bytes = await scannedPdf([page]);
  const recognised = await read(bytes);
  expect(recognised!.sure).toBeGreaterThan(85);
  const { text, blocks, notice, scanned } = await readPdf(bytes, { recognised: [recognised!] });
  expect(text.split("\n\n")).toEqual(paragraphs);
  expect(blocks.every(({ page: number, sure }) => number === 1 && sure === recognised!.sure)).toBe(true);
  expect(notice).toBe(`Page 1 is scanned: the text was recognized from pictures (${recognised!.sure} % sure).`);
  expect(scanned).toBeUndefined();
});

test.each<[RecognisableLanguage, string]>([
  ["de", "Der Käufer trägt gemäß § 448 die Kosten der Übergabe und Prüfung."],
  ["sv", "Köparen får häva avtalet om dröjsmålet är av väsentlig betydelse för honom."],
  ["nl", "De koper is verplicht de overeengekomen prijs binnen veertien dagen te betalen."],
  ["fr", "L’acheteur doit payer le prix à la livraison, même si la qualité est contestée."],
])("the letters of %s", async (language, sentence) => {
  const recognised = await read(await scannedPdf([{ lines: [sentence] }]), 1, [language]);
  expect(recall(wordsOf(recognised!), sentence.split(" "))).toBeGreaterThan(0.85);
});

test("only the pages that were read have text; the others are still to be read", async () => {
  const bytes = await scannedPdf([{ lines }, { lines: ["The second page."] }, { lines }]);
  expect((await readPdf(bytes)).scanned).toEqual([1, 2, 3]);
  const second = await read(bytes, 2);
  const extracted = await extraction.recognised({ name: "a.pdf", bytes, recognised: [second!] });
  expect(extracted).toMatchObject({
    ok: true,
    document: { text: "The second page.", scanned: [1, 3], blocks: [{ page: 2, sure: second!.sure }], pageCount: 3 },
  });
});

test("scanned pages of a PDF with a password are named and not offered: the password is not kept", async () => {
  const picture = `q 200 0 0 200 60 400 cm BI /W 100 /H 100 /CS /G /BPC 8 /F /AHx ID ${"7f".repeat(10_000)}> EI Q`;
  const bytes = protectedPdf(`) Tj ET ${picture} BT (`, "sesame");
  const extracted = await extraction.extract({ name: "a.pdf", bytes, password: "sesame" });
  expect(extracted).toMatchObject({
    ok: true,
    document: { kind: "locked-pdf", notice: expect.stringContaining("scanned") as string },
  });
  expect(extracted.ok && extracted.document.scanned).toBeUndefined();
});

test("recognized pages stand between those that have text", async () => {
  const page = (number: number): RecognisedPage => ({
    page: number,
    turn: 0,
    width: 595,
    height: 842,
    sure: 40,
    lines: [{ baseline: 100, size: 10, words: [["Recognized.", 60, 90, 120, 102, 40]] }],
  });
  const words = (text: string) => ({ words: [{ x: 60, y: 100, text }] });
  const bytes = pdfOfPages([words("Before."), { words: [] }, words("After."), { words: [] }, { words: [] }]);
  const recognised = [page(2), { ...page(4), sure: 99, lines: [] }, { ...page(5), sure: null, lines: [] }];
  const { text, notice, blocks } = await readPdf(bytes, { recognised });
  expect(text).toBe("Before.\n\nRecognized.\n\nAfter.");
  expect(blocks.map(({ page: number, sure }) => [number, sure])).toEqual([
    [1, undefined],
    [2, 40],
    [3, undefined],
  ]);
  expect(hardlySure).toBeGreaterThan(40);
  expect(notice).toBe(
    "Page 2 is scanned: the text was recognized from pictures (40 % sure). Page 2 could hardly be read. Page 4 shows a picture in which no text was found. The picture on page 5 could not be read.",
  );
});

test("an empty sheet has no words", async () => {
  expect(await read(await scannedPdf([{ lines: [] }]))).toMatchObject({ lines: [], turn: 0 });
});

test("what a page does to the process ends with that page", async () => {
  const bomb = pdfOfPages([{ words: [], content: "q 500 0 0 500 0 0 cm BI /W 60000 /H 60000 /CS /RGB /BPC 8 ID x EI Q\n" }]);
  const found = await Promise.all(
    [Buffer.from("%PDF-1.7 no more"), bomb, await scannedPdf([{ lines }])].map((bytes) => read(bytes)),
  );
  expect(found[0]).toBeNull();
  expect(found[1]?.lines ?? []).toEqual([]);
  expect(wordsOf(found[2]!)).toContain("withhold");
  const impatient = createRecognition({ secondsPerPage: 0.01 });
  expect(await impatient.recognise({ bytes: await scannedPdf([{ lines }]), page: 1, languages: ["en"] }, signal)).toBeNull();
  await impatient.close();
});

test("a stop ends the page at once", async () => {
  const stopping = new AbortController();
  const reading = recognition.recognise({ bytes: await scannedPdf([{ lines }]), page: 1, languages: ["en"] }, stopping.signal);
  setTimeout(() => stopping.abort(new Error("stopped")), 50);
  await expect(reading).rejects.toThrow("stopped");
  expect(wordsOf((await read(await scannedPdf([{ lines }])))!)).toContain("withhold");
});
