/* Drafts from the start view, with a project chosen later; and one that changes its project, in two windows, and back again. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { startJourney, type Journey } from "./browser.ts";
import { ready, seriousFindings } from "./steps.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey.close());

const text = (page: Page) => page.locator(".ProseMirror");

async function post(page: Page, path: string, data: object): Promise<string> {
  const answer = await page.request.post(path, { data, headers: { origin: journey.url } });
  expect([path, answer.ok() || (await answer.text())]).toEqual([path, true]);
  return ((await answer.json()) as { id: string }).id;
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator(".ProseMirror[contenteditable=true]").waitFor();
}

test("a draft moves with what was just typed, other windows follow, and Undo takes it back", async () => {
  const page = await journey.page();
  const lease = await post(page, "/api/projects", { name: "Lease" });
  const sale = await post(page, "/api/projects", { name: "Sale" });
  const draft = await post(page, "/api/drafts", { projectId: lease, name: "Notice", content: "The tenant leaves." });
  const address = `/vault/projects/${lease}/drafts/${draft}`;
  await open(page, address);
  const other = await page.context().newPage();
  await open(other, address);
  await text(page).press("Control+End");
  await text(page).pressSequentially(" In May.");
  await page.getByRole("button", { name: "Actions for Notice" }).click();
  await page.getByRole("menuitem", { name: "Move to a project" }).click();
  const dialog = page.getByRole("dialog", { name: "Move to a project" });
  await dialog.getByRole("button", { name: /Sale/ }).waitFor();
  expect(await dialog.getByRole("button", { name: /Lease/ }).isDisabled()).toBe(true);
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.getByRole("button", { name: /Sale/ }).click();
  await page.waitForURL(`**/vault/projects/${sale}/drafts/${draft}`);
  await expect.poll(() => text(page).innerText()).toContain("The tenant leaves. In May.");
  await other.waitForURL(`**/vault/projects/${sale}/drafts/${draft}`);
  await page.getByText("Draft moved to “Sale”.").waitFor();
  await page.getByText("Undo", { exact: true }).click();
  await page.waitForURL(`**${address}`);
  await other.waitForURL(`**${address}`);
  await expect.poll(() => text(other).innerText()).toContain("The tenant leaves. In May.");
  await other.close();

  // From its row in the project, into a new one; the old address leads to the new one.
  await page.goto(`/vault/projects/${lease}`);
  await ready(page);
  await page.getByRole("main").getByRole("button", { name: "Actions for Notice" }).click();
  await page.getByRole("menuitem", { name: "Move to a project" }).click();
  await dialog.getByRole("button", { name: "New project…" }).click();
  await dialog.getByLabel("Project name").fill("Eviction");
  await dialog.getByRole("button", { name: "Create and move" }).click();
  await page.getByText("Draft moved to “Eviction”.").waitFor();
  await page
    .getByRole("main")
    .getByRole("link", { name: /Notice/ })
    .waitFor({ state: "detached" });
  await open(page, address);
  await page.getByRole("link", { name: "Eviction" }).waitFor();
  expect(page.url()).not.toContain(lease);

  // Deleted, and brought back.
  await page.getByRole("button", { name: "Actions for Notice" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("heading", { level: 1, name: "Eviction" }).waitFor();
  await page.getByText("Undo", { exact: true }).click();
  await page
    .getByRole("main")
    .getByRole("link", { name: /Notice/ })
    .waitFor();
});

test("the start view opens an empty draft with one press, and its project is chosen afterwards", async () => {
  const page = await journey.page();
  await post(page, "/api/projects", { name: "Lease" });
  await page.goto("/chat");
  await ready(page);
  await page.getByRole("navigation", { name: "Other ways to start" }).getByRole("button", { name: "New draft" }).click();
  await page.locator(".ProseMirror[contenteditable=true]").waitFor();
  await page.getByRole("link", { name: "Drafts", exact: true }).waitFor();
  await text(page).pressSequentially("The tenant leaves.");
  await page.getByRole("button", { name: "Choose a project" }).click();
  const dialog = page.getByRole("dialog", { name: "Move to a project" });
  await dialog.getByRole("button", { name: /Lease/ }).click();
  await page.getByRole("link", { name: "Lease", exact: true }).waitFor();
  await expect.poll(() => text(page).innerText()).toContain("The tenant leaves.");
  expect(await page.getByRole("button", { name: "Choose a project" }).count()).toBe(0);
  expect(await seriousFindings(page)).toEqual([]);
  // It is where the next visit can begin.
  const address = new URL(page.url()).pathname;
  await page.getByRole("link", { name: "New chat", exact: true }).click();
  const recent = page.getByRole("navigation", { name: "Where you left off" }).getByRole("link");
  await expect.poll(() => recent.first().getAttribute("href")).toBe(address);
  expect(await recent.count()).toBeLessThanOrEqual(3);
  expect(await seriousFindings(page)).toEqual([]);
});

test("a kind of text, legal ones among them, brings its own question, fields and examples", async () => {
  const page = await journey.page();
  await page.goto("/chat");
  await ready(page);
  const kinds = page.getByRole("group", { name: "Kind of text" });
  const message = page.getByRole("textbox", { name: "Message" });
  await kinds.getByRole("button", { name: "Essay" }).click();
  await expect.poll(() => message.getAttribute("placeholder")).toMatch(/^What question should the essay answer/);
  await page.getByLabel("Thesis").waitFor();
  await page.getByRole("button", { name: "Legal work" }).click();
  await page.getByLabel("Thesis").waitFor({ state: "detached" });
  await kinds.getByRole("button", { name: "Contract" }).click();
  await expect.poll(() => message.getAttribute("placeholder")).toMatch(/^Between whom/);
  await message.fill("A lease of a workshop.");
  await page.getByLabel("Parties").fill("Elm Ltd and Oak AB");
  await page.getByLabel("Law").fill("Swedish");
  expect(await message.inputValue()).toBe("A lease of a workshop.\n\nParties: Elm Ltd and Oak AB\nLaw: Swedish");
  await message.fill("A lease.\n\nLaw: English");
  expect(await page.getByLabel("Law").inputValue()).toBe("English");
  expect(await page.getByLabel("Parties").inputValue()).toBe("");
  expect(await seriousFindings(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole("button", { name: "Legal work" }).click();
  await kinds.getByRole("button", { name: "Essay" }).waitFor();
});
