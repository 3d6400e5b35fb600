/* Following an answer to its end: the scroll position holds while the page changes, and lets go of a reader who
   scrolls up. */
import { join } from "node:path";
import { chromium, type Browser, type Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ensureChromium } from "../../scripts/chromium.ts";
import { servePage, type VitePage } from "./vite-page.ts";

let site: VitePage;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  site = await servePage(join(import.meta.dirname, "follow"));
  browser = await chromium.launch({ executablePath: ensureChromium(), args: ["--no-sandbox", "--disable-background-networking"] });
});
afterAll(async () => {
  await browser?.close();
  site?.close();
});
beforeEach(async () => {
  await page?.close();
  page = await browser.newPage();
  await page.goto(site.url);
  await page.evaluate(() => window.followLab.add(100));
  await expect.poll(state).toMatchObject({ following: true, fromEnd: 0 });
  // A page moves for many reasons in its first moments; this tests a page in use.
  await page.waitForFunction(() => performance.now() > 600);
});

const state = () => page.evaluate(() => window.followLab.state());

/** Waits four frames, after which the effects of a change are over. */
const settled = () =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame);
  });

test("a page that is shorter for a moment stays at its end", async () => {
  await page.evaluate(() => window.followLab.rebuild(30));
  await settled();
  expect(await state()).toMatchObject({ following: true, fromEnd: 0 });
});

test("who goes up without a key or a wheel, just as the page grows, stays there while it grows on", async () => {
  await page.evaluate(() => {
    window.followLab.add(5);
    window.followLab.goUp();
  });
  await settled();
  await page.evaluate(() => window.followLab.add(5));
  await settled();
  expect(await state()).toMatchObject({ following: false, top: 0 });
});

test("who goes up just as the page gets shorter stays there, too", async () => {
  await page.evaluate(() => window.followLab.goUp());
  await page.evaluate(() => window.followLab.rebuild(30));
  await settled();
  expect(await state()).toMatchObject({ following: false, top: 0 });
});
