/* An account's archive, end to end: exported from one installation, brought back in another, and taken back. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startJourney, type Journey } from "./browser.ts";
import { makeChat, password, seriousFindings, signUp } from "./steps.ts";

let from: Journey;
let to: Journey;
beforeAll(async () => {
  from = await startJourney();
  to = await startJourney();
});
afterAll(async () => {
  await from?.close();
  await to?.close();
});

test("everything of an account is imported into another installation, once, and undone", async () => {
  const old = await from.page({ isSignedIn: false });
  await old.goto("/auth/sign-up");
  await signUp(old, "Ada");
  await old.waitForURL(/onboarding/);
  await makeChat(from, old, "A question to take along");
  await old.goto("/settings/account");
  await old.getByText("Export my data").click();
  const form = old.locator("details[open]");
  await form.getByLabel("Your password").fill(password);
  await form.getByRole("button", { name: "Prepare the file" }).click();
  const [download] = await Promise.all([old.waitForEvent("download"), old.getByRole("link", { name: "Download it" }).click()]);
  const file = { name: "stet.zip", mimeType: "application/zip", buffer: readFileSync(await download.path()) };

  const page = await to.page();
  await page.goto("/settings/account/import");
  const picker = page.getByLabel("Export file");
  const row = page.getByRole("list", { name: "Imports" }).getByRole("listitem");
  await picker.setInputFiles(file);
  await row.getByText(/^Your archive from Stet: .*1 chat/).waitFor();
  await row.getByText("What won’t be imported from an archive").click();
  await row.getByText("Triggers of workflows arrive paused.").waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await row.getByRole("button", { name: "Import", exact: true }).click();
  await row.getByText(/^Imported .*1 chat/).waitFor();
  await page.goto("/chat");
  await page.getByRole("link", { name: "A question to take along" }).first().click();
  await page.getByText("A question to take along").first().waitFor();

  await page.goto("/settings/account/import");
  await picker.setInputFiles(file);
  await row.getByText("Everything in it is already here.").waitFor();
  await row.getByRole("button", { name: "Discard" }).click();
  await row.getByText("Everything in it is already here.").waitFor({ state: "detached" });

  await row.getByRole("button", { name: "Undo import" }).click();
  const dialog = page.getByRole("dialog").or(page.getByRole("alertdialog"));
  await dialog.getByText(/imported items? will be deleted/).waitFor();
  await dialog.getByRole("button", { name: "Undo import" }).click();
  await row.getByText("Undone.").waitFor();
  await page.goto("/chat");
  expect(await page.getByRole("link", { name: "A question to take along" }).count()).toBe(0);
});
