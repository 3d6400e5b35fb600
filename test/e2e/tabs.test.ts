/* Several tabs of one browser, which allows six connections to a server: answers in hidden tabs take none. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startJourney, type Journey } from "./browser.ts";
import { answers, composer, ended, send, setModel } from "./conversation.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());

/** What the page learns about its visibility: in a browser without windows every page counts as visible. */
async function show(page: Page, isShown: boolean): Promise<void> {
  await page.evaluate((shown) => {
    const define = (name: string, value: unknown) =>
      Object.defineProperty(document, name, { configurable: true, get: () => value });
    define("visibilityState", shown ? "visible" : "hidden");
    define("hidden", !shown);
    document.dispatchEvent(new Event("visibilitychange"));
  }, isShown);
}

test("with six answers in hidden tabs a seventh tab works, and each of the six is whole when it is shown", async () => {
  await setModel(journey, { chars: 6_000, tps: 100 });
  const first = await journey.page();
  const hidden: Page[] = [];
  for (let at = 1; at <= 6; at++) {
    const page = at === 1 ? first : await first.context().newPage();
    await page.goto("/chat");
    await send(page, `Question ${at}`);
    await answers(page).waitFor();
    await expect.poll(() => answers(page).innerText()).toContain(" ");
    await show(page, false);
    hidden.push(page);
  }
  const seventh = await first.context().newPage();
  await seventh.goto("/chat");
  await composer(seventh).fill("It loads");
  await setModel(journey, { text: "An answer in the seventh tab.", tps: 0 });
  await send(seventh, "Question 7");
  expect(await ended(seventh, 1)).toContain("An answer in the seventh tab.");
  for (const page of hidden) {
    await show(page, true);
    expect(await ended(page, 1)).toContain("ENDMARK");
    await show(page, false);
  }
  await first.context().close();
});

test("each tab's start view keeps its own text and files, and what a closed tab leaves is in the next", async () => {
  const first = await journey.page();
  const open = async (): Promise<Page> => {
    const page = await first.context().newPage();
    await page.goto("/chat");
    await page.locator("html[data-ready]").waitFor();
    return page;
  };
  await first.goto("/chat");
  await composer(first).fill("Typed in the first");
  await first
    .getByLabel("Files to attach")
    .setInputFiles({ name: "first.txt", mimeType: "text/plain", buffer: Buffer.from("First") });
  await first.getByText("first.txt").first().waitFor();
  const isKept = (words: string) => first.evaluate((one) => Object.values(localStorage).join().includes(one), words);
  await expect.poll(() => isKept("Typed in the first")).toBe(true);

  const second = await open();
  expect(await composer(second).inputValue()).toBe("");
  expect(await second.getByText("first.txt").count()).toBe(0);
  await composer(second).fill("Typed in the second");
  await expect.poll(() => isKept("Typed in the second")).toBe(true);
  await second.reload();
  await expect.poll(() => composer(second).inputValue()).toBe("Typed in the second");
  expect(await composer(first).inputValue()).toBe("Typed in the first");

  await first.close();
  const third = await open();
  await expect.poll(() => composer(third).inputValue()).toBe("Typed in the first");
  await third.getByText("first.txt").first().waitFor();
  await setModel(journey, { text: "An answer.", tps: 0 });
  await composer(third).press("Enter");
  await ended(third, 1);

  await second.close();
  const fourth = await open();
  await expect.poll(() => composer(fourth).inputValue()).toBe("Typed in the second");
  expect(await fourth.getByText("first.txt").count()).toBe(0);
  await fourth.context().close();
});

test("a tab that is copied with what it has stored begins empty", async () => {
  const page = await journey.page();
  await page.goto("/chat");
  await composer(page).fill("In the original");
  await expect.poll(() => page.evaluate(() => Object.values(localStorage).join())).toContain("In the original");
  const [copy] = await Promise.all([page.waitForEvent("popup"), page.evaluate(() => void window.open("/chat"))]);
  await copy.locator("html[data-ready]").waitFor();
  expect(await composer(copy).inputValue()).toBe("");
  await composer(copy).fill("In the copy");
  await page.reload();
  await expect.poll(() => composer(page).inputValue()).toBe("In the original");
  await page.context().close();
});
