/*
 * Scans: a few pages are read after the upload, asked about, cited with how sure they are, and marked on the page; many
 * are read when asked. Also how a page of a PDF with text is shown: marked, turned over, made larger, by mouse and keys.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Locator, Page } from "playwright-core";
import { brokenLines, pdfOfPages } from "#test/pdf-pages.ts";
import { scannedPdf } from "#test/scanned-pdf.ts";
import { startJourney, type Journey } from "./browser.ts";
import { answers, ended, send } from "./conversation.ts";
import { ready, seriousFindings, settled } from "./steps.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney({ MODEL_SERVER_URL: "" });
});
afterAll(() => journey.close());

const lease = [
  "Lease",
  "",
  "The tenant may sublet the flat only with the landlord's written consent.",
  "The rent is due on the third working day of each month in advance.",
];
const notice = ["Notice", "", "Either party may terminate the lease by giving ninety days notice in writing."];

async function chatWith(name: string, buffer: Buffer): Promise<Page> {
  const page = await journey.page();
  await page.goto("/chat");
  await ready(page);
  await page.getByLabel("Files to attach").setInputFiles({ name, mimeType: "application/octet-stream", buffer });
  await page.getByText(`${name} uploaded`).waitFor();
  return page;
}

async function openCited(page: Page, name: string): Promise<Locator> {
  await page.getByRole("button", { name: "Show the document" }).click();
  const viewer = page.getByRole("dialog", { name });
  await expect.poll(() => viewer.locator("[data-cited]").count(), { timeout: 30_000 }).toBeGreaterThan(0);
  return viewer;
}

/** Dark dots on the canvas under the first mark: the page is drawn where it is marked. */
const inkUnderMark = (viewer: Locator) =>
  viewer.locator("canvas").evaluate((canvas) => {
    const sheet = canvas as HTMLCanvasElement;
    const [whole, mark] = [sheet.getBoundingClientRect(), document.querySelector("[data-cited]")!.getBoundingClientRect()];
    const scale = sheet.width / whole.width;
    const [x, y] = [(mark.left - whole.left) * scale, (mark.top - whole.top) * scale];
    const { data } = sheet.getContext("2d")!.getImageData(x, y, Math.max(1, mark.width * scale), Math.max(1, mark.height * scale));
    return data.filter((value, at) => at % 4 === 0 && value < 120).length;
  });

const atWork = (page: Page) => page.getByRole("region", { name: "At work" });

test("a scan is read after its upload, cited with how sure that is, and marked on its page", async () => {
  const page = await chatWith("Lease.pdf", await scannedPdf([{ lines: lease }, { lines: notice, turn: 90 }]));
  await page.getByText(/^Lease\.pdf is scanned\. Its pages are being read/).waitFor();
  await atWork(page).getByText("Reading scanned pages: Lease.pdf").waitFor();
  await expect.poll(() => atWork(page).count(), { timeout: 120_000 }).toBe(0);
  await send(page, "How many days notice terminate the lease?");
  expect(await ended(page, 1)).toContain("giving ninety days notice in writing");
  await answers(page).locator("button.citation").first().click();
  await page.getByText(/page 2, recognized text, \d\d % sure/).waitFor();
  const viewer = await openCited(page, "Lease.pdf");
  await viewer.getByText("Page 2 of 2").waitFor();
  await expect.poll(() => inkUnderMark(viewer)).toBeGreaterThan(20);
  // It lay on its side, and is shown upright.
  const { width, height } = (await viewer.locator("canvas").boundingBox())!;
  expect(height).toBeGreaterThan(width);
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);
  await viewer.getByRole("button", { name: "Text", exact: true }).click();
  await viewer.getByText("The rent is due on the third working day").waitFor();
});

test("many scanned pages are offered, with the time they take", async () => {
  const pages = Array.from({ length: 11 }, () => ({ lines: lease }));
  const page = await chatWith("Long.pdf", await scannedPdf(pages));
  await page.getByRole("button", { name: "Read the 11 scanned pages" }).click();
  const dialog = page.getByRole("dialog", { name: "Read scanned pages" });
  await dialog.getByText(/which takes about a minute/).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Read the 11 pages" }).click();
  await atWork(page)
    .getByText(/^Page \d+ of 11/)
    .waitFor({ timeout: 60_000 });
  await atWork(page).getByRole("button", { name: "Cancel" }).click();
  await expect.poll(() => atWork(page).count()).toBe(0);
});

test("a page with text is marked, turned over and made larger", async () => {
  const clause = "Late payment bears interest of nine percent a year from the day on which the invoice was due.";
  const lines = (text: string) => ({ words: brokenLines(text, 50).map((line, at) => ({ x: 60, y: 100 + at * 14, text: line })) });
  const page = await chatWith("Terms.pdf", pdfOfPages([lines("These are the terms of delivery."), lines(clause)]));
  await send(page, "What interest does late payment bear?");
  await ended(page, 1);
  await answers(page).locator("button.citation").first().click();
  const viewer = await openCited(page, "Terms.pdf");
  await viewer.getByText("Page 2 of 2").waitFor();
  expect(await viewer.locator("[data-cited]").count()).toBe(2);
  await expect.poll(() => inkUnderMark(viewer)).toBeGreaterThan(20);
  const width = async () => (await viewer.locator("canvas").boundingBox())!.width;
  const before = await width();
  await viewer.getByRole("button", { name: "Larger" }).click();
  await expect.poll(width).toBeGreaterThan(before * 1.2);
  await viewer.getByRole("region", { name: "Terms.pdf, page 2" }).press("PageUp");
  await viewer.getByText("Page 1 of 2").waitFor();
  await viewer.getByText("These are the terms of delivery.").waitFor();
  expect(await viewer.locator("[data-cited]").count()).toBe(0);
});
