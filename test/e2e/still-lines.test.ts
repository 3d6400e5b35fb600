/*
 * No line moves where a text or a change in it is pointed at, clicked or focused: in every kind of block, on a draft's
 * page, in Suggesting mode and in a draft of an answer, wide and narrow.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Locator, Page } from "playwright-core";
import { documentText } from "#core/document/document-text.ts";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { startJourney, type Journey } from "./browser.ts";
import { ended, send, setModel } from "./conversation.ts";
import { caretAfter, openDraft } from "./draft-steps.ts";
import { selectionHeard } from "./steps.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());

/** Each block has a word of its own, so that it can be found again. */
const kinds = {
  paragraph: "The **tenant** pays alpha euros, as `agreed` before.",
  heading: "# Chapter bravo of the lease\n\n## Section charlie of it\n\n### Part delta of it\n\n#### Item echo of it",
  list: "- Keys of foxtrot\n- Meters of golf\n\n  And more of hotel",
  loose: "- Doors of india\n\n- Windows of juliett",
  numbered: "1. First of kilo\n2. Second of lima\n   - Under it mike",
  clause:
    "1) The **rent** is november euros.\n   1) It rises by oscar percent.\n      1) Not before papa.\n      2) Not after quebec.\n2) The deposit is romeo euros.\n\n   It is kept apart for sierra.",
  headed: "1) # Term of tango\n\n   It ends in uniform.",
  quote: "> Quoted from victor.\n>\n> And from whiskey.",
  code: "```js\nlet xray = 1;\nlet yankee = 2;\n```",
  table: "| Name zulu | Sum |\n| - | - |\n| Rent amber | 100 |\n| Water azure | 20 |",
  last: "The end of beige.",
};
const words =
  "alpha bravo charlie delta echo foxtrot golf hotel india juliett kilo lima mike november oscar papa quebec romeo sierra tango uniform victor whiskey xray yankee zulu amber azure beige".split(
    " ",
  );
/** One of each kind. */
const clickable = "alpha delta hotel juliett mike papa sierra uniform whiskey yankee zulu azure beige".split(" ");
const text = Object.values(kinds).join("\n\n");

/** In the page: where each of these words begins. */
function placesOf(within: Element, wanted: string[]): Record<string, number[]> {
  const found: Record<string, number[]> = {};
  const texts = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    for (const word of wanted) {
      const at = node.nodeValue!.indexOf(word);
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + word.length);
      const { left, top, width } = range.getBoundingClientRect();
      if (width > 0) found[word] ??= [left, top].map(Math.round);
    }
  }
  return found;
}
const places = (within: Locator, wanted = words) => within.evaluate(placesOf, wanted);

/** Brings it into view, and says where it is on the screen once it stays there: a key before may still be scrolling. */
async function middleOf(within: Locator, word: string): Promise<[x: number, y: number]> {
  const page = within.page();
  let at: [number, number] = [0, 0];
  const isStill = async () => {
    await within.evaluate((element, wanted) => {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const shown = node.parentElement!;
        if (node.nodeValue!.includes(wanted) && shown.checkVisibility()) return shown.scrollIntoView({ block: "center" });
      }
    }, word);
    const [x, y] = (await places(within, [word]))[word]!;
    await drawn(page);
    await drawn(page);
    at = [x! + 6, y! + 6];
    const [, now] = (await places(within, [word]))[word]!;
    return now === y && y! >= 0 && y! < page.viewportSize()!.height;
  };
  await expect.poll(isStill).toBe(true);
  return at;
}

/** Two frames, for what a pointer or a caret opens. */
const drawn = (page: Page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

test("a draft of an answer is edited by a click, and every line stays", async () => {
  const page = await journey.page();
  await setModel(journey, { text: `BEGIN DRAFT\n${text}\nEND DRAFT`, tps: 0 });
  await page.goto("/chat");
  await send(page, "Write");
  await ended(page, 1);
  const draft = page.getByRole("region", { name: "Draft" });
  const field = draft.getByRole("textbox", { name: "Draft text" });
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const word of clickable) {
      const [x, y] = await middleOf(draft, word);
      const before = await places(draft);
      expect(Object.keys(before)).toHaveLength(words.length);
      await page.mouse.click(x, y);
      await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
      await drawn(page);
      expect(await places(draft), `${word} at ${size.width} px`).toEqual(before);
      await page.keyboard.press("Escape");
      await field.waitFor({ state: "detached" });
      expect(await places(draft), `left ${word} at ${size.width} px`).toEqual(before);
    }
  }
});

/** A draft with a change in each kind of block, as another person suggests them. */
async function openWithChanges(): Promise<Page> {
  const page = await journey.page();
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(path, { data, headers: { origin: journey.url } });
    expect(answer.ok(), `${path}: ${answer.status()}`).toBe(true);
    return (await answer.json()) as { id: string };
  };
  const { id: projectId } = await post("/api/projects", { name: "House" });
  const { id } = await post("/api/drafts", { projectId, name: "Lease", content: text });
  const whole = documentText(markdownToDocument(text)).text;
  const suggestions = changed.map(([quote, replacement]) => {
    const start = whole.indexOf(quote!);
    const [before, after] = [whole.slice(Math.max(0, start - 60), start), whole.slice(start + quote!.length).slice(0, 60)];
    return { id: uuidv7(), anchor: { quote, before, after, start }, replacement, reason: "Shorter" };
  });
  await post(`/api/drafts/${id}/changes`, { replaces: [], suggestions });
  await page.goto(`/vault/projects/${projectId}/drafts/${id}`);
  await expect.poll(() => textOf(page).locator("del").count()).toBeGreaterThanOrEqual(changed.length);
  return page;
}

const changed = [
  ["tenant", "lessee"],
  ["Chapter", "Part"],
  ["Item", "Entry"],
  ["Keys", "All keys"],
  ["Doors", "Each door"],
  ["Second", "Third"],
  ["rent is", "fee is"],
  ["It rises", "It falls"],
  ["Not before", "Before"],
  ["Term", "Time"],
  ["Quoted", "Taken"],
  ["let xray", "const xray"],
  ["Name", "Title"],
  ["Rent", "Fee"],
];
const textOf = (page: Page) => page.getByRole("textbox", { name: "Lease" });
const bar = (page: Page) => page.getByRole("group", { name: "Proposed change" });

/** Says where the focus is if it is open. */
const barOf = async (page: Page) =>
  (await bar(page).isVisible())
    ? page.evaluate(() => `open, the focus in ${document.activeElement?.outerHTML.slice(0, 80)}`)
    : "closed";

test("a change is pointed at, clicked and reached by keys, and every line stays", async () => {
  const page = await openWithChanges();
  for (const size of sizes) {
    await page.setViewportSize(size);
    const marks = textOf(page).locator("del[data-proposal]");
    for (let i = 0; i < (await marks.count()); i++) {
      await page.keyboard.press("Escape");
      await page.mouse.move(1, 1);
      await marks.nth(i).evaluate((mark) => mark.scrollIntoView({ block: "center" }));
      await expect.poll(() => barOf(page)).toBe("closed");
      const name = `${await marks.nth(i).innerText()} at ${size.width} px`;
      const { x, y } = (await marks.nth(i).boundingBox())!;
      const before = await places(textOf(page));
      await page.mouse.move(x + 4, y + 8);
      await bar(page).waitFor();
      expect(await places(textOf(page)), `pointed at ${name}`).toEqual(before);
      await page.mouse.click(x + 4, y + 8);
      await selectionHeard(page);
      await drawn(page);
      expect(await places(textOf(page)), `clicked ${name}`).toEqual(before);
      await page.keyboard.press("Alt+Enter");
      await expect.poll(() => bar(page).evaluate((one) => one.contains(document.activeElement))).toBe(true);
      expect(await places(textOf(page)), `in the buttons of ${name}`).toEqual(before);
    }
  }
});

/** A word that is deleted there has the formatting of the paragraph, which may be narrower. */
const tops = async (page: Page) =>
  Object.fromEntries(Object.entries(await places(textOf(page))).map(([word, [, top]]) => [word, top]));

test("in Suggesting mode a paragraph opens where it stands, and no other line moves", async () => {
  const page = await openWithChanges();
  await page.getByRole("button", { name: "Suggesting" }).click();
  await page.getByText("the text stays as it is until what you type is accepted").waitFor();
  const field = page.getByRole("textbox", { name: "Suggested words" });
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const word of ["bravo", "echo", "foxtrot", ...clickable].filter((one) => one !== "yankee")) {
      const [x, y] = await middleOf(textOf(page), word);
      const before = await tops(page);
      await page.mouse.click(x, y);
      await selectionHeard(page);
      // What opens it, and then changes nothing: both at once may leave it closed.
      await page.keyboard.press("x");
      await expect.poll(() => field.count(), { message: `${word} opens` }).toBe(1);
      await page.keyboard.press("Backspace");
      await drawn(page);
      const now = await tops(page);
      const moved = Object.keys(before).filter((one) => !(Math.abs(now[one]! - before[one]!) <= 1));
      expect(moved, `${word} at ${size.width} px`).toEqual([]);
      await page.keyboard.press("Escape");
      await field.waitFor({ state: "detached" });
      // Where no buttons are over the next word.
      await page.keyboard.press("Control+Home");
      await selectionHeard(page);
      await drawn(page);
    }
  }
});

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

test("the fields of a picture open over the text below it", async () => {
  const { page } = await openDraft(journey, "The alpha.\n\nThe bravo.\n\nThe charlie.");
  await caretAfter(page, "The bravo.");
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Insert" }).click();
  await page.getByRole("menuitem", { name: "Picture" }).click();
  await (await choosing).setFiles([{ name: "plan.png", mimeType: "image/png", buffer: png }]);
  const picture = textOf(page).locator("figure img");
  await expect.poll(() => picture.getAttribute("src")).toMatch(/^\/api\/documents\//);
  await caretAfter(page, "The alpha.");
  const tools = page.getByRole("textbox", { name: "Description (alt text)" });
  for (const size of sizes) {
    await page.setViewportSize(size);
    await tools.waitFor({ state: "detached" });
    const before = await places(textOf(page), ["alpha", "bravo", "charlie"]);
    const [x, y] = before["bravo"]!;
    await page.mouse.click(x! + 20, y! + 60);
    await tools.waitFor();
    expect(await places(textOf(page), ["alpha", "bravo", "charlie"])).toEqual(before);
    // Above what is below it.
    await tools.click();
    await tools.fill("Plan");
    await page.keyboard.press("Escape");
    await caretAfter(page, "The alpha.");
  }
});
