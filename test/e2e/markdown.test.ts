import { join } from "node:path";
import { chromium, type Browser, type Page } from "playwright-core";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Markdown } from "../../app/ui/markdown/markdown.tsx";
import { answer } from "../../bench/markdown/corpus.ts";
import { ensureChromium } from "../../scripts/chromium.ts";
import { hostileSnippets } from "./markdown/hostile.ts";
import { servePage, type VitePage } from "./vite-page.ts";

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src data:; require-trusted-types-for 'script'";
const stored = "An **answer** [[7]] with [[2, 7]].\n\n```ts\nconst a = 1;\n```\n\n- one\n- two\n";

let site: VitePage;
let browser: Browser;

beforeAll(async () => {
  const markup = renderToString(createElement(Markdown, { text: stored }));
  site = await servePage(join(import.meta.dirname, "markdown"), {
    headers: { "content-security-policy": policy },
    mode: "development",
    html: (path, html) =>
      path === "/stored" ? html.replace('<div id="root"></div>', () => `<div id="root">${markup}</div>`) : html,
  });
  browser = await chromium.launch({ executablePath: ensureChromium(), args: ["--no-sandbox", "--disable-background-networking"] });
});

afterAll(async () => {
  await browser?.close();
  site?.close();
});

/** A page that records its requests and console errors. */
async function open(path = "/"): Promise<{ page: Page; requests: string[]; complaints: string[] }> {
  const page = await browser.newPage();
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(site.url + path);
  await page.waitForFunction(() => "lab" in window);
  page.on("request", (request) => requests.push(request.url()));
  return { page, requests, complaints };
}

describe("hostile text, three characters at a time", () => {
  test("neither runs, nor fetches, nor puts anything on the page but text and safe links", async () => {
    const { page, requests, complaints } = await open();
    for (const snippet of hostileSnippets) {
      for (const text of [snippet, `Before **${snippet}** after\n\n- in a list ${snippet}\n\n> ${snippet}\n\nend`]) {
        const violations = await page.evaluate((text) => window.lab.stream(text, 3), text);
        expect({ text, violations }).toEqual({ text, violations: [] });
      }
    }
    await page.waitForTimeout(200);
    expect(requests).toEqual([]);
    expect(complaints).toEqual([]);
    expect(new URL(page.url()).origin).toBe(site.url);
    expect(await page.evaluate(() => "pwned" in window)).toBe(false);
    await page.close();
  });

  test("a link that claims to be another names the place it leads to", async () => {
    const { page } = await open();
    await page.evaluate((text) => window.lab.stream(text, 3), "[https://bank.example/login](https://evil.test/login)");
    expect(await page.textContent("#host a")).toBe("https://bank.example/login (evil.test)");
    await page.close();
  });
});

test("answers grown in pieces are the same nodes as answers rendered whole", async () => {
  const { page } = await open();
  for (const [seed, size] of [
    [1, 1],
    [2, 5],
    [3, 17],
    [4, 400],
  ] as const) {
    expect(await page.evaluate(([text, size]) => window.lab.isSame(text, size), [answer(6000, seed), size] as const)).toBe(true);
  }
  await page.close();
});

describe("in React", () => {
  test("the server's markup is taken over, and new numbers touch only the chips", async () => {
    const { page, complaints } = await open("/stored");
    await page.evaluate(() => window.lab.watch());
    await page.evaluate((text) => void window.lab.hydrate(text), stored);
    await page.waitForFunction(() => window.lab.rendered() > 0);
    await page.getByRole("button", { name: "Source 2" }).click();
    expect(await page.evaluate(() => window.lab.events)).toEqual(["citation 2"]);
    expect(await page.evaluate(() => window.lab.added())).toBe(0);
    await page.evaluate((text) => window.lab.show(text), stored.replaceAll("7", "1"));
    await page.getByRole("button", { name: "Source 1" }).first().waitFor();
    expect(await page.locator(".citation").allTextContents()).toEqual(["1", "2", "1"]);
    expect(await page.locator("strong").textContent()).toBe("answer");
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("a message that appears later is built without an HTML string, and its code can be copied", async () => {
    const { page, complaints } = await open();
    await page.evaluate((text) => window.lab.mount(text), stored);
    await page.getByRole("button", { name: "Copy code" }).click();
    expect(await page.evaluate(() => window.lab.events)).toEqual(["copied const a = 1;\n"]);
    expect(await page.locator(".code-copy").textContent()).toBe("Copied");
    await page.locator(".code-kwd", { hasText: "const" }).waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("a growing answer renders no component, and stays when it is finished", async () => {
    const { page, complaints } = await open();
    await page.evaluate(() => window.lab.mountStream());
    await page.locator("#root .markdown").waitFor({ state: "attached" });
    const before = await page.evaluate(() => window.lab.rendered());
    for (const delta of ["Some **bo", "ld** text [[3", "]]\n\n", "```js\nlet x", " = 1\n```\n\nEnd"]) {
      await page.evaluate((delta) => window.lab.write(delta), delta);
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    expect(await page.evaluate(() => window.lab.rendered())).toBe(before);
    expect(await page.locator("strong").textContent()).toBe("bold");
    await page.evaluate(() => window.lab.watch());
    await page.evaluate(() => window.lab.show("Some **bold** text [[1]]\n\n```js\nlet x = 1\n```\n\nEnd"));
    expect(await page.locator(".citation").textContent()).toBe("1");
    expect(await page.evaluate(() => window.lab.added())).toBe(1);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
