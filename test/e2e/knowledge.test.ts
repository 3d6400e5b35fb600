/*
 * From a question to the passage that answers it, offline and with the built-in editor: law is loaded from official
 * files, a contract is imported as PDF and as Word, one question is asked in Swedish and one in German, and citations
 * are verified and opened in place.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { openDatabase } from "#server/db/database.ts";
import { renderDocx } from "#server/export/docx.ts";
import { pdfBlocks } from "#server/export/pdf-blocks.ts";
import { renderPdf } from "#server/export/pdf.ts";
import { readGesetz } from "#server/knowledge/forms/gesetze-im-internet.ts";
import { readRows } from "#server/knowledge/forms/rows.ts";
import { readSwedishLaw } from "#server/knowledge/forms/swedish-law.ts";
import { loadLaw } from "#server/knowledge/index-law.ts";
import { sharedData } from "#test/shared-data.ts";
import { germanAct, swedishAct } from "#test/statutes.ts";
import { startJourney, type Journey } from "./browser.ts";
import { answers, ended, send } from "./conversation.ts";
import { ready } from "./steps.ts";

/** Real statutes if available: the Swedish employment protection act and the German one. */
const { path: legal, isThere } = sharedData("legal");
if (!isThere) process.stderr.write("SKIPPED: real statutes are not asked about, as shared/data/legal is missing.\n");

function realActs() {
  if (!isThere) return [];
  const rows = (country: string, start: string) =>
    readFileSync(join(legal, country, "corpus_dev.jsonl"), "utf8")
      .split("\n")
      .filter((line) => line.startsWith(`{"id": "${start}:`))
      .join("\n");
  return [...readRows(rows("se", "SFS 1982:80")), ...readRows(rows("de", "BJNR004990951"))];
}

const contract = `# Distribution agreement

## Territory

The distributor sells the products in Norway and Denmark and nowhere else.

## Term and termination

This agreement runs for three years. Either party may terminate it with ninety days of written notice.

## Liability

The liability of the supplier is limited to the price paid for the products in the last twelve months.`;

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney({ MODEL_SERVER_URL: "" }, async (folder) => {
    const database = await openDatabase({ folder: join(folder, "database") });
    await loadLaw(database.db, [...readGesetz(germanAct), ...readSwedishLaw(swedishAct), ...realActs()]);
    await database.close();
  });
});
afterAll(() => journey.close());

async function chatWith(jurisdiction: RegExp): Promise<Page> {
  const page = await journey.page();
  await page.goto("/chat");
  await ready(page);
  await page.getByRole("button", { name: "StyleGuide" }).click();
  await page.getByRole("switch", { name: jurisdiction }).click();
  await page.keyboard.press("Escape");
  return page;
}

const attach = (page: Page, name: string, bytes: Uint8Array) =>
  page.getByLabel("Files to attach").setInputFiles({ name, mimeType: "application/octet-stream", buffer: Buffer.from(bytes) });

/** Opens the citation after these words, and returns the viewer with its mark visible. */
async function openCited(page: Page, words: string) {
  const quoted = answers(page).last().locator("blockquote", { hasText: words }).first();
  const chip = quoted.locator("button.citation").first();
  await expect.poll(() => chip.getAttribute("data-verdict")).toBe("verified");
  await chip.click();
  await page.getByText("Verified: these words are in the source").waitFor();
  await page.getByRole("button", { name: "Show the document" }).click();
  const viewer = page.getByRole("dialog");
  await viewer.locator("mark", { hasText: words }).waitFor();
  return viewer;
}

const pdf = async () => {
  const content = pdfBlocks(markdownToDocument(contract), {});
  return (await renderPdf(null, { title: "Distribution agreement", createdAt: new Date(0), content })).bytes;
};
const docx = () => renderDocx(markdownToDocument(contract), { title: "Distribution agreement" });

test("a contract in PDF is asked about beside Swedish law, and both are opened where they are cited", async () => {
  const page = await chatWith(/Sweden/);
  await attach(page, "Agreement.pdf", await pdf());
  await page.getByText("Agreement.pdf uploaded").waitFor();
  await send(page, "How much notice must a party give to terminate?");
  expect(await ended(page, 1)).toContain("Either party may terminate it with ninety days of written notice.");
  const viewer = await openCited(page, "Either party may terminate it with ninety days of written notice.");
  await viewer.getByText(/^Page 1 of \d+$/).waitFor();
  await expect.poll(() => viewer.locator("[data-cited]").count()).toBeGreaterThan(0);
  await page.keyboard.press("Escape");

  const [question, words, place] = !isThere
    ? ["Vad gäller enligt 2 kap. 2 § lagen om provarbete?", "Uppsägning ska vara skriftlig.", "2 kap. 2 §"]
    : ["Vad krävs enligt 7 § LAS för att säga upp någon?", "sakliga skäl", "7 §"];
  await send(page, question!);
  expect(await ended(page, 2)).toContain(place);
  await openCited(page, words!);
});

test("the same contract in Word is asked about beside German law, and both are opened where they are cited", async () => {
  const page = await chatWith(/Germany/);
  await attach(page, "Agreement.docx", await docx());
  await page.getByText("Agreement.docx uploaded").waitFor();
  await send(page, "What limits the liability of the supplier?");
  expect(await ended(page, 1)).toContain("limited to the price paid for the products in the last twelve months");
  const viewer = await openCited(page, "limited to the price paid for the products in the last twelve months");
  await viewer.getByText("Term and termination").waitFor();
  await page.keyboard.press("Escape");

  const [question, words, place] = !isThere
    ? ["Was steht in § 2 ProbeG zum Urlaub?", "zwei Tage Urlaub", "§ 2 ProbeG"]
    : ["Wann ist eine Kündigung nach § 1 Abs. 2 KSchG sozial ungerechtfertigt?", "sozial ungerechtfertigt", "§ 1 Abs."];
  await send(page, question!);
  expect(await ended(page, 2)).toContain(place);
  await openCited(page, words!);
});
