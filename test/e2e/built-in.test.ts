/* The built-in editor, without model or network: real work on real text, and honest about what it is. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startJourney, type Journey } from "./browser.ts";
import { answers, composer, ended, lease, questions, send } from "./conversation.ts";
import { ready } from "./steps.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney({ MODEL_SERVER_URL: "" });
});
afterAll(() => journey?.close());

test("it is the model of a fresh Stet and says in the picker that it is rules", async () => {
  const page = await journey.page();
  await page.goto("/chat");
  await page.getByRole("button", { name: "Model: Stet built-in" }).click();
  const choice = page.getByRole("dialog", { name: "Choose a model" }).getByRole("button", { name: /Stet built-in/ });
  expect(await choice.innerText()).toContain("Rules, not a language model");
});

test("it corrects a text by changes that can be applied one by one", async () => {
  const page = await journey.page();
  await page.goto("/chat");
  await send(page, "Correct this:\n\nI recieved you're letter on on Monday. Their is no need too reply.");
  await ended(page, 1);
  const changes = answers(page).getByRole("region", { name: "Changes" });
  await expect.poll(() => changes.count()).toBeGreaterThan(0);
  const removed = (await changes.locator("del").allInnerTexts()).join(" ");
  const added = (await changes.locator("ins").allInnerTexts()).join(" ");
  expect(removed).toContain("recieved");
  expect(added).toContain("received");
  const applied = page.evaluate(
    () =>
      new Promise((resolve) =>
        window.addEventListener("applyPatch", (event) => resolve((event as CustomEvent).detail), { once: true }),
      ),
  );
  await changes.getByRole("button", { name: "Apply", exact: true }).first().click();
  expect(await applied).toMatchObject({ patch: { original: expect.any(String), replacement: expect.any(String) } });
});

test("it answers from an attached file, cites the passage, and shows the document", async () => {
  const page = await journey.page();
  await page.goto("/chat");
  await page.getByLabel("Files to attach").setInputFiles({ name: "lease.txt", mimeType: "text/plain", buffer: Buffer.from(lease) });
  await send(page, "How high is the deposit?");
  const text = await ended(page, 1);
  expect(text).toContain("three months' rent");
  await expect.poll(() => questions(page).innerText()).toContain("lease.txt");

  const citation = answers(page).locator("button.citation").first();
  expect(await citation.innerText()).toBe("1");
  await citation.click();
  const popup = page.getByRole("dialog", { name: "lease.txt" });
  await popup.getByText("The landlord keeps it apart").waitFor();
  await popup.getByRole("button", { name: "Show the document" }).click();
  await page.getByRole("dialog", { name: "lease.txt" }).getByText("The deposit is three months").first().waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });

  await page.reload();
  expect(await ended(page, 1)).toBe(text);
  await send(page, "And when is the rent due?");
  expect(await ended(page, 2)).toContain("third working day");
});

test("it lays out a letter as a draft", async () => {
  const page = await journey.page();
  await page.goto("/chat");
  await send(page, "Draft a letter that ends my lease on 31 March.");
  await ended(page, 1);
  expect(await answers(page).getByRole("region", { name: "Draft" }).innerText()).toMatch(/Dear|31 March/);
});

test("what it cannot do it says in a sentence, with the way to a model", async () => {
  const page = await journey.page();
  await page.goto("/chat");
  await send(page, "What do you think about the future of the novel?");
  const text = await ended(page, 1);
  expect(text).toMatch(/rules|language model/i);
  expect(text).toMatch(/MODEL_SERVER_URL|API_KEY|model/);
  await expect.poll(() => composer(page).inputValue()).toBe("");
});

test("the web, with nothing set up to search it: the button stays off and says how to turn it on", async () => {
  const page = await journey.page();
  await page.goto("/chat");
  await ready(page);
  const button = page.getByRole("button", { name: "Search the web" });
  await button.click();
  await page.getByText("Web search is not set up here.").waitFor();
  expect(await button.getAttribute("aria-pressed")).toBe("false");
  await send(page, "What is new about bees?");
  expect(await ended(page, 1)).not.toContain("Nothing was searched");
  expect(await answers(page).locator("[data-tool]").count()).toBe(0);
  await answers(page).hover();
  await answers(page).getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Prompt details" }).click();
  await page.getByRole("dialog").getByText("Nothing left this server.").waitFor();
});
