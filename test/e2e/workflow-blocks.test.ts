/* A workflow is built from blocks, kept over a reload, published and run; its text is the same workflow. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startReviewModel, type ReviewModel } from "../review-model.ts";
import { startJourney, type Journey } from "./browser.ts";
import { ready, seriousFindings, settled } from "./steps.ts";

let model: ReviewModel;
let journey: Journey;
beforeAll(async () => {
  model = await startReviewModel(({ step }) => ({ answer: `Written: ${step}.`, quotations: [] }));
  journey = await startJourney({ MODEL_SERVER_URL: model.url });
});
afterAll(async () => {
  await journey?.close();
  await model?.close();
});

const step = (page: Page, number: string) => page.getByRole("region", { name: new RegExp(`^Step ${number}: `) });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");

async function addByKeyboard(page: Page, button: string, kind: string): Promise<void> {
  await page.getByRole("button", { name: button, exact: true }).press("Enter");
  const item = page.getByRole("menuitem", { name: kind, exact: true });
  await item.waitFor();
  for (let presses = 0; presses < 20; presses++) {
    if (await item.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press("ArrowDown");
  }
  await page.keyboard.press("Enter");
}

test("a workflow is built from blocks, kept over a reload, published and run", async () => {
  const page = await journey.page();
  await page.goto("/library/new?shelf=workflows");
  await ready(page);
  await page.getByRole("textbox", { name: "Name", exact: true }).first().fill("Reply to a notice");
  for (let left = 4; left > 0; left--) await page.getByRole("button", { name: "Remove step 1" }).click();
  await page.getByText("The workflow has no steps.", { exact: false }).last().waitFor();
  expect(await page.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
  // What was removed last comes back, and goes again.
  await page.getByRole("button", { name: "Undo" }).last().click();
  await step(page, "1").getByLabel("Title").and(page.locator('[value="Keep it"]')).waitFor();
  await page.getByRole("button", { name: "Remove step 1" }).click();
  await page.getByRole("button", { name: "Remove input 2" }).click();

  await page.getByRole("region", { name: "Inputs" }).getByLabel("Type").selectOption("long text");

  await addByKeyboard(page, "Add a step", "Ask the model");
  await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe("Ask the model");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Write the reply");
  await step(page, "1").getByText("needs words below its settings", { exact: false }).waitFor();
  await step(page, "1").getByLabel("What to write").fill("Answer this notice: ");
  await step(page, "1").getByRole("button", { name: "Insert document" }).click();
  await step(page, "1").getByLabel("Name of the result").fill("reply");
  await addByKeyboard(page, "Add a step", "Only if");
  await addByKeyboard(page, "Add a step to step 2", "Show the result");
  await step(page, "2.1").getByLabel("The result", { exact: true }).fill("It was approved: ");
  await step(page, "2.1").getByRole("button", { name: "Insert reply" }).click();
  await addByKeyboard(page, "Add a step", "Ask a person");
  await step(page, "3").getByLabel("What they are asked").fill("Send it?");
  await step(page, "3").getByLabel("Name of the result").fill("approval");
  await page.keyboard.press("Enter");

  // The focus goes along with what is moved.
  await page.getByRole("button", { name: "Move step 3 up" }).press("Enter");
  await expect.poll(() => focused(page)).toBe("Move step 2 up");
  await step(page, "3").getByLabel("Only if").first().selectOption("approval");
  await step(page, "3").getByLabel("Value", { exact: true }).first().selectOption("yes");

  await page.reload();
  await ready(page);
  await page.getByText("Not saved yet.", { exact: false }).waitFor();
  expect(await step(page, "3.1").getByLabel("The result", { exact: true }).inputValue()).toBe("It was approved: {{reply}}");
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);

  // Where a name is changed, it is changed wherever it is used.
  await page.getByRole("region", { name: "Inputs" }).getByLabel("Name", { exact: true }).fill("notice");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Text", exact: true }).click();
  const text = page.getByLabel("Library file", { exact: true });
  expect(await text.inputValue()).toContain(
    "## Write the reply\nDo: write\nResult: reply\n\nAnswer this notice: {{notice}}\n\n## Ask a person\nDo: person\nResult: approval\nAsk: approve\n\nSend it?\n\n" +
      "## Only if\nDo: if\nWhen: {{approval}} is yes\n\n### Show the result\nDo: output\n\nIt was approved: {{reply}}\n",
  );
  await page.getByRole("button", { name: "Blocks", exact: true }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { level: 1, name: "Reply to a notice" }).waitFor();
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByText("Published · version 1").waitFor();

  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await step(page, "1").waitFor();
  expect(await page.getByText("Not saved yet.", { exact: false }).count()).toBe(0);
  await page.getByRole("link", { name: "Back", exact: true }).click();
  const form = page.getByRole("form", { name: "Run" });
  await form.getByLabel("The agreement to read").fill("You are in breach.");
  await form.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("region", { name: "Ask a person" }).getByRole("button", { name: "Approve" }).click();
  await page
    .getByRole("region", { name: "Show the result" })
    .getByRole("paragraph")
    .getByText("It was approved: Written: Write the reply.")
    .waitFor();
});

test("lines that fields cannot show are kept and edited as they are", async () => {
  const page = await journey.page({ viewport: { width: 390, height: 844 } });
  await page.goto("/library/new?shelf=workflows&view=text");
  await ready(page);
  const text = page.getByLabel("Library file", { exact: true });
  const given =
    "---\nkind: workflow\nname: Odd\nauthor: Ada\n---\n\n## Dance\nDo: dance\n\nTwo steps\n\n## Say\nDo: output\n\nDone\n";
  await text.fill(given);
  await page.getByRole("button", { name: "Blocks", exact: true }).click();
  await page.getByText("Fields can’t show the head of this file.", { exact: false }).waitFor();
  const odd = step(page, "1");
  await odd.getByText("Fields can’t show this step", { exact: false }).waitFor();
  await step(page, "2").getByLabel("The result", { exact: true }).fill("All done");
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.getByRole("button", { name: "Edit it as text" }).click();
  expect(await text.inputValue()).toBe(given.replace("Done", "All done"));
  await text.fill(given.replace("author: Ada\n", ""));
  await page.getByRole("button", { name: "Blocks", exact: true }).click();
  await odd.getByText("“dance” is no kind of step.", { exact: false }).waitFor();
  await odd.getByLabel("Its lines").fill("Do: output\n\nTwo steps");
  await odd.getByLabel("The result", { exact: true }).waitFor();
  expect(await page.getByRole("button", { name: "Save" }).isDisabled()).toBe(false);
});

test("an email is seen, taken along as a file, and said to be sent by the person who sent it", async () => {
  const page = await journey.page();
  const source =
    "---\nkind: workflow\nname: Mail\n---\n\n## Write to Bo\nDo: email\nResult: sent\nTo: bo@example.org\nSubject: Über den Pachtvertrag\n\nDear Bo\n\n## Say\nDo: output\n\nSent: {{sent}}\n";
  const send = async (path: string, data: object, method = "POST") =>
    (await (await page.request.fetch(path, { method, data, headers: { origin: journey.url } })).json()) as { id: string };
  const { id } = await send("/api/library/templates", { source });
  await send(`/api/workflows/${id}/published`, { version: 1 }, "PUT");
  const run = await send(`/api/workflows/${id}/runs`, {});
  await page.goto(`/workflows/runs/${run.id}`);
  await ready(page);
  const email = page.getByRole("region", { name: "Write to Bo" });
  await email.getByText("Über den Pachtvertrag").first().waitFor();
  expect(await email.getByRole("link", { name: "Open in your mail program" }).getAttribute("href")).toBe(
    "mailto:bo%40example.org?subject=%C3%9Cber%20den%20Pachtvertrag&body=Dear%20Bo",
  );
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    email.getByRole("button", { name: "Download as .eml" }).click(),
  ]);
  expect(readFileSync(await download.path(), "utf8")).toContain("X-Unsent: 1\r\nTo: bo@example.org\r\n");
  await email.getByRole("button", { name: "I have sent it" }).click();
  await page.getByRole("region", { name: "Say" }).getByRole("paragraph").getByText("Sent: yes").waitFor();
});
