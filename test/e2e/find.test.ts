/* Finding a message again: by its link, by the history, in a long chat that is not fully loaded; and continuing from
   it elsewhere. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidv7 } from "#core/text/uuid.ts";
import { startJourney, type Journey } from "./browser.ts";
import { answers, composer, ended, questions, send, setModel, storedChat } from "./conversation.ts";
import { seriousFindings } from "./steps.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());

/** A chat of `turns` questions, the third of which contains a unique word. Returns its address. */
async function longChat(page: Page, turns: number): Promise<string> {
  const chatId = uuidv7();
  for (let version = 0; version < turns; version++) {
    const response = await page.request.post("/api/chat", {
      data: {
        trigger: "send",
        chatId,
        version,
        messageId: uuidv7(),
        replyId: uuidv7(),
        content: version === 2 ? "What does zwischenablage mean?" : `Question number ${version + 1}`,
        choices: { model: "stet-builtin" },
      },
      headers: { origin: journey.url },
    });
    await response.text();
  }
  return `/chat/${chatId}`;
}

const found = (page: Page) => page.locator("article[data-found]");
const panel = (page: Page) => page.getByRole("complementary", { name: "Find in this chat" });
const marked = (page: Page) => page.evaluate(() => CSS.highlights.get("found")?.size ?? 0);

test("a hit of the history opens at its message, loaded or not, with the words marked; so does find in chat", async () => {
  const page = await journey.page();
  const address = await longChat(page, 32);
  await page.goto("/chat");
  await page.getByRole("button", { name: "Search chats" }).first().click();
  await page.getByRole("searchbox", { name: "Search chats" }).fill("zwischenablage");
  await page
    .getByRole("dialog")
    .getByRole("link", { name: /zwischenablage/ })
    .click();
  await expect.poll(() => found(page).innerText(), { timeout: 20_000 }).toContain("zwischenablage");
  // What was searched for does not stay in the address.
  expect(page.url()).toMatch(new RegExp(`${address}#message-[0-9a-f-]+$`));
  expect(await tintClipped(page)).toBe(false);
  await expect.poll(() => marked(page)).toBeGreaterThan(0);
  await expect.poll(() => isInView(page)).toBe(true);

  await page.goto(address);
  await composer(page).waitFor();
  expect(await page.getByText("zwischenablage").count()).toBe(0);
  await page.keyboard.press("Control+Alt+s");
  await panel(page).getByText("32 questions").waitFor();
  await panel(page).getByRole("searchbox").fill("ZWISCHENABLAGE mean");
  await panel(page)
    .getByText(/^\d+ messages?$/)
    .waitFor();
  await panel(page).getByRole("searchbox").fill("zwischenablage mean");
  await panel(page)
    .getByRole("button", { name: /zwischenablage/ })
    .first()
    .click();
  await expect.poll(() => found(page).innerText(), { timeout: 20_000 }).toContain("zwischenablage");
  await expect.poll(() => isInView(page)).toBe(true);
  expect(await seriousFindings(page)).toEqual([]);
  await panel(page).getByRole("searchbox").fill("nowhere in it");
  await panel(page).getByText("No messages contain “nowhere in it”.").waitFor();
  await panel(page).getByRole("searchbox").press("Escape");
  await expect.poll(() => panel(page).count()).toBe(0);
  expect([await found(page).count(), await marked(page)]).toEqual([0, 0]);
  expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Find in this chat");
  await page.context().close();
});

/** Whether a parent cuts off the tint around the found message. */
function tintClipped(page: Page): Promise<boolean> {
  return found(page).evaluate((article) => {
    const spread = Number(/(\d+)px$/.exec(getComputedStyle(article).boxShadow)![1]);
    const [inner, outer] = [article.getBoundingClientRect(), article.parentElement!.getBoundingClientRect()];
    return inner.left - spread < outer.left || inner.right + spread > outer.right || inner.top - spread < outer.top;
  });
}

test("a jump that another one overtakes does not arrive", async () => {
  const page = await journey.page();
  await page.goto(await longChat(page, 32));
  await page.locator("html[data-ready]").waitFor();
  const [asked, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(/\/api\/chats\/[^?]+\?before=/, async (route) => {
    asked.resolve();
    await letGo.promise;
    await route.continue();
  });
  await page.keyboard.press("Control+Alt+s");
  const listed = panel(page).getByRole("list", { name: "Questions" });
  await listed.getByRole("button", { name: "Question number 2", exact: true }).click();
  await asked.promise;
  await listed.getByRole("button", { name: "Question number 31" }).click();
  await expect.poll(() => found(page).innerText()).toContain("Question number 31");
  letGo.resolve();
  await questions(page).getByText("Question number 2", { exact: true }).waitFor({ state: "attached" });
  for (let frame = 0; frame < 4; frame++) await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await found(page).innerText()).toContain("Question number 31");
  await page.context().close();
});

async function isInView(page: Page): Promise<boolean> {
  const [box, window] = [await found(page).boundingBox(), page.viewportSize()!];
  return box !== null && box.y >= 0 && box.y < window.height;
}

test("a question of the list is gone to, on a phone too", async () => {
  const page = await journey.page({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.goto(await longChat(page, 12));
  await page.getByRole("button", { name: "Find in this chat" }).click();
  await panel(page).getByRole("list", { name: "Questions" }).getByRole("button", { name: "Question number 2" }).click();
  await expect.poll(() => found(page).innerText()).toContain("Question number 2");
  await expect.poll(() => isInView(page)).toBe(true);
  expect(await panel(page).count()).toBe(0);
  await page.context().close();
});

test("the link of a message is copied, and opens at it; a fork begins a chat of its own", async () => {
  const page = await journey.page({ permissions: ["clipboard-read", "clipboard-write"] });
  await setModel(journey, { text: "The first answer.", tps: 0 });
  await page.goto("/chat");
  await send(page, "Where to?");
  await ended(page, 1);
  await page.waitForURL(/\/chat\/[0-9a-f-]{36}$/);
  const address = page.url();
  await answers(page).getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Copy link" }).click();
  const id = (await storedChat(page)).messages[1]!.id;
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`${address}#message-${id}`);

  await setModel(journey, { text: "The second answer.", tps: 0 });
  await send(page, "And then?");
  await ended(page, 2);
  await page.goto(`${address}#message-${id}`);
  await page.reload();
  await expect.poll(() => found(page).innerText()).toContain("The first answer.");
  await answers(page).first().hover();
  await answers(page).first().getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Fork into a new chat" }).click();
  await page.waitForURL((url) => url.href.split("#")[0] !== address && /\/chat\/[0-9a-f-]{36}$/.test(url.pathname));
  await expect.poll(() => questions(page).count()).toBe(1);
  await setModel(journey, { text: "Elsewhere.", tps: 0 });
  await send(page, "Another way");
  expect(await ended(page, 2)).toContain("Elsewhere.");
  await page.goto(address);
  await expect
    .poll(() => questions(page).allInnerTexts())
    .toEqual([expect.stringContaining("Where to?"), expect.stringContaining("And then?")]);
  await page.context().close();
});

test("two versions of an answer are compared word by word", async () => {
  const page = await journey.page();
  await setModel(journey, { text: "The rent is due on Monday.", tps: 0 });
  await page.goto("/chat");
  await send(page, "When?");
  await ended(page, 1);
  await setModel(journey, { text: "The rent is due on Friday.", tps: 0 });
  await page.keyboard.press("Control+Alt+r");
  await expect.poll(() => ended(page, 1)).toContain("Friday");
  await page.getByRole("button", { name: "Compare versions" }).click();
  const dialog = page.getByRole("dialog", { name: "Compare versions" });
  await expect.poll(() => dialog.locator("del").allInnerTexts()).toEqual(["Monday"]);
  expect(await dialog.locator("ins").allInnerTexts()).toEqual(["Friday"]);
  expect(await seriousFindings(page)).toEqual([]);
  await page.context().close();
});

test("the rail of a long chat jumps from question to question, also to those that are not loaded", async () => {
  const page = await journey.page({ viewport: { width: 1440, height: 900 } });
  await page.goto(await longChat(page, 60));
  const rail = page.getByRole("navigation", { name: "Questions" });
  const current = () => rail.locator("[aria-current=true]").getAttribute("aria-label");
  await expect.poll(current).toMatch(/^Question (59|60) of 60/);
  expect(await seriousFindings(page)).toEqual([]);
  await rail.locator("[aria-current=true]").focus();
  await page.keyboard.press("Home");
  await expect.poll(current).toBe("Question 1 of 60: Question number 1");
  await questions(page).getByText("Question number 1", { exact: true }).waitFor();
  await expect.poll(() => rail.locator("[aria-current=true]").evaluate((mark) => document.activeElement === mark)).toBe(true);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect.poll(current).toBe("Question 3 of 60: What does zwischenablage mean?");
  await composer(page).focus();
  await page.keyboard.press("Alt+PageDown");
  await expect.poll(current).toMatch(/^Question 4 of 60/);
  await page.keyboard.press("Alt+PageUp");
  await expect.poll(current).toMatch(/^Question 3 of 60/);
  await expect.poll(() => questions(page).getByText("zwischenablage").isVisible()).toBe(true);

  // On a phone the search panel lists them.
  await page.setViewportSize({ width: 390, height: 844 });
  await rail.waitFor({ state: "hidden" });
});
