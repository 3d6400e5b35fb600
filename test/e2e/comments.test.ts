/* Comments beside a draft: anchored to words, between two people, and never lost half typed. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { startMailServer, type MailServer } from "#test/mail-server.ts";
import { startJourney, type Journey } from "./browser.ts";
import { proveAndSignIn, selectionHeard, seriousFindings, settled, signUp } from "./steps.ts";

let journey: Journey;
let mail: MailServer;
beforeAll(async () => {
  mail = await startMailServer();
  journey = await startJourney({ SMTP_URL: mail.url });
});
afterAll(async () => {
  await journey.close();
  await mail.close();
});

const lease = "The rent is 1,450 euros.\n\nIt is due on the third day.";
const margin = (page: Page) => page.getByRole("complementary", { name: "Comments beside the text" });
const commented = (page: Page) => page.locator(".commented").allInnerTexts();

/** A person with a verified address, so that things can be shared with and by them. */
async function person(name: string, viewport: { width: number; height: number }): Promise<{ page: Page; email: string }> {
  const page = await journey.page({ viewport, isSignedIn: false });
  await page.goto("/auth/sign-up");
  const email = await signUp(page, name);
  await proveAndSignIn(page, mail, email);
  return { page, email };
}

async function post(page: Page, path: string, data: object) {
  const answer = await page.request.post(path, { data, headers: { origin: journey.url } });
  return (await answer.json()) as { id: string };
}

async function openDraft(page: Page): Promise<{ address: string; projectId: string }> {
  const { id: projectId } = await post(page, "/api/projects", { name: "House" });
  const { id } = await post(page, "/api/drafts", { projectId, name: "Lease", content: lease });
  const address = `/vault/projects/${projectId}/drafts/${id}`;
  await page.goto(address);
  await page.locator(".ProseMirror").waitFor();
  return { address, projectId };
}

async function select(page: Page, words: string): Promise<void> {
  await page.locator(".ProseMirror").evaluate((element, sought) => {
    element.focus();
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const places: [Text, number][] = [];
    let text = "";
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      for (let i = 0; i < node.data.length; i++) places.push([node, i]);
      text += node.data;
    }
    const start = text.indexOf(sought);
    const [[first, from], [last, to]] = [places[start]!, places[start + sought.length - 1]!];
    getSelection()!.setBaseAndExtent(first, from, last, to + 1);
  }, words);
  await selectionHeard(page);
  // The editor has noticed the selection once it offers its actions.
  await page.getByRole("button", { name: "Comment", exact: true }).waitFor();
}

test("a comment stays with its words, through typing, deleting, undoing and a reload", async () => {
  const page = await journey.page({ viewport: { width: 1440, height: 900 }, mail });
  await openDraft(page);
  await select(page, "third day");
  await page.keyboard.press("Control+Alt+m");
  const field = margin(page).getByRole("textbox", { name: "Comment" });
  await field.fill("Which <b>calendar</b>? **bold**");
  // Reload with the comment half typed.
  await page.reload();
  await expect.poll(() => field.inputValue()).toBe("Which <b>calendar</b>? **bold**");
  await field.press("Control+Enter");
  const thread = margin(page).getByRole("article");
  await thread.getByText("Which <b>calendar</b>? **bold**", { exact: true }).waitFor();
  await expect.poll(() => commented(page)).toEqual(["third day"]);
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);

  await select(page, "third");
  await page.keyboard.type("fifth");
  await expect.poll(() => commented(page)).toEqual(["fifth day"]);
  await select(page, "It is due on the fifth day.");
  await page.keyboard.press("Delete");
  await thread.getByText("Was about:").waitFor();
  await page.locator('[data-save="saved"]').waitFor();
  await page.keyboard.press("Control+z");
  // One undo step or two, depending on how fast the typing was.
  await expect.poll(async () => (await commented(page)).join()).toMatch(/^(third|fifth) day$/);

  await thread.getByRole("button", { name: "Resolve" }).click();
  await expect.poll(() => commented(page)).toEqual([]);
  await page.getByRole("button", { name: "Comments", exact: true }).click();
  const panel = page.getByRole("complementary", { name: "Comments", exact: true });
  await panel.getByRole("button", { name: "Resolved 1" }).click();
  await panel.getByRole("button", { name: "Reopen" }).click();
  await expect.poll(async () => (await commented(page)).join()).toMatch(/^(third|fifth) day$/);
  await page.context().close();
});

test("anyone who may only read comments as well, both see it at once, and the agent is asked about it", async () => {
  const { page } = await person("Olga Owner", { width: 1440, height: 900 });
  const { page: client, email } = await person("Clara Client", { width: 390, height: 844 });
  const { address, projectId } = await openDraft(page);
  await post(page, "/api/functions/shareProject", { projectId, emails: [email], removeUsers: [] });
  await client.goto(address);
  await client.locator(".ProseMirror").waitFor();
  await select(client, "1,450 euros");
  await client.getByRole("button", { name: "Comment", exact: true }).click();
  const panel = client.getByRole("complementary", { name: "Comments", exact: true });
  await panel.getByRole("textbox", { name: "Comment" }).fill("More than we said.");
  await panel.getByRole("button", { name: "Comment", exact: true }).click();
  await expect.poll(() => commented(client)).toEqual(["1,450 euros"]);

  const thread = margin(page).getByRole("article");
  await thread.getByText("More than we said.").waitFor();
  await page.locator(".commented").click();
  await thread.getByRole("textbox", { name: "Reply" }).fill("It is 1,400 from May.");
  await thread.getByRole("button", { name: "Reply", exact: true }).click();
  await panel.getByText("It is 1,400 from May.").waitFor();
  await client.context().close();

  await thread.getByRole("button", { name: "Ask the agent about this comment" }).click();
  const question = page.locator("[data-chat-beside] textarea");
  await expect.poll(() => question.inputValue()).toContain("> ");
  await expect.poll(() => question.inputValue()).toContain("More than we said.");
  await page.getByRole("complementary", { name: "Assistant" }).getByTitle("1,450 euros").waitFor();
  await page.context().close();
});
