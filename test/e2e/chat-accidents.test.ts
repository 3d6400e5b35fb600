/* What may go wrong in the middle of an answer, and what the reader keeps. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startJourney, type Journey } from "./browser.ts";
import { answers, composer, ended, questions, send, setModel, storedChat } from "./conversation.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey.close());

test("a network that goes and comes back in mid-answer costs no word", async () => {
  const page = await journey.page();
  await setModel(journey, { chars: 2400, tps: 120 });
  await page.goto("/chat");
  await send(page, "Write");
  await page.waitForURL(/\/chat\/[0-9a-f-]{36}$/);
  await expect.poll(async () => (await answers(page).innerText()).length).toBeGreaterThan(200);
  await page.context().setOffline(true);
  await page.waitForTimeout(1500);
  await page.context().setOffline(false);
  const text = await ended(page, 1);
  expect(text).toContain("ENDMARK");
  await page.reload();
  expect(await ended(page, 1)).toBe(text);
});

test("where what shows messages could not be fetched, a question is sent, and is shown as soon as it can be", async () => {
  const page = await journey.page();
  await setModel(journey, { text: "Shown in the end.", tps: 0 });
  await page.route("**/assets/messages-*.js", (route) => route.abort());
  await page.goto("/chat");
  await send(page, "Who shows this?");
  await page.locator('#sidebar a[href^="/chat/"]').first().waitFor();
  expect(await questions(page).count()).toBe(0);
  await page.unrouteAll();
  await questions(page).getByText("Who shows this?").waitFor();
  expect(await ended(page, 1)).toContain("Shown in the end.");
  await page.waitForURL(/\/chat\/[0-9a-f-]{36}$/);
  await page.context().close();
});

test("a provider that asks for a pause is waited for, and the wait is shown", async () => {
  const page = await journey.page();
  await setModel(journey, { mode: "429", retryafter: 3 });
  await page.goto("/chat");
  await send(page, "Write");
  await page.getByText("The model’s provider is limiting requests.").waitFor();
  await setModel(journey, { text: "Thank you for waiting.", tps: 0 });
  expect(await ended(page, 1)).toContain("Thank you for waiting.");
});

test("a source is cited, shown beside its number, and opened at its passage", async () => {
  const page = await journey.page();
  await page.goto("/chat");
  await page.getByRole("button", { name: /^Model:/ }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /Stet built-in/ })
    .click();
  const lease = "Lease agreement. The rent is 12,000 kronor a month. The notice period is three months for both parties.";
  await page.getByLabel("Files to attach").setInputFiles({ name: "lease.txt", mimeType: "text/plain", buffer: Buffer.from(lease) });
  await send(page, "What is the notice period according to the lease?");
  await ended(page, 1);
  await expect.poll(() => questions(page).innerText()).toContain("lease.txt");
  const [chip, popup] = [page.locator("button.citation").first(), page.getByRole("dialog", { name: "lease.txt" })];
  // The card comes with the pointer, stays for it, and goes; the text that is typed meanwhile is not disturbed.
  await composer(page).focus();
  await chip.hover();
  await popup.getByText("three months").first().waitFor();
  await page.keyboard.type("Meanwhile");
  await popup.hover();
  expect(await composer(page).inputValue()).toBe("Meanwhile");
  await composer(page).hover();
  await popup.waitFor({ state: "detached" });
  await composer(page).fill("");
  // So it does with the focus of the keyboard.
  await answers(page).getByRole("button", { name: "Copy" }).first().focus();
  await page.keyboard.press("Shift+Tab");
  while (!(await chip.evaluate((one) => one === document.activeElement))) await page.keyboard.press("Shift+Tab");
  await popup.waitFor();
  await page.keyboard.press("Escape");
  await popup.waitFor({ state: "detached" });
  expect(await chip.evaluate((one) => one === document.activeElement)).toBe(true);
  await chip.click();
  expect(await popup.innerText()).toContain("three months");
  expect((await popup.boundingBox())!.width).toBe(420);
  await popup.getByRole("button", { name: "Show the document" }).click();
  await page.getByRole("dialog", { name: "lease.txt" }).locator("mark").waitFor();
  await page.keyboard.press("Escape");
  await composer(page).waitFor();
});

test("a server that is killed in mid-answer: the text stays, and the answer can be continued", async () => {
  const page = await journey.page();
  await setModel(journey, { chars: 6000, tps: 80 });
  await page.goto("/chat");
  await send(page, "Write at length");
  await expect.poll(async () => (await answers(page).innerText()).length).toBeGreaterThan(400);
  await journey.restart("SIGKILL");
  const text = await ended(page, 1);
  expect(text.length).toBeGreaterThan(300);
  await setModel(journey, { text: " and the rest.", tps: 0 });
  await page.getByRole("button", { name: "Continue" }).click();
  await expect.poll(() => ended(page, 1)).toContain("and the rest.");
  const stored = (await storedChat(page)).messages;
  expect(stored).toHaveLength(2);
});
