/* Exports as files. */
import { readFileSync } from "node:fs";
import { extractText } from "unpdf";
import { afterAll, beforeAll, expect, test } from "vitest";
import { documentOf } from "#core/document/document-schema.ts";
import { plainTextOf } from "#core/document/document-text.ts";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { renderDocx } from "#server/export/docx.ts";
import { readWordDocument } from "#server/files/readers/word-document.ts";
import { openArchive } from "#server/files/zip.ts";
import { startJourney, type Journey } from "./browser.ts";
import { ended, send, setModel } from "./conversation.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey.close());

test("a chat is saved as a PDF from the list of chats", async () => {
  const page = await journey.page();
  await setModel(journey, { text: "Three months, to the end of a month.", tps: 0 });
  await page.goto("/chat");
  await send(page, "How long is the notice?");
  await ended(page, 1);
  // The model writes its title, which may come later.
  await page.locator("#sidebar li").first().hover();
  await page.getByRole("button", { name: /^Actions for/ }).click();
  const saved = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Export as PDF" }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^legal-transcript-\d{4}-\d\d-\d\d\.pdf$/);
  await page.getByText(/^legal-transcript-.*\.pdf saved$/).waitFor();
  const { text } = await extractText(new Uint8Array(readFileSync(await file.path())), { mergePages: true });
  expect(text).toContain("Three months, to the end of a month.");
});

test("a draft is saved as a Word file, with what was typed a moment ago", async () => {
  const page = await journey.page();
  const made = async (path: string, data: object) => {
    const answer = await page.request.post(path, { data, headers: { origin: journey.url } });
    return ((await answer.json()) as { id: string }).id;
  };
  const projectId = await made("/api/projects", { name: "Leases" });
  const draftId = await made("/api/drafts", { projectId, name: "Lease", content: "The rent is due." });
  await page.goto(`/vault/projects/${projectId}/drafts/${draftId}`);
  await page.locator(".ProseMirror").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" On time.");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const saved = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: /^Word/ }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe("Lease.docx");
  const { document } = await readWordDocument(await openArchive(readFileSync(await file.path())));
  expect(plainTextOf(documentOf(document)!)).toBe("The rent is due. On time.");
});

test("a counterpart's Word file becomes a draft of the project", async () => {
  const page = await journey.page();
  const answer = await page.request.post("/api/projects", { data: { name: "Leases" }, headers: { origin: journey.url } });
  const { id } = (await answer.json()) as { id: string };
  await page.goto(`/vault/projects/${id}`);
  const bytes = await renderDocx(markdownToDocument("# Lease\n\n1) The rent is due.\n2) Law"), { title: "Lease" });
  await page
    .getByLabel("File to import")
    .setInputFiles({ name: "Lease v2.docx", mimeType: "application/octet-stream", buffer: Buffer.from(bytes) });
  await page.waitForURL(/\/drafts\/[0-9a-f-]{36}$/);
  expect(await page.getByRole("textbox", { name: "Name of the draft" }).inputValue()).toBe("Lease v2");
  await expect.poll(() => page.locator(".ProseMirror h1").innerText()).toBe("Lease");
  await expect.poll(() => page.locator(".ProseMirror li[data-clause]").count()).toBe(2);
});
