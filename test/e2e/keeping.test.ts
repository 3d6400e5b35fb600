/* What is kept and what is not: versions, undo, unsent text of several chats, and temporary chats. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startJourney, type Journey } from "./browser.ts";
import { answers, composer, ended, questions, send, setModel, storedChat } from "./conversation.ts";
import { password, ready, signIn, signUp, skipWelcome } from "./steps.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());

test("an answer given again is a version; each can be looked at, and the chat continues from the one shown", async () => {
  const page = await journey.page();
  await setModel(journey, { text: "The first answer.", tps: 0 });
  await page.goto("/chat");
  await send(page, "Which one?");
  await ended(page, 1);
  for (const word of ["second", "third"]) {
    await setModel(journey, { text: `The ${word} answer.`, tps: 0 });
    await answers(page).getByRole("button", { name: "Regenerate" }).click();
    await page.getByRole("menuitem", { name: "Regenerate", exact: true }).click();
    await expect.poll(() => ended(page, 1)).toContain(`The ${word} answer.`);
  }
  await page.getByLabel("Version 3 of 3").waitFor();
  await page.getByRole("button", { name: "Earlier version" }).click();
  await page.getByLabel("Version 2 of 3").waitFor();
  expect(await ended(page, 1)).toContain("The second answer.");
  await page.reload();
  expect(await ended(page, 1)).toContain("The second answer.");
  await setModel(journey, { text: "Going on.", tps: 0 });
  await send(page, "Go on from here");
  await ended(page, 2);
  expect((await storedChat(page)).messages.map((message) => message.content)).toEqual([
    "Which one?",
    expect.stringContaining("The second answer."),
    "Go on from here",
    expect.stringContaining("Going on."),
  ]);
});

test("an edit far up puts the rest aside, and one press brings it all back", async () => {
  const page = await journey.page();
  await setModel(journey, { text: "An answer.", tps: 0 });
  await page.goto("/chat");
  for (const [i, words] of ["First", "Second", "Third"].entries()) {
    await send(page, words);
    await ended(page, i + 1);
  }
  await questions(page).first().getByText("First").click();
  await page.getByRole("textbox", { name: "Edit your message" }).fill("First, but better");
  await page.keyboard.press("Enter");
  await expect.poll(() => questions(page).count()).toBe(1);
  await ended(page, 1);
  await page.reload();
  await page.getByText("Edited; 6 messages put aside").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => questions(page).count()).toBe(3);
  await expect.poll(() => questions(page).first().innerText()).toMatch(/^You\nFirst\n/);
  expect((await storedChat(page)).messages).toHaveLength(6);
});

test("each chat keeps its own unsent text, and a new chat has none of it", async () => {
  const page = await journey.page();
  await setModel(journey, { text: "An answer.", tps: 0 });
  const chats: string[] = [];
  for (const name of ["one", "two"]) {
    await page.goto("/chat");
    await send(page, `Chat ${name}`);
    await ended(page, 1);
    await page.waitForURL(/\/chat\/[0-9a-f-]{36}$/);
    chats.push(new URL(page.url()).pathname);
    await composer(page).fill(`Unsent in ${name}`);
  }
  const go = (path: string) => page.locator(`#sidebar a[href="${path}"]`).click();
  await go(chats[0]!);
  await expect.poll(() => composer(page).inputValue()).toBe("Unsent in one");
  await page
    .getByRole("navigation", { name: "Chats" })
    .getByRole("link", { name: /^New chat/ })
    .click();
  await page.getByRole("heading", { name: "Hello" }).waitFor();
  await expect.poll(() => composer(page).inputValue()).toBe("");
  await composer(page).fill("Not sent at all");
  await go(chats[1]!);
  await expect.poll(() => composer(page).inputValue()).toBe("Unsent in two");
  await page.goto("/chat");
  await expect.poll(() => composer(page).inputValue()).toBe("Not sent at all");
});

test("a temporary chat works like any other, is in no list, and is gone when it is left", async () => {
  const page = await journey.page();
  await setModel(journey, { text: "An answer.", tps: 0 });
  await page.goto("/chat?temporary=1");
  await page.getByText("Temporary chat: it will not be kept").waitFor();
  await send(page, "Between us");
  await ended(page, 1);
  await page.getByText("Temporary chat: it will not be kept").waitFor();
  await send(page, "And more");
  await ended(page, 2);
  expect(await page.locator("#sidebar").innerText()).not.toContain("Between us");
  const { sessions } = (await (await page.request.get("/api/chat-sessions?query=Between")).json()) as { sessions: unknown[] };
  expect(sessions).toEqual([]);
  await page.goto("/chat");
  await page.getByRole("heading", { name: "Hello" }).waitFor();
  expect(await page.getByText("Temporary chat: it will not be kept").count()).toBe(0);
});

test("one long answer is in the sidebar as running, and as unread when it ended elsewhere", async () => {
  const page = await journey.page();
  await setModel(journey, { chars: 900, tps: 100 });
  await page.goto("/chat");
  await send(page, "Take your time");
  await page.waitForURL(/\/chat\/[0-9a-f-]{36}$/);
  const row = page.locator(`#sidebar a[href="${new URL(page.url()).pathname}"]`);
  await page
    .getByRole("navigation", { name: "Chats" })
    .getByRole("link", { name: /^New chat/ })
    .click();
  await row.getByRole("status", { name: "Writing an answer" }).or(row.getByLabel("Writing an answer")).first().waitFor();
  await row.getByText("New answer").waitFor({ state: "attached" });
  await row.click();
  expect(await ended(page, 1)).toContain("ENDMARK");
  await row.getByText("New answer").waitFor({ state: "detached" });
});

test("who signs in next on the same device finds nothing of what was typed, and the first one coming back finds it all", async () => {
  const page = await journey.page({ isSignedIn: false });
  await page.goto("/auth/sign-up");
  const anna = await signUp(page, "Anna");
  await skipWelcome(page);
  await ready(page);
  await composer(page).fill("Dear Ms Okafor, between us");
  await page
    .getByLabel("Files to attach")
    .setInputFiles({ name: "private.txt", mimeType: "text/plain", buffer: Buffer.from("private") });
  await page.getByText("private.txt").first().waitFor();
  await page.request.post("/api/auth/sign-out", { data: {}, headers: { origin: journey.url } });

  await page.goto("/auth/sign-up");
  await signUp(page, "Bo");
  await skipWelcome(page);
  await ready(page);
  await expect.poll(() => composer(page).inputValue()).toBe("");
  await composer(page).fill("Bo's own words");
  expect(await page.getByText("private.txt").count()).toBe(0);
  await page.request.post("/api/auth/sign-out", { data: {}, headers: { origin: journey.url } });

  await page.goto("/auth/sign-in");
  await signIn(page, anna, password);
  await page.waitForURL("**/chat");
  await ready(page);
  await expect.poll(() => composer(page).inputValue()).toBe("Dear Ms Okafor, between us");
  await page.getByText("private.txt").first().waitFor();
});
