/* A whole visit by keyboard: signing in, writing, switching chats, renaming one, undoing a message. */
import { randomUUID } from "node:crypto";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startJourney, type Journey } from "./browser.ts";
import { answers, composer, ended, questions, setModel } from "./conversation.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());

const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement);

/** Presses `key` until the focus is where it should be, as a user watching the focus ring would. */
async function go(page: Page, to: Locator, key = "Tab"): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if (await isFocused(to)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} never reached ${to.toString()}`);
}

test("a new chat, when the last has its address and is not drawn there yet", async () => {
  const page = await journey.page();
  await setModel(journey, { text: "An answer.", tps: 0 });
  await page.goto("/chat");
  // On a slow machine what changes the address is seen before the page of that address.
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 8 });
  for (const question of ["One", "Two", "Three", "Four"]) {
    await page.getByRole("heading", { name: "Hello" }).waitFor();
    await expect.poll(() => isFocused(composer(page))).toBe(true);
    await page.keyboard.type(question);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/chat\/[0-9a-f-]{36}$/);
    await page.keyboard.press("Control+Shift+O");
  }
  await page.getByRole("heading", { name: "Hello" }).waitFor();
  await expect.poll(() => page.locator('#sidebar a[href^="/chat/"]').count()).toBe(4);
});

test("everything by keys", async () => {
  const page = await journey.page({ isSignedIn: false });
  await setModel(journey, { text: "An answer.", tps: 0 });
  const email = `${randomUUID().slice(0, 8)}@example.test`;
  const password = "a password by keys";
  const made = await page.request.post("/api/auth/sign-up/email", {
    data: { name: "Keys", email, password },
    headers: { origin: journey.url },
  });
  expect(made.ok()).toBe(true);
  await page.context().clearCookies();

  await page.goto("/chat");
  await page.waitForSelector("html[data-ready]");
  await go(page, page.getByLabel("Email"));
  await page.keyboard.type(email);
  await go(page, page.getByLabel("Password", { exact: true }));
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/chat");

  // The field has focus, so typing can start right away.
  await expect.poll(() => isFocused(composer(page))).toBe(true);
  await page.keyboard.type("The first chat");
  await page.keyboard.press("Enter");
  await ended(page, 1);
  await page.waitForURL(/\/chat\/[0-9a-f-]{36}$/);
  const first = page.url();

  await page.keyboard.press("Control+Shift+O");
  await page.getByRole("heading", { name: "Hello" }).waitFor();
  await expect.poll(() => isFocused(composer(page))).toBe(true);
  await page.keyboard.type("The second chat");
  await page.keyboard.press("Enter");
  await ended(page, 1);
  await page.waitForURL(/\/chat\/[0-9a-f-]{36}$/);

  // Renames it from the row's menu.
  const actions = page
    .locator("#sidebar")
    .getByRole("button", { name: /^Actions for/ })
    .first();
  await go(page, actions, "Shift+Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Rename" }).waitFor();
  await go(page, page.getByRole("menuitem", { name: "Rename" }), "ArrowDown");
  await page.keyboard.press("Enter");
  const name = page.getByRole("dialog", { name: "Rename chat" }).getByLabel("Name", { exact: true });
  await expect.poll(() => isFocused(name)).toBe(true);
  await page.keyboard.press("Control+a");
  await page.keyboard.type("Renamed by keys");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Renamed by keys" }).waitFor();

  // Opens the other chat through the history.
  await page.keyboard.press("Control+Shift+H");
  const history = page.getByRole("dialog", { name: "Chat history" });
  await expect.poll(() => isFocused(history.getByRole("searchbox"))).toBe(true);
  await page.keyboard.type("first");
  // Wait for the one hit: before the unfiltered list has arrived, "the other one is gone" holds as well.
  await expect.poll(() => history.getByRole("link").count()).toBe(1);
  await go(page, history.getByRole("link").first());
  await page.keyboard.press("Enter");
  // The address also says what was searched for, so that the chat opens at it.
  await page.waitForURL((url) => url.origin + url.pathname === first);
  await history.waitFor({ state: "detached" });
  await expect.poll(() => questions(page).innerText()).toContain("The first chat");

  // Back to before the message, and forward again.
  await go(page, questions(page).getByRole("button", { name: "Restore checkpoint" }), "Shift+Tab");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("alertdialog");
  await dialog.waitFor();
  await go(page, dialog.getByRole("button", { name: "Continue" }));
  await page.keyboard.press("Enter");
  await expect.poll(() => questions(page).count()).toBe(0);
  await go(page, page.getByRole("button", { name: "Undo" }).first());
  await page.keyboard.press("Enter");
  await expect.poll(() => questions(page).count()).toBe(1);
  await expect.poll(() => answers(page).innerText()).toContain("An answer.");

  // Signs out through the palette.
  await page.keyboard.press("Control+k");
  await expect.poll(() => isFocused(page.getByRole("combobox"))).toBe(true);
  await page.keyboard.type("sign out");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/auth/sign-in");
});
