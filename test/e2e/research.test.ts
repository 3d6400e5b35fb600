/* Research: a plan that is changed, a memo on a past day with every sentence's verdict, and a watch that reports a change. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "#server/db/database.ts";
import { readSwedishLaw } from "#server/knowledge/forms/swedish-law.ts";
import { loadLaw } from "#server/knowledge/index-law.ts";
import { readLawCitations } from "#server/knowledge/law-citations.ts";
import { startJourney, type Journey } from "./browser.ts";
import { ready, seriousFindings, settled } from "./steps.ts";

const lanterns = (hour: string, day: string, amended = "") =>
  readSwedishLaw(
    JSON.stringify({
      beteckning: "2014:987",
      rubrik: "Lag (2014:987) om lyktor",
      ikraftDateTime: "2015-01-01T00:00:00",
      fulltext: {
        uppdateradDateTime: `${day}T00:00:00`,
        forfattningstext: `1 § Lyktan ska släckas klockan ${hour} på kvällen.${amended}\r\n\r\n2 § Den som inte släcker lyktan enligt 1 § ska betala en avgift.`,
      },
    }),
  );

let journey: Journey;
const store = async (folder: string, acts: ReturnType<typeof lanterns>) => {
  const database = await openDatabase({ folder: join(folder, "database") });
  await loadLaw(database.db, acts);
  await readLawCitations(database.db, {});
  await database.close();
};
beforeAll(async () => {
  journey = await startJourney({ MODEL_SERVER_URL: "" }, (folder) =>
    store(folder, [...lanterns("elva", "2020-07-02", " Lag (2020:789)."), ...lanterns("tio", "2015-02-01")]),
  );
});
afterAll(() => journey?.close());

test(
  "a memo on a past day with every sentence’s verdict, and a watch that reports what changed",
  { timeout: 180_000 },
  async () => {
    const page = await journey.page();
    await page.goto("/chat");
    await ready(page);
    await page.getByRole("link", { name: "Research", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Research" }).waitFor();
    await settled(page);
    expect(await seriousFindings(page)).toEqual([]);

    // The empty list begins the work.
    const question = "När ska lyktan släckas?";
    await page.getByLabel("Question").fill(question);
    const sweden = page.getByRole("checkbox", { name: "Sweden" });
    if (!(await sweden.isChecked())) await sweden.check({ force: true });
    await page.getByLabel("On the day").fill("2016-05-01");
    await page.getByRole("button", { name: "Make a plan" }).click();
    await page.getByRole("heading", { level: 1, name: question }).waitFor();
    const plan = page.getByRole("region", { name: "Plan" });
    await plan.getByText(`Undantag och begränsningar: ${question}`).waitFor();

    // The plan is changed before it runs: a step more, moved up, and one taken out and brought back.
    await plan.getByRole("button", { name: "Add a step" }).click();
    await plan.getByLabel("Question").fill("Vem ska betala en avgift?");
    await plan.getByRole("button", { name: "Save step" }).click();
    await plan.getByRole("button", { name: "Move step 4 up" }).click();
    await expect.poll(() => plan.getByRole("listitem").nth(2).innerText()).toContain("Vem ska betala");
    await plan.getByRole("button", { name: "Remove step 2" }).click();
    await expect.poll(() => plan.getByRole("listitem").count()).toBe(3);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => plan.getByRole("listitem").count()).toBe(4);
    await plan.getByRole("button", { name: "Run", exact: true }).click();

    const memo = page.getByRole("region", { name: "Memo" });
    await memo.getByText("Lyktan ska släckas klockan tio på kvällen.").first().waitFor({ timeout: 60_000 });
    expect(await memo.getByText("klockan elva").count()).toBe(0);
    const sentences = memo.getByRole("listitem");
    expect(await sentences.count()).toBeGreaterThan(1);
    for (const text of await sentences.allInnerTexts()) expect(text).toContain("verified");
    const authorities = page.getByRole("region", { name: "Authorities" });
    await authorities.getByRole("row", { name: /1 §.*Amended since/ }).waitFor();
    await page
      .getByRole("region", { name: "Search log" })
      .getByText(/Law of SE on 1 May 2016/)
      .first()
      .waitFor();
    await settled(page);
    expect(await seriousFindings(page)).toEqual([]);
    const path = new URL(page.url()).pathname;

    // Along the citations, through the stored law.
    await page.getByText("As a list").click();
    await page
      .getByRole("listitem")
      .filter({ hasText: /2 §.* cites .*1 §/ })
      .getByRole("link", { name: /^2 §/ })
      .click();
    await page.getByRole("heading", { level: 1, name: /^2 §/ }).waitFor();
    const citations = page.getByRole("region", { name: "Citations" });
    await citations.getByText("it cites 1 section and is cited by 0 sections").waitFor();
    await settled(page);
    expect(await seriousFindings(page)).toEqual([]);
    await citations.getByRole("link", { name: /^1 §/ }).click();
    await page.getByRole("heading", { level: 1, name: /^1 §/ }).waitFor();
    await citations.getByText("it cites 0 sections and is cited by 1 section").waitFor();
    await page.goto(path);
    await ready(page);

    // The memo is a draft, with its notes.
    await memo.getByRole("link", { name: /^PM:/ }).click();
    await page.locator(".ProseMirror").getByText("Rätten som den gällde den 1 maj 2016").waitFor();

    // A newer text of the act is stored.
    await journey.kill();
    await store(journey.folder, lanterns("nio", "2026-03-01", " Lag (2026:12)."));
    await journey.restart();
    await page.goto("/home");
    await page.getByRole("heading", { name: "Law that has changed" }).waitFor();
    await page.getByText("What changed").first().click();
    expect(await page.locator("del").first().innerText()).toContain("elva");
    expect(await page.locator("ins").first().innerText()).toContain("nio");
    await page.getByRole("link", { name: "Look at the research again" }).first().click();
    const changed = page.getByRole("region", { name: "The law has changed" });
    await changed.getByText(/may still hold/).waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
    await changed.getByRole("button", { name: "I have looked at this" }).click();
    await changed.waitFor({ state: "detached" });
  },
);
