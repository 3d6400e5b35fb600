/* Files: uploaded in every way, tracked while processing, searched, cited, and opened at the cited page. */
import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { docxOf, pdfOf } from "#test/documents.ts";
import { startJourney, type Journey } from "./browser.ts";
import { answers, composer, ended, send } from "./conversation.ts";
import { ready, seriousFindings, settled } from "./steps.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney({ MODEL_SERVER_URL: "" });
});
afterAll(() => journey.close());

const contract = pdfOf([
  ["# Supply agreement", "The supplier delivers the goods to the buyer's warehouse in Rotterdam."],
  ["# Notice", "Either party may terminate this agreement by giving sixty days notice in writing."],
  ["# Payment", "Invoices are due within thirty days. Late payment bears interest of nine percent a year."],
]);
const annex = docxOf(["# Försäkring", "1) Leverantören ska försäkra varorna till dess att de har lämnats till köparen."]);

async function chatPage(): Promise<Page> {
  const page = await journey.page();
  await page.goto("/chat");
  await ready(page);
  return page;
}

const attach = (page: Page, name: string, buffer: Buffer) =>
  page.getByLabel("Files to attach").setInputFiles({ name, mimeType: "application/octet-stream", buffer });
const chip = (page: Page, name: string) => page.getByRole("list", { name: "Attached files" }).getByText(name, { exact: true });

test("a PDF and a Word file are uploaded, answered from with their page and clause, and opened at the place", async () => {
  const page = await chatPage();
  await attach(page, "Agreement.pdf", contract);
  await page.getByText("Agreement.pdf uploaded").waitFor();
  await page.getByText("Agreement.pdf has been read, 3 pages.").waitFor();
  await attach(page, "Bilaga.docx", annex);
  await page.getByText("Bilaga.docx uploaded").waitFor();
  await send(page, "What interest does late payment bear?");
  expect(await ended(page, 1)).toContain("Late payment bears interest of nine percent a year.");
  expect(await answers(page).innerText()).toContain("page 3");

  await answers(page).locator("button.citation").first().click();
  await page.getByText("Verified: these words are in the source").waitFor();
  await expect.poll(() => answers(page).locator("button.citation").first().getAttribute("data-verdict")).toBe("verified");
  await page.getByRole("button", { name: "Show the document" }).click();
  const viewer = page.getByRole("dialog", { name: "Agreement.pdf" });
  await viewer.getByText("Page 3 of 3", { exact: true }).waitFor();
  expect(await viewer.locator("mark").innerText()).toContain("Late payment bears interest of nine percent a year.");
  await expect.poll(() => viewer.locator("[data-cited]").count()).toBeGreaterThan(0);
  await viewer.getByRole("button", { name: "Text", exact: true }).click();
  await viewer.getByText("warehouse in Rotterdam").waitFor();
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press("Escape");

  await send(page, "Vem ska försäkra varorna?");
  expect(await ended(page, 2)).toContain("Leverantören ska försäkra varorna");
  await answers(page).nth(1).locator("button.citation").first().click();
  await page.getByRole("button", { name: "Show the document" }).click();
  await page.getByRole("dialog", { name: "Bilaga.docx" }).locator("mark", { hasText: "försäkra varorna" }).waitFor();
});

test("what cannot be taken says why in a sentence, is not sent, and can be taken off", async () => {
  const page = await chatPage();
  await attach(page, "invoice.pdf", Buffer.from("MZ\x90\x00 This program cannot be run in DOS mode"));
  await page.getByText("Failed to upload invoice.pdf").waitFor();
  await page
    .getByText(/“invoice\.pdf”: This file is a program/)
    .first()
    .waitFor();
  await send(page, "What does it say?");
  await page.getByText("invoice.pdf could not be uploaded, so nothing was sent.").first().waitFor();
  await expect.poll(() => composer(page).inputValue()).toBe("What does it say?");
  await page.getByRole("button", { name: "Remove invoice.pdf" }).click();
  await expect.poll(() => page.locator("input[name=fileData]").inputValue()).toBe("[]");
});

test("a large file continues from where the connection was lost, and from where the page was left", async () => {
  const part = 4_000_000;
  // Large to upload, with little to read.
  const long = Buffer.from(`<!doctype html><p>Sixty days' notice.</p><!-- ${"Not shown. ".repeat(800_000)} -->`);
  const asked: string[] = [];
  /** Drops the second part of a file this many times. */
  let lost = 1;
  const large = async () => {
    asked.length = 0;
    const page = await chatPage();
    await page.route(/\/api\/uploads/, (route) => {
      const request = route.request();
      const offset = request.headers()["upload-offset"] ?? "";
      asked.push(`${request.method()} ${offset}`.trim());
      return offset === String(part) && lost-- > 0 ? route.abort("connectionreset") : route.continue();
    });
    await attach(page, "Long.html", long);
    return page;
  };
  const interrupted = await large();
  await interrupted.getByText("Long.html uploaded").waitFor();
  expect(asked).toEqual(["POST", "PATCH 0", `PATCH ${part}`, "HEAD", `PATCH ${part}`, `PATCH ${2 * part}`]);

  lost = Number.POSITIVE_INFINITY;
  const left = await large();
  await expect.poll(() => asked.includes(`PATCH ${part}`)).toBe(true);
  lost = 0;
  asked.length = 0;
  await left.reload();
  await expect.poll(() => asked).toEqual(["HEAD", `PATCH ${part}`, `PATCH ${2 * part}`]);

  // What has arrived is not uploaded again.
  const notice = left.getByText("Long.html has been read. Answers can quote and cite it.");
  await notice.waitFor();
  asked.length = 0;
  await left.reload();
  await notice.waitFor();
  expect(asked).toEqual([]);
});

test("a large file whose last step failed is not sent again, but asked after", async () => {
  const long = Buffer.from(`<!doctype html><p>Ninety days' notice.</p><!-- ${"Not shown. ".repeat(400_000)} -->`);
  const page = await chatPage();
  const asked: string[] = [];
  page.on("request", (request) => {
    const { "upload-offset": offset = "" } = request.headers();
    if (/\/api\/uploads?/.test(request.url())) asked.push(`${request.method()} ${offset}`.trim());
  });
  // The files folder is missing, so what has arrived cannot be stored.
  const [kept, away] = [join(journey.folder, "files"), join(journey.folder, "files-away")];
  await rename(kept, away);
  await writeFile(kept, "");
  await attach(page, "Whole.html", long);
  await page.getByText("Try again to resume the upload.").waitFor();
  await rm(kept);
  await rename(away, kept);
  asked.length = 0;
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Whole.html uploaded").waitFor();
  expect(asked).toEqual(["HEAD", `PATCH ${long.length}`]);
});

test("a lost connection is waited for, and the file goes when it is back", async () => {
  const page = await chatPage();
  let lost = 2;
  await page.route("**/api/upload", (route) => (lost-- > 0 ? route.abort("connectionreset") : route.continue()));
  await attach(page, "notes.md", Buffer.from("# Rent\n\nThe rent is 900 euros."));
  await page.getByText("no connection").waitFor();
  await page.getByText("notes.md uploaded").waitFor();
  await send(page, "How much is the rent?");
  expect(await ended(page, 1)).toContain("The rent is 900 euros.");
});

test("an upload can be given up on its way", async () => {
  const page = await chatPage();
  const held = Promise.withResolvers<void>();
  await page.route("**/api/upload", async (route) => {
    await held.promise;
    await route.continue().catch(() => {});
  });
  await attach(page, "large.txt", Buffer.from("Some words."));
  await page.getByText("Uploading large.txt...").waitFor();
  await page.getByRole("button", { name: "Cancel large.txt" }).click();
  await page.getByText("Uploading large.txt...").waitFor({ state: "detached" });
  held.resolve();
  await expect.poll(() => page.locator("input[name=fileData]").inputValue()).toBe("[]");
});

test("files are pasted and dropped; uploaded once, they can be chosen again, deleted and brought back", async () => {
  const page = await chatPage();
  const bring = (how: "paste" | "drop", name: string) =>
    composer(page).evaluate(
      (field, { how, name }) => {
        const data = new DataTransfer();
        data.items.add(new File(["The notice period is three months."], name, { type: "text/plain" }));
        const event =
          how === "paste"
            ? new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true })
            : new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true });
        field.dispatchEvent(event);
      },
      { how, name },
    );
  const told = page.evaluate(
    () => new Promise((resolve) => addEventListener("files:uploaded", () => resolve(true), { once: true })),
  );
  await bring("paste", "pasted.txt");
  expect(await told).toBe(true);
  await bring("drop", "dropped.txt");
  await page.getByText("dropped.txt uploaded").waitFor();
  await page.getByRole("button", { name: "Remove pasted.txt" }).click();
  await page.getByRole("button", { name: "Remove dropped.txt" }).click();

  await page.getByRole("button", { name: "Choose files" }).click();
  const picker = page.getByRole("dialog", { name: "Choose files" });
  await picker.getByRole("checkbox", { name: /pasted\.txt/ }).check();
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);
  await picker.getByRole("button", { name: "Delete dropped.txt" }).click();
  await picker.getByRole("checkbox", { name: /dropped\.txt/ }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await picker.getByRole("checkbox", { name: /dropped\.txt/ }).waitFor();
  await picker.getByRole("button", { name: "Attach", exact: true }).click();
  await chip(page, "pasted.txt").waitFor();
  await send(page, "What is the notice period?");
  expect(await ended(page, 1)).toContain("The notice period is three months.");
});

test("a list that cannot be read says so, and is read when asked again", async () => {
  const page = await chatPage();
  await page.route("**/api/files", (route) => route.abort());
  await page.getByRole("button", { name: "Choose files" }).click();
  await page.getByText("Failed to fetch files").waitFor();
  await page.unroute("**/api/files");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("No files yet").waitFor();
});

test("a document that cannot be loaded says so", async () => {
  const page = await chatPage();
  await attach(page, "rent.txt", Buffer.from("The rent is 900 euros a month."));
  await send(page, "How much is the rent?");
  await ended(page, 1);
  await page.route("**/api/documents/**", (route) => route.abort());
  await answers(page).locator("button.citation").first().click();
  await page.getByRole("button", { name: "Show the document" }).click();
  await page.getByRole("dialog", { name: "rent.txt" }).getByText("Failed to load document").waitFor();
});
