/* Import, end to end: another product's chats previewed, imported, shown with their versions, and undone. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { branchedChat, chatgptExport, zipOf } from "#test/exports.ts";
import { startJourney, type Journey } from "./browser.ts";
import { seriousFindings } from "./steps.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());

const onePixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

test("a ChatGPT export is previewed, imported, imported again and undone", async () => {
  const page = await journey.page();
  await page.goto("/settings/account");
  await page.getByRole("main").getByRole("link", { name: "Import" }).last().click();
  await page.getByRole("heading", { name: "Import from other products" }).waitFor();
  const chats = Array.from({ length: 30 }, (_, at) => branchedChat(at));
  const file = { name: "ChatGPT.zip", mimeType: "application/zip", buffer: chatgptExport([...chats, { nothing: "known" }]) };
  const picker = page.getByLabel("Export file");
  const row = page.getByRole("list", { name: "Imports" }).getByRole("listitem");

  await picker.setInputFiles(file);
  await row.getByText("30 chats from ChatGPT, 13 Sept 2020: 150 messages, 60 other versions.").waitFor();
  await row.getByText("What cannot be imported (1)").click();
  await row.getByText("“Chat 31”: It isn’t a chat from a product Stet can import from.").waitFor();
  expect(await page.getByRole("link", { name: "Chat 29" }).count()).toBe(0);
  expect(await seriousFindings(page)).toEqual([]);
  await row.getByRole("button", { name: "Import", exact: true }).click();
  await row.getByText("Imported 30 chats with 150 messages.").waitFor();
  await page.getByRole("link", { name: "Chat 29" }).click();
  await page.getByText("Third answer of chat 29").waitFor();
  await page.getByText("Second wording of chat 29").waitFor();

  await page.goto("/settings/account/import");
  await picker.setInputFiles(file);
  await row.getByText("You’ve already imported all of them.").waitFor();
  expect(await row.getByRole("button", { name: "Import", exact: true }).count()).toBe(0);
  await row.getByRole("button", { name: "Discard" }).click();
  await row.getByText("You’ve already imported all of them.").waitFor({ state: "detached" });

  await row.getByRole("button", { name: "Undo import" }).click();
  await page.getByText("30 imported chats will be deleted. You can import the file again.").waitFor();
  await page.getByRole("dialog").or(page.getByRole("alertdialog")).getByRole("button", { name: "Undo import" }).click();
  await row.getByText("Undone.").waitFor();
  await page.getByRole("link", { name: "Chat 29" }).waitFor({ state: "detached" });
  await page.goto("/chat");
  expect(await page.getByRole("link", { name: "Chat 29" }).count()).toBe(0);
});

test("a folder of Markdown is previewed, becomes linked drafts in projects, and is undone", async () => {
  const page = await journey.page();
  await page.goto("/settings/account/import");
  const buffer = zipOf({
    "Notebook/Home.md": "Begin with [[Lease]].",
    "Notebook/Work/Lease.md": "---\ntitle: The lease\ntags: rent\n---\nThe tenant pays **rent**. ![[plan.png]]",
    "Notebook/Work/Notes.md": "Back [home](../Home.md).",
    "Notebook/plan.png": onePixel,
  });
  await page.getByLabel("Export file").setInputFiles({ name: "Notebook.zip", mimeType: "application/zip", buffer });
  const row = page.getByRole("list", { name: "Imports" }).getByRole("listitem");
  await row.getByText(/^3 documents from Markdown files, .+: 1 picture\.$/).waitFor();
  await row.getByText("What cannot be imported (1)").click();
  await row.getByText("1 property of documents, such as tags").waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await row.getByRole("button", { name: "Import", exact: true }).click();
  await row.getByText("Imported 3 documents into 2 projects with 1 picture.").waitFor();

  await page.goto("/vault");
  const main = page.getByRole("main");
  await main.getByRole("link", { name: "Notebook" }).first().click();
  await page.waitForURL(/\/vault\/projects\/[^/]+$/);
  await main.getByRole("link", { name: "Home" }).first().click();
  await page.waitForURL(/\/drafts\//);
  const link = page.getByRole("textbox", { name: "Home" }).locator("a", { hasText: "Lease" });
  await link.waitFor();
  await page.goto((await link.getAttribute("href"))!);
  await page.getByText("The tenant pays").first().waitFor();
  const picture = page.getByRole("main").locator("img[src*='/api/documents/']").first();
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1);

  await page.goto("/settings/account/import");
  await row.getByRole("button", { name: "Undo import" }).click();
  await page.getByText("3 imported drafts will be deleted. You can import the file again.").waitFor();
  await page.getByRole("dialog").or(page.getByRole("alertdialog")).getByRole("button", { name: "Undo import" }).click();
  await row.getByText("Undone.").waitFor();
  await page.goto("/vault");
  await page.getByRole("main").waitFor();
  expect(await page.getByRole("link", { name: "Notebook", exact: true }).count()).toBe(0);
});

test("a file that is none is refused with a sentence", async () => {
  const page = await journey.page();
  await page.goto("/settings/account/import");
  await page
    .getByLabel("Export file")
    .setInputFiles({ name: "letter.zip", mimeType: "application/zip", buffer: Buffer.from("Dear Sir or Madam") });
  await page.getByRole("alert").getByText("This file is neither a ZIP archive nor JSON.").waitFor();
  await page.getByRole("button", { name: "Remove from this list" }).click();
  await page.getByText("letter.zip", { exact: true }).waitFor({ state: "detached" });
  await page.getByRole("region", { name: "At work" }).waitFor({ state: "detached" });
});

test("on a phone the active settings tab is scrolled into view", async () => {
  const page = await journey.page({ viewport: { width: 390, height: 844 } });
  for (const path of ["import", "profile"]) {
    await page.goto(`/settings/account/${path}`);
    const tab = page.locator('nav a[aria-current="page"]').last();
    await expect
      .poll(async () => {
        const box = await tab.boundingBox();
        return box !== null && box.x >= 0 && box.x + box.width <= 390;
      })
      .toBe(true);
  }
});

test("an import at work is listed on every device, paused, resumed and removed when it failed", async () => {
  const page = await journey.page();
  const device = await page.context().newPage();
  await device.goto("/chat");
  expect(await device.getByRole("region", { name: "At work" }).count()).toBe(0);
  await page.goto("/settings/account/import");
  const many = chatgptExport(Array.from({ length: 3_000 }, (_, at) => branchedChat(at)));
  await page.getByLabel("Export file").setInputFiles({ name: "Many.zip", mimeType: "application/zip", buffer: many });
  const row = page.getByRole("list", { name: "Imports" }).getByRole("listitem").first();
  await row.getByRole("button", { name: "Import", exact: true }).click();
  const there = device.getByRole("listitem", { name: "Importing: Many.zip" });
  await there.getByRole("button", { name: "Pause" }).click();
  await there.getByText(/^Paused/).waitFor();
  await row.getByText(/^Paused, importing/).waitFor();
  expect(await seriousFindings(device)).toEqual([]);
  await there.getByRole("button", { name: "Resume" }).click();
  await row.getByText("Imported 3,000 chats").waitFor({ timeout: 120_000 });
  await device.getByRole("region", { name: "At work" }).waitFor({ state: "detached" });
  await page
    .getByLabel("Export file")
    .setInputFiles({ name: "note.zip", mimeType: "application/zip", buffer: Buffer.from("Dear Sir or Madam") });
  const failed = device.getByRole("listitem", { name: "Reading export: note.zip" });
  await failed.getByText("This file is neither a ZIP archive nor JSON.").waitFor();
  await failed.getByRole("button", { name: "Remove" }).click();
  await failed.waitFor({ state: "detached" });
}, 240_000);
