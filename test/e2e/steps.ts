/* Steps shared by several end-to-end tests. */
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { uuidv7 } from "#core/text/uuid.ts";
import { linkIn, type MailServer } from "#test/mail-server.ts";
import { awayFromTheEdge, totpCode } from "#test/totp.ts";
import type { Journey } from "./browser.ts";

export const password = "correct horse";

export async function signUp(page: Page, name: string): Promise<string> {
  const email = `${uuidv7()}@example.test`;
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  return email;
}

/** Returns the key for the authenticator app. */
export async function setUpTwoFactor(page: Page, own = password): Promise<string> {
  await page.goto("/settings/account/security");
  return turnOnTwoFactor(page, own);
}

/** On the page that is open. */
export async function turnOnTwoFactor(page: Page, own = password): Promise<string> {
  await page.getByRole("textbox", { name: "Your password" }).fill(own);
  await page.getByRole("button", { name: "Set up" }).click();
  const secret = await shownKey(page);
  await awayFromTheEdge();
  await page.getByLabel("Code", { exact: true }).fill(totpCode(secret, -1));
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByText("Two-factor authentication is on.").waitFor();
  return secret;
}

/** The key under the QR code, as typed by hand. */
export async function shownKey(page: Page): Promise<string> {
  return (await page.locator("code").textContent())!.replaceAll(" ", "");
}

/** From the page that a new account meets first, to the chat. */
export async function skipWelcome(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Skip this" }).click();
  await page.waitForURL("**/chat");
}

/** Follows the link in the delivered email, then signs in at `from`. */
export async function proveAndSignIn(
  page: Page,
  mail: MailServer,
  email: string,
  from = "/chat",
  secret = password,
): Promise<void> {
  await page.getByRole("heading", { name: "Check your email" }).waitFor();
  await page.goto(linkIn(await mail.letterTo(email, /Verify/), "/auth/verify-email"));
  await page.getByRole("button", { name: "Verify this address" }).click();
  await page.getByRole("heading", { name: "Your address is verified" }).waitFor();
  await page.goto(`/auth/sign-in?from=${encodeURIComponent(from)}`);
  await signIn(page, email, secret);
  await page.waitForURL(`**${from}`);
}

export async function signIn(page: Page, email: string, secret: string): Promise<void> {
  // The previous page may have an email field, too.
  await page.getByRole("heading", { name: "Welcome back" }).waitFor();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(secret);
  await page.getByRole("button", { name: "Sign in" }).click();
}

export async function open(page: Page): Promise<Page> {
  await page.goto("/chat");
  await ready(page);
  return page;
}

/**
 * After a selection is set by script, the browser notifies the editor a moment later, and until then the editor may
 * reset it. A user is never that fast.
 */
export async function selectionHeard(page: Page): Promise<void> {
  const frames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))));
  await page.evaluate(frames);
}

/** The page is hydrated, so keys take effect. */
export async function ready(page: Page): Promise<void> {
  await page.locator("html[data-ready]").waitFor();
}

/** Waits until no animation is running, so that colors are final. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))));
}

/** In the organization with `slug`, otherwise in the personal workspace. */
export async function makeChat(journey: Journey, page: Page, content: string, slug = ""): Promise<string> {
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
  const response = await page.request.post("/api/chat", {
    data: turn,
    headers: { origin: journey.url, "x-organization-slug": slug },
  });
  if (!response.ok()) throw new Error(`POST /api/chat answered ${response.status()}: ${await response.text()}`);
  await response.text();
  return chatId;
}

/** In the dark, a wide page is asked about its colors alone: the rest is what it was in the light. */
export async function seriousFindings(page: Page): Promise<string[]> {
  const isSeen = await page.evaluate(() => innerWidth >= 768 && matchMedia("(prefers-color-scheme: dark)").matches);
  // In the page itself: it has no frames of others.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (isSeen ? axe.withRules(["color-contrast", "link-in-text-block"]) : axe).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
}
