/* Authorship of words: typed, pasted, proposed, written, restored, from another window; and undone on another device. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Locator, Page } from "playwright-core";
import { startJourney, type Journey } from "./browser.ts";
import { ended, send, setModel } from "./conversation.ts";
import { pressInText } from "./draft-steps.ts";
import { selectionHeard } from "./steps.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey.close());

const text = (page: Page) => page.getByRole("textbox", { name: "Lease" });
const saved = (page: Page) => page.locator('[data-save="saved"]').waitFor();

async function openDraft(content: string): Promise<{ page: Page; address: string; id: string }> {
  const page = await journey.page();
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(path, { data, headers: { origin: journey.url } });
    return (await answer.json()) as { id: string };
  };
  const { id: projectId } = await post("/api/projects", { name: "House" });
  const { id } = await post("/api/drafts", { projectId, name: "Lease", content });
  const address = `/vault/projects/${projectId}/drafts/${id}`;
  await page.goto(address);
  await text(page).waitFor();
  return { page, address, id };
}

async function caretAfter(page: Page, words: string): Promise<void> {
  await text(page)
    .locator("p, h1, h2, h3")
    .filter({ hasText: words })
    .last()
    .evaluate((element) => {
      (element.closest("[contenteditable]") as HTMLElement).focus();
      getSelection()!.selectAllChildren(element);
      getSelection()!.collapseToEnd();
    });
  await selectionHeard(page);
}

/** As a browser delivers what was copied elsewhere. */
async function paste(page: Page, html: string, plain: string): Promise<void> {
  await text(page).evaluate(
    (element, [rich, words]) => {
      const data = new DataTransfer();
      if (rich !== "") data.setData("text/html", rich);
      data.setData("text/plain", words);
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    },
    [html, plain] as const,
  );
}

async function askBeside(page: Page, question: string, answer: string): Promise<void> {
  await setModel(journey, { text: answer, tps: 0 });
  const beside = page.getByRole("complementary", { name: "Assistant" });
  if (!(await beside.isVisible())) await page.getByRole("button", { name: "Assistant" }).click();
  await send(page, question);
}

const patch = (original: string, replacement: string, summary: string) =>
  `BEGIN PATCH\n${JSON.stringify([{ original, replacement, summary }])}\nEND PATCH\n`;

/** The overlay's labels, in text order. */
const shown = (page: Page, within: Locator = text(page)) =>
  within.locator("[data-by]").evaluateAll((all) => {
    const runs: [string, string][] = [];
    for (const one of all) {
      const kind = one.getAttribute("data-by")!;
      const last = runs.at(-1);
      if (last?.[0] === kind) last[1] += one.textContent;
      else runs.push([kind, one.textContent ?? ""]);
    }
    return runs;
  });

test("typed, pasted, proposed and written words are told apart, through undo, a reload and a second window", async () => {
  const { page, address } = await openDraft("The tenant pays late.");
  await page.getByRole("button", { name: "Authorship" }).click();
  await expect.poll(() => shown(page)).toEqual([["unknown", "The tenant pays late."]]);
  await caretAfter(page, "The tenant");
  await page.keyboard.type(" I typed this.");
  await paste(page, "", " And pasted that.");
  await expect
    .poll(() => shown(page))
    .toEqual([
      ["unknown", "The tenant pays late."],
      ["typed", " I typed this."],
      ["pasted", " And pasted that."],
    ]);
  await askBeside(page, "Make it precise", patch("The tenant pays late.", "The tenant pays on the third day.", "Precise"));
  await ended(page, 1);
  await pressInText(text(page), "Accept: Precise");
  const proposed = [
    ["unknown", "The tenant pays "],
    ["proposed", "on the third day"],
    ["unknown", "."],
    ["typed", " I typed this."],
    ["pasted", " And pasted that."],
  ];
  await expect.poll(() => shown(page)).toEqual(proposed);
  await text(page).locator("[data-by=proposed]").hover();
  await page
    .getByRole("tooltip")
    .getByText(/^Proposed by .+ for “Make it precise”, accepted \d+ \w+ \d{4}, \d\d:\d\d$/)
    .waitFor();
  await page.getByRole("button", { name: "Undo", exact: true }).first().click();
  await expect
    .poll(() => shown(page))
    .toEqual([
      ["unknown", "The tenant pays late."],
      ["typed", " I typed this."],
      ["pasted", " And pasted that."],
    ]);
  await page.getByRole("button", { name: "Redo", exact: true }).first().click();
  await expect.poll(() => shown(page)).toEqual(proposed);
  await caretAfter(page, "The tenant");
  await askBeside(page, "Go on", "BEGIN WRITE\n## The rent\n\nIt is due.\nEND WRITE\n");
  await ended(page, 2);
  await expect.poll(async () => (await shown(page)).at(-1)).toEqual(["proposed", "The rentIt is due."]);
  await saved(page);
  await page.reload();
  await expect.poll(() => shown(page)).toEqual([...proposed, ["proposed", "The rentIt is due."]]);

  // A second window writes into the same draft; what it typed counts as typed here too.
  const other = await page.context().newPage();
  await other.goto(address);
  await text(other).waitFor();
  await caretAfter(other, "It is due.");
  await other.keyboard.type(" Monthly.");
  await expect.poll(() => shown(page)).toEqual([...proposed, ["proposed", "The rentIt is due."], ["typed", " Monthly."]]);
  await page.context().close();
});

test("a change and a piece of writing are undone on another device after a reload, and what was edited since is left alone", async () => {
  const { page, address } = await openDraft("The **tenant** pays late.\n\nThe landlord waits.\n\nThe end.");
  await askBeside(page, "Make it precise", patch("The tenant pays late.", "Each tenant pays on the third day.", "Precise"));
  await ended(page, 1);
  await page.getByRole("button", { name: "Apply", exact: true }).click();
  await text(page).getByText("Each tenant pays on the third day.").waitFor();
  await askBeside(page, "Shorter", patch("The landlord waits.", "The landlord is patient.", "Plainer"));
  await ended(page, 2);
  await page.getByRole("button", { name: "Apply", exact: true }).click();
  await caretAfter(page, "The end.");
  await askBeside(page, "Go on", "BEGIN WRITE\n## More\n\nIt is **due**.\nEND WRITE\n");
  await ended(page, 3);
  await text(page).getByRole("heading", { name: "More" }).waitFor();
  await caretAfter(page, "is patient.");
  await page.keyboard.type(" Always.");
  await page.keyboard.press("Home");
  await page.keyboard.type("No: ");
  await saved(page);
  // A change proposed again after it was undone is not part of the text.
  const blocks = (one: Page) =>
    text(one)
      .locator(":scope > *")
      .evaluateAll((all) =>
        all.map((element) => {
          const copy = element.cloneNode(true) as HTMLElement;
          for (const proposed of copy.querySelectorAll("ins")) proposed.remove();
          return copy.textContent;
        }),
      );

  // Another browser of the same person.
  const storageState = await page.context().storageState({ indexedDB: false });
  const device = await journey.page({ isSignedIn: false, storageState });
  await device.goto(address);
  await device.evaluate(() => localStorage.clear());
  await device.reload();
  await text(device).waitFor();
  await device.getByRole("button", { name: "Assistant" }).click();
  const changes = device.getByRole("region", { name: "Changes" });
  await changes.first().getByText("Applied").waitFor();
  await device.getByText("+4").first().waitFor();
  await changes.first().getByRole("button", { name: "Revert" }).click();
  await expect.poll(async () => (await blocks(device))[0]).toBe("The tenant pays late.");
  expect(await text(device).locator("strong").first().innerText()).toBe("tenant");
  await device.getByRole("button", { name: "Writing actions" }).click();
  await device.getByRole("menuitem", { name: "Revert" }).click();
  await expect.poll(() => blocks(device)).toEqual(["The tenant pays late.", "No: The landlord is patient. Always.", "The end."]);
  await device.getByRole("button", { name: "Writing actions" }).click();
  await device.getByRole("menuitem", { name: "Reapply" }).click();
  await text(device).getByRole("heading", { name: "More" }).waitFor();
  // The first device is notified.
  await page.getByRole("region", { name: "Changes" }).first().getByRole("button", { name: "Apply", exact: true }).waitFor();
  await caretAfter(device, "The landlord");
  await device.keyboard.press("Home");
  for (let i = 0; i < 16; i++) await device.keyboard.press("ArrowRight");
  await device.keyboard.type("really ");
  await changes.nth(1).getByRole("button", { name: "Revert" }).click();
  await changes.nth(1).getByText("edited after the change").waitFor();
  await changes.nth(1).getByText("The nearest passage reads:").waitFor();
  await page.context().close();
});

test("what is restored is whose it was, what is moved within the draft stays so, and the report adds up", async () => {
  const { page, id } = await openDraft("");
  await text(page).click();
  await page.keyboard.type("I wrote these five words.");
  await paste(page, "", " And pasted these four.");
  await saved(page);
  await page.getByRole("button", { name: "Authorship" }).click();
  const before = [
    ["typed", "I wrote these five words."],
    ["pasted", " And pasted these four."],
  ];
  await expect.poll(() => shown(page)).toEqual(before);
  await text(page).focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Gone");
  await expect.poll(() => shown(page)).toEqual([["typed", "Gone"]]);
  await saved(page);
  await page.getByRole("button", { name: "Timeline" }).click();
  const pasted = page.locator('[data-version="pasted"]');
  await pasted.getByText(/, \d+ \w{3} \d{4}, \d\d:\d\d, 9 words$/).waitFor();
  await pasted.getByRole("button", { name: "Compare" }).click();
  await page.getByRole("button", { name: "Restore this version" }).click();
  await expect.poll(() => shown(page)).toEqual(before);
  await page.locator('[data-version="restore"]').waitFor();
  // Cut and pasted within the draft: authorship is kept.
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await text(page).focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("ControlOrMeta+x");
  await expect.poll(() => shown(page)).toEqual([]);
  await page.keyboard.press("ControlOrMeta+v");
  await expect.poll(() => shown(page)).toEqual(before);
  await page.getByRole("button", { name: "Report" }).click();
  const report = page.getByRole("article", { name: "Authorship of Lease" });
  await expect
    .poll(() => report.locator("tr").allInnerTexts())
    .toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Typed\s+5\s+56 %$/),
        expect.stringMatching(/^Pasted\s+4\s+44 %$/),
        expect.stringMatching(/^Together\s+9/),
      ]),
    );
  await page.keyboard.press("Escape");
  const answer = await page.request.get(`/api/drafts/${id}/authorship`);
  expect(((await answer.json()) as { report: { words: number } }).report.words).toBe(9);
  await page.context().close();
});

test("pages of the chosen paper, the same after a reload; focus, and back by Escape", async () => {
  const line = "The tenant pays the rent on the third working day of each month, in advance. ";
  const { page } = await openDraft(Array.from({ length: 30 }, () => line.repeat(5)).join("\n\n"));
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("button", { name: "View" }).click();
  await page.getByRole("menuitemradio", { name: "Pages" }).click();
  const ends = () => page.locator(".page-break").evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset["page"]));
  /** The height of each sheet, from the end of the previous one. */
  const heights = () =>
    page.evaluate(() => {
      let start = document.querySelector(".page-of-text")!.getBoundingClientRect().top;
      return [...document.querySelectorAll<HTMLElement>(".page-break")].map((one) => {
        const end = one.getBoundingClientRect().top + Number.parseFloat(one.style.getPropertyValue("--foot"));
        const height = Math.round(end - start);
        start = end + 24;
        return height;
      });
    });
  await expect.poll(async () => (await ends()).length).toBeGreaterThan(2);
  await expect.poll(async () => (await heights()).every((one) => Math.abs(one - 1123) <= 2)).toBe(true);
  const onA4 = await ends();
  expect(onA4).toEqual(onA4.map((_, i) => String(i + 1)));
  await page.getByRole("menuitemradio", { name: "Letter" }).click();
  await expect.poll(async () => (await heights()).every((one) => Math.abs(one - 1056) <= 2)).toBe(true);
  await page.keyboard.press("Escape");
  await page.reload();
  await expect.poll(async () => (await ends()).length).toBeGreaterThan(2);
  await expect.poll(async () => (await heights()).every((one) => Math.abs(one - 1056) <= 2)).toBe(true);
  // As more is written, more pages appear; the document itself does not contain them.
  const before = (await ends()).length;
  await caretAfter(page, "The tenant pays");
  await paste(page, "", `\n\n${line.repeat(60)}`);
  await expect.poll(async () => (await ends()).length).toBeGreaterThan(before);
  // In a long text, what is off screen is not laid out; its pages stay the same, also while it is edited.
  await paste(page, "", Array.from({ length: 320 }, (_, i) => `${i}. ${line.repeat(1 + (i % 4))}`.replace(".", ":")).join("\n\n"));
  const mayBeSkipped = () =>
    text(page).evaluate((one) => getComputedStyle(one.firstElementChild!).getPropertyValue("content-visibility") === "auto");
  const areRight = async () => (await heights()).every((one) => Math.abs(one - 1056) <= 2);
  await expect.poll(async () => (await mayBeSkipped()) && (await areRight())).toBe(true);
  const long = (await ends()).length;
  await caretAfter(page, "0: The tenant pays");
  await page.keyboard.insertText(line.repeat(50));
  await expect.poll(async () => (await ends()).length > long && (await mayBeSkipped()) && (await areRight())).toBe(true);
  await caretAfter(page, "The tenant pays");
  await page.keyboard.press("ControlOrMeta+Shift+f");
  await page.getByRole("toolbar", { name: "Formatting" }).waitFor({ state: "hidden" });
  await page.getByRole("link", { name: "New chat" }).waitFor({ state: "hidden" });
  await page.locator(".in-focus").waitFor();
  await page.keyboard.type("Still typing.");
  await text(page).getByText("Still typing.").waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Leave focus mode" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("toolbar", { name: "Formatting" }).waitFor();
  await page.context().close();
});
