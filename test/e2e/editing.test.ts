/* Hands-on editing: what keys and toolbars do, and where the caret is afterwards. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startJourney, type Journey } from "./browser.ts";
import { caretAfter, openDraft, saved, stored, text } from "./draft-steps.ts";
import { selectionHeard } from "./steps.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey.close());

test("what is found is narrowed by case and by whole words, and is selected when the search ends", async () => {
  const { page } = await openDraft(journey, "The Rent, the rent, the rental.");
  await caretAfter(page, "The Rent, the rent, the rental.");
  await page.keyboard.press("Home");
  await page.keyboard.press("Control+f");
  const bar = page.getByRole("search");
  await bar.getByRole("textbox", { name: "Find" }).fill("rent");
  await bar.getByText("1 of 3").waitFor();
  await bar.getByRole("button", { name: "Whole words" }).click();
  await bar.getByText("1 of 2").waitFor();
  await bar.getByRole("button", { name: "Match case" }).click();
  await bar.getByText("1 of 1").waitFor();
  await page.keyboard.press("Escape");
  await bar.waitFor({ state: "detached" });
  await page.keyboard.type("fee");
  await text(page).getByText("The Rent, the fee, the rental.").waitFor();
  await page.context().close();
});

test.each([
  ["waits for its parser", 1500, "One\nTwo"],
  ["is pasted as it is where its parser can’t be fetched", null, "- One\n- Two"],
])("Markdown %s", async (_, delayMs, shown) => {
  const { page, address } = await openDraft(journey, "Before.");
  await page.route("**/assets/markdown-to-document-*.js", async (route) => {
    if (delayMs === null) return route.abort();
    await page.waitForTimeout(delayMs);
    return route.continue();
  });
  await page.goto(address);
  await caretAfter(page, "Before.");
  await page.keyboard.press("Enter");
  await text(page).evaluate((element) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", "- One\n- Two");
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect.poll(() => text(page).innerText()).toMatch(new RegExp(`^Before\\.\\s+${shown.replace("\n", "\\s+")}$`));
  expect(await text(page).locator("li").count()).toBe(delayMs === null ? 0 : 2);
  await page.context().close();
});

test("a table is written from its first cell, grows by Tab, and is one step of undo", async () => {
  const { page } = await openDraft(journey, "Fees");
  await caretAfter(page, "Fees");
  await page.keyboard.press("Enter");
  await page.keyboard.type("/table");
  await page.getByRole("option", { name: "Table" }).click();
  for (const word of ["Store", "City", "Fee", "1", "Durango", "100", "2", "Boulder", "200", "3"]) {
    await page.keyboard.type(word);
    await page.keyboard.press("Tab");
  }
  const rows = text(page).locator("tr");
  await expect.poll(() => rows.count()).toBe(4);
  expect((await rows.first().innerText()).split(/\s+/)).toEqual(["Store", "City", "Fee"]);
  expect((await rows.last().innerText()).trim()).toBe("3");
  await page.getByRole("button", { name: "Rows and columns" }).click();
  await expect.poll(() => page.getByRole("menuitem", { name: "Merge cells" }).getAttribute("aria-disabled")).toBe("true");
  await page.getByRole("menuitem", { name: "Add a row above" }).click();
  await expect.poll(() => rows.count()).toBe(5);
  expect((await rows.last().innerText()).trim()).toBe("3");
  await page.context().close();
});

test("the words of all selected cells are counted", async () => {
  const { page } = await openDraft(journey, "| One two | Three |\n| - | - |\n| Four five six | Seven |");
  const [from, to] = [text(page).getByText("One two"), text(page).getByText("Four five six")];
  await from.hover();
  await page.mouse.down();
  await to.hover();
  await page.mouse.up();
  await expect.poll(() => text(page).locator(".selectedCell").count()).toBe(2);
  await page.getByText("5 of 7 words").waitFor();
  await page.context().close();
});

test("three backticks and Enter begin code, an empty line ends it; a quotation is taken out by what made it", async () => {
  const { page } = await openDraft(journey, "Start");
  await caretAfter(page, "Start");
  for (const line of ["", "```", "x = 1", "", "After"]) {
    if (line !== "") await page.keyboard.type(line);
    if (line !== "After") await page.keyboard.press("Enter");
  }
  await expect.poll(() => text(page).locator("pre").innerText()).toBe("x = 1");
  await text(page).locator("p", { hasText: "After" }).waitFor();
  const quotation = page.getByRole("button", { name: "Quotation", exact: true });
  await quotation.click();
  await text(page).locator("blockquote", { hasText: "After" }).waitFor();
  await quotation.click();
  await expect.poll(() => text(page).locator("blockquote").count()).toBe(0);
  await page.context().close();
});

test("on a phone there is room for the words that are looked for", async () => {
  const { page } = await openDraft(journey, "The tenant pays.");
  await page.setViewportSize({ width: 390, height: 844 });
  await caretAfter(page, "The tenant pays.");
  await page.keyboard.press("Control+f");
  for (const name of ["Find", "Replace with"]) {
    const box = await page.getByRole("textbox", { name }).boundingBox();
    expect(box!.width).toBeGreaterThan(150);
  }
  await page.context().close();
});

const paragraphs = Array.from({ length: 60 }, (_, i) => `Paragraph ${i}. The landlord repairs the roof.`).join("\n\n");

test("a reload continues where the writer was, with the caret where it stood", async () => {
  const { page } = await openDraft(journey, paragraphs);
  await caretAfter(page, "Paragraph 40.");
  await page.keyboard.type(" Here.");
  await expect.poll(() => stored(page)).toContain("Here.");
  await saved(page);
  const top = () =>
    text(page)
      .getByText("Paragraph 40.")
      .evaluate((element) => Math.round(element.getBoundingClientRect().top));
  const before = await top();
  // Slowed down, what comes a tick later comes after the first key.
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.reload();
  await text(page).waitFor();
  await expect.poll(() => text(page).evaluate((element) => document.activeElement === element)).toBe(true);
  await expect.poll(top).toBe(before);
  await page.keyboard.type(" And on.");
  await text(page).getByText("Paragraph 40. The landlord repairs the roof. Here. And on.").waitFor();
  await page.context().close();
});

test("what is selected stays in sight while its writer asks about it, and the bar goes", async () => {
  const { page } = await openDraft(journey, "The tenant pays.");
  await caretAfter(page, "The tenant pays.");
  await page.keyboard.press("Shift+Home");
  await selectionHeard(page);
  const bar = page.getByRole("button", { name: "Rewrite" });
  await bar.waitFor();
  const isPainted = () => page.evaluate(() => CSS.highlights.has("kept-selection"));
  expect(await isPainted()).toBe(false);
  await page.getByRole("button", { name: "Assistant", exact: true }).click();
  await page.getByRole("textbox", { name: "Message" }).click();
  await bar.waitFor({ state: "detached" });
  expect(await isPainted()).toBe(true);
  await text(page).focus();
  await bar.waitFor();
  expect(await isPainted()).toBe(false);
  await page.context().close();
});

test("a comparison leaves out whole paragraphs", async () => {
  const { page } = await openDraft(journey, paragraphs);
  await caretAfter(page, "Paragraph 59.");
  await page.keyboard.type(" The end.");
  await expect.poll(() => stored(page)).toContain("The end.");
  await page.getByRole("button", { name: "Timeline" }).click();
  await page.getByRole("button", { name: "Compare" }).last().click();
  const gap = page.getByRole("dialog", { name: "Compare versions" }).getByRole("button", { name: "unchanged text" });
  const around = await gap.evaluate((element) => [element.previousSibling!.textContent!, element.nextSibling!.textContent!]);
  expect(around[0]).toMatch(/the roof\.\n+$/);
  expect(around[1]).toMatch(/^Paragraph \d+\./);
  await page.context().close();
});

test("typed quotes, dashes and dots are set by the language, and one key brings back what was typed", async () => {
  const { page } = await openDraft(journey, "The rent is due.");
  const language = page.getByRole("button", { name: /^Language and spelling/ });
  const words = () => text(page).locator("p").last().innerText();
  await caretAfter(page, "The rent is due.");
  await page.keyboard.press("Enter");
  // Fetched when the editor is there.
  await expect
    .poll(async () => {
      await page.keyboard.type('"');
      const typed = await words();
      if (typed !== "“") await page.keyboard.press("Backspace");
      return typed;
    })
    .toBe("“");
  await page.keyboard.type(`It's due" -- now...`);
  expect(await words()).toBe("“It’s due” – now…");
  await page.keyboard.press("Backspace");
  expect(await words()).toBe("“It’s due” – now...");
  await page.keyboard.press("Backspace");
  expect(await words()).toBe("“It’s due” – now..");

  await page.keyboard.press("Enter");
  await page.keyboard.type('a "');
  await page.keyboard.press("Control+z");
  expect(await words()).toBe('a "');
  await page.keyboard.type("b");
  expect(await words()).toBe('a "b');

  await language.click();
  await page.getByRole("menuitemradio", { name: "German" }).click();
  await page.keyboard.press("Escape");
  await caretAfter(page, 'a "b');
  await page.keyboard.press("Enter");
  await page.keyboard.type(`"geht's" und \`x="1"\` "`);
  expect(await words()).toBe('„geht’s“ und x="1" „');
  await page.keyboard.press("Enter");
  await page.keyboard.type("```");
  await page.keyboard.press("Enter");
  await page.keyboard.type('"a" -- b...');
  expect(await text(page).locator("pre").innerText()).toBe('"a" -- b...');
  await expect.poll(() => stored(page)).toContain("„geht’s“ und ");

  await language.click();
  await page.getByRole("menuitemradio", { name: "Quotes and dashes as typed" }).click();
  await page.keyboard.press("Escape");
  await caretAfter(page, "The rent is due.");
  await page.keyboard.type(' "So..."');
  await text(page).getByText('The rent is due. "So..."').waitFor();
  await page.context().close();
});

test("a quote in a footnote is set as in the text", async () => {
  const { page } = await openDraft(journey, "The rent is due.");
  await caretAfter(page, "The rent is due.");
  await expect
    .poll(async () => {
      await page.keyboard.type("'");
      return text(page).innerText();
    })
    .toContain("’");
  await page.keyboard.press("Control+Alt+f");
  const note = page.getByRole("textbox", { name: /footnote/i });
  await note.waitFor();
  await page.keyboard.type('See "x".');
  await expect.poll(() => note.innerText()).toBe("See “x”.");
  await page.context().close();
});

test("a sheet is scaled to the room it has: its pages end at the same words, and the caret is where one clicks", async () => {
  const line = "The tenant pays the rent on the third working day of each month, in advance. ";
  const { page } = await openDraft(journey, Array.from({ length: 40 }, (_, i) => `${i}: ${line.repeat(3 + (i % 4))}`).join("\n\n"));
  await page.getByRole("button", { name: "View" }).click();
  await page.getByRole("menuitemradio", { name: "Pages" }).click();
  await page.keyboard.press("Escape");
  /** The words that each page begins with. */
  const starts = () =>
    page.locator(".document .page-break").evaluateAll((all) =>
      all.map((one) => {
        const after = document.createRange();
        after.setStartAfter(one);
        after.setEndAfter(document.querySelector(".document")!.lastChild!);
        return after.toString().slice(0, 40);
      }),
    );
  const scale = () => page.locator(".page-of-text").evaluate((one) => Number(getComputedStyle(one).zoom));
  const isWhole = () =>
    page.evaluate(() => {
      const [sheet, room] = [".page-of-text", "[data-draft-scroll]"].map((one) => document.querySelector(one)!);
      return sheet!.getBoundingClientRect().right <= innerWidth && room!.scrollWidth <= room!.clientWidth;
    });
  await expect.poll(async () => (await starts()).length).toBeGreaterThan(3);
  expect(await scale()).toBe(1);
  const onPaper = await starts();
  for (const [width, most] of [
    [1024, 0.95],
    [390, 0.5],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await expect.poll(scale).toBeLessThan(most);
    expect(await isWhole()).toBe(true);
    // What is measured at this scale, from the beginning.
    await page.reload();
    await expect.poll(starts).toEqual(onPaper);
    const word = await text(page).evaluate((one) => {
      const words = one.firstElementChild!.firstChild!;
      const range = document.createRange();
      range.setStart(words, 7);
      range.setEnd(words, 13);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      return { x: (left + right) / 2, y: (top + bottom) / 2, words: range.toString() };
    });
    await page.mouse.dblclick(word.x, word.y);
    expect(word.words).toBe("tenant");
    await expect.poll(() => page.evaluate(() => getSelection()!.toString().trim())).toBe("tenant");
  }
  await page.keyboard.type("landlord");
  await text(page).getByText("0: The landlord pays").waitFor();
  await page.context().close();
});

test("words in a script from right to left keep their own direction wherever they are shown", async () => {
  const name = "חוזה שכירות!";
  const { page } = await openDraft(journey, `# ${name}\n\nThe tenant pays.`);
  await caretAfter(page, "The tenant pays.");
  await page.getByRole("button", { name: "Outline" }).click();
  /** In its own paragraph, the mark that ends it is left of the word; in a paragraph from left to right, right of it. */
  const endsOnLeft = (inside: string) =>
    page
      .locator(inside)
      .getByText(name)
      .first()
      .evaluate((element, words) => {
        const letters = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        while (letters.nextNode()) {
          const node = letters.currentNode as Text;
          const at = node.data.indexOf(words);
          if (at < 0) continue;
          const left = (offset: number) => {
            const range = document.createRange();
            range.setStart(node, at + offset);
            range.setEnd(node, at + offset + 1);
            return range.getBoundingClientRect().left;
          };
          return left(words.length - 1) < left(0);
        }
        return null;
      }, name);
  expect(await endsOnLeft("nav[aria-label=Outline]")).toBe(true);
  expect(await endsOnLeft(".document")).toBe(true);
  await page.getByRole("textbox", { name: "Name of the draft" }).fill(name);
  await page.keyboard.press("Enter");
  await saved(page);
  await page.getByRole("link", { name: "House" }).click();
  await page.getByRole("link", { name }).first().waitFor();
  expect(await endsOnLeft("main")).toBe(true);
  await page.context().close();
});

test("bullets, numbers, a quotation's rule and columns stand on the side from which the words are read", async () => {
  const { page } = await openDraft(
    journey,
    "- פריט ראשון\n\n> ציטוט\n\n1) סעיף\n\n| תא | עוד |\n| --- | --- |\n| א | ב |\n\n- First\n\nEnd.",
  );
  await caretAfter(page, "End.");
  const direction = (of: string) =>
    text(page)
      .locator(of)
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).direction));
  expect(await direction("ul")).toEqual(["rtl", "ltr"]);
  expect(await direction("blockquote")).toEqual(["rtl"]);
  expect(await direction("ol")).toEqual(["rtl"]);
  const rule = text(page).locator("blockquote");
  expect(await rule.evaluate((one) => [getComputedStyle(one).borderRightWidth, getComputedStyle(one).borderLeftWidth])).toEqual([
    "2px",
    "0px",
  ]);
  const clause = text(page).locator("li[data-clause]");
  expect(await clause.evaluate((one) => getComputedStyle(one, "::before").right)).toBe("0px");
  const cells = text(page).locator("th");
  const [first, second] = [(await cells.nth(0).boundingBox())!, (await cells.nth(1).boundingBox())!];
  expect(first.x).toBeGreaterThan(second.x);
  await page.context().close();
});

test("the link past the sidebar puts the caret in the text", async () => {
  const { page } = await openDraft(journey, "The rent is due.");
  await page.locator(".document[contenteditable=true]").waitFor();
  await page.getByRole("link", { name: "Skip to the text" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type("Now: ");
  await text(page).getByText("Now: The rent is due.").waitFor();
  await page.context().close();
});

test("the selected words of a footnote and of a paragraph that is being suggested are counted", async () => {
  const { page } = await openDraft(journey, "The rent is due monthly.");
  await caretAfter(page, "The rent is due monthly.");
  await page.keyboard.press("Control+Alt+f");
  await page.getByRole("textbox", { name: /footnote/i }).waitFor();
  await page.keyboard.type("See the second annex");
  await page.keyboard.press("Control+Shift+ArrowLeft");
  await page.keyboard.press("Control+Shift+ArrowLeft");
  await page.getByText("2 of 9 words").waitFor();
  await page.keyboard.press("Escape");
  await page.getByText(/^9 words/).waitFor();
  await page.getByRole("button", { name: "Suggesting" }).click();
  await page.getByText("the text stays as it is until what you type is accepted").waitFor();
  await text(page)
    .getByText("The rent")
    .click({ position: { x: 5, y: 8 } });
  await page.keyboard.press("Home");
  await page.keyboard.type("Now ");
  await page.getByRole("textbox", { name: "Suggested words" }).waitFor();
  for (let i = 0; i < 3; i++) await page.keyboard.press("Control+Shift+ArrowRight");
  await page.getByText("3 of 9 words").waitFor();
  await page.context().close();
});
