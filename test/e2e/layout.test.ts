/* What a conversation looks like: text in its column, wide things beyond it, and nothing that moves or covers. */
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startJourney, type Journey } from "./browser.ts";
import { answers, composer, ended, questions, send, setModel } from "./conversation.ts";
import { openDraft } from "./draft-steps.ts";
import { seriousFindings, settled } from "./steps.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());

const draft = `BEGIN DRAFT
# Notice of termination

We give notice to end the agreement of 3 May.

The last invoice will follow in April.
END DRAFT`;

const wide = `A paragraph in the column.

| Clause | Landlord | Tenant | Deadline | Sanction |
|---|---|---|---|---|
| Rent | To send an invoice before the first of each month | To pay within three days | 3rd day | Interest |

| Party | Sum |
|---|---|
| Landlord | 14 |

\`\`\`sql
SELECT chats.id, chats.title, chats.updated_at FROM chats WHERE owner_id = $1 ORDER BY updated_at DESC LIMIT 50 OFFSET 200
\`\`\`
`;

type Box = { x: number; y: number; width: number; height: number };
const right = ({ x, width }: Box) => x + width;
async function boxOf(locator: Locator): Promise<Box> {
  return (await locator.boundingBox())!;
}
const frameOf = (page: Page) => page.locator("form[aria-label='Write to Stet'] > div").last();

test("tables of many columns, code and drafts extend beyond the column, no wider than the composer", async () => {
  const page = await journey.page({ viewport: { width: 1440, height: 900 } });
  await page.goto("/chat");
  await setModel(journey, { text: wide, tps: 0 });
  await send(page, "Compare");
  await ended(page, 1);
  const answer = answers(page).first();
  const column = await boxOf(answer.locator("p").first());
  const [table, small] = [await boxOf(answer.locator("table").nth(0)), await boxOf(answer.locator("table").nth(1))];
  const frame = await boxOf(frameOf(page));
  expect(table.x).toBeCloseTo(frame.x, 0);
  expect(right(table)).toBeCloseTo(right(frame), 0);
  expect(small.x).toBeCloseTo(column.x, 0);
  expect(small.width).toBeLessThan(column.width);
  const code = await boxOf(answer.locator(".code-block"));
  expect(code.x).toBeCloseTo(column.x, 0);
  expect(right(code)).toBeCloseTo(right(frame), 0);

  await setModel(journey, { text: draft, tps: 0 });
  await send(page, "Draft it");
  await ended(page, 2);
  const sheet = answers(page).nth(1).getByRole("region", { name: "Draft" });
  const [panel, words] = [await boxOf(sheet), await boxOf(sheet.locator("p").first())];
  expect(panel.x).toBeCloseTo(frame.x, 0);
  expect(right(panel)).toBeCloseTo(right(frame), 0);
  expect(words.x).toBeCloseTo(column.x, 0);

  // Beside a panel there is less room, and nothing is cut off.
  await page.keyboard.press("ControlOrMeta+Alt+s");
  const aside = await boxOf(page.getByRole("complementary", { name: "Find in this chat" }));
  expect(right(await boxOf(sheet))).toBeLessThan(aside.x);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.keyboard.press("Escape");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(right(await boxOf(sheet))).toBeLessThan(390);
  expect(await seriousFindings(page)).toEqual([]);
});

test("a card of changes says which text it is about, and marks words, not spaces", async () => {
  const page = await journey.page();
  await page.goto("/chat");
  await setModel(journey, { text: draft, tps: 0 });
  await send(page, "Draft it");
  await ended(page, 1);
  const change = { original: "will follow in April.", replacement: "will follow in April 2027.", summary: "Name the year" };
  await setModel(journey, { text: `BEGIN PATCH\n${JSON.stringify(change)}\nEND PATCH\n\n${"Done. ".repeat(200)}`, tps: 60 });
  await send(page, "Name the year");
  const card = answers(page).nth(1).getByRole("region", { name: "Changes" });
  await card.waitFor();
  expect(await animationOf(card)).toBe("block-grows");
  await ended(page, 2);
  expect(await animationOf(card)).toBe("none");
  await card.getByRole("heading", { name: "1 change to Notice of termination" }).waitFor();
  expect(await card.locator("ins").allTextContents()).toEqual(["2027"]);
  expect(await card.locator("[data-patch-state]").first().textContent()).toContain("April 2027.");
});

test.each([1440, 390])("while an answer is written the composer keeps its height, %d px wide", async (width) => {
  const page = await journey.page({ viewport: { width, height: 844 } });
  await page.goto("/chat");
  await setModel(journey, { text: "Yes.", tps: 0 });
  await send(page, "First");
  await ended(page, 1);
  const before = await boxOf(frameOf(page));
  await setModel(journey, { text: "Never.", mode: "hang" });
  await send(page, "Second");
  await page.getByRole("button", { name: "Stop" }).waitFor();
  expect(await boxOf(frameOf(page))).toEqual(before);
  expect(right(await boxOf(page.getByRole("button", { name: "Send" })))).toBeLessThan(right(before) - 4);
  await send(page, "Third");
  const asked = page.getByText("Press Enter again to interrupt");
  await asked.waitFor();
  expect(await boxOf(frameOf(page))).toEqual(before);
  const [hint, model] = [await boxOf(asked), await boxOf(page.getByRole("button", { name: /^Model:/ }))];
  expect(hint.y + hint.height).toBeLessThanOrEqual(model.y);
  expect(hint.y).toBeGreaterThan((await boxOf(composer(page))).y);
});

test("the signs of the composer have their words beside them, in one row whatever the model is called", async () => {
  const page = await journey.page({ viewport: { width: 1280, height: 844 } });
  await page.goto("/chat");
  await setModel(journey, { text: "Yes.", tps: 0 });
  await send(page, "First");
  await ended(page, 1);
  const form = page.getByRole("form", { name: "Write to Stet" });
  const before = await boxOf(frameOf(page));
  for (const word of ["Web", "Files", "Sources"]) await form.getByText(word, { exact: true }).waitFor();
  const model = form.getByRole("button", { name: /^Model:/ });
  await model.locator(".truncate").evaluate((name) => (name.textContent = "A model with a name that is longer than any other"));
  expect(await boxOf(frameOf(page))).toEqual(before);
  const [prompts, chosen] = [await boxOf(form.getByRole("button", { name: "Load prompt" })), await boxOf(model)];
  expect(right(prompts)).toBeLessThanOrEqual(chosen.x);
  expect(right(chosen)).toBeLessThan(right(before));
});

test("on a phone the chat's search is in the bar, where it covers no word", async () => {
  const page = await journey.page({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.goto("/chat");
  await setModel(journey, { kind: "plain", chars: 3000, tps: 0 });
  await send(page, "A long answer, please");
  await ended(page, 1);
  const button = await boxOf(page.getByRole("button", { name: "Find in this chat" }));
  const scroller = await boxOf(page.locator("[data-view=conversation]"));
  expect(button.y + button.height).toBeLessThanOrEqual(scroller.y);
  expect(button.height).toBeGreaterThanOrEqual(44);
  await page.getByRole("button", { name: "Find in this chat" }).tap();
  await page.getByRole("searchbox", { name: "Find in this chat" }).waitFor();
});

test("the actions of a question appear under the pointer and with the focus", async () => {
  const page = await journey.page();
  await page.goto("/chat");
  await setModel(journey, { text: "Yes.", tps: 0 });
  await send(page, "First");
  await ended(page, 1);
  const edit = questions(page).first().getByRole("button", { name: "Edit" });
  const isShown = () => edit.evaluate((button) => button.checkVisibility({ opacityProperty: true }));
  await composer(page).hover();
  await expect.poll(isShown).toBe(false);
  await questions(page).first().hover();
  await expect.poll(isShown).toBe(true);
  await composer(page).hover();
  await edit.focus();
  await expect.poll(isShown).toBe(true);
});

test("a citation stays on the line of its word, and the full stop on the line of the citation", async () => {
  const page = await journey.page();
  const sentences = Array.from({ length: 12 }, (_, i) => `Notice${" of some".repeat(i)} is six months [[${i + 1}]].`);
  await setModel(journey, { text: sentences.join(" "), tps: 0 });
  await page.goto("/chat");
  await send(page, "How long is the notice?");
  await ended(page, 1);
  expect(await answers(page).locator(".citation").count()).toBe(12);
  for (let width = 320; width < 480; width += 9) {
    await page.setViewportSize({ width, height: 800 });
    const apart = await answers(page)
      .locator(".cited")
      .evaluateAll((all) => {
        const middle = ({ top, bottom }: DOMRect) => (top + bottom) / 2;
        const lineOf = (node: Node | null, at: number) => {
          const range = document.createRange();
          range.setStart(node!, at);
          range.setEnd(node!, at + 1);
          return middle(range.getBoundingClientRect());
        };
        return all.filter((cited) => {
          const chip = middle(cited.querySelector("button")!.getBoundingClientRect());
          const [before, after] = [cited.previousSibling, cited.nextSibling];
          const lines = [lineOf(before, before!.textContent!.length - 1), lineOf(after, 0)];
          return lines.some((line) => Math.abs(line - chip) > 14);
        }).length;
      });
    expect({ width, apart }).toEqual({ width, apart: 0 });
  }
  await page.context().close();
});

const animationOf = (part: Locator) => part.evaluate((element) => getComputedStyle(element).animationName);

test("a draft's bar has room for its name in a window of any width", async () => {
  const { page } = await openDraft(journey, "The tenant pays the rent.");
  const name = page.getByRole("textbox", { name: "Name of the draft" });
  await name.fill("Lease of the second floor of 14 Canal Street");
  const bar = page.getByRole("main").locator("header").first();
  const boxes = () =>
    bar.locator("a, h1, button, [role=status]").evaluateAll((all) =>
      all
        .map((one) => ({ of: one.textContent || one.ariaLabel || one.tagName, box: one.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 1)
        .map(({ of, box: { left, right } }) => ({ of, left: Math.round(left), right: Math.round(right) })),
    );
  for (const width of [360, 390, 560, 660, 768, 900, 1024, 1280]) {
    await page.setViewportSize({ width, height: 700 });
    await settled(page);
    const all = await boxes();
    expect(all.filter((one, at) => one.right > (all[at + 1]?.left ?? width))).toEqual([]);
    const { left, right } = all.find(({ of }) => of === "H1")!;
    expect(right - left, `in a window of ${width}`).toBeGreaterThanOrEqual(96);
  }
});
