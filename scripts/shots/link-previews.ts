/*
 * Link preview images of the public pages: each page's headline, set as on the page, 1200 by 630. The headlines are
 * read from the running pages, so a new post gets its image with the next run.
 */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { previewName } from "#core/sources/link-preview.ts";

const size = { width: 1200, height: 630 };

export async function takeLinkPreviews(browser: Browser, url: string, folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const context = await browser.newContext({ baseURL: url, viewport: size, colorScheme: "light", bypassCSP: true });
  const page = await context.newPage();
  for (const path of await pathsOf(page)) {
    await page.goto(path);
    await setHeadline(page);
    const picture = sharp(await page.screenshot({ animations: "disabled" }));
    await picture.png({ palette: true, colours: 64, effort: 10 }).toFile(join(folder, `${previewName(path)}.png`));
    process.stdout.write(`preview of ${path}\n`);
  }
  await context.close();
}

async function pathsOf(page: Page): Promise<string[]> {
  const sitemap = await (await page.request.get("/sitemap.xml")).text();
  return [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => new URL(address!).pathname);
}

/** Reduces the page to its headline and fonts, set as a card. */
async function setHeadline(page: Page): Promise<void> {
  await page.evaluate(() => {
    const headline = document.querySelector("h1")?.textContent ?? document.title;
    const lead = document.querySelector('meta[name="description"]')?.getAttribute("content") ?? "";
    const isFront = location.pathname === "/";
    const card = document.createElement("div");
    card.style.cssText =
      "position:fixed;inset:0;background:var(--color-paper);color:var(--color-ink);display:flex;flex-direction:column;padding:72px 80px;z-index:9999";
    const mark = document.createElement("p");
    mark.className = "stet-underline font-serif";
    mark.style.cssText = "align-self:flex-start;font-size:44px;line-height:1.25";
    mark.textContent = "Stet";
    const words = document.createElement("p");
    words.className = "font-serif";
    words.style.cssText = `margin-top:auto;font-size:${headline.length > 50 ? 68 : 88}px;line-height:1.1;letter-spacing:-0.02em;font-weight:500;max-width:1000px;text-wrap:balance`;
    words.textContent = headline;
    const below = document.createElement("p");
    below.className = "font-serif";
    below.style.cssText =
      "margin-top:28px;font-size:30px;line-height:1.4;color:var(--color-ink-soft);max-width:960px;text-wrap:pretty";
    below.textContent = isFront ? "Every change is shown before it is made, and can be undone." : lead;
    card.append(mark, words, below);
    document.body.replaceChildren(card);
    document.documentElement.style.overflow = "hidden";
  });
  await page.evaluate(() => document.fonts.ready);
}
