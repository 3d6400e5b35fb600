/*
 * Law from its source, with our own server in place of the source: fetched while the answer is written, opened at the
 * cited words, marked when amended, and used from storage when the source does not answer.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { inPlaceOfAll, parliamentAct, startLawSource, swedishText, type LawSource } from "#test/law-sources.ts";
import { britishAct } from "#test/statutes.ts";
import { startJourney, type Journey } from "./browser.ts";
import { answers, ended, send } from "./conversation.ts";
import { ready, seriousFindings, settled } from "./steps.ts";

let source: LawSource;
let journey: Journey;
beforeAll(async () => {
  source = await startLawSource();
  journey = await startJourney({ MODEL_SERVER_URL: "", ...inPlaceOfAll(source.url), LAW_FRESH_HOURS: "0" });
});
afterAll(async () => {
  await journey.close();
  await source.close();
});

test("a named act is fetched and cited; amended since, the answer says so and shows what changed; unreachable, what is stored is used", async () => {
  const page = await journey.page();
  await page.goto("/chat");
  await ready(page);
  await page.getByRole("button", { name: "StyleGuide" }).click();
  await page.getByRole("switch", { name: /United Kingdom/ }).click();
  await page.keyboard.press("Escape");
  await send(page, "What does section 1 of the Trial Work Act 2099 say about notice?");
  expect(await ended(page, 1)).toContain("A trial may be ended by notice of one week.");
  const chip = answers(page).locator("button.citation").first();
  await chip.click();
  await page.getByText("text in force on 2099-05-01").first().waitFor();
  await page.keyboard.press("Escape");

  // Reopens the page until the source's current text has arrived in the background.
  const amended = britishAct.replace("one week", "three weeks").replace("<dct:valid>2099-05-01", "<dct:valid>2099-09-01");
  source.answer(({ path }) => (path.endsWith("data.xml") ? { body: amended } : null));
  await expect
    .poll(
      async () => {
        await page.reload();
        await chip.waitFor();
        return page.getByText("amended since").count();
      },
      { timeout: 15_000 },
    )
    .toBe(1);
  await expect.poll(() => chip.getAttribute("aria-label")).toContain("amended since");
  await chip.click();
  await page.getByText("Amended since: this is the text in force on 2099-05-01.").waitFor();
  await page.getByRole("button", { name: "See the current text" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.locator("del", { hasText: "one" }).waitFor();
  await dialog.locator("ins", { hasText: "three" }).waitFor();
  await dialog.getByText("the text in force on 2099-09-01").waitFor();
  await dialog.getByRole("button", { name: "See the text as cited" }).click();
  await dialog.locator("mark", { hasText: "one week" }).waitFor();
  await page.keyboard.press("Escape");

  source.answer(() => "cut");
  await send(page, "And what does section 1 of the Trial Work Act 2099 say about a working day?");
  const notice = "legislation.gov.uk could not be reached; the stored text of 1 September 2099 was used.";
  expect(await ended(page, 2)).toContain(notice);
  await page.locator("[data-tool='getInformation']").last().getByText(notice).waitFor();

  await page.goto("/settings/account/law");
  const row = page.locator("[data-source='legislation.gov.uk']");
  await row.getByText("1 document with 1 section, newest text of 2099-09-01").waitFor();
  await row.getByText("could not be reached").waitFor();
});

test("on the law shelf an act is added by its number, refreshed, and two of its wordings are compared", async () => {
  source.answer(null);
  const page = await journey.page();
  await page.goto("/library");
  await ready(page);
  await page.getByRole("navigation", { name: "Shelves" }).getByRole("link", { name: "Law" }).click();
  const field = page.getByLabel("Add an act");
  await field.fill("a good law");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText(/^No act is recognized in this\. Enter its number or name/).waitFor();
  await field.fill("SFS 2098:1");
  await field.press("Enter");
  const asked = page.getByRole("region", { name: "Asked for" });
  await asked.getByText("Riksdagen does not have this document.").waitFor();
  await asked.getByRole("button", { name: "Remove SFS 2098:1 from this list" }).click();
  await asked.waitFor({ state: "detached" });
  await field.fill("SFS 2099:10");
  await field.press("Enter");
  await asked.getByRole("link", { name: "Lag (2099:10) om provarbete" }).waitFor();
  await page.getByLabel("Search law").fill("provarbete");
  await page.getByRole("list", { name: "Acts" }).getByText("3 sections · last asked").waitFor();
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("list", { name: "Acts" }).getByRole("link").click();

  await page.getByRole("heading", { level: 1, name: "Lag (2099:10) om provarbete" }).waitFor();
  await page.getByRole("button", { name: "Refresh" }).click();
  await asked.getByText("Refreshed: nothing changed").waitFor();
  const amended = swedishText.replace("fjorton dagar", "tio dagar");
  source.answer(({ path }) => (path.startsWith("/dokument/") ? parliamentAct(amended, "2099-09-15 04:00:00") : null));
  await page.getByRole("button", { name: "Refresh" }).click();
  await asked.getByText("Refreshed: 1 section changed").waitFor();
  await page.getByText("1 section changed with the text of 15 September 2099.").waitFor();
  await page.getByText("Other wordings: in force since 1 July 2099, last in the text of 1 August 2099").waitFor();
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("link", { name: "See what changed" }).click();

  const comparison = page.getByRole("region", { name: "Comparison" });
  await comparison.locator("del", { hasText: "fjorton" }).waitFor();
  await comparison.locator("ins", { hasText: "tio" }).waitFor();
  await comparison.getByText(/^1 word struck through: .* 1 word underlined: /).waitFor();
  await comparison.getByText("Side by side").click();
  await comparison
    .getByRole("region", { name: /^Current: .*in the texts since 15 September 2099$/ })
    .locator("ins", { hasText: "tio" })
    .waitFor();
  await page.setViewportSize({ width: 390, height: 800 });
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
