/* Discovery: words are redacted, documents withheld and produced; what is handed over does not say them. */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { emailOf, mboxOf } from "../collected-emails.ts";
import { readProduction, wordsFound } from "../productions.ts";
import { startJourney, type Journey } from "./browser.ts";
import { ready, seriousFindings, settled } from "./steps.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney({ MODEL_SERVER_URL: "" });
});
afterAll(() => journey?.close());

const count = 200;
/** Every tenth names the project, every twentieth is advice. */
const emails = Array.from({ length: count }, (_, at) => {
  const isAdvice = at % 20 === 5;
  const subject = isAdvice ? `Advice ${at}` : `Report ${at}`;
  const text = isAdvice ? "The zebra clause is void." : at % 10 === 0 ? "All is well with Osprey this week." : "All is well.";
  return emailOf({ id: `m${at}`, subject, day: "2024-01-10", text: `Dear Bo,\n\n${text}\n\nNumber ${at}` });
});

async function newCollection(page: Page): Promise<string> {
  const headers = { origin: journey.url };
  const post = async (path: string, data: object) => {
    const response = await page.request.post(path, { data, headers });
    expect([path, response.ok()]).toEqual([path, true]);
    return (await response.json()) as { id: string };
  };
  const { id: projectId } = await post("/api/projects", { name: "Supply" });
  const file = { name: "Reports.mbox", mimeType: "application/mbox", buffer: Buffer.from(mboxOf(emails)) };
  expect((await page.request.post(`/api/upload?project=${projectId}`, { multipart: { file }, headers })).status()).toBe(200);
  const { id } = await post("/api/discovery", { projectId, name: "Reports", prefix: "REP" });
  await post(`/api/discovery/${id}/sources`, { custodian: "Miller" });
  return id;
}

async function code(page: Page, query: string, name: string, documents: number): Promise<void> {
  const field = page.getByRole("searchbox", { name: "Search documents" });
  await field.fill(query);
  await field.press("Enter");
  await page.getByRole("button", { name: "Code", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Code documents" });
  await dialog.getByLabel(name, { exact: true }).selectOption("set");
  await dialog.getByRole("button", { name: `Code ${documents} documents` }).click();
  await page.getByText(`${documents} documents were coded.`).waitFor();
}

async function produce(page: Page): Promise<Buffer> {
  await page.getByRole("button", { name: "New production" }).click();
  const dialog = page.getByRole("dialog", { name: "New production" });
  await dialog.getByLabel("Name").fill("For the court");
  await dialog.getByText(`${count} documents · 20 with redactions · 10 withheld as privileged`).waitFor();
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.getByRole("button", { name: `Produce ${count} documents` }).click();
  const made = page.getByRole("article", { name: "For the court" });
  await made.getByText(`PROD-000001 – PROD-000${count}`).waitFor({ timeout: 180_000 });
  const saving = page.waitForEvent("download");
  await made.getByRole("link", { name: "Download" }).click();
  return readFile(await (await saving).path());
}

test("200 emails are redacted, withheld and produced, and the same is produced again", { timeout: 500_000 }, async () => {
  const page = await journey.page();
  const id = await newCollection(page);
  await page.goto(`/discovery/${id}?query=osprey`);
  await ready(page);
  const documents = page.getByRole("region", { name: "Documents" });
  await expect.poll(async () => (await page.reload(), ready(page), documents.getByRole("listitem").count())).toBe(20);

  // A word is selected, and redacted in the email that it stands in.
  await documents
    .getByRole("link", { name: /Report 0/ })
    .first()
    .click();
  const reader = page.getByRole("article", { name: "REP-0000001" });
  await reader.locator("mark", { hasText: "Osprey" }).dblclick();
  const bar = reader.getByRole("group", { name: "Redact the selected words" });
  const selected = () => page.evaluate(() => getSelection()!.getRangeAt(0).getBoundingClientRect().bottom);
  await expect.poll(async () => (await bar.boundingBox())!.y - (await selected())).toBeGreaterThan(0);
  await bar.getByLabel("Reason").selectOption("Trade secret");
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);
  await bar.getByRole("button", { name: "Redact" }).click();
  await page.getByText("Redacted in 1 place.").waitFor();
  const listed = reader.getByRole("region", { name: "Redactions" });
  await listed.getByText("Trade secret").waitFor();
  expect(await reader.locator("s").innerText()).toBe("Osprey");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => listed.count()).toBe(0);
  await page.getByRole("button", { name: "Undo" }).waitFor({ state: "hidden" });
  await settled(page);

  // The same in the others, as they come.
  const found = await page.request.get(`/api/discovery/${id}/documents?query=osprey`);
  const { documents: all } = (await found.json()) as { documents: { id: string }[] };
  for (const { id: documentId } of all) {
    const one = await page.request.get(`/api/discovery/${id}/documents/${documentId}`);
    const start = ((await one.json()) as { document: { text: string } }).document.text.indexOf("Osprey");
    const data = { operationId: crypto.randomUUID(), documentId, start, end: start + 6, reason: "trade-secret", scope: "document" };
    expect((await page.request.post(`/api/discovery/${id}/redactions`, { data, headers: { origin: journey.url } })).ok()).toBe(
      true,
    );
  }
  await reader.locator("s").waitFor();
  await page.getByRole("link", { name: "Close document" }).click();
  await code(page, "zebra", "Privileged", 10);
  await code(page, "well OR zebra", "Responsive", count);

  await page.getByRole("link", { name: "Productions" }).click();
  await page.getByText("No productions yet").waitFor();
  const first = await produce(page);
  const received = await readProduction(first);
  expect(received.documents).toHaveLength(count);
  expect(wordsFound(received, ["osprey", "zebra", "advice"])).toEqual([]);
  expect(received.documents[0]!.pages[0]).toContain("All is well with [Redacted: Trade secret] this week.");
  expect(received.documents[5]!.pages[0]).toContain("This document is withheld as privileged.");
  expect(received.documents[1]!.pages[0]).toContain("Report 1");

  const savingLog = page.waitForEvent("download");
  await page.getByRole("link", { name: "Excel" }).click();
  expect((await savingLog).suggestedFilename()).toBe("For the court privilege log.xlsx");

  await page.getByRole("button", { name: "Delete For the court" }).click();
  await page.getByText("No productions yet").waitFor();
  expect((await produce(page)).equals(first)).toBe(true);
});
