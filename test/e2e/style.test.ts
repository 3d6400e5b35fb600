/* Writing style: measured from samples in the settings, described, edited, and deleted. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { startJourney, type Journey } from "./browser.ts";
import { ended, send, setModel } from "./conversation.ts";
import { openDraft, pressInText, stored, text } from "./draft-steps.ts";
import { open, ready, selectionHeard, seriousFindings, settled } from "./steps.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());

const sample = "We don't let the house to everybody. The tenant pays the rent, and we keep the colour of the door. ".repeat(10);

describe.each([true, false])("with script: %s", (javaScriptEnabled) => {
  test("samples are pasted and read from a file, measured, described, and deleted", async () => {
    const page = await journey.page({ javaScriptEnabled });
    const opened = () => (javaScriptEnabled ? ready(page) : Promise.resolve());
    await page.goto("/settings/account/style");
    await opened();
    const pasted = page.getByLabel("Paste text");
    const add = page.getByRole("button", { name: "Add sample" });
    await pasted.fill("Too short.");
    await add.click();
    await page.getByText("A sample needs at least 100 words").waitFor();
    await expect.poll(() => pasted.inputValue()).toBe("Too short.");
    await pasted.fill(sample);
    await add.click();
    await page.getByText("Sample added.").waitFor();
    const samples = page.getByRole("list", { name: "Samples" }).getByRole("listitem");
    await expect.poll(() => samples.count()).toBe(1);
    await page.getByText("Short sentences, usually 7 to 13 words.").waitFor();

    const file = { name: "letter.txt", mimeType: "text/plain", buffer: Buffer.from(sample) };
    await page.getByLabel("Or choose a file").setInputFiles(file);
    await add.click();
    await page.getByText("letter.txt").waitFor();
    await expect.poll(() => samples.count()).toBe(2);
    await page.getByText("Sentence length").waitFor();
    await page.getByText("10 words (7–13)").waitFor();

    if (javaScriptEnabled) {
      await settled(page);
      expect(await seriousFindings(page)).toEqual([]);
    }
    const description = page.getByRole("textbox", { name: "Description" });
    await description.fill("Brief, dry, and never cute.");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Description saved.").waitFor();
    await page.reload();
    await opened();
    expect(await description.inputValue()).toBe("Brief, dry, and never cute.");
    await page.getByRole("button", { name: "Reset to the measured description" }).click();
    await expect.poll(() => description.inputValue()).toMatch(/^Short sentences/u);

    await page.getByRole("button", { name: "Remove letter.txt" }).click();
    await expect.poll(() => samples.count()).toBe(1);
    await page.getByRole("button", { name: "Delete style" }).click();
    await page.getByText("Style deleted.").waitFor();
    await expect.poll(() => samples.count()).toBe(0);
    await expect.poll(() => description.inputValue()).toBe("");
  });
});

test("a draft is checked against the house style, and a term is corrected with one press and undone", async () => {
  const page = await journey.page();
  await page.goto("/settings/account/style");
  await ready(page);
  await page.getByLabel("English spelling").selectOption("British");
  await page.getByRole("textbox", { name: "Terms" }).fill("e-mail → email\nleverage");
  await page.getByRole("button", { name: "Save house style" }).click();
  await page.getByText("House style saved.").waitFor();
  await page.reload();
  expect(await page.getByRole("textbox", { name: "Terms" }).inputValue()).toBe("e-mail → email\nleverage");

  const post = async (path: string, data: object) => {
    const answer = await page.request.post(path, { data, headers: { origin: journey.url } });
    return (await answer.json()) as { id: string };
  };
  const { id: projectId } = await post("/api/projects", { name: "House" });
  const content = "The landlord sends an e-mail about the color of the house. We leverage it with the tenant and the bank.";
  const { id } = await post("/api/drafts", { projectId, name: "Services", content });
  await page.goto(`/vault/projects/${projectId}/drafts/${id}`);
  await ready(page);
  await page.getByRole("button", { name: "Checks", exact: true }).click();
  const found = page.getByRole("region", { name: "House style" });
  await found.getByText("House style: British spelling.").waitFor();
  await found.getByText("House style avoids “leverage”.").waitFor();
  await found.getByRole("button", { name: "Propose the change: House style: “email”, not “e-mail”." }).click();
  const services = page.getByRole("textbox", { name: "Services", exact: true });
  await pressInText(services, /^Accept/);
  await services.getByText("an email about").waitFor();
  await found.getByText("“email”, not “e-mail”").waitFor({ state: "detached" });
  await expect.poll(() => stored(page)).toContain("an email about");
  await services.click();
  await page.keyboard.press("ControlOrMeta+z");
  await expect.poll(() => stored(page)).toContain("an e-mail about");
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);
});

test("an answer of another length than was asked for says so, and is asked for again at that length", async () => {
  const page = await journey.page();
  await open(page);
  await setModel(journey, { text: `BEGIN DRAFT\n${"word ".repeat(60)}\nEND DRAFT`, tps: 0 });
  await send(page, "Write a text of about 40 words on tides.");
  const note = page.locator("[data-length=missed]");
  await note.getByText("60 words; 40 were asked for").waitFor();
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);
  await setModel(journey, { text: `BEGIN DRAFT\n${"word ".repeat(41)}\nEND DRAFT`, tps: 0 });
  await note.getByRole("button", { name: "Shorten to 40 words" }).click();
  await page.getByText("Shorten it to about 40 words.").waitFor();
  await ended(page, 2);
  expect(await note.count()).toBe(0);
});

async function selectAll(page: Page): Promise<void> {
  await text(page)
    .locator("p")
    .first()
    .evaluate((element) => {
      (element.closest("[contenteditable]") as HTMLElement).focus();
      getSelection()!.selectAllChildren(element);
    });
  await selectionHeard(page);
}

test("one key proposes the selection in fewer words, which is taken and undone", async () => {
  const { page } = await openDraft(journey, "The tenant pays the rent on the first day of each month.");
  await ready(page);
  const document = text(page);
  await selectAll(page);
  await setModel(journey, { text: "The tenant pays the rent monthly.", tps: 0 });
  await page.keyboard.press("Control+j");
  await page.getByRole("textbox", { name: "Instruction" }).waitFor();
  await page.getByRole("button", { name: "For a twelve-year-old" }).waitFor();
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press("1");
  await pressInText(document, "Accept: Shorter");
  await document.getByText("The tenant pays the rent monthly.").waitFor();
  await expect.poll(() => stored(page)).toContain("pays the rent monthly.");
  await document.click();
  await page.keyboard.press("ControlOrMeta+z");
  await expect.poll(() => stored(page)).toContain("on the first day of each month.");
});

test("of three versions single changes make one proposal; fewer, none and a failure are said and lose nothing", async () => {
  const { page } = await openDraft(
    journey,
    "The tenant pays the rent on the first day of each month. The landlord keeps the house in good repair.",
  );
  await ready(page);
  const versions = [
    "The tenant pays rent monthly. The landlord keeps the house in good repair.",
    "The tenant pays the rent on the first day of each month. The landlord maintains the house well.",
    "Rent is due monthly; repairs are the landlord’s.",
  ];
  const dialog = page.getByRole("dialog", { name: "Choose a version" });
  const askFor = async (answer: string) => {
    await setModel(journey, { text: answer, tps: 0 });
    await selectAll(page);
    await page.keyboard.press("Control+j");
    await page.getByRole("textbox", { name: "Instruction" }).waitFor();
    await page.keyboard.press("0");
    await page.getByRole("switch", { name: "Three versions", checked: true }).waitFor();
    await page.keyboard.press("1");
  };
  const tagged = (texts: string[]) => texts.map((one) => `<version>${one}</version>`).join("\n");

  await askFor(tagged(versions.slice(0, 1)));
  await dialog.getByText("The model gave only one version that differs from your text.").waitFor();
  await page.keyboard.press("Escape");
  await askFor(tagged([await text(page).locator("p").first().innerText()]));
  await dialog.getByText("The model gave no version that differs from your text.").waitFor();
  await setModel(journey, { mode: "500" });
  await dialog.getByRole("button", { name: "Try again" }).click();
  await dialog.getByText("Your text is unchanged.").waitFor();
  await setModel(journey, { text: tagged(versions), tps: 0 });
  await dialog.getByRole("button", { name: "Try again" }).click();

  const result = dialog.getByRole("region", { name: "Result" });
  await dialog.getByRole("region", { name: "Version 3" }).waitFor();
  expect(await dialog.getByRole("button", { name: "Propose change" }).isDisabled()).toBe(true);
  await page.keyboard.press("3");
  await result.getByText(versions[2]!).waitFor();
  await dialog
    .getByRole("button", { name: "Replace “the rent on the first day of each month” with “rent monthly”" })
    .press("Enter");
  await dialog.getByRole("button", { name: /^Replace “keeps the house in good repair”/ }).click();
  await result.getByText("+3").waitFor();
  expect(await dialog.getByRole("button", { name: /^Replace/, pressed: true }).count()).toBe(2);
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);
  expect(await dialog.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(false);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.keyboard.press("ControlOrMeta+Enter");
  await dialog.waitFor({ state: "detached" });

  const composed = "The tenant pays rent monthly. The landlord maintains the house well.";
  await pressInText(text(page), "Accept: Shorter");
  await text(page).getByText(composed).waitFor();
  await expect.poll(() => stored(page)).toContain(composed);
  await text(page).click();
  await page.keyboard.press("ControlOrMeta+z");
  await expect.poll(() => stored(page)).toContain("on the first day of each month. The landlord keeps");
});
