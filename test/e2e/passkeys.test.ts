/* End-to-end tests of passkeys, on Chromium's virtual authenticator. */
import type { CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startJourney, type Journey } from "./browser.ts";
import { password, ready, seriousFindings, signUp } from "./steps.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());

type Device = { session: CDPSession; authenticatorId: string; isWilling(isWilling: boolean): Promise<unknown> };

async function plugIn(page: Page): Promise<Device> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable", { enableUI: false });
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const isWilling = (enabled: boolean) => session.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
  return { session, authenticatorId, isWilling };
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByText("Add a passkey").click();
  const form = page.locator("details[open]").filter({ hasText: "Create passkey" });
  await form.getByLabel("Name").fill(name);
  await form.getByLabel("Your password").fill(password);
  await form.getByRole("button", { name: "Create passkey" }).click();
  await page.getByText("Passkey added.").waitFor();
}

/** The field offers the passkey too: the virtual device may accept that offer before the button is pressed. */
async function usePasskey(page: Page, device: Device): Promise<void> {
  await device.isWilling(true);
  await page
    .getByRole("button", { name: "Use a passkey" })
    .click({ timeout: 5_000 })
    .catch(() => {});
}

test("made in the settings, used to come in, renamed and removed", async () => {
  const page = await journey.page({ isSignedIn: false });
  const device = await plugIn(page);
  await page.goto("/auth/sign-up?from=/settings/account/security");
  await signUp(page, "Ada");
  await page.waitForURL(/^[^?]*\/settings\/account\/security/);
  await ready(page);
  await page.getByText("Add a passkey").click();
  const form = page.locator("details[open]").filter({ hasText: "Create passkey" });
  await form.getByLabel("Your password").fill("not mine");
  await form.getByRole("button", { name: "Create passkey" }).click();
  await page.getByText("That password isn’t right.").waitFor();
  await page.getByText("Add a passkey").click();
  await addPasskey(page, "Laptop");

  await page.context().clearCookies();
  await device.isWilling(false);
  await page.goto("/auth/sign-in?from=/settings/account/security");
  await ready(page);
  const inside = page.waitForURL(/^[^?]*\/settings\/account\/security/);
  await usePasskey(page, device);
  await inside;

  await page.getByText("Laptop since").click();
  const kept = page.locator("details[open]");
  await kept.getByLabel("Name").fill("Old laptop");
  await kept.getByRole("button", { name: "Rename" }).click();
  await page.getByText("Passkey renamed.").waitFor();
  await page.locator("summary", { hasText: "Old laptop since" }).waitFor();
  if (!(await kept.first().isVisible())) await page.getByText("Old laptop since").click();
  await kept.getByLabel("Your password").fill(password);
  await kept.getByRole("button", { name: "Remove this passkey" }).click();
  await page.getByText("Passkey removed.").waitFor();

  await page.context().clearCookies();
  await device.isWilling(false);
  await page.goto("/auth/sign-in");
  await ready(page);
  await usePasskey(page, device);
  await page.getByText("This passkey isn’t recognized.").waitFor();
});

test("renews a session in place", async () => {
  const page = await journey.page({ isSignedIn: false });
  await plugIn(page);
  await page.goto("/auth/sign-up?from=/settings/account/security");
  await signUp(page, "Grace");
  await page.waitForURL(/^[^?]*\/settings\/account\/security/);
  await ready(page);
  await addPasskey(page, "Laptop");
  await page.getByRole("button", { name: "Account of" }).click();
  const again = page.getByRole("menuitem", { name: "Send the email again" });
  await again.waitFor();
  await page.context().clearCookies({ name: /stet_s$/ });
  await again.click();
  await page.getByRole("dialog", { name: "Sign in to continue" }).getByRole("button", { name: "Use a passkey" }).click();
  await page.getByText("We’ve sent you a link.").waitFor();
});

test.each(["light", "dark"] as const)("axe finds nothing serious, %s", async (colorScheme) => {
  const page = await journey.page({ isSignedIn: false, colorScheme });
  await plugIn(page);
  await page.goto("/auth/sign-up?from=/settings/account/security");
  await signUp(page, "Ada");
  await page.waitForURL(/^[^?]*\/settings\/account\/security/);
  await ready(page);
  await addPasskey(page, "Laptop");
  await page.getByText("Laptop since").click();
  await page.getByText("Add a passkey").click();
  expect(await seriousFindings(page)).toEqual([]);
});
