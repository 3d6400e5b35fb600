/*
 * Journeys round the chat: getting in, the sidebar, the history, the palette,
 * and a session that ends under one's hands.
 */
import { AxeBuilder } from "@axe-core/playwright";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { uuidv7 } from "#core/uuid.ts";
import { startJourney, type Journey } from "./browser.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());

const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

describe("getting in", () => {
  test("a visitor is sent to sign in, signs up instead, and arrives where they wanted to go", async () => {
    const page = await journey.page({ isSignedIn: false });
    await page.goto("/chat?from-a-link=1");
    expect(new URL(page.url()).pathname).toBe("/auth/sign-in");
    await page.getByRole("link", { name: "Create a free account" }).click();
    await signUp(page, "Ada");
    await page.waitForURL("**/chat?from-a-link=1");
    expect(await page.getByRole("button", { name: "Account of" }).textContent()).toContain("Ada");
  });

  test("what is wrong is said in sentences, the same for an unknown address and a wrong password", async () => {
    const page = await journey.page({ isSignedIn: false });
    await page.goto("/auth/sign-up");
    const email = await signUp(page, "Grace");
    await page.waitForURL("**/chat");
    await page.context().clearCookies();

    const said: (string | null)[] = [];
    for (const address of [email, "nobody@example.test"]) {
      await page.goto("/auth/sign-in");
      await signIn(page, address, "a wrong password");
      said.push(await page.getByRole("alert").textContent());
    }
    expect(said[0]).toMatch(/do not belong together/);
    expect(said[1]).toBe(said[0]);

    await page.getByLabel("E-mail").fill("not an address");
    await page.getByRole("button", { name: "Sign in" }).click();
    expect(await page.getByLabel("E-mail").getAttribute("aria-invalid")).toBe("true");
    await page.getByText("This is not a complete e-mail address.").waitFor();
  });

  test("it works without script", async () => {
    const page = await journey.page({ isSignedIn: false, javaScriptEnabled: false });
    await page.goto("/auth/sign-up?from=/chat?quiet=1");
    const email = await signUp(page, "Emily");
    await page.waitForURL("**/chat?quiet=1");
    await page.context().clearCookies();
    await page.goto("/auth/sign-in");
    await signIn(page, email, "wrong");
    expect(await page.getByRole("alert").textContent()).toMatch(/do not belong together/);
    expect(await page.getByLabel("E-mail").inputValue()).toBe(email);
    await signIn(page, email, password);
    await page.waitForURL("**/chat");
  });

  test.each(["//evil.test", "/\\evil.test", "https://evil.test", "javascript:alert(1)"])(
    "signing in never leads to %s",
    async (from) => {
      const page = await journey.page({ isSignedIn: false });
      await page.goto(`/auth/sign-up?from=${encodeURIComponent(from)}`);
      await signUp(page, "Eve");
      await page.waitForURL(`${journey.url}/chat`);
    },
  );

  test("the password can be looked at", async () => {
    const page = await journey.page({ isSignedIn: false });
    await page.goto("/auth/sign-in");
    await ready(page);
    const field = page.getByLabel("Password", { exact: true });
    await field.fill("secret words");
    await page.getByRole("button", { name: "Show password" }).click();
    expect(await field.getAttribute("type")).toBe("text");
    await page.getByRole("button", { name: "Hide password" }).click();
    expect(await field.getAttribute("type")).toBe("password");
  });
});

describe("the sidebar", () => {
  test("folds and unfolds, and the server sends it as it was left", async () => {
    const page = await open(await journey.page());
    expect(await sidebarWidth(page)).toBe(15 * 16);
    await page.keyboard.press("Control+b");
    await page.waitForFunction(() => document.querySelector("#sidebar")!.getBoundingClientRect().width === 64);
    const cookies = await page.context().cookies();
    for (const name of ["stet_sidebar", "stet_sidebar_width"]) {
      const { expires } = cookies.find((cookie) => cookie.name === name)!;
      expect(Math.abs(expires - Date.now() / 1000 - 604_800)).toBeLessThan(120);
    }
    const served = await (await page.request.get("/chat")).text();
    expect(served).toMatch(/id="sidebar"[^>]*style="width:4rem"/);

    await page.keyboard.press("Control+Shift+S");
    await page.waitForFunction(() => document.querySelector("#sidebar")!.getBoundingClientRect().width === 240);
  });

  test("is as wide as the reader likes, within limits, by keyboard and by pointer", async () => {
    const page = await open(await journey.page());
    const handle = page.getByRole("separator", { name: "Width of the sidebar" });
    await handle.focus();
    await page.keyboard.press("ArrowRight");
    expect(await sidebarWidth(page)).toBe(15.5 * 16);
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowRight");
    expect(await sidebarWidth(page)).toBe(22 * 16);
    await page.keyboard.press("Home");
    expect(await sidebarWidth(page)).toBe(14 * 16);

    const box = (await handle.boundingBox())!;
    await page.mouse.move(box.x + 4, 300);
    await page.mouse.down();
    await page.mouse.move(box.x + 4 + 48, 300, { steps: 4 });
    await page.mouse.up();
    expect(await sidebarWidth(page)).toBe(17 * 16);
    await page.reload();
    expect(await sidebarWidth(page)).toBe(17 * 16);
    await handle.dblclick();
    expect(await sidebarWidth(page)).toBe(15 * 16);
  });

  test("leaves Ctrl+B to rich text, where Ctrl+Shift+S still works", async () => {
    const page = await open(await journey.page());
    await page.evaluate(() => {
      const editor = Object.assign(document.createElement("div"), { contentEditable: "true", id: "rich" });
      document.querySelector("#content")!.append(editor);
      editor.focus();
    });
    await page.keyboard.press("Control+b");
    await page.keyboard.press("?");
    expect(await sidebarWidth(page)).toBe(240);
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(await page.locator("#rich").textContent()).toBe("?");
    await page.keyboard.press("Control+Shift+S");
    await page.waitForFunction(() => document.querySelector("#sidebar")!.getBoundingClientRect().width === 64);
  });

  test("is a drawer on a phone, and closes when it has led somewhere", async () => {
    const page = await journey.page(phone);
    const chat = await makeChat(page, "A letter to the landlord");
    await open(page);
    await page.getByRole("button", { name: "Open sidebar" }).tap();
    const drawer = page.getByRole("dialog", { name: "Sidebar" });
    await drawer.waitFor();
    expect((await drawer.boundingBox())!.width).toBe(18 * 16);
    await drawer.getByRole("link", { name: /A letter to the landlord/ }).tap();
    await page.waitForURL(`**/chat/${chat}`);
    await drawer.waitFor({ state: "detached" });
    const { width, height } = (await page.getByRole("button", { name: "Open sidebar" }).boundingBox())!;
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  });

  test("two windows show the same chats", async () => {
    const page = await journey.page();
    await open(page);
    const other = await page.context().newPage();
    await open(other);
    const chat = await makeChat(page, "Seen in both windows");
    await other.getByRole("link", { name: /Seen in both windows/ }).waitFor();
    await page.request.patch(`/api/chats/${chat}`, { data: { title: "Another name" }, headers: { origin: journey.url } });
    await other.getByRole("link", { name: /Another name/ }).waitFor();
    await page.request.delete(`/api/chats/${chat}`, { headers: { origin: journey.url } });
    await other.getByRole("link", { name: /Another name/ }).waitFor({ state: "detached" });
  });
});

test("a chat that is not there, or is gone, leaves the sidebar standing", async () => {
  const page = await journey.page();
  const chat = await makeChat(page, "Soon deleted");
  await open(page);
  await page.getByRole("link", { name: /Soon deleted/ }).click();
  await page.waitForURL(`**/chat/${chat}`);
  await page.request.delete(`/api/chats/${chat}`, { headers: { origin: journey.url } });
  await page.getByText("This chat was deleted.").waitFor();
  await page.waitForURL("**/chat");

  await page.goto(`/chat/${chat}`);
  await page.getByRole("heading", { name: "Nothing stands here" }).waitFor();
  expect(await page.locator("#sidebar").isVisible()).toBe(true);
  await page.getByRole("link", { name: "Start a new chat" }).click();
  await page.waitForURL("**/chat");
});

test("a sign is named when the pointer rests on it, with its shortcut", async () => {
  const page = await open(await journey.page());
  await page.getByRole("button", { name: "Toggle sidebar" }).hover();
  const tooltip = page.locator("[role=tooltip]");
  await tooltip.waitFor();
  expect(await tooltip.textContent()).toContain("Toggle sidebar");
  expect(await tooltip.textContent()).toContain("Ctrl B");
  await page.keyboard.press("Escape");
  await tooltip.waitFor({ state: "detached" });
});

describe("the history", () => {
  test("finds what was said, renames, and deletes only after asking", async () => {
    const page = await journey.page();
    await makeChat(page, "The tenant may object within ten days");
    await makeChat(page, "A poem about lighthouses");
    await open(page);
    await page.keyboard.press("Control+Shift+H");
    const history = page.getByRole("dialog", { name: "Chat history" });
    await history.getByRole("link", { name: /lighthouses/ }).waitFor();
    await history.getByRole("searchbox").fill("tenant");
    await history.getByRole("link", { name: /lighthouses/ }).waitFor({ state: "detached" });

    await history.getByRole("button", { name: /^Rename/ }).click();
    const renaming = page.getByRole("dialog", { name: "Rename chat" });
    await renaming.getByLabel("Name").fill("Objections");
    await page.keyboard.press("Enter");
    await renaming.waitFor({ state: "detached" });
    await history.getByRole("link", { name: /Objections/ }).waitFor();

    await history.getByRole("button", { name: "Delete Objections" }).click();
    const asking = page.getByRole("alertdialog", { name: "Delete Chat" });
    expect(await asking.textContent()).toContain("This action cannot be undone.");
    await asking.getByRole("button", { name: "Cancel" }).click();
    await asking.waitFor({ state: "detached" });
    await history.getByRole("button", { name: "Delete Objections" }).click();
    await asking.getByRole("button", { name: "Delete Chat" }).click();
    await asking.waitFor({ state: "detached" });
    await history.getByText("Nothing found").waitFor();
    await page.keyboard.press("Escape");
    await history.waitFor({ state: "detached" });
    expect(await page.locator("#sidebar").textContent()).not.toContain("Objections");
    expect(await page.locator("#sidebar").textContent()).toContain("lighthouses");
  });

  test("says so when a chat could not be deleted, and keeps it", async () => {
    const page = await journey.page();
    await makeChat(page, "Will not go");
    await open(page);
    await page.route("**/api/chats/*", (route) => route.abort());
    await page.getByRole("link", { name: /Will not go/ }).hover();
    await page.getByRole("button", { name: /Actions for Will not go/ }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete Chat" }).click();
    // A screen reader hears it although a dialog is open.
    await page.getByRole("alert").getByText("Failed to delete chat. Please try again.").waitFor();
    expect(await page.locator("#sidebar").textContent()).toContain("Will not go");
  });
});

describe("the keyboard", () => {
  test("the palette names every action, and the theme it sets is the server's from then on", async () => {
    const page = await open(await journey.page({ colorScheme: "light" }));
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("dark");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.documentElement.dataset.theme === "dark");
    await page.getByRole("combobox").waitFor({ state: "detached" });
    expect(await (await page.request.get("/chat")).text()).toMatch(/<html[^>]*data-theme="dark"/);

    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("search chats");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Chat history" }).waitFor();
  });

  test("the sheet of shortcuts opens with ? but not while typing", async () => {
    const page = await open(await journey.page());
    await page.keyboard.press("Control+Shift+H");
    const search = page.getByRole("searchbox");
    await search.fill("why");
    await page.keyboard.press("?");
    expect(await search.inputValue()).toBe("why?");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).getByText("Toggle sidebar", { exact: true }).waitFor();
  });

  test("a dialog gives the focus back to where it came from", async () => {
    const page = await journey.page();
    await makeChat(page, "Focus");
    await open(page);
    const actions = page.getByRole("button", { name: "Actions for Focus" });
    await actions.focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement?.textContent === "Rename");
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "Actions for Focus");

    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Rename" }).click();
    await page.waitForFunction(() => document.activeElement?.getAttribute("name") === "title");
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "Actions for Focus");
  });
});

test("a session that ends is renewed in place, and what was typed is done", async () => {
  const page = await journey.page({ isSignedIn: false });
  await page.goto("/auth/sign-up");
  const email = await signUp(page, "Ada");
  await page.waitForURL("**/chat");
  await makeChat(page, "Before");
  await page.getByRole("link", { name: /Before/ }).hover();
  await page.getByRole("button", { name: "Actions for Before" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Typed while the session ended");
  await page.context().clearCookies({ name: /stet_s$/ });
  await page.keyboard.press("Enter");

  const signing = page.getByRole("dialog", { name: "Sign in to go on" });
  await signing.waitFor();
  expect(await signing.getByLabel("E-mail").inputValue()).toBe(email);
  await page.waitForFunction(() => document.activeElement?.getAttribute("name") === "password");
  await signing.getByLabel("Password", { exact: true }).fill("wrong password");
  await page.keyboard.press("Enter");
  await signing.getByRole("alert").waitFor();
  await signing.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await signing.waitFor({ state: "detached" });
  await page.getByRole("link", { name: /Typed while the session ended/ }).waitFor();
});

test("going to a chat after the session has ended asks for the password over the page, and then goes there", async () => {
  const page = await journey.page({ isSignedIn: false });
  await page.goto("/auth/sign-up");
  await signUp(page, "Ada");
  await page.waitForURL("**/chat");
  const chat = await makeChat(page, "A chat to go to");
  await page.getByRole("link", { name: /A chat to go to/ }).waitFor();
  await page.context().clearCookies({ name: /stet_s$/ });
  await page.getByRole("link", { name: /A chat to go to/ }).click();
  const signing = page.getByRole("dialog", { name: "Sign in to go on" });
  await signing.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await page.locator("main").getByText("A chat to go to").first().waitFor();
  expect(new URL(page.url()).pathname).toBe(`/chat/${chat}`);
});

test("signing out ends it", async () => {
  const page = await open(await journey.page());
  await page.getByRole("button", { name: "Account of" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL("**/auth/sign-in");
  await page.goto("/chat");
  expect(new URL(page.url()).pathname).toBe("/auth/sign-in");
});

describe.each(["light", "dark"] as const)("axe finds nothing serious, %s", (colorScheme) => {
  test("on the pages that let people in", async () => {
    const page = await journey.page({ isSignedIn: false, colorScheme });
    for (const path of ["/auth/sign-in", "/auth/sign-up", "/nowhere"]) {
      await page.goto(path);
      expect({ path, findings: await seriousFindings(page) }).toEqual({ path, findings: [] });
    }
  });

  test("on the shell and on what opens over it", async () => {
    const page = await journey.page({ colorScheme });
    await makeChat(page, "Something to list");
    await open(page);
    expect(await seriousFindings(page)).toEqual([]);
    for (const [keys, name] of [
      ["Control+k", "Command palette"],
      ["Control+Shift+H", "Chat history"],
      ["?", "Keyboard shortcuts"],
    ] as const) {
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await page.keyboard.press(keys);
      const dialog = page.getByRole("dialog", { name });
      await dialog.waitFor();
      await settled(page);
      expect({ name, findings: await seriousFindings(page) }).toEqual({ name, findings: [] });
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
    }
  });

  test("on a phone", async () => {
    const page = await open(await journey.page({ ...phone, colorScheme }));
    await page.getByRole("button", { name: "Open sidebar" }).tap();
    await page.getByRole("dialog", { name: "Sidebar" }).waitFor();
    await settled(page);
    expect(await seriousFindings(page)).toEqual([]);
  });
});

const password = "correct horse";

async function signUp(page: Page, name: string): Promise<string> {
  const email = `${uuidv7()}@example.test`;
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  return email;
}

async function signIn(page: Page, email: string, secret: string): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(secret);
  await page.getByRole("button", { name: "Sign in" }).click();
}

async function open(page: Page): Promise<Page> {
  await page.goto("/chat");
  await ready(page);
  return page;
}

/** The page's script has woken up, so keys will be heard. */
async function ready(page: Page): Promise<void> {
  await page.locator("html[data-ready]").waitFor();
}

/** Waits until nothing moves, so that colours are what they will stay. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))));
}

async function makeChat(page: Page, content: string): Promise<string> {
  const chatId = uuidv7();
  const turn = {
    trigger: "send",
    chatId,
    version: 0,
    messageId: uuidv7(),
    replyId: uuidv7(),
    content,
    choices: { model: "stet-builtin" },
  };
  const response = await page.request.post("/api/chat", { data: turn, headers: { origin: journey.url } });
  if (!response.ok()) throw new Error(`POST /api/chat answered ${response.status()}: ${await response.text()}`);
  await response.text();
  return chatId;
}

function sidebarWidth(page: Page): Promise<number> {
  return page.locator("#sidebar").evaluate((element) => element.getBoundingClientRect().width);
}

async function seriousFindings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
}
