/* End-to-end tests of chats shared by link: readable without an account, as of when they were shared, until revoked. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startJourney, type Journey } from "./browser.ts";
import { answers, composer, ended, questions, send, setModel } from "./conversation.ts";
import { ready, seriousFindings, settled } from "./steps.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());

async function openShareDialog(page: Page) {
  await page
    .getByRole("complementary", { name: "Sidebar" })
    .getByRole("button", { name: /^Actions for/ })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Share by link" }).click();
  const dialog = page.getByRole("dialog", { name: "Share chat" });
  await dialog.waitFor();
  return dialog;
}

async function begin(text: string): Promise<Page> {
  const page = await journey.page();
  await page.goto("/chat");
  await ready(page);
  await setModel(journey, { tps: 0, text });
  await send(page, "Tighten my sentence: In order to begin we must start.");
  await ended(page, 1);
  return page;
}

const parts = `Here it is.

BEGIN DRAFT
To begin, we start.
END DRAFT

BEGIN PATCH
{"original": "In order to begin we must start.", "replacement": "To begin, we start.", "summary": "Shorter"}
END PATCH

BEGIN PATCH
{"original": "Words that were never written.", "replacement": "Others.", "summary": "Misplaced"}
END PATCH

That is all.`;

test("a link shows drafts and changes as in the chat, without an account and without a way to change them, until it is revoked", async () => {
  const page = await begin(parts);
  await page.getByRole("button", { name: "Ask to repair" }).waitFor();
  const dialog = await openShareDialog(page);
  await dialog.getByText("7 days").click();
  await dialog.getByRole("button", { name: "Create link" }).click();
  const url = await dialog.getByRole("textbox", { name: "The link" }).inputValue();
  expect(await seriousFindings(page)).toEqual([]);

  const reader = await journey.page({ isSignedIn: false });
  const complaints: string[] = [];
  reader.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  reader.on("pageerror", (error) => complaints.push(error.message));
  const response = (await reader.goto(url))!;
  expect(response.headers()["x-robots-tag"]).toContain("noindex");
  expect(await response.text()).not.toContain("@example.test");
  await ready(reader);
  await questions(reader).getByText("Tighten my sentence").waitFor();
  await answers(reader).getByText("Here it is.").waitFor();
  await reader.getByRole("region", { name: "Draft" }).getByText("To begin, we start.").waitFor();
  await reader.getByRole("region", { name: "Changes" }).getByText("Shorter").waitFor();
  expect(await composer(reader).count()).toBe(0);
  for (const name of ["Edit", "Edit draft", "Create draft", "Apply", "Reject", "Ask to repair", "Regenerate", "Restore checkpoint"])
    expect([name, await reader.getByRole("button", { name, exact: true }).count()]).toEqual([name, 0]);
  await settled(reader);
  expect(await seriousFindings(reader)).toEqual([]);
  expect(complaints).toEqual([]);

  // What is written later does not show.
  await dialog.getByRole("button", { name: "Done" }).click();
  await setModel(journey, { tps: 0, text: "Another." });
  await send(page, "And another");
  await ended(page, 2);
  await reader.reload();
  await expect.poll(() => answers(reader).count()).toBe(1);

  const again = await openShareDialog(page);
  await again.getByRole("button", { name: /^Revoke the link/ }).click();
  await page.getByText("Link revoked.").waitFor();
  expect((await reader.goto(url))!.status()).toBe(404);
  await reader.getByText("Page not found").waitFor();
});

test("it reads without script, and a link that cannot be made says so", async () => {
  const page = await begin("A plain answer.");
  const dialog = await openShareDialog(page);
  await page.route("**/api/chats/*/share", (route) => route.abort());
  await dialog.getByRole("button", { name: "Create link" }).click();
  await page.getByText("Failed to share chat. Please try again.").waitFor();
  await page.unroute("**/api/chats/*/share");
  await dialog.getByRole("button", { name: "Create link" }).click();
  const url = await dialog.getByRole("textbox", { name: "The link" }).inputValue();
  const reader = await journey.page({ isSignedIn: false, javaScriptEnabled: false });
  await reader.goto(url);
  await answers(reader).getByText("A plain answer.").waitFor();
});
