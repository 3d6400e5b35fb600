/* Law loaded from official files: asked about in Swedish and in German, cited by paragraph, and opened there. */
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "#server/db/database.ts";
import { readGesetz } from "#server/knowledge/forms/gesetze-im-internet.ts";
import { readSwedishLaw } from "#server/knowledge/forms/swedish-law.ts";
import { loadLaw } from "#server/knowledge/index-law.ts";
import type { LawAct } from "#server/knowledge/law-act.ts";
import { germanAct, swedishAct } from "#test/statutes.ts";
import { startJourney, type Journey } from "./browser.ts";
import { answers, ended, send } from "./conversation.ts";
import { ready, seriousFindings } from "./steps.ts";

/** The same act in two versions, the later one amended. */
const lanterns = (text: string, day: string) =>
  readSwedishLaw(
    JSON.stringify({
      beteckning: "2014:987",
      rubrik: "Lag (2014:987) om lyktor",
      ikraftDateTime: "2015-01-01T00:00:00",
      fulltext: { uppdateradDateTime: `${day}T00:00:00`, forfattningstext: text },
    }),
  );
const lanternsThen = lanterns("1 § Lyktan ska släckas klockan tio på kvällen.", "2015-02-01");
const lanternsNow = lanterns(
  "1 § Lyktan ska släckas klockan elva på kvällen. Lag (2020:789).\r\n\r\nÖvergångsbestämmelser\r\n\r\n2020:789\r\n\r\nDenna lag träder i kraft den 1 juli 2020.",
  "2020-07-02",
);

/** Its first section says what an agreement says. */
const modelTerms: LawAct = {
  id: "ModelG",
  source: "lamps",
  jurisdiction: "DE",
  title: "Act on model terms",
  shortNames: ["ModelG"],
  version: "2026-01-01",
  inForce: "2020-01-01",
  url: "https://law.example/",
  licence: "",
  sections: ["This agreement is governed by the law of Sweden.", "A lamp is lit at dusk.", "It is put out at dawn."].map(
    (text, at) => {
      const number = String(at + 1);
      const [ref, label, url] = [`ModelG:${number}`, `§ ${number}`, "https://law.example/"];
      return { ref, number, label, heading: "Terms", path: [], text, url, inForce: null };
    },
  ),
};

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney({ MODEL_SERVER_URL: "" }, async (folder) => {
    const database = await openDatabase({ folder: join(folder, "database") });
    await loadLaw(database.db, [
      ...readGesetz(germanAct),
      ...readSwedishLaw(swedishAct),
      ...lanternsNow,
      ...lanternsThen,
      modelTerms,
    ]);
    await database.close();
  });
});
afterAll(() => journey.close());

test.each([
  {
    jurisdiction: /Sweden/,
    question: "Hur lång är uppsägningstiden vid provarbete?",
    words: "Vid provarbete är uppsägningstiden fjorton dagar.",
    place: "2 kap. 1 § första stycket Lag (2099:10) om provarbete",
    dates: "text in force on 2099-08-01",
  },
  {
    jurisdiction: /Germany/,
    question: "Wie lang ist die Frist für eine Kündigung in der Probezeit?",
    words: "In der Probezeit beträgt die Frist für eine Kündigung zwei Wochen.",
    place: "§ 1 Abs. 2 ProbeG",
    dates: "text in force on 2026-03-01",
  },
])("$question", async ({ jurisdiction, question, words, place, dates }) => {
  const page = await journey.page();
  await page.goto("/chat");
  await ready(page);
  await page.getByRole("button", { name: "StyleGuide" }).click();
  await page.getByRole("switch", { name: jurisdiction }).click();
  await page.keyboard.press("Escape");
  await send(page, question);
  const text = await ended(page, 1);
  expect(text).toContain(words);
  expect(text).toContain(place);
  const chip = answers(page).locator("button.citation").first();
  await expect.poll(() => chip.getAttribute("data-verdict")).toBe("verified");
  await chip.click();
  await page.getByText("Verified: these words are in the source").waitFor();
  await page.getByText(dates).first().waitFor();
  await page.getByRole("button", { name: "Show the document" }).click();
  await page.getByRole("dialog").locator("mark", { hasText: words }).waitFor();
  await page.getByRole("dialog").getByRole("link", { name: "Open the page" }).waitFor();
});

async function chooseDay(page: Page, day: string): Promise<void> {
  await page.getByRole("button", { name: "Choose knowledge sources" }).click();
  const dialog = page.getByRole("dialog", { name: "Choose knowledge sources" });
  await dialog.getByLabel("Law in force on").fill(day);
  await dialog.getByRole("button", { name: "Done" }).click();
}

async function chatOver(jurisdiction: RegExp): Promise<Page> {
  const page = await journey.page();
  await page.goto("/chat");
  await ready(page);
  await page.getByRole("button", { name: "StyleGuide" }).click();
  await page.getByRole("switch", { name: jurisdiction }).click();
  await page.keyboard.press("Escape");
  return page;
}

test("law that came into force after the day one sets is left out, and is back without the day", async () => {
  const page = await chatOver(/Sweden/);
  await chooseDay(page, "2098-12-31");
  await send(page, "Hur lång är uppsägningstiden vid provarbete?");
  expect(await ended(page, 1)).not.toContain("fjorton dagar");
  await chooseDay(page, "");
  await send(page, "Hur lång är uppsägningstiden vid provarbete?");
  expect(await ended(page, 2)).toContain("fjorton dagar");
});

test("a question about a day is answered by the wording of then, which opens with its period", async () => {
  const page = await chatOver(/Sweden/);
  await chooseDay(page, "2019-03-01");
  await send(page, "Vad säger 1 § lagen (2014:987) om lyktor?");
  const text = await ended(page, 1);
  expect(text).toContain("klockan tio");
  expect(text).not.toContain("klockan elva");
  const chip = answers(page).locator("button.citation").first();
  await expect.poll(() => chip.getAttribute("data-verdict")).toBe("verified");
  await chip.click();
  await page.getByText("in force from 2015-01-01 to 2020-06-30").first().waitFor();
  await page.getByRole("button", { name: "Show the document" }).click();
  const viewer = page.getByRole("dialog");
  await viewer.locator("mark", { hasText: "klockan tio" }).waitFor();
  await viewer.getByText(/^Not the current wording: in force from 2015-01-01 to 2020-06-30/).waitFor();
  await viewer.getByRole("button", { name: "See the current text" }).click();
  await viewer.locator("ins", { hasText: "elva" }).waitFor();
  await page.keyboard.press("Escape");
  await chooseDay(page, "");
  await send(page, "När ska lyktan släckas på kvällen?");
  const present = await ended(page, 2);
  expect(present).toContain("klockan elva");
  expect(present).not.toContain("klockan tio");
});

test("where the wording of the day is not stored, the answer says so", async () => {
  const page = await chatOver(/Germany/);
  await chooseDay(page, "2019-03-01");
  await send(page, "Wie lang ist die Frist für eine Kündigung in der Probezeit?");
  expect(await ended(page, 1)).toContain("zwei Wochen");
  await answers(page)
    .getByText("Die am 1. März 2019 geltende Fassung ist nicht gespeichert; dies ist die vom 1. März 2026.")
    .first()
    .waitFor();
});

test("sections of law become rows of a review, are taken back, and lead from a cell to their wording and its day", async () => {
  const page = await journey.page();
  const headers = { origin: journey.url };
  const post = async (path: string, data: object) =>
    (await (await page.request.post(path, { data, headers })).json()) as { id: string };
  const { id: projectId } = await post("/api/projects", { name: "Terms" });
  const { id } = await post("/api/reviews", { projectId, name: "Model terms" });
  const column = { label: "Governing law", question: "Which law governs the agreement?", format: "text", choices: [] };
  await post(`/api/reviews/${id}/columns`, { columns: [column] });
  await page.goto(`/review/${id}`);
  await ready(page);
  await page.getByRole("button", { name: "Choose documents or law" }).click();
  const adding = page.getByRole("dialog", { name: "Add documents" });
  await adding.getByText("Law", { exact: true }).click();
  await adding.getByRole("button", { name: /Lag \(2014:987\) om lyktor/ }).waitFor();
  await adding.getByLabel("Find an act by its name or number").fill("model");
  await adding.getByRole("button", { name: /Act on model terms/ }).click();
  await adding.getByLabel("Numbers, such as 1-10, or words").fill("1-2");
  await adding.getByRole("button", { name: "Add all 2" }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await adding.getByRole("button", { name: "Add all 2" }).click();
  await page.getByText("2 sections added").waitFor();
  const grid = page.getByRole("grid", { name: "Model terms" });
  await grid.getByText("§ 2 Terms, ModelG").waitFor();
  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await page.getByText("No documents yet").waitFor();

  await page.getByRole("button", { name: "Choose documents or law" }).click();
  await adding.getByText("Law", { exact: true }).click();
  await adding.getByRole("button", { name: /Act on model terms/ }).click();
  await adding.getByLabel("§ 1 Terms").check();
  await adding.getByLabel("§ 3 Terms").check();
  await adding.getByRole("button", { name: "Add 2" }).click();
  await grid.getByText("§ 3 Terms, ModelG").waitFor();
  expect(await grid.getAttribute("aria-rowcount")).toBe("3");

  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("dialog", { name: "Run review" }).getByRole("button", { name: "Run", exact: true }).click();
  await grid.getByText("Sweden").first().click();
  const panel = page.getByRole("complementary", { name: "Cell" });
  await panel.getByText(/^As in force on/).waitFor();
  await panel.getByRole("button", { name: "Show in document" }).first().click();
  const viewer = page.getByRole("dialog", { name: "§ 1 ModelG" });
  await viewer.getByText("text in force on 2026-01-01").waitFor();
  await viewer.locator("mark", { hasText: "governed by the law of Sweden" }).waitFor();
  await viewer.getByRole("link", { name: "Open the page" }).waitFor();
  await page.keyboard.press("Escape");
  await panel.getByRole("button", { name: "Close" }).click();
  await grid.getByText("§ 3 Terms, ModelG").click();
  await panel.getByText("§ 3, Act on model terms").waitFor();
  await panel.getByText(/from the text of 1 January 2026/).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await panel.getByRole("link", { name: "Open on the law shelf" }).click();
  await page.getByRole("heading", { level: 1, name: "§ 3 Terms" }).waitFor();

  const source = "---\nkind: clause\nname: Choice of law\n---\n\n## Usual\n\nAs § 1 ModelG provides, Swedish law applies.\n";
  await post("/api/library/templates", { source });

  // The act is amended: the row of that section says so, the other does not.
  await journey.kill();
  const database = await openDatabase({ folder: join(journey.folder, "database") });
  const sections = modelTerms.sections.map((one) =>
    one.number === "1" ? { ...one, text: "This agreement is governed by the law of Norway." } : one,
  );
  await loadLaw(database.db, [{ ...modelTerms, version: "2026-06-01", sections }]);
  await database.close();
  await journey.restart();
  await page.goto(`/review/${id}`);
  await ready(page);
  const rowOf = (name: string) => grid.getByRole("row").filter({ hasText: name });
  await rowOf("§ 1 Terms, ModelG").getByText("Amended since it was added").waitFor();
  expect(await rowOf("§ 3 Terms, ModelG").getByText("Amended since it was added").count()).toBe(0);
  expect(await seriousFindings(page)).toEqual([]);
  await grid.getByText("§ 1 Terms, ModelG").click();
  await panel.getByText(/^(?:Amended since|Not the current wording): /).waitFor();
  await grid.getByText("Sweden").first().click();
  await panel.getByText(/, amended since$/).waitFor();

  // So does the clause that cites it, until its reader has looked at it.
  await page.goto("/home");
  const changed = page.getByRole("region", { name: "Law that has changed" });
  await changed.getByText("§ 1 Act on model terms").click();
  await changed.getByText("Norway").waitFor();
  await changed.getByRole("link", { name: "Look at the clause again" }).click();
  await page.getByRole("heading", { level: 1, name: "Choice of law" }).waitFor();
  await page.getByRole("heading", { name: "Law that has changed since" }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "I have looked at this" }).click();
  await page.getByRole("heading", { name: "Law that has changed since" }).waitFor({ state: "detached" });
  await page.goto("/home");
  await ready(page);
  expect(await changed.count()).toBe(0);
});
