/* Every decision on a change is in the text's undo history, wherever it was made, and no press of Ctrl+Z does nothing. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { uuidv7 } from "#core/text/uuid.ts";
import { startJourney, type Journey } from "./browser.ts";
import { composer, ended, send, setModel } from "./conversation.ts";
import { caretAfter, openDraft, pressInText, text } from "./draft-steps.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());

const patches = [
  { original: "shall pay", replacement: "must pay", summary: "Plainer" },
  { original: "repair the", replacement: "repairs the", summary: "Agreement" },
];

/** A draft with two changes of an answer, as proposals in the text and on the card. */
async function proposed() {
  const { page, address } = await openDraft(journey, "The tenant shall pay.\n\nThe landlord repair the roof.");
  await setModel(journey, { text: `BEGIN PATCH\n${JSON.stringify(patches)}\nEND PATCH\n`, tps: 0 });
  await page.getByRole("button", { name: "Assistant" }).click();
  await composer(page).waitFor();
  await send(page, "Make it better");
  await ended(page, 1);
  await expect.poll(() => marks(page)).toEqual(["shall", "repair"]);
  return { page, address, cards: cardsOf(page) };
}

const cardsOf = (page: Page) => page.getByRole("region", { name: "Changes" }).locator("[data-patch-state]");
const marks = (page: Page) => text(page).locator("del").allInnerTexts();
const words = (page: Page) => text(page).locator("p").allInnerTexts();
const states = (page: Page) => cardsOf(page).evaluateAll((all) => all.map((one) => one.getAttribute("data-patch-state")));

async function press(page: Page, key: string): Promise<void> {
  await text(page).focus();
  await page.keyboard.press(key);
}

test("what was applied and rejected on the card is undone and repeated from the text, in its order", async () => {
  const { page, cards } = await proposed();
  await cards.nth(0).getByRole("button", { name: "Apply" }).click();
  await expect.poll(() => states(page)).toEqual(["applied", "open"]);
  await cards.nth(1).getByRole("button", { name: "Reject" }).click();
  await cards.nth(1).getByRole("button", { name: "Add a reason" }).click();
  await page.keyboard.type("Several landlords");
  await page.keyboard.press("Enter");
  await cards.nth(1).getByText("Because: Several landlords").waitFor();
  await caretAfter(page, "The landlord");
  await page.keyboard.type(" Now.");

  await press(page, "Control+z");
  await expect.poll(() => words(page)).toEqual(["The tenant must pay.", "The landlord repair the roof."]);
  expect(await marks(page)).toEqual([]);
  await press(page, "Control+z");
  await expect.poll(() => marks(page)).toEqual(["repair"]);
  await expect.poll(() => states(page)).toEqual(["applied", "open"]);
  await press(page, "Control+z");
  await expect.poll(() => marks(page)).toEqual(["shall", "repair"]);
  await expect.poll(() => states(page)).toEqual(["open", "open"]);
  for (let i = 0; i < 3; i++) await press(page, "Control+Shift+z");
  await expect.poll(() => words(page)).toEqual(["The tenant must pay.", "The landlord repair the roof. Now."]);
  await expect.poll(() => states(page)).toEqual(["applied", "rejected"]);
  await cards.nth(1).getByText("Because: Several landlords").waitFor();
});

test("all that are rejected on the card at once, and one that is opened again there, are one step each", async () => {
  const { page, cards } = await proposed();
  await page.getByRole("button", { name: "Reject all" }).click();
  await expect.poll(() => states(page)).toEqual(["rejected", "rejected"]);
  await cards.nth(0).getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => marks(page)).toEqual(["shall"]);
  await press(page, "Control+z");
  await expect.poll(() => marks(page)).toEqual([]);
  expect(await states(page)).toEqual(["rejected", "rejected"]);
  await press(page, "Control+z");
  await expect.poll(() => marks(page)).toEqual(["shall", "repair"]);
  await expect.poll(() => states(page)).toEqual(["open", "open"]);
});

test("a rejection that another window has taken back is passed over by undo", async () => {
  const { page, address } = await proposed();
  await caretAfter(page, "The landlord");
  await page.keyboard.type(" Now.");
  await pressInText(text(page), "Reject: Agreement");
  await expect.poll(() => states(page)).toEqual(["open", "rejected"]);
  const other = await page.context().newPage();
  await other.goto(address);
  await expect.poll(() => marks(other)).toEqual(["shall"]);
  await other.getByRole("button", { name: "Assistant" }).click();
  await cardsOf(other).nth(1).getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => marks(page)).toEqual(["shall", "repair"]);
  await press(page, "Control+z");
  await expect.poll(async () => (await words(page)).join(" ")).not.toContain("Now");
  expect(await marks(page)).toEqual(["shall", "repair"]);
});

test("a rejection of what another person has accepted since is passed over by undo", async () => {
  const { page, address } = await openDraft(journey, "The tenant shall pay.");
  const changes = `/api/drafts/${address.split("/").at(-1)}/changes`;
  const headers = { origin: journey.url };
  const id = uuidv7();
  const anchor = { quote: "shall", before: "The tenant ", after: " pay.", start: 11 };
  const data = { replaces: [], suggestions: [{ id, anchor, replacement: "must" }] };
  expect((await page.request.post(changes, { data, headers })).ok()).toBe(true);
  await expect.poll(() => marks(page)).toEqual(["shall"]);
  await caretAfter(page, "The tenant");
  await page.keyboard.type(" Now.");
  await text(page).locator("del").click();
  await page
    .getByRole("button", { name: /^Reject/ })
    .first()
    .click();
  await expect.poll(() => marks(page)).toEqual([]);
  const decision = async () =>
    ((await (await page.request.get(changes)).json()) as { changes: { decision: string | null }[] }).changes[0]!.decision;
  await expect.poll(decision).toBe("rejected");

  const read = page.waitForResponse(
    async (response) =>
      response.url().endsWith(changes) && response.request().method() === "GET" && (await response.text()).includes("accepted"),
  );
  const accepted = { decisions: [{ changeId: id, decision: "accepted" }] };
  expect((await page.request.patch(changes, { data: accepted, headers })).ok()).toBe(true);
  await read;
  await press(page, "Control+z");
  await expect.poll(async () => (await words(page)).join(" ")).not.toContain("Now");
  expect(await marks(page)).toEqual([]);
  expect(await decision()).toBe("accepted");
});
