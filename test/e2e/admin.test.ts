/* Administration on the screen: the first account connects models and suspends people, and no one else finds it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeManifest } from "#server/backup/backup-folder.ts";
import { plainSeal } from "#server/backup/sealing.ts";
import { inPlaceOfAll, startLawSource, type LawSource } from "#test/law-sources.ts";
import { startJourney, startMockModel, type Journey, type RunningProcess } from "./browser.ts";
import { answers, ended, send } from "./conversation.ts";
import { password, ready, seriousFindings, settled, signIn, signUp, skipWelcome } from "./steps.ts";

let ollama: RunningProcess;
let journey: Journey;
let source: LawSource;
let backups: string;
let ada: Page;
beforeAll(async () => {
  ollama = await startMockModel();
  source = await startLawSource();
  backups = mkdtempSync(join(tmpdir(), "stet-backups-"));
  journey = await startJourney({
    MODEL_SERVER_URL: "",
    LOCAL_MODEL_SERVERS: ollama.url,
    OPENAI_BASE_URL: `${ollama.url}/v1`,
    BACKUP_FOLDER: backups,
    ...inPlaceOfAll(source.url),
  });
  ada = await newcomer("Ada");
});
afterAll(async () => {
  await journey?.close();
  await ollama?.kill("SIGKILL");
  await source?.close();
  rmSync(backups, { recursive: true, force: true });
});

async function newcomer(name: string): Promise<Page> {
  const page = await journey.page({ isSignedIn: false });
  await page.goto("/auth/sign-up");
  await ready(page);
  await signUp(page, name);
  await skipWelcome(page);
  await ready(page);
  return page;
}

/** How the provider answers from now on. */
async function provider(mode: "ok" | "401"): Promise<void> {
  await fetch(`${ollama.url}/control`, { method: "POST", body: JSON.stringify({ mode }) });
}

test("a fresh Stet: a server is found and answers; a key is entered, tested, used, replaced and removed", async () => {
  const page = ada;
  await page.getByText("No model is connected yet.").waitFor();
  await page.getByRole("link", { name: "Connect a model" }).click();
  await page.waitForURL("**/admin/models");
  await page.getByRole("button", { name: /^Use / }).click();
  await page.getByText("It works: 1 model.").waitFor();
  await page.getByRole("button", { name: /^Use / }).waitFor({ state: "detached" });
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);

  // Without reloading the page.
  await page.getByRole("link", { name: "New chat" }).first().click();
  await page.getByRole("button", { name: "Model: mock-model" }).waitFor();
  expect(await page.getByText("No model is connected yet.").count()).toBe(0);
  await send(page, "Hello [[mock tps=0 text=From-the-found-server]]");
  await ended(page, 1);
  expect(await answers(page).first().innerText()).toContain("From-the-found-server");

  await page.goto("/admin/models");
  await ready(page);
  await provider("401");
  await page.getByText("OpenAI", { exact: true }).click();
  await page.getByLabel("OpenAI key").fill("sk-mistyped-0000");
  await page.getByRole("button", { name: "Connect OpenAI" }).click();
  await page.getByText("OpenAI refused the key.").waitFor();
  await provider("ok");
  await page.getByLabel("OpenAI key").fill("sk-the-first-key-4242");
  await page.getByRole("button", { name: "Connect OpenAI" }).click();
  const row = page.getByRole("list", { name: "Connected" }).getByRole("listitem").filter({ hasText: "OpenAI" });
  await row.getByText("key ends in 4242").waitFor();
  await row.getByRole("button", { name: "Test OpenAI" }).click();
  await row.getByText("It works.").waitFor();
  expect(await page.content()).not.toContain("the-first-key");

  await page.getByLabel("Model", { exact: true }).selectOption({ label: "GPT-6 Luna" });
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("New chats start with this model.").waitFor();
  const { defaultModel } = (await (await page.request.get("/api/models")).json()) as { defaultModel: string };
  expect(defaultModel).toBe("gpt-6-luna");

  await row.getByText("Replace the key").first().click();
  await row.getByLabel("New key").fill("sk-the-second-key-4343");
  await row.getByRole("button", { name: "Replace the key" }).click();
  await row.getByText("key ends in 4343").waitFor();
  await row.getByText("Remove OpenAI").first().click();
  await row.getByRole("button", { name: "Remove OpenAI" }).click();
  await row.waitFor({ state: "detached" });
  await page.getByText("Nothing more is sent there.").waitFor();

  await page.getByRole("link", { name: "Storage" }).click();
  await expectFact(page, "Accounts", /^\d$/);
  await expectFact(page, "Database", /^embedded, [\d.]+ MB$/);
});

test("sign-up is closed and opened, and email, law, backups, the log and what runs here are shown", async () => {
  const page = ada;
  const visitor = await journey.page({ isSignedIn: false, javaScriptEnabled: false });
  await page.goto("/admin/sign-up");
  await ready(page);
  await page.getByLabel("Addresses at your domains").check();
  await page.getByLabel("Domains", { exact: true }).fill("example.org localhost");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("“localhost” isn’t a domain.").waitFor();
  expect(await page.getByLabel("Domains", { exact: true }).inputValue()).toBe("example.org localhost");
  await page.getByLabel("By invitation").check();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved. Who can create an account: by invitation.").waitFor();
  // It was shown as before it was saved, and the next Save would have opened sign-up again.
  expect(await page.getByLabel("By invitation").isChecked()).toBe(true);
  await visitor.goto("/auth/sign-up");
  await visitor.getByRole("heading", { name: "Accounts here are by invitation" }).waitFor();
  await signUp(visitor, "Not invited");
  await visitor.getByText("Accounts here are by invitation only, and this address hasn’t been invited.").waitFor();
  await page.getByLabel("Anyone").check();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved. Who can create an account: anyone.").waitFor();

  await page.getByRole("link", { name: "Email", exact: true }).click();
  await page.getByRole("button", { name: "Send a test email" }).click();
  await page.getByText("No mail server is set up, so the email went to outbox/ in the data folder.").waitFor();

  // The same without script.
  const plain = await journey.page({
    isSignedIn: false,
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  await plain.goto("/admin/email");
  await plain.getByRole("button", { name: "Send a test email" }).click();
  await plain.getByText("so the email went to outbox/").waitFor();
  await plain.goto("/admin/sign-up");
  await plain.getByLabel("Addresses at your domains").check();
  await plain.getByLabel("Domains", { exact: true }).fill("example.test");
  await plain.getByRole("button", { name: "Save" }).click();
  await plain.getByText("Saved. Who can create an account: addresses at example.test, and by invitation.").waitFor();

  await page.getByRole("link", { name: "Law", exact: true }).click();
  await page.getByText("No law is stored yet.").waitFor();
  const citation = { citation: "Trial Work Act 2099" };
  expect((await page.request.post("/api/law/acts", { data: citation, headers: { origin: journey.url } })).status()).toBe(200);
  const act = page.getByRole("list", { name: "Stored acts" }).getByRole("listitem");
  await act.getByText(/· text of 1 May 2099 · last looked at/).waitFor();
  await act.getByRole("button", { name: "Refresh Trial Work Act 2099" }).click();
  await page.getByText("Refreshed: nothing changed").waitFor();

  await writeManifest(backups, { ...aBackup, name: "2026-11-22T03-00-00Z", at: "2026-11-22T03:00:00.000Z" }, plainSeal);
  await page.getByRole("link", { name: "Backups" }).click();
  await expectFact(page, "Kept", /^the newest 14$/);
  await page.getByRole("button", { name: "Back up now" }).click();
  const lines = page.getByRole("list", { name: "Backups" }).getByRole("listitem");
  await lines
    .first()
    .getByText(/^Checked: whole/)
    .waitFor();
  expect(await lines.last().innerText()).toMatch(
    /22 Nov 2026, 03:00 UTC\s+1,234 rows, 0 files, encrypted\s+1 file could not be found/,
  );
  await lines
    .last()
    .getByRole("button", { name: /^Check the backup of 22 Nov/ })
    .click();
  await lines
    .last()
    .getByText(/^Checked .*: The backup is not whole/)
    .waitFor();

  await page.getByRole("link", { name: "Log", exact: true }).click();
  await page.getByLabel("What").selectOption({ label: "Changed who can create an account" });
  await page.getByRole("button", { name: "Filter" }).click();
  await page.waitForURL("**kind=sign-up-changed");
  await expect.poll(() => page.getByRole("list", { name: "Audit log" }).getByRole("listitem").count()).toBe(3);

  await page.getByRole("link", { name: "About" }).click();
  await page.getByRole("list", { name: "Set by the environment" }).getByText("BACKUP_FOLDER").waitFor();
  for (const path of ["sign-up", "email", "law", "backups", "log", "about"])
    for (const [width, colorScheme] of looks) {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme });
      await page.goto(`/admin/${path}`);
      await ready(page);
      await settled(page);
      expect([path, width, await seriousFindings(page)]).toEqual([path, width, []]);
      expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, width]);
    }
});

const looks = [
  [1440, "light"],
  [390, "dark"],
] as const;

const aBackup = {
  rows: 1234,
  isEncrypted: true,
  database: { object: "2026-11-22T03-00-00Z/database.jsonl.gz", bytes: 10, sha256: "0".repeat(64) },
  files: [],
  missing: ["a key"],
};

async function expectFact(page: Page, name: string, value: RegExp): Promise<void> {
  const row = page.locator("dl > div").filter({ has: page.getByText(name, { exact: true }) });
  expect(await row.locator("dd").innerText()).toMatch(value);
}

test("a person is found, suspended while at work, refused at sign-in with the reason, and restored", async () => {
  const bo = await journey.page({ isSignedIn: false });
  await bo.goto("/auth/sign-up");
  await ready(bo);
  const email = await signUp(bo, "Bo Nilsson");
  await skipWelcome(bo);
  await ready(bo);

  await ada.goto("/admin/people");
  await ready(ada);
  await ada.getByLabel("Name or email").fill(email.slice(0, 30).toUpperCase());
  await ada.getByRole("button", { name: "Search", exact: true }).click();
  await ada.waitForURL("**query=*");
  const row = ada.getByRole("list", { name: "People" }).getByRole("listitem");
  await expect.poll(() => row.count()).toBe(1);
  expect(await row.innerText()).toContain(`${email}\nPlan Professional · 1 session · address not verified`);
  await row.getByText(email).click();
  await row.getByText("Suspend Bo Nilsson").first().click();
  await row.getByRole("button", { name: "Suspend Bo Nilsson" }).click();
  await ada.getByText(`${email} is suspended and signed out everywhere.`).waitFor();
  await row.getByText("Suspended", { exact: true }).waitFor();
  await ada.getByLabel("Suspended accounts only").check();
  await ada.getByLabel("Name or email").fill("");
  await ada.getByRole("button", { name: "Search", exact: true }).click();
  await ada.waitForURL("**suspended=1**");
  await expect.poll(() => row.count()).toBe(1);

  await bo.goto("/settings/account");
  await signIn(bo, email, password);
  await bo.getByText("This account is suspended. Contact your administrator.").waitFor();
  expect(await seriousFindings(bo)).toEqual([]);

  for (const [width, colorScheme] of [
    [1440, "light"],
    [390, "dark"],
    [390, "light"],
  ] as const) {
    await ada.setViewportSize({ width, height: 844 });
    await ada.emulateMedia({ colorScheme });
    await ada.goto("/admin/people");
    await ready(ada);
    for (const one of await row.getByText("Manage").all()) await one.dispatchEvent("click");
    await settled(ada);
    expect(await seriousFindings(ada)).toEqual([]);
    expect(await ada.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }

  await row.filter({ hasText: email }).getByRole("button", { name: "Restore Bo Nilsson" }).click();
  await ada.getByText(`${email} can sign in again.`).waitFor();
  await bo.getByRole("button", { name: "Sign in" }).click();
  await bo.waitForURL("**/settings/account");
});

test("a second account finds no administration", async () => {
  const page = await newcomer("Bo");
  for (const path of ["/admin", "/admin/models", "/admin/people", "/admin/sign-up", "/admin/log", "/admin/backups"]) {
    const answer = await page.goto(path);
    expect([path, answer?.status()]).toEqual([path, 404]);
  }
  await page.goto("/settings/account");
  await ready(page);
  expect(await page.getByText("You administer this installation").count()).toBe(0);
});
