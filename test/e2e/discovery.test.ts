/* Discovery: a mailbox becomes a collection, searched, read with its family and thread. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { boardEmails, mboxOf } from "../collected-emails.ts";
import { startJourney, type Journey } from "./browser.ts";
import { ready, seriousFindings, settled } from "./steps.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney({ MODEL_SERVER_URL: "" });
});
afterAll(() => journey?.close());

async function newProject(page: Page): Promise<void> {
  const headers = { origin: journey.url };
  const made = await page.request.post("/api/projects", { data: { name: "Supply" }, headers });
  const { id } = (await made.json()) as { id: string };
  const file = { name: "Board.mbox", mimeType: "application/mbox", buffer: Buffer.from(mboxOf(boardEmails)) };
  expect((await page.request.post(`/api/upload?project=${id}`, { multipart: { file }, headers })).status()).toBe(200);
}

test(
  "a mailbox is read into a collection, searched, and an email is read with its family and thread",
  { timeout: 180_000 },
  async () => {
    const page = await journey.page();
    await newProject(page);
    await page.goto("/chat");
    await ready(page);
    await page.getByRole("link", { name: "Discovery", exact: true }).click();
    await page.getByText("No collections yet").waitFor();
    await settled(page);
    expect(await seriousFindings(page)).toEqual([]);

    await page.getByRole("button", { name: "New collection" }).click();
    const making = page.getByRole("dialog", { name: "New collection" });
    await making.getByLabel("Name").fill("Board emails");
    await making.getByLabel("Prefix of the document numbers").fill("BRD");
    await making.getByRole("button", { name: "Create collection" }).click();
    await page.getByRole("heading", { level: 1, name: "Board emails" }).waitFor();
    await page.getByRole("button", { name: "Add files" }).click();
    const adding = page.getByRole("dialog", { name: "Add files" });
    await adding.getByLabel("Custodian").fill("Anna Berg");
    await adding.getByRole("button", { name: "Read 1 file" }).click();
    const documents = page.getByRole("region", { name: "Documents" });
    await expect.poll(() => documents.getByRole("listitem").count(), { timeout: 60_000 }).toBe(9);
    await page.getByRole("link", { name: "1 exception" }).waitFor();

    // What can't be read is said where it is.
    const query = page.getByRole("searchbox", { name: "Search documents" });
    await query.fill("(liability OR offer");
    await query.press("Enter");
    await page.getByRole("alert").getByText("This parenthesis is never closed.").waitFor();
    expect(await page.getByRole("alert").locator("mark").innerText()).toBe("(");
    await query.fill("(liability OR offer) -from:bo date:2024-01");
    await query.press("Enter");
    await expect.poll(() => documents.getByRole("listitem").count()).toBe(2);

    await documents
      .getByRole("link", { name: /Offer for 2024.*1|Offer for 2024/ })
      .first()
      .click();
    const reader = page.getByRole("article", { name: "BRD-0000001" });
    await reader.getByText("Here is our offer.").waitFor();
    expect(await reader.locator("mark").first().innerText()).toBe("Offer");
    expect(await reader.getByRole("region", { name: "Family" }).getByRole("listitem").count()).toBe(3);
    await settled(page);
    expect(await seriousFindings(page)).toEqual([]);
    await reader
      .getByRole("region", { name: "Thread" })
      .getByRole("link", { name: /^Re: Offer for 2024/ })
      .click();
    await page.getByRole("article", { name: "BRD-0000004" }).getByText("We accept the offer").waitFor();

    // Coded by keys, and taken back.
    const coding = page.getByRole("region", { name: "Coding" });
    await page.keyboard.press("r");
    await expect
      .poll(() => coding.getByRole("button", { name: "Responsive", exact: true }).getAttribute("aria-pressed"))
      .toBe("true");
    await page.keyboard.press("n");
    await expect.poll(() => coding.getByRole("button", { name: "Not responsive" }).getAttribute("aria-pressed")).toBe("true");
    expect(await coding.getByRole("button", { name: "Responsive", exact: true }).getAttribute("aria-pressed")).toBe("false");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect
      .poll(() => coding.getByRole("button", { name: "Responsive", exact: true }).getAttribute("aria-pressed"))
      .toBe("true");
    await coding.getByRole("button", { name: "Issue" }).click();
    await coding.getByLabel("Issue").fill("Liability");
    await coding.getByRole("button", { name: "Add issue" }).click();
    await page.getByText("BRD-0000004: Liability").waitFor();
    await expect.poll(() => coding.getByRole("button", { name: "Liability" }).getAttribute("aria-pressed")).toBe("true");

    // Words are redacted by keys alone.
    const letter = page.getByRole("article", { name: "BRD-0000004" });
    await letter.getByRole("group", { name: /^Text\./ }).focus();
    const selection = () => page.evaluate(() => String(getSelection()));
    const choose = async (words: string, key: string) => {
      for (let at = 0; at < 60 && (await selection()) !== words; at++) await page.keyboard.press(key);
      expect(await selection()).toBe(words);
    };
    await choose("We", "ArrowDown");
    await choose("the", "ArrowRight");
    await choose("the offer", "Shift+ArrowRight");
    const bar = letter.getByRole("group", { name: "Redact the selected words" });
    await bar.waitFor();
    await settled(page);
    expect(await seriousFindings(page)).toEqual([]);
    const redact = bar.getByRole("button", { name: "Redact" });
    const isReached = () => redact.evaluate((own) => own === document.activeElement);
    for (let at = 0; at < 5 && !(await isReached()); at++) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await letter.getByRole("region", { name: "Redactions" }).getByText("the offer").waitFor();
    // The text has the focus again.
    await choose("Offer", "ArrowRight");

    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("article").count()).toBe(0);

    // A search is kept under a name, and opened by click and by key.
    await query.fill("liability OR offer");
    await query.press("Enter");
    await expect.poll(() => documents.getByRole("listitem").count()).toBe(3);
    const saved = page.getByRole("dialog", { name: "Saved searches" });
    await page.getByRole("button", { name: "Saved searches" }).click();
    await saved.getByRole("button", { name: "Save this search" }).click();
    const saving = page.getByRole("dialog", { name: "Save search" });
    await saving.getByLabel("Name").fill("Offers");
    await settled(page);
    expect(await seriousFindings(page)).toEqual([]);
    await saving.getByLabel("Name").press("Enter");
    await saving.waitFor({ state: "detached" });
    await page.goto(new URL(page.url()).pathname);
    await ready(page);
    await expect.poll(() => documents.getByRole("listitem").count()).toBe(9);
    await page.getByRole("button", { name: "Saved searches" }).click();
    await settled(page);
    expect(await seriousFindings(page)).toEqual([]);
    await saved.getByRole("link", { name: /^Offers/ }).click();
    await expect.poll(() => query.inputValue()).toBe("liability OR offer");
    await expect.poll(() => documents.getByRole("listitem").count()).toBe(3);
    await query.fill("");
    await query.press("Enter");
    await expect.poll(() => documents.getByRole("listitem").count()).toBe(9);
    await page.getByRole("button", { name: "Saved searches" }).focus();
    await page.keyboard.press("Enter");
    const link = saved.getByRole("link", { name: /^Offers/ });
    await link.waitFor();
    for (let at = 0; at < 5 && !(await link.evaluate((own) => own === document.activeElement)); at++)
      await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect.poll(() => query.inputValue()).toBe("liability OR offer");
    await page.getByRole("button", { name: "Saved searches" }).click();
    await saved.getByRole("button", { name: "Delete “Offers”" }).click();
    await page.getByText("The search “Offers” was deleted.").waitFor();
    await expect.poll(() => saved.getByRole("link").count()).toBe(0);
    await page.getByRole("button", { name: "Undo" }).last().click();
    // A click beside it closes it.
    await saved.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Saved searches" }).click();
    await expect.poll(() => saved.getByRole("link").count()).toBe(1);
    await saved.getByRole("button", { name: "Rename “Offers”" }).click();
    const renaming = page.getByRole("dialog", { name: "Rename search" });
    await renaming.getByLabel("Name").fill("Offers and liability");
    await renaming.getByRole("button", { name: "Rename" }).click();
    await renaming.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Saved searches" }).click();
    await saved.getByRole("link", { name: /^Offers and liability/ }).waitFor();
    await page.keyboard.press("Escape");

    // Counts narrow the query.
    await page.goto(new URL(page.url()).pathname);
    await ready(page);
    await page
      .getByRole("region", { name: "Type" })
      .getByRole("link", { name: /^Email/ })
      .click();
    await expect.poll(() => query.inputValue()).toBe("type:email");
    await expect.poll(() => documents.getByRole("listitem").count()).toBe(6);

    // All that were found are coded at once.
    await page.getByRole("button", { name: "Code", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Code documents" });
    await dialog.getByLabel("Privileged").selectOption("set");
    await settled(page);
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Code 6 documents" }).click();
    await page.getByText("6 documents were coded.").waitFor();
    await query.fill("code:privileged code:liability");
    await query.press("Enter");
    await expect.poll(() => documents.getByRole("listitem").count()).toBe(1);

    // What was found becomes rows of a review, and is taken out again.
    await query.fill("type:email");
    await query.press("Enter");
    await expect.poll(() => documents.getByRole("listitem").count()).toBe(6);
    await page.getByRole("button", { name: "Add to a review" }).click();
    const toReview = page.getByRole("dialog", { name: "Add to a review" });
    await toReview.getByLabel("Name of the new review").fill("Offers");
    await settled(page);
    expect(await seriousFindings(page)).toEqual([]);
    await toReview.getByRole("button", { name: "Add 6 documents" }).click();
    await page.getByText("6 documents added to “Offers”.").waitFor();
    await query.fill("name:terms");
    await query.press("Enter");
    await expect.poll(() => documents.getByRole("listitem").count()).toBeLessThan(6);
    await page.getByRole("checkbox", { name: "Select BRD-0000002" }).check();
    await page.getByRole("button", { name: "Add to a review" }).click();
    await toReview.getByLabel("Review", { exact: true }).selectOption("Offers");
    await toReview.getByRole("button", { name: "Add 1 document" }).click();
    await page.getByText(/^1 document added to “Offers”\.$/).waitFor();
    await page.getByRole("button", { name: "Undo" }).last().click();
    await page.goto("/review");
    await page.getByRole("link", { name: /Offers.*6 documents/ }).click();
    await page.getByText("Supply").first().waitFor();
  },
);
