/* End-to-end tests of what an organization's managers decide for everyone in it. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { linkIn, startMailServer, type MailServer } from "#test/mail-server.ts";
import { startJourney, type Journey } from "./browser.ts";
import { membersPage, organizationSteps } from "./organization-steps.ts";
import { ready, seriousFindings, turnOnTwoFactor } from "./steps.ts";

let mail: MailServer;
let journey: Journey;
beforeAll(async () => {
  mail = await startMailServer();
  journey = await startJourney({ SMTP_URL: mail.url, WEB_SEARCH: "brave", WEB_SEARCH_KEY: "a key" });
});
afterAll(async () => {
  await journey?.close();
  await mail?.close();
});

const { somebody, newFirm, join } = organizationSteps(() => ({ journey, mail }));
const policies = (slug: string) => `/organizations/${slug}/settings/organization/policies`;
const path = (page: Page) => new URL(page.url()).pathname;

test("an organization requires two-factor authentication; a member is led to it, and from there back in", async () => {
  const [owner, member] = [await somebody("Olga"), await somebody("Mira")];
  const slug = await newFirm(owner, "Careful LLP");
  await join(owner, slug, member);

  await owner.page.goto(policies(slug));
  await owner.page.getByText("2 of 2 members don’t use it yet.").waitFor();
  await owner.page.getByRole("link", { name: "Set up two-factor authentication" }).click();
  await turnOnTwoFactor(owner.page);
  await owner.page.getByRole("link", { name: "Continue to Careful LLP" }).click();
  await owner.page.getByRole("heading", { name: "Careful LLP", level: 1 }).waitFor();
  await owner.page.goto(membersPage(slug));
  await owner.page.getByText("Two-factor on").waitFor();
  await owner.page.getByText("Two-factor off").waitFor();
  expect(await seriousFindings(owner.page)).toEqual([]);
  await member.page.goto(membersPage(slug));
  await member.page.getByText("2 members").waitFor();
  expect(await member.page.getByText("Two-factor o").count()).toBe(0);

  await owner.page.goto(policies(slug));
  await owner.page.getByText("1 of 2 members doesn’t use it yet.").waitFor();
  await owner.page.getByRole("button", { name: "Require for everyone" }).click();
  await owner.page.getByText("Two-factor authentication is now required.").waitFor();
  expect(await seriousFindings(owner.page)).toEqual([]);

  // A tab that is open there, a link, and the workspace menu all lead to what is missing.
  await member.page.getByRole("link", { name: "Word", exact: true }).click();
  await member.page.getByText("Careful LLP requires two-factor authentication.").waitFor();
  expect(path(member.page)).toBe("/settings/account/security");
  expect(await seriousFindings(member.page)).toEqual([]);
  for (const there of ["", "/chat", "/vault", "/settings/account", "/settings/organization/members"]) {
    await member.page.goto(`/organizations/${slug}${there}`);
    expect({ there, at: path(member.page) }).toEqual({ there, at: "/settings/account/security" });
  }
  await member.page.goto("/vault");
  expect(path(member.page)).toBe("/vault");

  const letter = await mail.letterTo(member.email, /requires two-factor authentication/);
  await member.page.goto(linkIn(letter, "/settings/account/security"));
  await turnOnTwoFactor(member.page);
  await member.page.getByRole("link", { name: "Continue to Careful LLP" }).click();
  await member.page.getByRole("heading", { name: "Careful LLP", level: 1 }).waitFor();
});

test("only the models that are allowed are offered, and web search says that it is turned off", async () => {
  const owner = await somebody("Olga");
  const { page } = owner;
  const slug = await newFirm(owner, "Strict LLP");
  await page.goto(`/organizations/${slug}/chat`);
  await ready(page);
  const model = page.getByRole("button", { name: /^Model: / });
  await expect.poll(() => model.textContent()).not.toBe("Stet built-in");

  await page.goto(policies(slug));
  await page.getByLabel("Only these").check();
  expect(await page.getByRole("checkbox").count()).toBeGreaterThan(0);
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Save models" }).click();
  await page.getByText("Models saved.").waitFor();
  await page.getByRole("button", { name: "Turn off web search" }).click();
  await page.getByText("Web search is off.").waitFor();

  await page.goto(`/organizations/${slug}/chat`);
  await ready(page);
  await page.getByRole("button", { name: "Model: Stet built-in", exact: true }).click();
  await page.getByText(/allowed in this organization. Its owner and admins decide this./).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Search the web" }).click();
  await page.getByText("Web search is turned off in this organization.").waitFor();

  // In their own workspace, nothing has changed.
  await page.goto("/chat");
  await ready(page);
  await expect.poll(() => model.textContent()).not.toBe("Stet built-in");
});
