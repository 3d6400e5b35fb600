/* End-to-end tests of signing in with an external account: there, back, and the messages when it fails. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { uuidv7 } from "#core/text/uuid.ts";
import { startIdentityServer, type IdentityServer } from "#test/identity-server.ts";
import { startJourney, type Journey } from "./browser.ts";
import { password, ready, seriousFindings, signIn, signUp } from "./steps.ts";

let office: IdentityServer;
let journey: Journey;
beforeAll(async () => {
  office = await startIdentityServer("stet");
  journey = await startJourney({
    OIDC_ISSUER: office.url,
    OIDC_CLIENT_ID: "stet",
    OIDC_CLIENT_SECRET: "secret",
    OIDC_NAME: "Office",
  });
});
afterAll(async () => {
  await journey?.close();
  await office?.close();
});

describe.each([true, false])("with script: %s", (javaScriptEnabled) => {
  test("in by single sign-on, to the page one came for", async () => {
    const sub = uuidv7();
    office.be({ sub, email: `${sub}@office.test`, email_verified: true, name: "Grace" });
    const page = await journey.page({ isSignedIn: false, javaScriptEnabled });
    await page.goto("/settings/account");
    await page.getByRole("button", { name: "Continue with Office" }).click();
    // A new user is asked once what they write; their name is known.
    await page.getByRole("heading", { name: "Welcome to Stet" }).waitFor();
    expect(await page.getByLabel("Name").count()).toBe(0);
    await page.getByRole("button", { name: "Skip this" }).click();
    await page.getByRole("heading", { name: "Your account" }).waitFor();
    await page.goto("/settings/account/security");
    await page.getByText("You sign in without a password.").waitFor();
  });

  test("a refusal over there says so, in our words", async () => {
    const page = await journey.page({ isSignedIn: false, javaScriptEnabled });
    await page.goto("/auth/sign-up");
    office.refuseNext("access_denied");
    await page.getByRole("button", { name: "Continue with Office" }).click();
    await page.getByRole("heading", { name: "You weren’t signed in" }).waitFor();
    expect(await page.textContent("body")).not.toContain("words of a stranger");
    await page.getByRole("link", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Welcome back" }).waitFor();
  });

  test("connected in the settings, used to come in, and disconnected", async () => {
    const page = await journey.page({ isSignedIn: false, javaScriptEnabled });
    await page.goto("/auth/sign-up?from=/settings/account/security");
    const email = await signUp(page, "Ada");
    const sub = uuidv7();
    office.be({ sub, email: `${sub}@office.test`, email_verified: true });
    if (javaScriptEnabled) await ready(page);
    await page.getByText("Connect Office").click();
    const connecting = page.locator("details[open]");
    await connecting.getByLabel("Your password").fill(password);
    await connecting.getByRole("button", { name: "Continue to Office" }).click();
    await page.getByText("Account connected.").waitFor();

    await page.context().clearCookies();
    await page.goto("/auth/sign-in?from=/settings/account/security");
    await page.getByRole("button", { name: "Continue with Office" }).click();
    await page.getByText("Office since").waitFor();
    if (javaScriptEnabled) await ready(page);
    await page.getByText("Office since").click();
    const removing = page.locator("details[open]");
    await removing.getByLabel("Your password").fill(password);
    await removing.getByRole("button", { name: "Disconnect Office" }).click();
    await page.getByText("Account disconnected.").waitFor();

    await page.context().clearCookies();
    await page.goto("/auth/sign-in");
    await signIn(page, email, password);
    await page.waitForURL("**/chat");
  });
});

test.each(["light", "dark"] as const)("axe finds nothing serious, %s", async (colorScheme) => {
  const page = await journey.page({ isSignedIn: false, colorScheme });
  for (const path of ["/auth/sign-in", "/auth/sign-up", "/auth/error?error=account_not_linked", "/auth/sign-in/with/sso"]) {
    await page.goto(path);
    expect({ path, findings: await seriousFindings(page) }).toEqual({ path, findings: [] });
  }
});
