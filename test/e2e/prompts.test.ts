/* Prompts of an organization: kept to oneself, shared with the others, filled in and taken into a chat. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startMailServer, type MailServer } from "#test/mail-server.ts";
import { startJourney, type Journey } from "./browser.ts";
import { composer } from "./conversation.ts";
import { organizationSteps } from "./organization-steps.ts";
import { makeChat, ready, seriousFindings, settled } from "./steps.ts";

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
const { somebody, newFirm, join } = organizationSteps(() => ({ journey, mail }));

test("a prompt saved in the composer is its writer's alone until it is shared, and a colleague fills it in", async () => {
  const [ada, bob] = [await somebody("Ada"), await somebody("Bob")];
  const slug = await newFirm(ada, "Alder");
  await join(ada, slug, bob);
  const { page } = ada;
  await page.goto(`/organizations/${slug}/chat/${await makeChat(journey, page, "Hello", slug)}`);
  await ready(page);
  await composer(page).fill("Write to {{client}} that the matter is closed.");
  await page.getByRole("button", { name: "Load prompt" }).click();
  const dialog = page.getByRole("dialog", { name: "Load prompt" });
  await dialog.getByRole("button", { name: "Save the current text" }).click();
  await dialog.getByLabel("Name", { exact: true }).fill("Closing letter");
  expect(await dialog.getByRole("switch", { name: "Share it with the organization" }).isChecked()).toBe(false);
  await dialog.getByRole("button", { name: "Save prompt" }).click();
  await dialog.getByRole("link", { name: "All prompts in the library" }).click();
  await page.getByRole("link", { name: /^Closing letter.*Only you/ }).waitFor();
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);

  const shelf = `/organizations/${slug}/library?shelf=prompts`;
  const seen = bob.page.getByRole("link", { name: /^Closing letter/ });
  await bob.page.goto(shelf);
  await ready(bob.page);
  await bob.page.getByRole("link", { name: /^Explain it to a client/ }).waitFor();
  expect(await seen.count()).toBe(0);

  await page.getByRole("link", { name: /^Closing letter/ }).click();
  // A copy of it is one's own, too.
  await page.getByRole("button", { name: "Actions for Closing letter" }).click();
  await page.getByRole("menuitem", { name: "Duplicate" }).click();
  await page.waitForURL(/\/edit$/);
  await page.goBack();
  await page.getByRole("link", { name: "Prompts", exact: true }).click();
  await page
    .getByRole("link", { name: /^Closing letter.*Only you/ })
    .nth(1)
    .waitFor();
  await page
    .getByRole("link", { name: /^Closing letter/ })
    .first()
    .click();

  await page.getByRole("button", { name: "Share with the organization" }).click();
  await page.getByText("Everyone in the organization sees this prompt.").waitFor();
  // The notice of the saved prompt has one, too.
  await page.getByRole("button", { name: "Undo" }).last().click();
  await page.getByText("Only you see this prompt.").waitFor();
  await page.getByRole("button", { name: "Share with the organization" }).click();
  await page.getByText("Everyone in the organization sees this prompt.").waitFor();

  await bob.page.goto(shelf);
  await ready(bob.page);
  await seen.click();
  await bob.page.getByRole("region", { name: "Text" }).getByText("Write to [client] that").waitFor();
  expect(await bob.page.getByRole("button", { name: "Keep to myself" }).count()).toBe(0);
  await bob.page.getByLabel("Client").fill("Harbour & Sons");
  await bob.page.getByRole("region", { name: "Text" }).getByText("Write to Harbour & Sons that").waitFor();
  await settled(bob.page);
  expect(await seriousFindings(bob.page)).toEqual([]);
  await bob.page.getByRole("button", { name: "Use in a chat" }).click();
  await bob.page.waitForURL(`**/organizations/${slug}/chat`);
  await expect.poll(() => composer(bob.page).inputValue()).toBe("Write to Harbour & Sons that the matter is closed.");

  // A slash asks for the same before it inserts.
  await composer(bob.page).fill("");
  await composer(bob.page).focus();
  await bob.page.keyboard.type("/closing");
  await bob.page.getByRole("option", { name: /Closing letter/ }).waitFor();
  await bob.page.keyboard.press("Enter");
  await bob.page.getByRole("dialog").getByLabel("Client").waitFor();
  await bob.page.keyboard.type("Ms Holm");
  await bob.page.getByRole("dialog").getByRole("button", { name: "Insert" }).click();
  await expect.poll(() => composer(bob.page).inputValue()).toBe("Write to Ms Holm that the matter is closed.");
});
