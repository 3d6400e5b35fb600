/* Tool servers in the browser: connected, read, accepted, switched on in a chat, asked about, and its answer shown as text. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { protect, startAuthorizationServer, type AuthorizationServer } from "#test/authorization-server.ts";
import { startToolServer, type ServedTools } from "#test/tool-server.ts";
import { startJourney, type Journey } from "./browser.ts";
import { ended, send, setModel } from "./conversation.ts";
import { ready, seriousFindings, settled } from "./steps.ts";

let journey: Journey;
let folder: string;
/** The first account's, which may use addresses in the network. */
let administrator: BrowserContextOptions["storageState"];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "stet-programs-"));
  const program = { command: process.execPath, args: [join(import.meta.dirname, "../tool-program.mjs")], everyone: true };
  writeFileSync(join(folder, "programs.json"), JSON.stringify({ mcpServers: { notes: program } }));
  journey = await startJourney({ TOOL_PROGRAMS: join(folder, "programs.json") });
  const page = await journey.page();
  administrator = await page.context().storageState();
  await page.context().close();
});
afterAll(async () => {
  await journey?.close();
  rmSync(folder, { recursive: true, force: true });
});

test("a tool server is read before it is used, and every call is the reader's to allow", async () => {
  const page = await journey.page();
  await page.goto("/settings/account/tools");
  await ready(page);
  await page.getByText("notes, set up by your administrator").click();
  await page.getByRole("button", { name: "Connect notes" }).click();
  await page.getByText("Read what notes tells models before you accept it.").waitFor();
  await page.getByText("Finds a note by a word in it.").waitFor();
  await page.getByText("What it is sent").click();
  await page.getByText("A word of the note.").waitFor();
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Accept these tools" }).click();
  await page.getByText("1 tool", { exact: false }).first().waitFor();

  await page.goto("/chat");
  await ready(page);
  await page.getByRole("button", { name: "Choose knowledge sources" }).click();
  await page.getByRole("switch", { name: /notes/ }).click();
  await page.getByRole("button", { name: "Done" }).click();
  const steps = [{ tool: "notes__find_note", args: { word: "rent" } }, { text: "On Monday." }];
  await setModel(journey, { script: JSON.stringify(steps), tps: 0 });
  await send(page, "When do I call?");
  const consent = page.getByRole("group", { name: "notes asks to run Find a note" });
  await consent.waitFor();
  await consent.getByText('"word": "rent"').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  // Another window asks the same; an answer there closes it here.
  await page.reload();
  await consent.waitFor();
  await consent.getByRole("button", { name: "Allow in this chat" }).click();
  await consent.waitFor({ state: "detached" });
  expect(await ended(page, 1)).toContain("On Monday.");
  await page.getByRole("button", { name: /^notes: find_note/ }).click();
  await page.getByText("The note on rent: call the landlord on Monday.").first().waitFor();

  // Not asked again in this chat; refused in another.
  await send(page, "And again?");
  expect(await ended(page, 2)).toContain("On Monday.");
  await page.goto("/chat");
  await ready(page);
  // Off until switched on, in every new chat.
  await page.getByRole("button", { name: "Choose knowledge sources" }).click();
  expect(await page.getByRole("switch", { name: /notes/ }).isChecked()).toBe(false);
  await page.getByRole("switch", { name: /notes/ }).click();
  await page.getByRole("button", { name: "Done" }).click();
  await send(page, "When do I call?");
  await consent.getByRole("button", { name: "Don’t allow" }).click();
  await page.getByRole("button", { name: /^notes: find_note was not run/ }).waitFor();
  expect(await ended(page, 1)).toContain("On Monday.");
});

describe.each([true, false])("with script: %s", (javaScriptEnabled) => {
  const name = javaScriptEnabled ? "Desk" : "Register";
  test("signed in to at its authorization server, read, and signed out of", async () => {
    const tools = await startToolServer([{ name: "look", description: "Looks something up.", readsOnly: true }]);
    const office = await startAuthorizationServer();
    protect(tools, office);
    onTestFinished(async () => {
      await tools.stop();
      await office.stop();
    });
    const page = await journey.page({ isSignedIn: false, storageState: administrator, javaScriptEnabled });
    await page.goto("/settings/account/tools");
    if (javaScriptEnabled) await ready(page);
    await page.getByText("By its address").click();
    await page.getByLabel("Address").fill(tools.url);
    await page.getByLabel("Name").fill(name);
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    await page.getByText(`${name} asks you to sign in.`).waitFor();
    if (javaScriptEnabled) await accessible(page);

    // Refused over there: it says so in our words, and can be tried again.
    await page.getByRole("button", { name: "Sign in", exact: true }).last().click();
    await page.getByRole("link", { name: "Refuse" }).click();
    await completed(page, javaScriptEnabled);
    await page.getByText("You were not signed in: access was not given.").waitFor();
    if (javaScriptEnabled) await accessible(page);
    expect(await page.textContent("body")).not.toContain("words of a stranger");
    await page.getByRole("link", { name: "Back to your tools" }).click();

    await page.getByRole("button", { name: "Sign in", exact: true }).last().click();
    await page.getByRole("link", { name: "Allow" }).click();
    await completed(page, javaScriptEnabled);
    await page.getByText(`Read what ${name} tells models before you accept it.`).waitFor();
    expect(new URL(page.url()).search).toBe("?signed-in=read");
    await page.getByRole("button", { name: "Accept these tools" }).click();
    await page.getByText(`signed in at ${new URL(office.url).host}`).waitFor();
    if (javaScriptEnabled) await calledInChat(page, tools, office);

    await page.goto("/settings/account/tools");
    if (javaScriptEnabled) await ready(page);
    const row = page.getByRole("listitem").filter({ hasText: "signed in at" });
    await row.getByText("Change", { exact: true }).click();
    await row.getByRole("button", { name: "Sign out" }).click();
    await page.getByText("Signed out.").waitFor();
    await page.getByText(`${name} asks you to sign in.`).waitFor();
    expect([office.tokens.size, office.renewals.size]).toEqual([0, 0]);
  });
});

async function accessible(page: Page): Promise<void> {
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);
}

/** Without script, the page that people come back to has a button. */
async function completed(page: Page, javaScriptEnabled: boolean): Promise<void> {
  if (!javaScriptEnabled) await page.getByRole("button", { name: "Complete the sign-in" }).click();
}

async function calledInChat(page: Page, tools: ServedTools, office: AuthorizationServer): Promise<void> {
  await page.goto("/chat");
  await ready(page);
  await page.getByRole("button", { name: "Choose knowledge sources" }).click();
  await page.getByRole("switch", { name: /Desk/ }).click();
  await page.getByRole("button", { name: "Done" }).click();
  const steps = [{ tool: "desk__look", args: { of: "the moon" } }, { text: "It is up." }];
  await setModel(journey, { script: JSON.stringify(steps), tps: 0 });
  await send(page, "Is the moon up?");
  await page.getByRole("button", { name: "Always allow" }).click();
  expect(await ended(page, 1)).toContain("It is up.");
  expect(tools.calls).toMatchObject([{ name: "look", input: { of: "the moon" } }]);
  // Whatever the server has given is void: the next call says where to sign in.
  office.tokens.clear();
  office.renewals.clear();
  await send(page, "And now?");
  await page.getByRole("link", { name: "sign in to it in your settings" }).waitFor();
  await ended(page, 2);
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);
  expect(tools.calls).toHaveLength(1);
  await page.getByRole("link", { name: "sign in to it in your settings" }).click();
  await page.getByText("Sign in to Desk again.").waitFor();
  await page.getByRole("button", { name: "Sign in again" }).click();
  await page.getByRole("link", { name: "Allow" }).click();
  await page.getByText(`signed in at ${new URL(office.url).host}`).waitFor();
}
