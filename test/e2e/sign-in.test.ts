/* Signing in, a session that ends during use, and signing out. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startJourney, type Journey } from "./browser.ts";
import { makeChat, open, password, ready, signIn, signUp, skipWelcome } from "./steps.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());

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
    await skipWelcome(page);
    await page.context().clearCookies();

    const said: (string | null)[] = [];
    for (const address of [email, "nobody@example.test"]) {
      await page.goto("/auth/sign-in");
      await signIn(page, address, "a wrong password");
      said.push(await page.getByRole("alert").textContent());
    }
    expect(said[0]).toMatch(/password is incorrect/);
    expect(said[1]).toBe(said[0]);

    await page.getByLabel("Email").fill("not an address");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("Enter a complete email address.").waitFor();
    expect(await page.getByLabel("Email").getAttribute("aria-invalid")).toBe("true");
  });

  test("it works without script", async () => {
    const page = await journey.page({ isSignedIn: false, javaScriptEnabled: false });
    await page.goto("/auth/sign-up?from=/chat?quiet=1");
    const email = await signUp(page, "Emily");
    await page.waitForURL("**/chat?quiet=1");
    await page.context().clearCookies();
    await page.goto("/auth/sign-in");
    await signIn(page, email, "wrong");
    expect(await page.getByRole("alert").textContent()).toMatch(/password is incorrect/);
    expect(await page.getByLabel("Email").inputValue()).toBe(email);
    await signIn(page, email, password);
    await page.waitForURL("**/chat");
  });

  test.each(["//evil.test", "/\\evil.test", "https://evil.test", "javascript:alert(1)"])(
    "signing in never leads to %s",
    async (from) => {
      const page = await journey.page({ isSignedIn: false });
      await page.goto(`/auth/sign-up?from=${encodeURIComponent(from)}`);
      await signUp(page, "Eve");
      await page.waitForURL(`${journey.url}/onboarding/user`);
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

test("a session that ends is renewed in place, and what was typed is done", async () => {
  const page = await journey.page({ isSignedIn: false });
  await page.goto("/auth/sign-up");
  const email = await signUp(page, "Ada");
  await skipWelcome(page);
  await makeChat(journey, page, "Before");
  await page.getByRole("link", { name: /Before/ }).hover();
  await page.getByRole("button", { name: "Actions for Before" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Typed while the session ended");
  await page.context().clearCookies({ name: /stet_s$/ });
  await page.keyboard.press("Enter");

  const signing = page.getByRole("dialog", { name: "Sign in to continue" });
  await signing.waitFor();
  await expect.poll(() => signing.getByLabel("Email").inputValue()).toBe(email);
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
  await skipWelcome(page);
  const chat = await makeChat(journey, page, "A chat to go to");
  await page.getByRole("link", { name: /A chat to go to/ }).waitFor();
  await page.context().clearCookies({ name: /stet_s$/ });
  await page.getByRole("link", { name: /A chat to go to/ }).click();
  const signing = page.getByRole("dialog", { name: "Sign in to continue" });
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
