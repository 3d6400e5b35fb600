/* The checks beside a draft: run without a model while typing, shown in the text, navigated to, and fixed there. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { startJourney, type Journey } from "./browser.ts";
import { pressInText } from "./draft-steps.ts";
import { seriousFindings, settled } from "./steps.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey.close());

const contract = `1) Definitions

   1) “Fee” means the price of the Services.
   2) “Business Day” means a weekday in Malmö.

2) Payment

   1) The Customer pays the Fee under clause 1.1 within thirty (60) days, on a business day.
   2) Clause 4 applies to a late Fee .
`;

const text = (page: Page) => page.getByRole("textbox", { name: "Services", exact: true });

async function openDraft(page: Page): Promise<void> {
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(path, { data, headers: { origin: journey.url } });
    return (await answer.json()) as { id: string };
  };
  const { id: projectId } = await post("/api/projects", { name: "House" });
  const { id } = await post("/api/drafts", { projectId, name: "Services", content: contract });
  await page.goto(`/vault/projects/${projectId}/drafts/${id}`);
  await text(page).waitFor();
}

test("findings appear in the panel and in the text, lead to their words, and go when they are corrected", async () => {
  const page = await journey.page();
  await openDraft(page);
  await page.getByRole("button", { name: "5 things to look at" }).click();
  const panel = page.getByRole("complementary", { name: "Checks" });
  const messages = () => panel.getByRole("listitem").locator("span.text-sm").allInnerTexts();
  await expect
    .poll(messages)
    .toEqual([
      "“Business Day” is defined and never used.",
      "“Business Day” is a defined term but is in lower case here.",
      "There is no clause 4 in this document.",
      "The words say 30, the figure says 60.",
      "No space before this mark.",
    ]);
  expect(await text(page).locator(".checked").allInnerTexts()).toEqual([
    "Business Day",
    "thirty (60)",
    "business day",
    "Clause 4",
    " .",
  ]);
  // What is perhaps a term is in a list of its own, closed, and not marked in the text.
  await panel.getByText("Possible terms: capitalized, used once or twice 2").click();
  await panel.getByText("“Services” is used once like a defined term, and is not defined.").waitFor();
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);
  await panel.getByRole("button", { name: /“Customer” is used once/ }).click();
  await expect.poll(() => page.evaluate(() => getSelection()!.toString())).toBe("Customer");
  await panel.getByText("Possible terms").click();

  // Selects the words.
  await panel.getByRole("button", { name: /There is no clause 4/ }).click();
  await expect.poll(() => page.evaluate(() => getSelection()!.toString())).toBe("Clause 4");
  // Typing a number that the outline has resolves the finding.
  await page.keyboard.type("Clause 2.1");
  await panel.getByText("There is no clause 4").waitFor({ state: "detached" });

  // A change is proposed in the text and accepted there, and both findings about the term are resolved.
  await panel.getByRole("button", { name: /Propose the change: “Business Day”/ }).click();
  await pressInText(text(page), /^Accept/);
  await panel.getByText("“Business Day”").first().waitFor({ state: "detached" });
  await text(page).getByText("on a Business Day.").waitFor();
  await expect.poll(messages).toEqual(["The words say 30, the figure says 60.", "No space before this mark."]);
  await page.context().close();
});

test("on a phone the panel makes way for the words", async () => {
  const page = await journey.page({ viewport: { width: 390, height: 844 } });
  await openDraft(page);
  await page.getByRole("button", { name: "5 things to look at" }).click();
  const panel = page.getByRole("complementary", { name: "Checks" });
  await panel.getByRole("button", { name: /the figure says 60/ }).click();
  await panel.waitFor({ state: "detached" });
  await expect.poll(() => page.evaluate(() => getSelection()!.toString())).toBe("thirty (60)");
  await page.context().close();
});

test("a passage is dragged elsewhere with the change that is proposed in it; one undo brings both back", async () => {
  const page = await journey.page();
  await openDraft(page);
  await page.getByRole("button", { name: "5 things to look at" }).click();
  const panel = page.getByRole("complementary", { name: "Checks" });
  await panel.getByRole("button", { name: /Propose the change: “Business Day”/ }).click();
  const mark = text(page).locator("[data-proposal]").first();
  await mark.waitFor();
  const sentence = text(page).getByText("The Customer pays the Fee");
  const target = text(page).getByText("Clause 4 applies");
  const inTarget = () => target.locator("[data-proposal]").count();
  await sentence.click({ clickCount: 3 });
  const word = await page.evaluate(() => {
    const { left, top } = getSelection()!.getRangeAt(0).getClientRects()[0]!;
    return { x: left + 30, y: top + 8 };
  });
  const line = (await target.boundingBox())!;
  await page.mouse.move(word.x, word.y);
  await page.mouse.down();
  await page.mouse.move(line.x + 40, line.y + 8, { steps: 8 });
  await page.mouse.move(line.x + 3, line.y + 8, { steps: 3 });
  await page.mouse.up();
  await expect.poll(inTarget).toBeGreaterThan(0);
  await page.keyboard.press("Control+z");
  await expect.poll(() => sentence.locator("[data-proposal]").count()).toBeGreaterThan(0);
  await page.keyboard.press("Control+y");
  await expect.poll(inTarget).toBeGreaterThan(0);
  await pressInText(text(page), /^Accept/);
  await target.getByText("on a Business Day.").waitFor();
  await page.context().close();
});
