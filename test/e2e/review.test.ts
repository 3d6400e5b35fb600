/* A review: forty agreements in a table, sampled, run, verified by keyboard, and out to Excel. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readDocument } from "#server/files/read-document.ts";
import { startReviewModel, type ReviewModel } from "../review-model.ts";
import { agreement, agreementColumns, readAgreement } from "../reviews.ts";
import { startJourney, type Journey } from "./browser.ts";
import { ready, seriousFindings, settled } from "./steps.ts";

let model: ReviewModel;
let journey: Journey;
beforeAll(async () => {
  model = await startReviewModel(readAgreement);
  journey = await startJourney({ MODEL_SERVER_URL: model.url });
});
afterAll(async () => {
  await journey?.close();
  await model?.close();
});

async function newProject(page: Page, count: number): Promise<void> {
  const headers = { origin: journey.url };
  const made = await page.request.post("/api/projects", { data: { name: "Suppliers" }, headers });
  const { id } = (await made.json()) as { id: string };
  for (let at = 1; at <= count; at++) {
    const { name, text } = agreement(at);
    const file = { name, mimeType: "text/plain", buffer: Buffer.from(text) };
    const answer = await page.request.post(`/api/upload?project=${id}`, { multipart: { file }, headers });
    expect(answer.status()).toBe(200);
  }
}

test("forty agreements become a table: sampled, run, verified, corrected, undone and exported", { timeout: 180_000 }, async () => {
  const page = await journey.page();
  await newProject(page, 40);
  await page.goto("/chat");
  await ready(page);
  await page.getByRole("link", { name: "Review", exact: true }).click();
  await page.getByText("No reviews yet").waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "New review" }).click();
  const making = page.getByRole("dialog", { name: "New review" });
  await making.getByLabel("Name").fill("Supply agreements");
  await making.getByRole("button", { name: "Create review" }).click();
  await page.getByRole("heading", { level: 1, name: "Supply agreements" }).waitFor();

  // Questions of one's own.
  for (const { label, question, format } of agreementColumns) {
    await page.getByRole("button", { name: "Column", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Add column" });
    await dialog.getByLabel("Heading").fill(label);
    await dialog.getByLabel("Question").fill(question);
    await dialog.getByLabel("Answer").selectOption(format);
    await dialog.getByRole("button", { name: "Add column" }).click();
    await page.getByRole("columnheader", { name: new RegExp(label) }).waitFor();
  }
  const grid = page.getByRole("grid", { name: "Supply agreements" });
  expect(await grid.getAttribute("aria-rowcount")).toBe("41");

  // A sample first.
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const running = page.getByRole("dialog", { name: "Run review" });
  await running.getByText(/9 answers from reader/).waitFor();
  await running.getByRole("button", { name: "Run", exact: true }).click();
  await grid.getByText("2003-03-01").waitFor();
  expect(model.asked).toHaveLength(9);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await running.getByText(/111 answers from reader/).waitFor();
  await running.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("group", { name: "Run" }).waitFor({ state: "detached" });
  await expect.poll(() => model.asked.length, { timeout: 30_000 }).toBe(120);
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);

  // By keyboard: to the second column of the first row, open, verify.
  await grid.getByRole("rowheader").first().focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  const panel = page.getByRole("complementary", { name: "Cell" });
  await panel.getByText("Germany", { exact: true }).waitFor();
  await panel.getByText("governed by the law of Germany.").waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await panel.getByRole("button", { name: "Show in document" }).click();
  const viewer = page.getByRole("dialog", { name: "Agreement 01.txt" });
  await viewer.locator("mark").getByText("governed by the law of Germany").waitFor();
  await viewer.getByRole("button", { name: "Close" }).click();
  await panel.getByRole("button", { name: "Verify", exact: true }).click();
  await panel.getByText(/^Verified by/).waitFor();
  await page.keyboard.press("Escape");

  // A correction, and back.
  const first = grid.getByRole("row").nth(1);
  await first.getByRole("gridcell").nth(2).click();
  await panel.getByRole("button", { name: "Correct" }).click();
  await panel.getByLabel("Answer").fill("Sixty days");
  await panel.getByRole("button", { name: "Save" }).click();
  await first.getByText("Sixty days").waitFor();
  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await first.getByText("2 months").waitFor();
  await page.keyboard.press("Escape");

  // What is not there is a finding.
  await page.keyboard.press("Control+End");
  await grid.getByText("Not present").last().waitFor();

  await page.getByRole("button", { name: "More" }).click();
  const saved = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Export to Excel" }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe("Supply agreements.xlsx");
  const bytes = readFileSync(await download.path());
  const { text } = await readDocument(bytes, "Supply agreements.xlsx");
  for (const words of ["Agreement 40.txt", "2040-03-01", "Not present", "governed by the law of Germany", "verified"])
    expect(text).toContain(words);
});
