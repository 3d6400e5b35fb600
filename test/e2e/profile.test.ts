/* End-to-end tests of profiles: the questions asked on the first visit, and a profile picture. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startJourney, type Journey } from "./browser.ts";
import { composer } from "./conversation.ts";
import { ready, seriousFindings, signUp } from "./steps.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());

test("a picture is cut to size on the device, shown in the sidebar, and removed", async () => {
  const page = await journey.page();
  await page.goto("/settings/account/profile");
  await ready(page);
  const sidebar = page.getByRole("button", { name: "Account of" });
  await page
    .getByLabel("Picture to upload")
    .setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no picture") });
  await page.getByText("“notes.txt” isn’t a PNG").waitFor();
  await page
    .getByLabel("Picture to upload")
    .setInputFiles({ name: "me.png", mimeType: "image/png", buffer: await page.screenshot() });
  const shown = sidebar.locator("img");
  await shown.waitFor();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(256);
  await page.reload();
  await sidebar.locator("img").waitFor();
  await page.getByRole("button", { name: "Remove" }).click();
  await sidebar.locator("img").waitFor({ state: "detached" });
});

describe.each([true, false])("with script: %s", (javaScriptEnabled) => {
  test("asked once what is written, and it stays", async () => {
    const page = await journey.page({ javaScriptEnabled });
    await page.goto("/onboarding");
    await page.getByRole("heading", { name: "Welcome to Stet" }).waitFor();
    await page.getByText("Legal Memo").click();
    await page.getByText("Svenska").click();
    await page.getByRole("button", { name: "Start writing" }).click();
    await page.waitForURL("**/chat");
    await page.goto("/onboarding");
    await page.waitForURL("**/chat");
    await page.goto("/settings/account/profile");
    expect(await page.getByLabel("Legal Memo").isChecked()).toBe(true);
    expect(await page.getByLabel("Svenska").isChecked()).toBe(true);
    // The only form of its page is not folded away.
    await page.getByRole("link", { name: "Tools" }).click();
    await page.getByRole("textbox", { name: "Address" }).waitFor();
  });

  test("skipped, and then not asked again", async () => {
    const page = await journey.page({ javaScriptEnabled });
    await page.goto("/onboarding/user?from=/library");
    await page.getByRole("button", { name: "Skip this" }).click();
    await page.waitForURL("**/library");
    await page.goto("/onboarding");
    await page.waitForURL("**/chat");
  });

  test("a new account begins with what is written, or with a sample", async () => {
    const page = await journey.page({ javaScriptEnabled, isSignedIn: false });
    await page.goto("/auth/sign-up");
    await signUp(page, "Ada");
    await page.getByText("Contract", { exact: true }).click();
    await page.getByRole("button", { name: "Start with a sample" }).click();
    await page.getByRole("heading", { name: "Consultancy agreement", level: 1 }).first().waitFor();
    await page.goto("/settings/account/profile");
    expect(await page.getByLabel("Contract", { exact: true }).isChecked()).toBe(true);
  });
});

test("the examples fit what is written, and one fills the field", async () => {
  const page = await journey.page({ viewport: { width: 1440, height: 900 } });
  await page.goto("/onboarding/user");
  await page.getByText("Legal Memo").click();
  await page.getByRole("button", { name: "Start writing" }).click();
  const examples = page.getByRole("list", { name: "Examples" });
  await examples.getByRole("button", { name: /^Write a memo/ }).click();
  const field = composer(page);
  await expect.poll(() => field.inputValue()).toMatch(/^Write a memo: may \[client\]/);
  await page.keyboard.type("Harbour Press");
  expect(await field.inputValue()).toMatch(/^Write a memo: may Harbour Press \[do what\]/);
  await page.getByRole("button", { name: "Essay", exact: true }).click();
  await examples.getByRole("button", { name: /three theses/ }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
});

test.each(["light", "dark"] as const)("axe finds nothing serious, %s", async (colorScheme) => {
  const page = await journey.page({ colorScheme });
  for (const path of ["/onboarding/user", "/settings/account/profile"]) {
    await page.goto(path);
    expect({ path, findings: await seriousFindings(page) }).toEqual({ path, findings: [] });
  }
});

test("the page of a verified address does not speak of one that is not", async () => {
  const page = await journey.page();
  await page.goto("/auth/verify-email/success");
  await page.getByRole("heading", { name: "Your address isn’t verified yet" }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("link", { name: "Send a new link" }).click();
  await page.waitForURL("**/auth/verify-email/request");
});
