/* Suggesting mode: what is typed waits as a suggestion, wherever the draft is read. */
import { readFileSync } from "node:fs";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { startJourney, type Journey } from "./browser.ts";
import { caretAfter, openDraft, pressInText, saved, stored, text } from "./draft-steps.ts";
import { seriousFindings } from "./steps.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey.close());

const field = (page: Page) => page.getByRole("textbox", { name: "Suggested words" });
const suggest = (page: Page) => page.getByRole("button", { name: "Suggesting" }).click();
const marks = async (page: Page) => ({
  in: await text(page).locator("ins.proposed-in").allInnerTexts(),
  out: await text(page).locator("del.proposed-out").allInnerTexts(),
});

type Row = { patch: { original: string; replacement: string; author: string }; decision: string | null };
async function rows(page: Page): Promise<Row[]> {
  const id = new URL(page.url()).pathname.split("/").at(-1);
  const { changes } = (await (await page.request.get(`/api/drafts/${id}/changes`)).json()) as { changes: Row[] };
  return changes;
}
const open = async (page: Page) => (await rows(page)).filter(({ decision }) => decision === null).map(({ patch }) => patch);

test("words typed and deleted wait as suggestions: stored, drawn after a reload and elsewhere, decided, exported", async () => {
  const { page, address } = await openDraft(journey, "The rent is due monthly.\n\nIt rises each May.");
  const before = await stored(page);
  await suggest(page);
  await page.getByText("the text stays as it is until what you type is accepted").waitFor();
  await caretAfter(page, "The rent is due monthly.");
  await page.keyboard.press("Backspace");
  await page.keyboard.type(" in advance.");
  await expect.poll(() => field(page).innerText()).toContain("in advance.");
  expect(await seriousFindings(page)).toEqual([]);
  await expect.poll(async () => (await open(page)).map(({ replacement }) => replacement)).toEqual(["monthly in advance"]);
  // The draft itself holds nothing of it.
  expect(await stored(page)).toBe(before);
  await expect.poll(() => page.getByText(/^9 words/).count()).toBe(1);
  await page.keyboard.press("Escape");
  await caretAfter(page, "It rises each May.");
  await page.keyboard.press("Control+Shift+ArrowLeft");
  await page.keyboard.press("Control+Shift+ArrowLeft");
  await page.keyboard.type("June.");
  await page.keyboard.press("Escape");
  await expect.poll(async () => (await open(page)).length).toBe(2);

  const other = await page.context().newPage();
  await other.goto(address);
  await text(other).waitFor();
  await expect.poll(async () => (await marks(other)).in.join()).toContain("in advance");
  await page.reload();
  await page.getByText("the text stays as it is until what you type is accepted").waitFor();
  await expect.poll(async () => (await marks(page)).in.join()).toContain("June");
  expect(await stored(page)).toBe(before);

  await page.getByRole("button", { name: "Export", exact: true }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: /^Word/ }).click();
  const xml = strFromU8(unzipSync(readFileSync(await (await download).path()))["word/document.xml"]!);
  const [{ author }] = (await open(page)) as [Row["patch"]];
  expect(xml).toContain("<w:ins ");
  expect(xml).toContain("<w:del ");
  expect(xml).toContain(`w:author="${author}"`);

  await pressInText(text(other), /^Accept: /);
  await pressInText(text(other), /^Reject: /);
  await saved(other);
  await expect.poll(async () => (await open(other)).length).toBe(0);
  await expect.poll(async () => stored(other)).toContain("in advance");
  await page.context().close();
});

test("Enter and joining are suggestions of paragraphs, Ctrl+Z takes back the last one, and formatting is refused", async () => {
  const { page } = await openDraft(journey, "The rent is due monthly.\n\nIt rises each May.\n\nThe end.");
  const before = await stored(page);
  await page.keyboard.press("Control+Alt+Shift+X");
  await page.getByText("the text stays as it is until what you type is accepted").waitFor();
  await caretAfter(page, "The rent is due monthly.");
  await page.keyboard.press("Enter");
  await page.keyboard.type("It is paid by transfer.");
  await page.keyboard.press("Control+b");
  await page.getByText("Only words can be suggested.").waitFor();
  await page.keyboard.press("Escape");
  await expect
    .poll(async () => (await open(page)).map(({ replacement }) => replacement))
    .toEqual(["monthly.\n\nIt is paid by transfer."]);
  // Drawn in the order in which it reads.
  expect((await marks(page)).in.join("")).toMatch(/^\s*¶ It is paid by transfer\.$/);
  // Opened again, it is changed and not doubled.
  await caretAfter(page, "The rent is due monthly.");
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("End");
  await page.keyboard.type("!");
  await expect.poll(() => field(page).locator("p").count()).toBe(2);
  await page.keyboard.press("Escape");
  await expect.poll(async () => (await open(page)).length).toBe(1);
  await caretAfter(page, "The end.");
  await page.keyboard.press("Home");
  await page.keyboard.press("Backspace");
  await expect.poll(() => field(page).locator("p").count()).toBe(1);
  await page.keyboard.press("Escape");
  await expect.poll(async () => (await open(page)).map(({ original }) => original)).toContain("May.\n\nThe");
  await page.keyboard.press("Control+z");
  await expect.poll(async () => (await open(page)).length).toBe(1);
  expect(await stored(page)).toBe(before);
  // A button of the toolbar changes nothing either.
  await page.getByRole("button", { name: "Bold" }).click();
  await page.getByRole("button", { name: "Clauses" }).click();
  expect(await stored(page)).toBe(before);
  await page.getByRole("button", { name: "Back to editing" }).click();
  await caretAfter(page, "The end.");
  await page.keyboard.type(" Directly.");
  await saved(page);
  expect(await stored(page)).toContain("Directly.");
  await page.context().close();
});

test("a clause that is divided is drawn in order, and its new clause can be changed again", async () => {
  const { page } = await openDraft(journey, "1) The tenant pays.\n2) It rises each May.\n\nThe end.");
  await suggest(page);
  await page.getByText("the text stays as it is until what you type is accepted").waitFor();
  await caretAfter(page, "It rises each May.");
  await page.keyboard.press("Control+Backspace");
  await page.keyboard.press("Control+Backspace");
  await page.keyboard.type("June.");
  await page.keyboard.press("Enter");
  await page.keyboard.type("A third clause.");
  await page.keyboard.press("Escape");
  await expect.poll(async () => (await marks(page)).in.join("")).toBe("June.¶ A third clause");
  await caretAfter(page, text(page).locator("li p").nth(1));
  await page.keyboard.type("X");
  await expect.poll(() => field(page).locator("p").count()).toBe(2);
  await page.keyboard.press("Escape");
  await expect.poll(async () => (await open(page)).length).toBe(1);
  await page.context().close();
});

test("beside and on a counterpart's open change, what is typed is shown or said to wait, and a click moves the caret", async () => {
  const page = await journey.page();
  const response = await page.request.post("/api/projects/sample", { data: {}, headers: { origin: journey.url } });
  const { id: projectId, draftId } = (await response.json()) as { id: string; draftId: string };
  await page.goto(`/vault/projects/${projectId}/drafts/${draftId}`);
  const agreement = page.getByRole("textbox", { name: "Consultancy agreement" });
  await agreement.locator("ins.proposed-in").first().waitFor();
  const suggested = async () => agreement.locator("ins.proposed-in").allInnerTexts();
  await suggest(page);
  const mine = async () => (await open(page)).flatMap(({ author, replacement }) => (author === "Nora Quist" ? [] : [replacement]));

  // Clause 4: a change stands beside the caret, and the word on its other side is quoted.
  await caretAfter(page, agreement.getByText("three years"));
  await page.keyboard.type(" at most");
  await agreement.getByRole("heading", { name: "1. Services" }).click();
  await expect.poll(mine).toEqual(["at most after"]);
  expect(await page.evaluate(() => getSelection()!.anchorNode!.textContent)).toContain("Services");
  await expect.poll(async () => (await suggested()).join("|")).toContain("at most");
  expect(await suggested()).toContain("one year");

  // Clause 3: within the words that the counterpart's change is about.
  await caretAfter(page, agreement.getByText("assigns the copyright"));
  await page.keyboard.press("Control+ArrowLeft");
  await page.keyboard.type("late ");
  await agreement.getByRole("heading", { name: "1. Services" }).click();
  await expect.poll(async () => (await mine()).length).toBe(2);
  await page.getByText("1 change can’t be shown until another open change to the same words is decided.").waitFor();
  expect(await page.locator(".proposed-bar:popover-open").count()).toBe(0);
  await page.getByRole("button", { name: "Review them" }).click();
  await page.getByRole("dialog").getByText("Another open change is about the same words.").waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.context().close();
});
