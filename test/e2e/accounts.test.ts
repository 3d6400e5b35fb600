/* End-to-end tests of accounts: every link is taken from the email that was really delivered. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { linkIn, startMailServer, type MailServer } from "#test/mail-server.ts";
import { awayFromTheEdge, totpCode } from "#test/totp.ts";
import { startJourney, type Journey } from "./browser.ts";
import { proveAndSignIn, seriousFindings, setUpTwoFactor, shownKey, signIn, skipWelcome } from "./steps.ts";

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

const password = "correct horse battery";
let count = 0;

describe.each([true, false])("with script: %s", (javaScriptEnabled) => {
  const fresh = () => journey.page({ isSignedIn: false, javaScriptEnabled });

  test("sign up, verify the address from the email, sign in, and write", async () => {
    const page = await fresh();
    const email = `journey-${++count}@example.test`;
    await page.goto("/auth/sign-up");
    await fillSignUp(page, email, password);
    await page.getByRole("heading", { name: "Check your email" }).waitFor();
    await page.getByRole("link", { name: "Sign in" }).click();
    await signIn(page, email, password);
    await page.getByText("or the address isn’t verified yet").waitFor();
    // Sent once on signing up, and again on signing in with the right password.
    await mail.letterTo(email, /Verify/);
    await page.goto(linkIn(await mail.letterTo(email, /Verify/), "/auth/verify-email"));
    await page.getByRole("button", { name: "Verify this address" }).click();
    await page.getByRole("heading", { name: "Your address is verified" }).waitFor();
    await page.getByRole("link", { name: "Continue", exact: true }).click();
    await signIn(page, email, password);
    await skipWelcome(page);
    await page.goto("/settings/account/profile");
    await page.getByText("Verified", { exact: true }).waitFor();
  });

  test("a forgotten password is replaced, once, and the old device is signed out", async () => {
    const page = await fresh();
    const email = await signUp(page);
    const other = await fresh();
    await other.goto("/auth/sign-in");
    await other.getByRole("link", { name: "Forgot your password?" }).click();
    await other.getByRole("heading", { name: "Choose a new password" }).waitFor();
    await other.getByLabel("Email").fill(email);
    await other.getByRole("button", { name: "Send email" }).click();
    await other.getByRole("heading", { name: "Check your email" }).waitFor();

    const link = linkIn(await mail.letterTo(email, /Choose a new/), "/auth/reset-password");
    await other.goto(link);
    await other.getByLabel("New password", { exact: true }).fill("short");
    await other.getByRole("button", { name: "Change the password" }).click();
    await other.getByText("Use at least 8 characters.").waitFor();
    await other.getByLabel("New password", { exact: true }).fill("a brand new password");
    await other.getByRole("button", { name: "Change the password" }).click();
    await other.getByRole("heading", { name: "Your password was changed" }).waitFor();
    await other.getByRole("link", { name: "Sign in" }).click();
    await other.getByRole("heading", { name: "Welcome back" }).waitFor();
    await signIn(other, email, "a brand new password");
    await other.waitForURL("**/chat");

    await page.goto("/chat");
    expect(new URL(page.url()).pathname).toBe("/auth/sign-in");
    await page.goto(link);
    await page.getByRole("heading", { name: "This link no longer works" }).waitFor();
  });

  test("two-factor authentication is set up with the key, asked for at the next sign-in, and a recovery code stands in for it", async () => {
    const page = await fresh();
    const email = await signUp(page);
    await page.goto("/settings/account/security");
    await page.getByRole("textbox", { name: "Your password" }).fill("not mine");
    await page.getByRole("button", { name: "Set up" }).click();
    await page.getByText("That password isn’t right.").waitFor();
    await page.getByRole("textbox", { name: "Your password" }).fill(password);
    await page.getByRole("button", { name: "Set up" }).click();
    await page.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
    const secret = await shownKey(page);
    const codes = await page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem").allTextContents();
    expect(codes).toHaveLength(10);
    const download = page.getByRole("button", { name: "Download" });
    if (javaScriptEnabled) {
      const [saved] = await Promise.all([page.waitForEvent("download"), download.click()]);
      expect(
        readFileSync(await saved.path(), "utf8")
          .trim()
          .split("\n"),
      ).toEqual(codes);
    } else expect(await download.isVisible()).toBe(false);
    await page.getByLabel("Code", { exact: true }).fill("000000");
    await page.getByRole("button", { name: "Turn on" }).click();
    await page.getByText("That code isn’t right.").waitFor();
    await awayFromTheEdge();
    await page.getByLabel("Code", { exact: true }).fill(totpCode(secret, -1));
    await page.getByRole("button", { name: "Turn on" }).click();
    await page.getByText("Two-factor authentication is on.").waitFor();

    await page.context().clearCookies();
    // Nothing to enter a code for yet.
    await page.goto("/auth/totp?from=/settings/account");
    await page.waitForURL(/\/auth\/sign-in\?from=/);
    await signIn(page, email, password);
    await page.getByRole("heading", { name: "One more step" }).waitFor();
    await page.getByLabel("Code", { exact: true }).fill(totpCode(secret));
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL("**/settings/account");
    await page.getByText("On: an authenticator app").waitFor();

    await page.context().clearCookies();
    await page.goto("/auth/sign-in");
    await signIn(page, email, password);
    await page.getByRole("link", { name: "Use a recovery code" }).click();
    await page.getByRole("heading", { name: "Use a recovery code" }).waitFor();
    await page.getByLabel("Recovery code").fill(codes[0]!);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL("**/chat");
    expect((await mail.letterTo(email, /recovery code/)).text).toContain("9 are left");
  });

  test("an address is changed by two emails", async () => {
    const page = await fresh();
    const email = await signUp(page);
    await page.goto("/settings/account/profile");
    await page.getByRole("link", { name: "Change address" }).click();
    const next = `next-${email}`;
    await page.getByLabel("New email").fill(next);
    await page.getByRole("textbox", { name: "Your password" }).fill(password);
    await page.getByRole("button", { name: "Send email" }).click();
    await page.getByRole("heading", { name: "Check your email" }).waitFor();
    await page.goto(linkIn(await mail.letterTo(email, /Confirm/), "/auth/change-email"));
    await page.getByText(`to ${next}`).waitFor();
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByRole("heading", { name: "Check your new mailbox" }).waitFor();

    const link = linkIn(await mail.letterTo(next, /Verify/), "/auth/change-email");
    // Opened while signed out: it asks to sign in and returns.
    await page.context().clearCookies();
    await page.goto(link);
    await signIn(page, email, password);
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.waitForLoadState("networkidle");
    await page.getByRole("heading", { name: "Your address was changed" }).waitFor();
    // Used once, it offers nothing again.
    await page.goto(link);
    await page.getByRole("heading", { name: "This link is invalid" }).waitFor();
  });
});

test("optional emails are chosen, and stay chosen", async () => {
  const page = await journey.page({ mail });
  await page.goto("/settings/account/notifications");
  await page.locator("html[data-ready]").waitFor();
  await page.getByRole("switch", { name: /new device/ }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved.").waitFor();
  await page.reload();
  await expect.poll(() => page.getByRole("switch", { name: /new device/ }).isChecked()).toBe(false);
  await expect.poll(() => page.getByRole("switch", { name: /shared with me/ }).isChecked()).toBe(true);
});

test("a taken address is not revealed on the page, and its owner hears of it", async () => {
  const page = await journey.page({ isSignedIn: false });
  const email = await signUp(page);
  await page.context().clearCookies();
  await page.goto("/auth/sign-up");
  await fillSignUp(page, email, "somebody else's guess");
  await page.getByRole("heading", { name: "Check your email" }).waitFor();
  await mail.letterTo(email, /already have an account/);
});

test("other devices are listed and signed out", async () => {
  const page = await journey.page({ isSignedIn: false });
  const email = await signUp(page);
  const other = await journey.page({ isSignedIn: false });
  await other.goto("/auth/sign-in");
  await signIn(other, email, password);
  await other.waitForURL("**/chat");
  await page.goto("/settings/account/security");
  await page.getByRole("button", { name: "Sign out Chrome on Linux" }).click();
  await page.getByText("Device signed out.").waitFor();
  await other.goto("/chat");
  expect(new URL(other.url()).pathname).toBe("/auth/sign-in");
});

test("a session that ends is renewed in place with both steps", async () => {
  const page = await journey.page({ isSignedIn: false });
  await signUp(page);
  const secret = await setUpTwoFactor(page, password);
  await page.goto("/chat");
  await page.locator("html[data-ready]").waitFor();
  await page.context().clearCookies({ name: /stet_s$/ });
  await page.getByRole("textbox", { name: "Message" }).fill("What is a notice period?");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Sign in to continue" });
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await dialog.getByLabel("Code").fill("000000");
  await page.keyboard.press("Enter");
  await dialog.getByText("That code isn’t right.").waitFor();
  await dialog.getByLabel("Code").fill(totpCode(secret));
  await page.keyboard.press("Enter");
  await page.locator("article[data-role=user]").getByText("What is a notice period?").waitFor();
});

test("the outbox page does not exist in production", async () => {
  const page = await journey.page({ mail });
  expect((await page.goto("/dev/outbox"))?.status()).toBe(404);
});

test.each(["light", "dark"] as const)("axe finds nothing serious, %s", async (colorScheme) => {
  const visitor = await journey.page({ isSignedIn: false, colorScheme });
  const outcomes = ["forgot-password/success", "reset-password/expired", "verify-email/success", "change-email/invalid"];
  const forms = ["totp", "recovery-code", "forgot-password", "reset-password/request", "verify-email/request", "error"];
  for (const path of [...forms, ...outcomes]) {
    await visitor.goto(`/auth/${path}`);
    expect({ path, findings: await seriousFindings(visitor) }).toEqual({ path, findings: [] });
  }
  const person = await journey.page({ isSignedIn: false, colorScheme });
  await signUp(person);
  for (const path of ["", "/profile", "/notifications", "/security"]) {
    await person.goto(`/settings/account${path}`);
    expect({ path, findings: await seriousFindings(person) }).toEqual({ path, findings: [] });
  }
  await person.getByRole("textbox", { name: "Your password" }).fill(password);
  await person.getByRole("button", { name: "Set up" }).click();
  await person.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
  expect(await seriousFindings(person)).toEqual([]);
});

async function signUp(page: Page): Promise<string> {
  const email = `journey-${++count}@example.test`;
  await page.goto("/auth/sign-up");
  await fillSignUp(page, email, password);
  await proveAndSignIn(page, mail, email, "/chat", password);
  return email;
}

async function fillSignUp(page: Page, email: string, secret: string): Promise<void> {
  await page.getByLabel("Name").fill("Ada");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(secret);
  await page.getByRole("button", { name: "Create account" }).click();
}
