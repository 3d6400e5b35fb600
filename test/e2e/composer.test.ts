/* Writing to Stet: nothing typed is ever lost, and Enter does what the user means. */
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startJourney, type Journey } from "./browser.ts";
import { answers, composer, ended, questions, send, setModel, storedChat } from "./conversation.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey.close());

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** A chat with one short answer. */
async function chatPage(options: Parameters<Journey["page"]>[0] = {}): Promise<Page> {
  const page = await journey.page(options);
  await setModel(journey, { text: "An answer.", tps: 0 });
  await page.goto("/chat");
  await send(page, "A question");
  await ended(page, 1);
  await page.waitForURL(/\/chat\/[0-9a-f-]{36}$/);
  return page;
}

describe("nothing typed is lost", () => {
  test("unsent text, files and choices come back after a reload, and go once they are sent", async () => {
    const page = await chatPage();
    await composer(page).fill("Half a thou");
    await page
      .getByLabel("Files to attach")
      .setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("Notes") });
    await page.getByRole("button", { name: "Search the web" }).click();
    expect(await page.locator("input[name=fileData]").inputValue()).toBe('["notes.txt"]');
    await expect.poll(() => page.evaluate(() => Object.values(localStorage).join())).toContain("Half a thou");
    await page.reload();
    await expect.poll(() => composer(page).inputValue()).toBe("Half a thou");
    await page.getByRole("button", { name: "Remove notes.txt" }).waitFor();
    await page.getByRole("button", { name: "Send" }).click();
    await ended(page, 2);
    await expect.poll(() => questions(page).nth(1).innerText()).toContain("notes.txt");
    await page.reload();
    await composer(page).waitFor();
    await expect.poll(() => composer(page).inputValue()).toBe("");
    await expect.poll(() => page.locator("input[name=fileData]").inputValue()).toBe("[]");
  });

  test("what is typed while the first message is on its way belongs to the new chat", async () => {
    const page = await journey.page();
    await setModel(journey, { text: "An answer.", tps: 0 });
    await page.route("**/api/chat", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 600));
      await route.continue();
    });
    await page.goto("/chat");
    await send(page, "The first message");
    await composer(page).pressSequentially("The next thought");
    await page.waitForURL(/\/chat\/[0-9a-f-]{36}$/);
    await expect.poll(() => composer(page).inputValue()).toBe("The next thought");
    await expect.poll(() => page.evaluate(() => Object.values(localStorage).join())).toContain("The next thought");
    await page.reload();
    await expect.poll(() => composer(page).inputValue()).toBe("The next thought");
    await page.goto("/chat");
    await page.getByRole("heading", { name: "Hello" }).waitFor();
    await expect.poll(() => composer(page).inputValue()).toBe("");
  });

  test("a message the server does not take comes back into the field", async () => {
    const page = await chatPage();
    await page.route("**/api/chat", (route) =>
      route.fulfill({ status: 409, json: { code: "chat-busy", status: 409, title: "Busy", type: "about:blank" } }),
    );
    await send(page, "Do not lose me");
    await expect.poll(() => composer(page).inputValue()).toBe("Do not lose me");
    await expect.poll(() => questions(page).count()).toBe(1);
  });

  test("without a network the message waits, and is sent once when it is back", async () => {
    const page = await chatPage();
    await page.context().setOffline(true);
    await send(page, "Patience");
    await page.getByText("The connection was lost.").waitFor();
    await page.context().setOffline(false);
    await ended(page, 2);
    expect((await storedChat(page)).messages.filter((message) => message.content === "Patience")).toHaveLength(1);
  });

  test("a session that ended asks for a sign-in in place, and the message continues", async () => {
    const page = await chatPage();
    await composer(page).fill("Typed before the session ended");
    const cookies = await page.context().cookies();
    await page.context().clearCookies();
    await composer(page).press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Sign in" }).waitFor();
    // Simulates signing in with the password: the session cookies are restored.
    const email = await page.getByRole("dialog").getByLabel("Email").inputValue();
    expect(email).toContain("@");
    await page
      .getByRole("dialog")
      .getByLabel("Password", { exact: true })
      .fill(`password ${email.split("@")[0]}`);
    await page.getByRole("dialog").getByRole("button", { name: "Sign in" }).click();
    await ended(page, 2);
    await expect.poll(() => questions(page).nth(1).innerText()).toContain("Typed before the session ended");
    expect(cookies.length).toBeGreaterThan(0);
  });

  test("two tabs that type different things both keep theirs", async () => {
    const page = await chatPage();
    const other = await page.context().newPage();
    await other.goto(page.url());
    await composer(other).waitFor();
    await composer(page).fill("From the first tab");
    await expect.poll(() => composer(other).inputValue()).toBe("From the first tab");
    await other.evaluate(() => {
      // Typed at the same moment, before this tab has heard from the other.
      document.querySelector<HTMLTextAreaElement>("textarea[name=message]")!.value = "Something else from the second";
    });
    await composer(page).fill("From the first tab, and more");
    await other.getByText("Another tab has unsent text here:").waitFor();
    await other.getByRole("button", { name: "Insert below" }).click();
    const both = await composer(other).inputValue();
    expect(both).toContain("From the first tab, and more");
    expect(both).toContain("Something else from the second");
  });

  test.each([1, 2, 3])("of two questions at once one is sent, and what was sent is offered in no tab (try %i)", async () => {
    const page = await chatPage();
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.locator("html[data-ready]").waitFor();
    const [tabs, texts] = [
      [page, other],
      ["From the first tab", "From the second tab"],
    ];
    await Promise.all(
      tabs.map((tab, at) =>
        composer(tab).evaluate((field: HTMLTextAreaElement, text) => {
          field.value = text;
          field.dispatchEvent(new Event("input", { bubbles: true }));
          field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
        }, texts[at]!),
      ),
    );
    for (const tab of tabs) await ended(tab, 2);
    const asked = await questions(page).nth(1).innerText();
    const [sent, kept] = asked.includes(texts[0]!) ? texts : texts.toReversed();
    const inFields = async () => (await Promise.all(tabs.map((tab) => composer(tab).inputValue()))).join("\n");
    const offered = async () =>
      (
        await Promise.all(tabs.map((tab) => tab.getByRole("status").filter({ hasText: "unsent text here" }).allInnerTexts()))
      ).join();
    // It waits in a field, or behind the answer that was being written.
    const later = async () => (await questions(page).allInnerTexts()).slice(2).join();
    await expect.poll(async () => [await inFields(), await offered(), await later()].join("\n")).toContain(kept);
    await expect.poll(inFields).not.toContain(sent);
    await expect.poll(offered).not.toContain(sent);
  });

  test("a question on its way, which may be refused, is not dismissed as one that another tab has sent", async () => {
    const page = await chatPage();
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.locator("html[data-ready]").waitFor();
    const asked = Promise.withResolvers<void>();
    await other.route("**/api/chat", async (route) => {
      await asked.promise;
      await route.continue();
    });
    await send(other, "Mine, on its way");
    await questions(other).nth(1).waitFor();
    // What a tab that sends in the same moment stores.
    const key = `stet.unsent.${new URL(page.url()).pathname.split("/").at(-1)}`;
    const both = { text: "Typed elsewhere", other: "Mine, on its way", choices: null, sentAs: null, over: "Mine, on its way" };
    await page.evaluate(([name, value]) => localStorage.setItem(name!, value!), [key, JSON.stringify(both)]);
    // It shows what it has heard of the question, and on a busy machine would keep that as well.
    await page.close();
    await other.waitForTimeout(500);
    const stored = () => other.evaluate((name) => localStorage.getItem(name), key);
    expect(await stored()).toContain("Mine, on its way");
    asked.resolve();
    await ended(other, 2);
    await expect.poll(stored).not.toContain("Mine, on its way");
    expect(await stored()).toContain("Typed elsewhere");
  });

  test("a stale tab reads again, says so, and keeps the text", async () => {
    const page = await chatPage();
    const other = await page.context().newPage();
    await other.route("**/api/updates", (route) => route.abort());
    await other.goto(page.url());
    // A page loaded while the other tab is sending asks the server about that text, and is not stale.
    await other.locator("html[data-ready]").waitFor();
    await send(page, "From the first tab");
    await ended(page, 2);
    await send(other, "From the stale tab");
    await other.getByText("This chat was changed in another tab.").first().waitFor();
    await expect.poll(() => composer(other).inputValue()).toBe("From the stale tab");
    // Once, above the composer.
    expect(await other.getByText("This chat was changed in another tab.").count()).toBe(1);
    await expect.poll(() => questions(other).count()).toBe(2);
    await composer(other).press("Enter");
    await ended(other, 3);
  });

  test("what was said before another tab could be told of it is there", async () => {
    const page = await chatPage();
    const other = await page.context().newPage();
    const held = Promise.withResolvers<void>();
    await other.route("**/api/updates", async (route) => {
      await held.promise;
      await route.continue();
    });
    await other.goto(page.url());
    await composer(other).waitFor();
    await setModel(journey, { text: "Said meanwhile.", tps: 0 });
    await send(page, "Look here");
    await ended(page, 2);
    held.resolve();
    await expect.poll(() => answers(other).count()).toBe(2);
    await expect.poll(() => ended(other, 2)).toContain("Said meanwhile.");
  });

  test("another tab follows along", async () => {
    const page = await chatPage();
    const other = await page.context().newPage();
    await other.goto(page.url());
    await composer(other).waitFor();
    await setModel(journey, { chars: 800, tps: 200 });
    await send(page, "Look here");
    await expect.poll(() => answers(other).count()).toBe(2);
    expect(await ended(other, 2)).toBe(await ended(page, 2));
  });
});

describe("Enter", () => {
  test("sends, Shift+Enter makes a line, and white space is not sent", async () => {
    const page = await chatPage();
    await composer(page).fill("   ");
    await composer(page).press("Enter");
    expect(await page.getByRole("button", { name: "Send" }).isDisabled()).toBe(true);
    await composer(page).fill("Two");
    await composer(page).press("Shift+Enter");
    await composer(page).pressSequentially("lines");
    await composer(page).press("Enter");
    await ended(page, 2);
    await expect.poll(() => questions(page).nth(1).innerText()).toContain("Two\nlines");
    expect(await questions(page).count()).toBe(2);
  });

  test("during an answer asks first and interrupts the second time", async () => {
    const page = await chatPage();
    await setModel(journey, { chars: 8000, tps: 80 });
    await send(page, "Write long");
    await expect.poll(async () => (await answers(page).nth(1).innerText()).length).toBeGreaterThan(60);
    await composer(page).press("Enter");
    expect(await page.getByText("Press Enter again to interrupt").count()).toBe(0);
    await composer(page).fill("No, this instead");
    await composer(page).press("Enter");
    await page.getByText("Press Enter again to interrupt").first().waitFor();
    expect(await questions(page).count()).toBe(2);
    await setModel(journey, { text: "As you wish.", tps: 0 });
    await composer(page).press("Enter");
    await expect.poll(() => questions(page).count()).toBe(3);
    expect(await ended(page, 3)).toContain("As you wish.");
    await expect.poll(() => answers(page).nth(1).getAttribute("data-status")).toBe("stopped");
  });

  test("does not send while an input method is composing", async () => {
    const page = await chatPage();
    const session = await page.context().newCDPSession(page);
    await composer(page).focus();
    await session.send("Input.imeSetComposition", { text: "にほん", selectionStart: 3, selectionEnd: 3 });
    await session.send("Input.dispatchKeyEvent", { type: "rawKeyDown", key: "Enter", code: "Enter", windowsVirtualKeyCode: 229 });
    expect(await questions(page).count()).toBe(1);
    expect(await composer(page).inputValue()).toBe("にほん");
  });
});

describe("choices", () => {
  test("where the chosen model can no longer be used, one that can is a press away", async () => {
    const page = await chatPage();
    await page.evaluate(() => localStorage.setItem("stet.chosen", JSON.stringify({ model: "gpt-5" })));
    await page.goto("/chat");
    await page.getByText("GPT-5: not connected.").waitFor();
    await page.getByRole("button", { name: "Use mock-model" }).click();
    await page.getByRole("button", { name: "Model: mock-model", exact: true }).waitFor();
    expect(await page.getByText("GPT-5: not connected.").count()).toBe(0);
  });

  test("what can be used is shown in groups, and what is not connected is one line", async () => {
    const page = await chatPage();
    await page.getByRole("button", { name: /^Model:/ }).click();
    const dialog = page.getByRole("dialog", { name: "Choose a model" });
    await dialog.getByRole("heading", { name: "Recommended" }).waitFor();
    const groups = await dialog.getByRole("heading", { level: 3 }).allInnerTexts();
    expect(groups).toEqual(["Recommended", "On this machine"]);
    expect(await dialog.getByRole("button", { name: /Claude/ }).count()).toBe(0);
    // Those that their providers have ended are none of them.
    const list = (await (await page.request.get("/api/models")).json()) as { models: { available: boolean; endsOn?: string }[] };
    const today = new Date().toISOString().slice(0, 10);
    const ended = list.models.filter(({ available, endsOn }) => !available && endsOn !== undefined && endsOn <= today).length;
    expect(ended).toBeGreaterThan(0);
    const count = list.models.filter(({ available }) => !available).length - ended;
    await dialog.getByText(`${count} more models are not connected.`).waitFor();
    expect(await dialog.getByRole("button", { name: /Stet built-in/ }).innerText()).toContain("Rules, not a language model");
    await dialog.getByRole("button", { name: /Stet built-in/ }).click();
    await page.getByRole("button", { name: "Model: Stet built-in" }).waitFor();
    await page.reload();
    await page.getByRole("button", { name: "Model: Stet built-in" }).waitFor();
  });

  test("StyleGuide turns all jurisdictions on and off, and each can be turned alone", async () => {
    const page = await chatPage();
    await page.getByRole("button", { name: "StyleGuide" }).click();
    await page.getByRole("switch", { name: /^StyleGuide/ }).check();
    await page.getByRole("button", { name: "StyleGuide: EU, SE, GB, NL, DE" }).waitFor();
    await page.getByRole("switch", { name: /^SE/ }).uncheck();
    await page.getByRole("button", { name: "StyleGuide: EU, GB, NL, DE" }).waitFor();
    // A collapsed jurisdiction can be turned on alone.
    await page.getByRole("switch", { name: /^StyleGuide/ }).check();
    await page.getByRole("switch", { name: /^StyleGuide/ }).uncheck();
    await page.getByRole("switch", { name: /^NL/ }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "More jurisdictions" }).click();
    await page.getByRole("switch", { name: /^NL/ }).check();
    await page.getByRole("button", { name: "StyleGuide: NL" }).waitFor();
  });

  test("words with a variable are saved as a prompt, found by keys, filled in and inserted", async () => {
    const page = await chatPage();
    const words = "Rewrite this in plain words for {{reader}}:";
    await composer(page).fill(words);
    await page.getByRole("button", { name: "Load prompt" }).click();
    const dialog = page.getByRole("dialog", { name: "Load prompt" });
    await dialog.getByRole("option", { name: /^Explain it to a client/ }).waitFor();
    await dialog.getByRole("button", { name: "Save the current text" }).click();
    await expect.poll(() => dialog.getByLabel("Name", { exact: true }).inputValue()).toBe(words);
    await page.keyboard.type("Plainly");
    await page.keyboard.press("Enter");
    await dialog.getByRole("option", { name: /^Plainly/ }).waitFor();
    await page.keyboard.press("Escape");
    await composer(page).fill("");
    await page.getByRole("button", { name: "Load prompt" }).click();
    await expect
      .poll(() => dialog.getByLabel("Search the prompts").evaluate((field) => field === document.activeElement))
      .toBe(true);
    await page.keyboard.type("plainl");
    await dialog.getByRole("option", { name: /^Plainly/, selected: true }).waitFor();
    expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([]);
    await page.keyboard.press("Enter");
    await dialog.getByLabel("Reader").waitFor();
    await page.keyboard.type("a tenant");
    await dialog.getByRole("button", { name: "Insert" }).click();
    await expect.poll(() => composer(page).inputValue()).toBe("Rewrite this in plain words for a tenant:");
  });
});

describe("everyone", () => {
  test.each([
    ["a large window", {}],
    ["a phone", phone],
    ["the dark", { colorScheme: "dark" as const }],
  ])("axe finds nothing serious in %s", async (_name, options) => {
    const page = await chatPage(options);
    const { violations } = await new AxeBuilder({ page: page as never }).setLegacyMode().analyze();
    expect(
      violations.filter(({ impact }) => impact === "serious" || impact === "critical").map(({ id, nodes }) => [id, nodes[0]?.html]),
    ).toEqual([]);
  });

  test("a phone shows everything within its width, with targets of 44 px", async () => {
    const page = await chatPage(phone);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    const small = await page
      .locator("main button:visible")
      .evaluateAll((buttons) =>
        buttons
          .filter((button) => button.getBoundingClientRect().height < 44 && !button.closest(".markdown"))
          .map((button) => button.outerHTML.slice(0, 120)),
      );
    expect(small).toEqual([]);
  });

  test("a conversation can be had with the keyboard alone", async () => {
    const page = await journey.page();
    await setModel(journey, { text: "An answer.", tps: 0 });
    await page.goto("/chat");
    await expect.poll(() => composer(page).evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.type("Hello there");
    await page.keyboard.press("Enter");
    await ended(page, 1);
    expect(await composer(page).evaluate((field) => field === document.activeElement)).toBe(true);
    const edit = questions(page).getByRole("button", { name: "Edit" });
    for (let i = 0; i < 40 && !(await edit.evaluate((button) => button === document.activeElement)); i++)
      await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    await page.keyboard.type(" again");
    await page.keyboard.press("Enter");
    await expect.poll(() => questions(page).innerText()).toContain("Hello there again");
  });
});

test.each([
  ["wide", {}],
  ["on a phone", phone],
])("a slash offers prompts and templates, and inserts what is chosen, %s", async (_, options) => {
  const page = await chatPage(options);
  const origin = { headers: { origin: journey.url } };
  const source = "---\nkind: prompt\nname: Summarise it as a haiku\n---\n\nSummarise it as a haiku, please";
  const kept = await page.request.post("/api/library/templates", { data: { source }, ...origin });
  expect(kept.ok()).toBe(true);
  await composer(page).focus();
  await page.keyboard.type("First /hai");
  const offered = page.getByRole("listbox", { name: "Prompts and templates" });
  await offered.getByRole("option", { name: /haiku/ }).waitFor();
  expect(await composer(page).getAttribute("aria-activedescendant")).toBe(
    await offered.getByRole("option", { selected: true }).getAttribute("id"),
  );
  expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([]);
  await page.keyboard.press("Enter");
  await expect.poll(() => composer(page).inputValue()).toBe("First Summarise it as a haiku, please");
  await offered.waitFor({ state: "detached" });

  // Escape returns to writing, and Enter then sends as ever.
  await composer(page).fill("");
  await page.keyboard.type("/mutual");
  await offered.getByRole("option", { name: /Mutual Non-Disclosure/ }).waitFor();
  await page.keyboard.press("Escape");
  await offered.waitFor({ state: "detached" });
  await page.keyboard.type("-nda");
  expect(await offered.count()).toBe(0);
  await composer(page).fill("");
  await page.keyboard.type("/mutual");
  const template = offered.getByRole("option", { name: /Mutual Non-Disclosure/ });
  if (options === phone) await template.tap();
  else await template.click();
  const dialog = page.getByRole("dialog", { name: "Insert from the library" });
  await dialog.getByLabel("What to insert").selectOption({ label: "Clause 3: Return" });
  await dialog.getByLabel("Days to return or destroy").fill("9");
  await dialog.getByRole("button", { name: "Insert", exact: true }).click();
  await expect.poll(() => composer(page).inputValue()).toContain("1.1 Within 9 days of a written request");
  expect(await composer(page).inputValue()).not.toContain("/mutual");
  await expect.poll(() => composer(page).evaluate((field) => field === document.activeElement)).toBe(true);
});
