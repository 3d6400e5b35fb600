/* The shell around the chat: the sidebar, the history, the palette, and axe's findings. */
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startJourney, type Journey } from "./browser.ts";
import { makeChat, open, ready, seriousFindings, settled } from "./steps.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());

const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

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
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    expect(await page.locator("#rich").textContent()).toBe("?");
    await page.keyboard.press("Control+Shift+S");
    await page.waitForFunction(() => document.querySelector("#sidebar")!.getBoundingClientRect().width === 64);
  });

  test("is a drawer on a phone, and closes when it has led somewhere", async () => {
    const page = await journey.page(phone);
    const chat = await makeChat(journey, page, "A letter to the landlord");
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
    const chat = await makeChat(journey, page, "Seen in both windows");
    await other.getByRole("link", { name: /Seen in both windows/ }).waitFor();
    await page.request.patch(`/api/chats/${chat}`, { data: { title: "Another name" }, headers: { origin: journey.url } });
    await other.getByRole("link", { name: /Another name/ }).waitFor();
    await page.request.delete(`/api/chats/${chat}`, { headers: { origin: journey.url } });
    await other.getByRole("link", { name: /Another name/ }).waitFor({ state: "detached" });
  });
});

test("a chat that is not there, or is gone, leaves the sidebar standing", async () => {
  const page = await journey.page();
  const chat = await makeChat(journey, page, "Soon deleted");
  await open(page);
  await page.getByRole("link", { name: /Soon deleted/ }).click();
  await page.waitForURL(`**/chat/${chat}`);
  await page.request.delete(`/api/chats/${chat}`, { headers: { origin: journey.url } });
  await page.getByText("This chat was deleted.").waitFor();
  await page.waitForURL("**/chat");

  await page.goto(`/chat/${chat}`);
  await page.getByRole("heading", { name: "Page not found" }).waitFor();
  expect(await page.locator("#sidebar").isVisible()).toBe(true);
  await page.getByRole("link", { name: "Start a new chat" }).click();
  await page.waitForURL("**/chat");
});

test("an address without a page, and a page for managers, keep the sidebar and the organization", async () => {
  const page = await journey.page();
  await page.goto("/nothing/here");
  await page.getByRole("heading", { name: "Page not found" }).waitFor();
  expect(await page.locator("#sidebar").isVisible()).toBe(true);
  expect(await seriousFindings(page)).toEqual([]);

  const slug = `canal-street-${Date.now()}`;
  const made = { data: { name: "Canal Street", slug }, headers: { origin: journey.url } };
  expect((await page.request.post("/api/organizations", made)).ok()).toBe(true);
  await page.goto(`/organizations/${slug}/nothing`);
  await page.getByRole("heading", { name: "Page not found" }).waitFor();
  expect(await page.locator("#sidebar").isVisible()).toBe(true);
  await page.getByRole("link", { name: "Start a new chat" }).click();
  await page.waitForURL(`**/organizations/${slug}/chat`);

  // An organization that is another's, or none.
  expect((await page.goto("/organizations/somebody-else/vault"))?.status()).toBe(404);
  await page.getByRole("heading", { name: "Page not found" }).waitFor();
  await page.getByRole("link", { name: "Start a new chat" }).click();
  await page.waitForURL((url) => url.pathname === "/chat");

  const visitor = await journey.page({ isSignedIn: false });
  await visitor.goto("/nothing/here");
  await visitor.getByRole("link", { name: "Go to the home page" }).click();
  await visitor.waitForURL((url) => url.pathname === "/");
});

test("a chat that was deleted before the page could be told of it is left all the same", async () => {
  const page = await journey.page();
  const chat = await makeChat(journey, page, "Gone meanwhile");
  const held = Promise.withResolvers<void>();
  await page.route("**/api/updates", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`/chat/${chat}`);
  await page.locator("#sidebar").waitFor();
  await page.request.delete(`/api/chats/${chat}`, { headers: { origin: journey.url } });
  held.resolve();
  await page.getByText("This chat was deleted.").waitFor();
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
    await makeChat(journey, page, "The tenant may object within ten days");
    await makeChat(journey, page, "A poem about lighthouses");
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
    await expect.poll(() => page.locator("#sidebar").textContent()).toContain("lighthouses");
  });

  test("says so when a chat could not be deleted, and keeps it", async () => {
    const page = await journey.page();
    await makeChat(journey, page, "Will not go");
    await open(page);
    await page.route("**/api/chats/*", (route) => route.abort());
    await page.getByRole("link", { name: /Will not go/ }).hover();
    await page.getByRole("button", { name: /Actions for Will not go/ }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete Chat" }).click();
    // A screen reader announces it even though a dialog is open.
    await page.getByRole("alert").getByText("Failed to delete chat. Please try again.").waitFor();
    expect(await page.locator("#sidebar").textContent()).toContain("Will not go");
  });
});

describe("the keyboard", () => {
  test("the palette searches drafts, files and law for what is no action", async () => {
    const page = await journey.page();
    const origin = { origin: journey.url };
    const made = await page.request.post("/api/projects", { data: { name: "Leases" }, headers: origin });
    const { id: projectId } = (await made.json()) as { id: string };
    await page.request.post("/api/drafts", {
      data: { projectId, name: "Notice", content: "Dear landlord, the zwischenablage is **full**." },
      headers: origin,
    });
    await open(page);
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog", { name: "Command palette" });
    await palette.getByRole("combobox").fill("zwischenablage");
    await palette.getByRole("option", { name: "Search all messages for “zwischenablage”" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await palette.getByRole("option", { name: /^Notice Dear landlord, the zwischenablage is full/ }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/drafts\//);

    await open(page);
    await page.keyboard.press("Control+k");
    await palette.getByRole("combobox").fill("nothingofthekind");
    await palette.getByRole("option", { name: /^Search drafts, files and law/ }).click();
    await palette.getByText("No draft, file or law contains “nothingofthekind”.").waitFor();
    // Typing on leads back to the actions.
    await palette.getByRole("combobox").fill("new chat");
    await palette.getByRole("option", { name: "New chat" }).first().waitFor();
  });

  test("what is typed right after the palette's keys is the palette's", async () => {
    const page = await open(await journey.page());
    const field = page.getByRole("textbox", { name: "Message" });
    await field.pressSequentially("Half a thought");
    const isFetched = () =>
      page.evaluate(() => performance.getEntriesByType("resource").some((one) => /\/palette-[^/]*\.js/.test(one.name)));
    await expect.poll(isFetched).toBe(true);
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press("Control+k");
    // As fast as anyone types.
    await page.keyboard.type("vault", { delay: 60 });
    await expect.poll(() => page.getByRole("combobox").inputValue()).toBe("vault");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/vault");
    await page.goBack();
    await expect.poll(() => field.inputValue()).toBe("Half a thought");
  });

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

  test("a shortcut is changed, kept, and given back", async () => {
    const page = await open(await journey.page());
    const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    const keysOf = (title: string) => sheet.getByTitle(`Change the shortcut for “${title}”`);
    const change = async (keys: string) => {
      await keysOf("Toggle sidebar").click();
      await page.keyboard.press(keys);
    };
    await page.keyboard.press("Control+/");
    await change("y");
    await sheet.getByRole("alert").getByText("Press a key together with Ctrl or Alt.").waitFor();
    await change("Control+k");
    await sheet.getByRole("alert").getByText("Ctrl K is already").waitFor();
    await change("Control+y");
    await keysOf("Toggle sidebar").getByText("Ctrl Y").waitFor({ state: "attached" });
    await page.keyboard.press("Escape");
    await sheet.waitFor({ state: "detached" });
    await page.reload();
    await ready(page);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    // The old keys do nothing: the sidebar would be as wide as before.
    await page.keyboard.press("Control+b");
    await page.keyboard.press("Control+y");
    await expect.poll(() => sidebarWidth(page)).toBe(64);
    await page.keyboard.press("Control+/");
    await sheet.getByRole("button", { name: "Restore all defaults" }).click();
    await keysOf("Toggle sidebar").getByText("Ctrl B").waitFor({ state: "attached" });
  });

  test("a dialog gives the focus back to where it came from", async () => {
    const page = await journey.page();
    await makeChat(journey, page, "Focus");
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
    await makeChat(journey, page, "Something to list");
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

function sidebarWidth(page: Page): Promise<number> {
  return page.locator("#sidebar").evaluate((element) => element.getBoundingClientRect().width);
}
