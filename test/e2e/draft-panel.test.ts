/* A draft in an answer is a document in a small frame, and nothing typed in it is lost. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Locator, Page } from "playwright-core";
import { startJourney, type Journey } from "./browser.ts";
import { answers, composer, ended, send, setModel } from "./conversation.ts";
import { pressInText } from "./draft-steps.ts";
import { ready, selectionHeard, seriousFindings, settled } from "./steps.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey.close());

const letter = "# A letter\n\nDear **kind** reader.\n\n- One\n- Two";
const panel = (page: Page) => page.getByRole("region", { name: "Draft" });
const field = (within: Locator) => within.getByRole("textbox", { name: "Draft text" });

async function asked(text = `BEGIN DRAFT\n${letter}\nEND DRAFT`): Promise<Page> {
  const page = await journey.page();
  await setModel(journey, { text, tps: 0 });
  await page.goto("/chat");
  await send(page, "Write");
  await ended(page, 1);
  await page.waitForURL(/\/chat\/[0-9a-f-]{36}$/);
  return page;
}

/** Clicks these words and types at the end of their line. */
async function type(within: Locator, words: string, typed: string): Promise<void> {
  await within.getByText(words).click();
  await focused(within);
  await selectionHeard(within.page());
  await within.page().keyboard.press("End");
  await selectionHeard(within.page());
  await within.page().keyboard.type(typed);
}

async function focused(within: Locator): Promise<void> {
  await expect.poll(() => field(within).evaluate((one) => one === document.activeElement)).toBe(true);
}
const left = (within: Locator) => field(within).waitFor({ state: "detached" });

/** The stored texts of the chat that the page shows. */
async function stored(page: Page): Promise<string[]> {
  const id = new URL(page.url()).pathname.split("/").at(-1);
  const response = await page.request.get(`/api/chats/${id}/changes`);
  const { texts } = (await response.json()) as { texts: { text: string }[] };
  return texts.map(({ text }) => text);
}

/** In the page: where each piece of visible text begins. */
function textPlaces(panel: Element): Record<string, number[]> {
  const places: Record<string, number[]> = {};
  const texts = document.createTreeWalker(panel, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const words = text.textContent!.trim();
    if (words === "" || text.parentElement!.closest(".markdown, .document") === null) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const { left, top, width } = range.getBoundingClientRect();
    if (width > 0) places[words] = [left, top].map(Math.round);
  }
  return places;
}

test("it is edited where it is clicked, with its formatting, and kept on leaving it", async () => {
  const rest = [
    "## Terms\n\nFirst.\n\n### Details\n\nSecond.\n\n#### More\n\n1. Three\n2. Four\n\n- Five\n\n- Six\n\n  Seven",
    "> Eight\n>\n> Nine\n\n| Ten | Eleven |\n| - | - |\n| Twelve | Thirteen |\n\nFourteen\n\n---\n\nFifteen",
  ];
  const page = await asked(`BEGIN DRAFT\n${[letter, ...rest].join("\n\n")}\nEND DRAFT`);
  const draft = panel(page);
  // Left as it was, it is not an edited draft.
  const places = () => draft.evaluate(textPlaces);
  const before = await places();
  await draft.getByText("kind").click();
  await focused(draft);
  expect(await field(draft).locator("strong").innerText()).toBe("kind");
  // No line moves when the editor takes the place of the text.
  expect(Object.keys(before)).toEqual(
    expect.arrayContaining(["Terms", "More", "Four", "Seven", "Nine", "Ten", "Thirteen", "Fifteen"]),
  );
  expect(await places()).toEqual(before);
  await page.keyboard.press("Escape");
  await left(draft);
  expect(await draft.getByRole("button", { name: "Back to the original" }).count()).toBe(0);
  // The caret is where it was clicked: in the bold word, and not at the beginning.
  await draft.getByText("kind").click();
  await focused(draft);
  await expect.poll(() => page.evaluate(() => getSelection()?.focusNode?.textContent)).toBe("kind");
  await selectionHeard(page);
  await page.keyboard.press("End");
  await page.keyboard.type(" Hello.");
  await composer(page).click();
  await left(draft);
  await draft.getByText("Hello.").waitFor();
  expect(await draft.locator("strong").innerText()).toBe("kind");
  await page.reload();
  await draft.getByText("Dear kind reader. Hello.").waitFor();
  expect(await draft.locator("h1").innerText()).toBe("A letter");
  await draft.getByRole("button", { name: "Back to the original" }).click();
  await draft.getByText("Hello.").waitFor({ state: "detached" });
});

test("in the overlay, with one bar; it downloads as Word, and Create draft offers its heading as the name", async () => {
  const page = await asked();
  const draft = panel(page);
  await draft.getByRole("button", { name: "Expand draft" }).click();
  const overlay = page.getByRole("dialog", { name: "Draft" });
  await overlay.getByRole("button", { name: "Edit draft" }).click();
  await focused(overlay);
  await page.keyboard.type(" and three");
  await page.keyboard.press("Escape");
  await left(overlay);
  await overlay.getByText("Two and three").waitFor();
  const file = page.waitForEvent("download");
  await overlay.getByRole("button", { name: "Download draft" }).click();
  await page.getByRole("menuitem", { name: "Word" }).click();
  expect((await file).suggestedFilename()).toBe("A letter.docx");
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);
  await overlay.getByRole("button", { name: "Close draft" }).click();
  await draft.getByText("Two and three").waitFor();
  await draft.getByRole("button", { name: "Create draft" }).click();
  const naming = page.getByRole("dialog", { name: "Name your draft" });
  expect(await naming.getByLabel("Draft name").inputValue()).toBe("A letter");
});

const patchOf = (...patches: object[]) => `BEGIN PATCH\n${JSON.stringify(patches)}\nEND PATCH\n`;

test("changes proposed for it are in its text, also after a reload and in the overlay, and are decided there", async () => {
  const contract =
    "# Lease\n\nThe **tenant** shall pay 1,000 euros.\n\n- Keys\n- Meters\n\nThe landlord repair the roof.\n\nThe landlord repair the roof.";
  const page = await asked(`BEGIN DRAFT\n${contract}\nEND DRAFT`);
  const changes = [
    { original: "shall pay 1,000", replacement: "must pay 1,200", summary: "Plainer" },
    { original: "Meters", replacement: "Meters and fobs", summary: "Complete" },
    // The second of two equal passages.
    { original: "repair the", replacement: "repairs the", summary: "Agreement", occurrence: 2 },
  ];
  await setModel(journey, { text: patchOf(...changes), tps: 0 });
  await send(page, "Make it better");
  await ended(page, 2);
  const draft = panel(page);
  const marks = (within: Locator) =>
    within.locator("[data-proposal]").evaluateAll((all) => all.map((one) => `${one.nodeName} ${one.textContent!.trim()}`));
  const all = ["DEL shall", "INS must", "DEL 1,000", "INS 1,200", "INS and fobs", "DEL repair", "INS repairs"];
  await expect.poll(() => marks(draft)).toEqual(all);
  expect(await draft.locator("p:has(del)").last().innerText()).toContain("repair");
  await page.reload();
  await expect.poll(() => marks(draft)).toEqual(all);
  expect(await field(draft).locator("p").nth(1).locator("del").count()).toBe(0);
  // Showing them does not take the focus, or make it an edited draft.
  expect(await field(draft).evaluate((one) => one === document.activeElement)).toBe(false);
  expect(await draft.getByRole("button", { name: "Back to the original" }).count()).toBe(0);
  // What is typed meanwhile is kept.
  await field(draft).getByText("Keys").click();
  await focused(draft);
  await selectionHeard(page);
  await page.keyboard.press("End");
  await selectionHeard(page);
  await page.keyboard.type(" of the house");
  await pressInText(field(draft), "Accept: Plainer");
  await field(draft).getByText("must pay 1,200 euros").waitFor();
  expect(await field(draft).locator("strong").innerText()).toBe("tenant");
  await expect.poll(() => stored(page)).toEqual([expect.stringMatching(/\*\*tenant\*\* must pay 1,200[^]*Keys of the house/)]);
  await draft.getByRole("button", { name: "Expand draft" }).click();
  const overlay = page.getByRole("dialog", { name: "Draft" });
  await expect.poll(() => marks(overlay)).toEqual(["INS and fobs", "DEL repair", "INS repairs"]);
  await pressInText(field(overlay), "Reject with a reason: Complete");
  await overlay.getByRole("textbox", { name: "Reason for rejecting" }).fill("No fobs here.");
  await page.keyboard.press("Enter");
  await expect.poll(() => marks(overlay)).toEqual(["DEL repair", "INS repairs"]);
  await pressInText(field(overlay), "Accept: Agreement");
  await left(overlay);
  await overlay.getByText("The landlord repairs the roof.").waitFor();
  await overlay.getByRole("button", { name: "Close draft" }).click();
  const card = page.getByRole("region", { name: "Changes" });
  await card.getByText("Because: No fobs here.").waitFor();
  await expect
    .poll(() => card.locator("[data-patch-state]").evaluateAll((every) => every.map((one) => one.getAttribute("data-patch-state"))))
    .toEqual(["applied", "rejected", "applied"]);
  // Undone in the card, it is open in the text again.
  await card.getByRole("button", { name: "Revert" }).last().click();
  await expect.poll(() => marks(draft)).toEqual(["DEL repair", "INS repairs"]);
  expect(await stored(page)).toEqual([expect.stringContaining("Keys of the house")]);
});

test("decisions made in it are undone and repeated by the keyboard, in their order with what was typed", async () => {
  const page = await asked("BEGIN DRAFT\nThe **tenant** shall pay 1,000 euros.\n\n- Keys\n- Meters\n\nThe end.\nEND DRAFT");
  const changes = [
    { original: "shall pay", replacement: "must pay", summary: "Plainer" },
    { original: "Meters", replacement: "Meters and fobs", summary: "Complete" },
    { original: "end", replacement: "finish", summary: "Other" },
  ];
  await setModel(journey, { text: patchOf(...changes), tps: 0 });
  await send(page, "Make it better");
  await ended(page, 2);
  const draft = panel(page);
  const marks = () => draft.locator("ins[data-proposal]").evaluateAll((all) => all.map((one) => one.textContent!.trim()));
  const open = ["must", "and fobs", "finish"];
  await expect.poll(marks).toEqual(open);
  await field(draft).getByText("Keys").click();
  await focused(draft);
  await selectionHeard(page);
  await page.keyboard.press("End");
  await selectionHeard(page);
  await page.keyboard.type("!");
  await pressInText(field(draft), "Accept: Plainer");
  await expect.poll(marks).toEqual(open.slice(1));
  await pressInText(field(draft), "Reject: Complete");
  await expect.poll(marks).toEqual(open.slice(2));
  const decided = ["The **tenant** must pay 1,000 euros.\n\n- Keys!\n- Meters\n\nThe end."];
  await expect.poll(() => stored(page)).toEqual(decided);
  const card = page.getByRole("region", { name: "Changes" });
  const states = () =>
    card.locator("[data-patch-state]").evaluateAll((every) => every.map((one) => one.getAttribute("data-patch-state")));
  await page.keyboard.press("Control+z");
  await expect.poll(marks).toEqual(open.slice(1));
  await page.keyboard.press("Control+z");
  await expect.poll(marks).toEqual(open);
  await field(draft).getByText("Keys!").waitFor();
  await page.keyboard.press("Control+z");
  await field(draft).getByText("Keys!").waitFor({ state: "detached" });
  await expect.poll(states).toEqual(["open", "open", "open"]);
  for (let i = 0; i < 3; i++) {
    await page.keyboard.press("Control+Shift+z");
    await page.waitForTimeout(100);
  }
  await expect.poll(marks).toEqual(open.slice(2));
  await expect.poll(states).toEqual(["applied", "rejected", "open"]);
  await expect.poll(() => stored(page)).toEqual(decided);
});

test("what is typed is stored while typing, and a reload in the middle keeps it", async () => {
  const page = await asked();
  await type(panel(page), "reader.", " First.");
  await expect.poll(() => stored(page)).toEqual([expect.stringContaining("Dear **kind** reader. First.")]);
  await page.keyboard.type(" Second.");
  await page.reload();
  await panel(page).getByText("First. Second.").waitFor();
  // Also where the network is gone: the device has it.
  await type(panel(page), "Second.", " Third.");
  await page.route("**/api/chats/*/changes", (route) => route.abort());
  await page.keyboard.type(" Fourth.");
  await page.reload();
  await page.unrouteAll();
  await page.reload();
  await expect.poll(() => panel(page).textContent(), { timeout: 30_000 }).toContain("Second. Third. Fourth.");
  await expect.poll(() => stored(page)).toEqual([expect.stringContaining("Fourth.")]);
});

test("a save that is refused keeps the text, says why, and is repeated after a reload", async () => {
  const page = await asked();
  const refused = { type: "about:blank", code: "too-large", status: 413, title: "This is larger than Stet accepts." };
  await page.route("**/api/chats/*/changes", (route) =>
    route.request().method() === "PUT" ? route.fulfill({ status: 413, json: refused }) : route.continue(),
  );
  await type(panel(page), "reader.", " Mine.");
  const note = panel(page).getByRole("alert");
  await note.getByText("This is larger than Stet accepts.").waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.reload();
  await panel(page).getByText("reader. Mine.").waitFor();
  await note.getByText("This is larger than Stet accepts.").waitFor();
  await page.unrouteAll();
  await note.getByRole("button", { name: "Try again" }).click();
  await note.waitFor({ state: "detached" });
  expect(await stored(page)).toEqual([expect.stringContaining("reader. Mine.")]);
  await panel(page).getByText("reader. Mine.").waitFor();
});

test("two tabs without a connection keep both texts, and both are stored later", async () => {
  const page = await asked();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await ready(other);
  for (const one of [page, other]) await one.route("**/api/chats/*/changes", (route) => route.abort());
  await type(panel(page), "reader.", " From one.");
  await composer(page).click();
  await type(panel(other), "Two", " From the other.");
  await composer(other).click();
  for (const one of [page, other]) await panel(one).getByRole("alert").waitFor();
  await page.close();
  await other.unrouteAll();
  await other.reload();
  for (const words of ["reader. From one.", "Two From the other."]) await panel(other).getByText(words).waitFor();
  await expect.poll(() => stored(other)).toEqual([expect.stringMatching(/From one\.[^]*From the other\./)]);
});

test("two tabs edit it at once, and both have both", async () => {
  const page = await asked();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await ready(other);
  await type(panel(page), "reader.", " From one.");
  await type(panel(other), "Two", " From the other.");
  for (const one of [page, other]) {
    await field(panel(one)).getByText("reader. From one.").waitFor();
    await field(panel(one)).getByText("Two From the other.").waitFor();
  }
  // The caret has stayed where it was.
  await page.keyboard.type("!!");
  await composer(page).click();
  await composer(other).click();
  for (const one of [page, other]) {
    await left(panel(one));
    await panel(one).getByText("reader. From one.!!").waitFor();
    await panel(one).getByText("Two From the other.").waitFor();
  }
});

test("a tab that is behind merges what it types with what the other stored", async () => {
  const page = await asked();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await ready(other);
  // It hears of no change.
  await other.route("**/api/chats/*/changes", (route) => (route.request().method() === "GET" ? route.abort() : route.continue()));
  await type(panel(page), "reader.", " From one.");
  await composer(page).click();
  await expect.poll(() => stored(page)).toEqual([expect.stringContaining("From one.")]);
  await type(panel(other), "Two", " From the other.");
  await composer(other).click();
  await panel(other).getByText("Two From the other.").waitFor();
  await other.unrouteAll();
  await other.reload();
  for (const words of ["reader. From one.", "Two From the other."])
    for (const one of [page, other]) await panel(one).getByText(words).waitFor();
});

test("it is edited while the answer goes on, and Stop and Continue keep what was typed", async () => {
  const page = await journey.page();
  const text = `BEGIN DRAFT\n${letter}\nEND DRAFT\n\nSome words about it. ${"And more of them. ".repeat(20)}`;
  await setModel(journey, { text, tps: 0, mode: "hangmid", cutat: 150 });
  await page.goto("/chat");
  await send(page, "Write");
  await answers(page).getByText("Some words about it.").waitFor();
  await type(panel(page), "reader.", " Typed");
  await page.getByRole("button", { name: "Stop" }).evaluate((button: HTMLElement) => button.click());
  await ended(page, 1);
  await page.keyboard.type(" on.");
  await page.reload();
  await panel(page).getByText("reader. Typed on.").waitFor();

  // Stopped within the draft: the answer that continues is a new version, to which the edit can be brought.
  await setModel(journey, { text: `BEGIN DRAFT\n${letter}\n- Three`, tps: 0, mode: "hangmid", cutat: 58 });
  await send(page, "Again");
  const second = panel(page).nth(1);
  await second.getByText("One").waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  await ended(page, 2);
  await type(second, "reader.", " Mine.");
  await composer(page).click();
  await left(second);
  await setModel(journey, { text: "\n- Four\nEND DRAFT\n\nDone.", tps: 0 });
  await page.getByRole("button", { name: "Continue" }).click();
  await answers(page).getByText("Done.").waitFor();
  await second.getByText("Four").waitFor();
  await ended(page, 2);
  const offer = second.getByText("Your edits are in version 1.");
  await offer.waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await second.getByRole("button", { name: "Bring them here" }).click();
  await second.getByText("reader. Mine.").waitFor();
  await second.getByText("Four").waitFor();
  await offer.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await second.getByText("reader. Mine.").waitFor({ state: "detached" });
  await second.getByRole("button", { name: "Bring them here" }).click();
  await second.getByText("reader. Mine.").waitFor();
  await expect.poll(async () => (await stored(page)).filter((text) => /Mine[^]*Four/.test(text))).toHaveLength(1);
  await page.reload();
  await second.getByText("reader. Mine.").waitFor();
  expect(await offer.count()).toBe(0);
  await page.getByRole("button", { name: "Earlier version" }).click();
  await second.getByText("Four").waitFor({ state: "detached" });
  await second.getByText("reader. Mine.").waitFor();
});

test("an answer regenerated in the middle of an edit keeps the edit with its version, and says what of it does not fit the new one", async () => {
  const page = await asked();
  await type(panel(page), "reader.", " Mine.");
  await setModel(journey, { text: "BEGIN DRAFT\nAnother letter.\nEND DRAFT", tps: 0 });
  await answers(page).getByRole("button", { name: "Regenerate" }).click();
  await page.getByRole("menuitem", { name: "Regenerate", exact: true }).click();
  await panel(page).getByText("Another letter.").waitFor();
  await ended(page, 1);
  await panel(page).getByRole("button", { name: "Bring them here" }).click();
  await page.getByText("the passage you edited is at its end").waitFor();
  for (const words of ["Another letter.", "reader. Mine."]) await panel(page).getByText(words).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await panel(page).getByText("reader. Mine.").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Earlier version" }).click();
  await panel(page).getByText("reader. Mine.").waitFor();
});
