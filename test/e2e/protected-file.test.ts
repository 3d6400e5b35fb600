/*
 * A counterpart's Word file that opens with a password: it is asked for, and their tracked row and alignment are drawn,
 * decided, and written into the file that goes back.
 */
import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openArchive } from "#server/files/zip.ts";
import { zipOf } from "#test/documents.ts";
import { protectedOffice } from "#test/protected-office.ts";
import { receivedParts, theirs } from "#test/received-file.ts";
import { startJourney, type Journey } from "./browser.ts";
import { pressInText } from "./draft-steps.ts";

let journey: Journey;
const path = join(tmpdir(), `stet-protected-${process.pid}.docx`);
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(async () => {
  await journey?.close();
  rmSync(path, { force: true });
});

const old = '<w:pStyle w:val="Clause"/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="7"/></w:numPr>';
const by = `w:id="90" w:author="${theirs.author}" w:date="${theirs.date}"`;
/** The clause with the reminder was justified, and is centered by the counterpart. */
const centered = `<w:pPr>${old}<w:jc w:val="center"/><w:pPrChange ${by}><w:pPr>${old}</w:pPr></w:pPrChange></w:pPr>`;

function protectedFile(): Buffer {
  const parts = Object.entries(receivedParts).map(([name, data]) => ({ name, data: withCentered(data) }));
  return protectedOffice(zipOf(parts), "harbour 7");
}

function withCentered(part: string): string {
  const words = part.indexOf(">Their ");
  if (words < 0) return part;
  const start = part.lastIndexOf("<w:pPr>", words);
  return part.slice(0, start) + centered + part.slice(part.indexOf("</w:pPr>", start) + "</w:pPr>".length);
}

test("a protected file asks for its password, and a row and an alignment that came are decided and go back", async () => {
  const page = await journey.page({ viewport: { width: 1440, height: 900 } });
  const answer = await page.request.post("/api/projects", { data: { name: "Harbour" }, headers: { origin: journey.url } });
  const { id } = (await answer.json()) as { id: string };
  await page.goto(`/vault/projects/${id}`);
  const file = { name: "Services v2.docx", mimeType: "application/octet-stream", buffer: protectedFile() };
  await page.getByLabel("File to import").setInputFiles(file);
  const dialog = page.getByRole("dialog", { name: "This file has a password" });
  await dialog.getByLabel("Password").fill("wrong");
  await dialog.getByRole("button", { name: "Open" }).click();
  await dialog.getByText("That password isn’t right.").waitFor();
  await dialog.getByLabel("Password").fill("harbour 7");
  await dialog.getByRole("button", { name: "Open" }).click();
  await page.waitForURL(/\/drafts\/[0-9a-f-]{36}$/);

  const text = page.locator(".ProseMirror").first();
  const clause = text.locator("p", { hasText: "is no need to remind" });
  // Drawn below the row that it is beside.
  const drawn = text.locator("tr", { has: page.locator("ins", { hasText: "Report" }) });
  await drawn.waitFor();
  expect(await text.locator("tr").count()).toBe(3);
  expect(await clause.getAttribute("data-align")).toBe("justify");
  await pressInText(text, `Accept: Centered, ${theirs.author}, 2026-11-03`);
  await expect.poll(() => clause.getAttribute("data-align")).toBe("center");
  await pressInText(text, `Accept: Row inserted, ${theirs.author}, 2026-11-03`);
  await drawn.waitFor({ state: "detached" });
  expect(await text.locator("tr").count()).toBe(3);
  expect(await text.locator("tr").last().innerText()).toMatch(/^\s*Report\s+Sunday\s*$/);
  await page.locator('[data-save="saved"]').waitFor();

  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await page.getByRole("menuitem", { name: /^Word/ }).click();
  await (await saved).saveAs(path);
  await page.context().close();
  let xml = "";
  for await (const piece of (await openArchive(readFileSync(path))).part("word/document.xml")!) xml += piece;
  expect(xml).toContain(`<w:pPr>${old}<w:jc w:val="center"/></w:pPr>`);
  expect(xml).not.toContain("pPrChange");
  expect(xml).not.toMatch(/<w:trPr>\s*<w:ins/);
  expect(xml).toContain("Report");
  // What is undecided is as it came.
  expect(xml).toMatch(/<w:del [^>]*>(?:(?!<\/w:del>).)*Monday/s);
}, 120_000);
