/* Leaving, end to end: data export, account deletion, and restoring the account in time. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { linkIn, startMailServer, type MailServer } from "#test/mail-server.ts";
import { unzip } from "#test/zip.ts";
import { startJourney, type Journey } from "./browser.ts";
import { makeChat, password, proveAndSignIn, seriousFindings, signIn, signUp } from "./steps.ts";

let mail: MailServer;
let journey: Journey;
beforeAll(async () => {
  mail = await startMailServer();
  journey = await startJourney({ SMTP_URL: mail.url });
});
afterAll(async () => {
  await journey?.close();
  await mail?.close();
});

describe.each([true, false])("with script: %s", (javaScriptEnabled) => {
  test("everything is downloaded as a ZIP", async () => {
    const page = await journey.page({ isSignedIn: false, javaScriptEnabled });
    await page.goto("/auth/sign-up?from=/settings/account");
    await proveAndSignIn(page, mail, await signUp(page, "Ada"), "/settings/account");
    await page.getByRole("heading", { name: "Your account" }).waitFor();
    await makeChat(journey, page, "A question to keep");
    await page.getByText("Export my data").click();
    const form = page.locator("details[open]");
    await form.getByLabel("Your password").fill(password);
    await form.getByRole("button", { name: "Prepare the file" }).click();
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Download it" }).click()]);
    expect(download.suggestedFilename()).toMatch(/^stet-[\d-]+\.zip$/);
    const files = await unzip(readFileSync(await download.path()));
    expect([...files.values()].some((text) => text.includes("A question to keep"))).toBe(true);
    expect([...files.keys()].some((name) => name.endsWith("/chat.md"))).toBe(true);
  });

  test("the account is deleted, announced by email, and kept by signing in", async () => {
    const page = await journey.page({ isSignedIn: false, javaScriptEnabled });
    await page.goto("/auth/sign-up?from=/settings/account");
    const email = await signUp(page, "Ada");
    await proveAndSignIn(page, mail, email, "/settings/account");
    await page.getByRole("heading", { name: "Your account" }).waitFor();
    const chatId = await makeChat(journey, page, "Still here");
    await page.reload();
    await page.getByText("Delete my account").first().click();
    const form = page.locator("details[open]");
    await form.getByText("1 chat and your account itself").waitFor();
    await form.getByLabel("Your password").fill("not mine");
    await form.getByRole("button", { name: "Delete my account" }).click();
    await page.getByText("That password isn’t right.").waitFor();
    await form.getByLabel("Your password").fill(password);
    await form.getByRole("button", { name: "Delete my account" }).click();
    await page.getByRole("heading", { name: "Your account will be deleted" }).waitFor();
    await page.goto("/chat");
    expect(new URL(page.url()).pathname).toBe("/auth/sign-in");

    await page.goto(linkIn(await mail.letterTo(email, /will be deleted/), "/auth/sign-in"));
    await signIn(page, email, password);
    await page.waitForURL("**/chat");
    await mail.letterTo(email, /Your account won’t be deleted/);
    await page.goto(`/chat/${chatId}`);
    await page.getByText("Still here").first().waitFor();
  });
});

test.each(["light", "dark"] as const)("axe finds nothing serious, %s", async (colorScheme) => {
  const page = await journey.page({ colorScheme, mail });
  await page.goto("/settings/account");
  await page.getByText("Delete my account").first().click();
  await page.getByText("Export my data").click();
  expect(await seriousFindings(page)).toEqual([]);
  // Opened without a deletion, it does not speak of one.
  await page.goto("/auth/deletion");
  await page.getByRole("heading", { name: "Your account isn’t being deleted" }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
});
