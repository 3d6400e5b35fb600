/* A conversation from the first word to its undoing, in a browser. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startJourney, type Journey } from "./browser.ts";
import { answers, ended, questions, send, setModel, storedChat } from "./conversation.ts";
import { ready } from "./steps.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey.close());

test("a first message makes a chat with an address, and a reload in mid-answer loses nothing", async () => {
  const page = await journey.page();
  await setModel(journey, { chars: 1200, tps: 120 });
  await page.goto("/chat");
  await page.getByRole("heading", { name: "Hello" }).waitFor();
  await send(page, "Write something about the sea");
  await page.waitForURL(/\/chat\/[0-9a-f-]{36}$/);
  await expect.poll(async () => (await answers(page).innerText()).length).toBeGreaterThan(100);
  await page.reload();
  expect(await questions(page).innerText()).toContain("Write something about the sea");
  const text = await ended(page, 1);
  expect(text).toContain("ENDMARK");
  const stored = (await storedChat(page)).messages;
  expect(stored.map((message) => message.role)).toEqual(["user", "assistant"]);
  await page.reload();
  expect(await ended(page, 1)).toBe(text);
});

test("the server's own page has the words before any script has run", async () => {
  const page = await journey.page();
  await setModel(journey, { text: "# Heading\n\nSome *quiet* words.", tps: 0 });
  await page.goto("/chat");
  await send(page, "Hello");
  await ended(page, 1);
  await page.waitForURL(/\/chat\/[0-9a-f-]{36}$/);
  const html = await (await page.request.get(page.url())).text();
  expect(html.includes("<em>quiet</em>")).toBe(true);
});

test("a stopped answer ends where the reader stopped it, and can be continued", async () => {
  const page = await journey.page();
  await setModel(journey, { chars: 6000, tps: 60 });
  await page.goto("/chat");
  await send(page, "Write at length");
  await expect.poll(async () => (await answers(page).innerText()).length).toBeGreaterThan(150);
  await page.getByRole("button", { name: "Stop" }).click();
  const stopped = await ended(page, 1);
  expect(stopped).not.toContain("ENDMARK");
  await page.reload();
  expect(await ended(page, 1)).toBe(stopped);
  await setModel(journey, { text: " and so it goes on.", tps: 0 });
  await page.getByRole("button", { name: "Continue" }).click();
  await expect.poll(() => ended(page, 1)).toContain("and so it goes on.");
  await expect.poll(() => answers(page).count()).toBe(1);
});

test("an edit in place answers again, both versions can be looked at, and nothing is lost", async () => {
  const page = await journey.page();
  await setModel(journey, { text: "First answer.", tps: 0 });
  await page.goto("/chat");
  await send(page, "One");
  await ended(page, 1);
  await setModel(journey, { text: "Second answer.", tps: 0 });
  await questions(page).getByText("One", { exact: true }).click();
  const field = page.getByRole("textbox", { name: "Edit your message" });
  await field.fill("One, changed");
  await field.press("Shift+Enter");
  await field.pressSequentially("in two lines");
  await field.press("Enter");
  await expect.poll(() => ended(page, 1)).toContain("Second answer.");
  await expect.poll(() => questions(page).innerText()).toContain("One, changed\nin two lines");
  await page.getByRole("button", { name: "Earlier version" }).click();
  await expect.poll(() => questions(page).innerText()).toMatch(/^You\nOne\n/);
  await expect.poll(() => answers(page).innerText()).toContain("First answer.");
  await questions(page).getByText("One", { exact: true }).click();
  await field.fill("");
  await field.press("Enter");
  await expect.poll(() => questions(page).innerText()).toMatch(/^You\nOne\n/);
});

test("going back to a checkpoint can be undone", async () => {
  const page = await journey.page();
  await setModel(journey, { text: "An answer.", tps: 0 });
  await page.goto("/chat");
  await send(page, "First");
  await ended(page, 1);
  await send(page, "Second");
  await ended(page, 2);
  await questions(page).nth(1).getByRole("button", { name: "Restore checkpoint" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Discard all changes up to this checkpoint?" });
  await expect.poll(() => dialog.innerText()).toContain("You can always undo this later.");
  await dialog.getByRole("button", { name: "Cancel (esc)" }).click();
  expect(await questions(page).count()).toBe(2);
  await questions(page).nth(1).getByRole("button", { name: "Restore checkpoint" }).click();
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect.poll(() => questions(page).count()).toBe(1);
  await page.reload();
  await expect.poll(() => questions(page).count()).toBe(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => questions(page).count()).toBe(2);
  expect((await storedChat(page)).messages).toHaveLength(4);
});

test("a provider that fails says so, keeps what arrived, and can be tried again", async () => {
  const page = await journey.page();
  await setModel(journey, { mode: "cut", cutat: 300, chars: 2000, tps: 0 });
  await page.goto("/chat");
  await send(page, "Write");
  const text = await ended(page, 1);
  expect(text.length).toBeGreaterThan(100);
  await page.getByText("The connection to the model was lost.").waitFor();
  await setModel(journey, { text: "Now it works.", tps: 0 });
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.poll(() => ended(page, 1)).toContain("Now it works.");
});

test("the markers of an answer become its draft, its changes and its writing", async () => {
  const page = await journey.page();
  const patch = JSON.stringify({ original: "in the event that", replacement: "if", summary: "Shorter" });
  const text = `Here.\n\nBEGIN DRAFT\nDear *reader*\nEND DRAFT\n\nBEGIN PATCH\n${patch}\nEND PATCH\n\nBEGIN PATCH\n{"original": 1\nEND PATCH\n\nBEGIN WRITE\nNew words.\nEND WRITE\n\nDone.`;
  await setModel(journey, { text, tps: 2000 });
  await page.goto("/chat");
  const events = ["applyPatch", "writing-complete", "writing-revert", "createDraftFromChat", "draftExpand"];
  await page.evaluate((names) => {
    const heard: [string, unknown][] = [];
    Object.assign(window, { heard });
    for (const name of names) window.addEventListener(name, (event) => heard.push([name, (event as CustomEvent).detail]));
  }, events);
  await send(page, "Write");
  await ended(page, 1);
  const draft = page.getByRole("region", { name: "Draft" });
  expect(await draft.locator("em").innerText()).toBe("reader");
  await draft.getByRole("button", { name: "Create draft" }).click();
  const naming = page.getByRole("dialog", { name: "Name your draft" });
  await naming.getByLabel("Draft name").fill("Letter");
  await naming.getByRole("button", { name: "Create Draft" }).click();
  await naming.getByText("Please select a project before creating a draft").waitFor();
  await naming.getByRole("button", { name: "Cancel" }).click();
  await naming.waitFor({ state: "detached" });
  const changes = page.getByRole("region", { name: "Changes" });
  expect(await changes.first().locator("del").innerText()).toBe("in the event that");
  expect(await changes.first().locator("ins").innerText()).toBe("if");
  // Changes that follow each other are one card, what cannot be read of them included.
  await expect.poll(() => changes.count()).toBe(1);
  expect(await changes.innerText()).toContain("What the model wrote");
  expect(await changes.innerText()).not.toContain("cut off");
  expect(await changes.getByRole("button", { name: "Ask to repair" }).isVisible()).toBe(true);
  await changes.first().getByRole("button", { name: "Apply" }).click();
  const writing = page.getByRole("region", { name: "Writing" });
  // Nothing was inserted anywhere, and that is said.
  expect(await writing.innerText()).toContain("Writing kept here");
  expect(await writing.getByRole("button", { name: "Create draft" }).isVisible()).toBe(true);
  const { messageId } = await page.evaluate(
    () =>
      (window as unknown as { heard: [string, { messageId: string }][] }).heard.find(([name]) => name === "writing-complete")![1],
  );
  const stats = { messageId, added: 2, deleted: 0 };
  await page.evaluate((detail) => window.dispatchEvent(new CustomEvent("writing-stats", { detail })), stats);
  await expect.poll(() => writing.innerText()).toContain("Writing inserted");
  await writing.getByRole("button", { name: "Writing actions" }).click();
  await page.getByRole("menuitem", { name: "Revert" }).click();
  const heard = await page.evaluate(() => (window as unknown as { heard: [string, Record<string, unknown>][] }).heard);
  expect(heard.map(([name]) => name)).toEqual(
    expect.arrayContaining(["writing-complete", "createDraftFromChat", "applyPatch", "writing-revert"]),
  );
  expect(heard.find(([name]) => name === "createDraftFromChat")![1]).toEqual({ draftText: "Dear *reader*" });
  expect(heard.find(([name]) => name === "writing-complete")![1]).toMatchObject({ content: "New words." });
});

test("a reader who scrolls up is left alone, and the button brings them back", async () => {
  const page = await journey.page();
  await setModel(journey, { chars: 12_000, tps: 400 });
  await page.goto("/chat");
  await send(page, "Write a lot");
  const scroller = page.locator("[data-view=conversation]");
  const place = () =>
    scroller.evaluate((box) => ({ top: box.scrollTop, rest: box.scrollHeight - box.clientHeight - box.scrollTop }));
  await expect.poll(async () => (await place()).top).toBeGreaterThan(300);
  expect((await place()).rest).toBeLessThanOrEqual(1);
  await answers(page).hover();
  // The page moves a frame after the wheel has turned. Listening must have begun before it turns.
  const movement = await scroller.evaluateHandle((box) => ({
    seen: new Promise<void>((resolve) => {
      let last = box.scrollTop;
      box.addEventListener("scroll", () => {
        if (box.scrollTop < last) resolve();
        last = box.scrollTop;
      });
    }),
  }));
  await page.mouse.wheel(0, -200);
  await movement.evaluate(({ seen }) => seen);
  await page.getByRole("button", { name: "To the end" }).waitFor();
  const { top } = await place();
  await expect.poll(async () => (await place()).rest).toBeGreaterThan(600);
  expect(Math.abs((await place()).top - top)).toBeLessThanOrEqual(1);
  await page.getByRole("button", { name: "To the end" }).click();
  await expect.poll(async () => (await place()).rest).toBeLessThanOrEqual(1);
});

test("an answer continues while the reader is in another chat", async () => {
  const page = await journey.page();
  await setModel(journey, { chars: 1500, tps: 150 });
  await page.goto("/chat");
  await send(page, "Write");
  await page.waitForURL(/\/chat\/[0-9a-f-]{36}$/);
  await page.getByRole("link", { name: "New chat" }).first().click();
  await page.getByRole("heading", { name: "Hello" }).waitFor();
  await page.goBack();
  expect(await ended(page, 1)).toContain("ENDMARK");
});

test("an empty chat is at its top, however low the window is", async () => {
  const page = await journey.page({ viewport: { width: 640, height: 180 } });
  await page.goto("/chat");
  await ready(page);
  const place = () =>
    page.locator("[data-view=start]").evaluate((start) => [start.scrollTop, start.scrollHeight > start.clientHeight]);
  expect(await place()).toEqual([0, true]);
});
