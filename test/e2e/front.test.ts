/* End-to-end tests for visitors: the public pages. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startMailServer, type MailServer } from "#test/mail-server.ts";
import { sitePaths } from "#ui/marketing/feed.ts";
import { startJourney, type Journey } from "./browser.ts";
import { proveAndSignIn, ready, signUp } from "./steps.ts";

const frontScript = join(import.meta.dirname, "../../app/ui/marketing/front-script.js");

let mail: MailServer;
let journey: Journey;
beforeAll(async () => {
  mail = await startMailServer();
  journey = await startJourney({
    SMTP_URL: mail.url,
    CONTACT_EMAIL: "editors@example.test",
    PRICE_STARTER: "€5 a month",
  });
});
afterAll(async () => {
  await journey?.close();
  await mail?.close();
});

test("the front page is complete without script and sends none of the application's", async () => {
  const page = await journey.page({ isSignedIn: false, javaScriptEnabled: false });
  await page.goto("/");
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(
    "A writing agent for smoother flow, higher quality and a natural human touch",
  );
  for (const [region, cards] of [
    ["Use cases", 4],
    ["Features", 5],
    ["On writing", 5],
  ] as const) {
    const track = page.locator(`[data-track][aria-label="${region}"]`);
    expect(
      await track
        .getByRole("listitem")
        .filter({ has: page.locator("h3, blockquote") })
        .count(),
    ).toBe(cards);
    // The features stand as a wall where there is room for one.
    const isSwept = await track.evaluate((element) => element.scrollWidth > element.clientWidth);
    expect({ region, isSwept }).toEqual({ region, isSwept: region !== "Features" });
  }
  const scripts = await page.locator('script:not([type="application/ld+json"])').allTextContents();
  expect(scripts).toEqual([readFileSync(frontScript, "utf8")]);
  // Its style is part of it, so nothing has to arrive before the first paint.
  expect(await page.locator("script[src], link[rel=modulepreload], link[rel=stylesheet]").count()).toBe(0);
  for (const anchor of ["overview", "features", "pricing"]) expect(await page.locator(`#${anchor}`).count()).toBe(1);
  await page.getByRole("link", { name: "Create a free account" }).first().click();
  expect(new URL(page.url()).pathname).toBe("/auth/sign-up");
});

test("its own script is small: buttons and keys move a carousel, the hint goes once the page has moved 40 px", async () => {
  expect(readFileSync(frontScript).length).toBeLessThanOrEqual(8 * 1024);
  const page = await journey.page({ isSignedIn: false, reducedMotion: "reduce" });
  await page.goto("/");
  const track = page.locator('[data-track][aria-label="Use cases"]');
  const left = () => track.evaluate((element) => element.scrollLeft);
  await page.getByRole("button", { name: "Use cases: next" }).click();
  await expect.poll(left).toBeGreaterThan(200);
  await track.focus();
  await page.keyboard.press("Home");
  await expect.poll(left).toBe(0);
  await page.keyboard.press("ArrowRight");
  await expect.poll(left).toBeGreaterThan(200);

  const hint = page.getByRole("link", { name: "Explore use cases" });
  await page.evaluate(() => scrollTo(0, 39));
  await hint.waitFor({ state: "visible" });
  await page.evaluate(() => scrollTo(0, 40));
  await hint.waitFor({ state: "hidden" });
});

test("a page of the front is kept for all visitors: compressed, not sent twice, and allowing no script but its own", async () => {
  const page = await journey.page({ isSignedIn: false });
  const refused: string[] = [];
  page.on("console", (message) => /content security policy/i.test(message.text()) && refused.push(message.text()));
  const first = await page.goto("/");
  await page.getByRole("button", { name: "Use cases: next" }).waitFor();
  expect(refused).toEqual([]);
  const headers = first!.headers();
  expect([headers["content-encoding"], headers["x-stet-still"]]).toEqual(["br", undefined]);
  expect(headers["content-security-policy"]).toMatch(/script-src 'sha256-[\w+/]+='; style-src-elem 'self' 'sha256-[\w+/]+=';/);
  expect(await first!.text()).not.toContain("nonce");
  const again = await page.request.get("/", { headers: { "if-none-match": headers["etag"]! } });
  expect(again.status()).toBe(304);
  const story = await page.request.get("/story");
  expect(story.headers()["content-security-policy"]).toContain("script-src 'none'");

  const dark = await page.request.get("/", { headers: { cookie: "stet_theme=dark" } });
  expect(await dark.text()).toContain('data-theme="dark"');
  const person = await journey.page({ mail });
  expect(await (await person.request.get("/story")).text()).toContain("Open Stet");
  const app = await person.request.get("/chat");
  expect(app.headers()["content-encoding"]).toBe("br");
  expect(app.headers()["content-security-policy"]).toContain("'strict-dynamic'");
});

test("pictures are light or dark as the page is, have their place before they come, and those below come late", async () => {
  const page = await journey.page({ isSignedIn: false, colorScheme: "dark", javaScriptEnabled: false });
  await page.goto("/");
  const first = page.locator("#features picture img").first();
  await first.scrollIntoViewIfNeeded();
  const source = () => first.evaluate((img: HTMLImageElement) => new URL(img.currentSrc).pathname);
  await expect.poll(source).toBe("/shots/models-dark.avif");
  expect(await page.locator("picture :is(source, img):not([width][height])").count()).toBe(0);
  expect(await page.locator("picture img").evaluateAll((all) => all.map((img) => img.getAttribute("loading")))).toEqual(
    Array.from({ length: 8 }, () => "lazy"),
  );
  // A chosen light theme overrides the system's.
  await page.context().addCookies([{ name: "stet_theme", value: "light", url: journey.url }]);
  await page.goto("/");
  await first.scrollIntoViewIfNeeded();
  await expect.poll(source).toBe("/shots/models-light.avif");
});

test.each([1280, 390])("a card's picture ends between its lines, %d px wide", async (width) => {
  const page = await journey.page({ isSignedIn: false, viewport: { width, height: 844 } });
  await page.goto("/");
  const picture = page.locator("img[src*=passage]");
  await picture.scrollIntoViewIfNeeded();
  // In the picture's own pixels: its last line of text ends at 272, and the button below it begins at 285 and ends at 329.
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true);
  const shown = await picture.evaluate((image) => {
    const [box, card] = [image.getBoundingClientRect(), image.closest("div")!.getBoundingClientRect()];
    return (Math.min(card.bottom, box.bottom) - box.top) * (360 / box.width);
  });
  expect(shown).toBeGreaterThan(width === 1280 ? 273 : 329);
  if (width === 1280) expect(shown).toBeLessThan(285);
});

test("the hero is a text to try: changes are accepted, rejected and undone", async () => {
  const page = await journey.page({ isSignedIn: false });
  await page.goto("/");
  const sample = page.locator("[data-sample=contract]");
  const text = sample.locator("p.font-serif").first();
  const card = (words: string) => sample.getByRole("listitem").filter({ hasText: words });
  const shown = () => text.evaluate((element: HTMLElement) => element.innerText.replace(/\s+/g, " "));
  const before = await shown();
  expect(before).toContain("within five working dayswithout undue delay after becoming aware");

  await card("no fixed period").getByRole("button", { name: "Accept" }).click();
  await expect.poll(shown).toContain("breach without undue delay after becoming aware");
  // The focus is at the next one.
  await card("no exception").getByRole("button", { name: "Accept" }).press("Enter");
  await expect.poll(shown).not.toContain("of a minor nature");
  await card("no exception").getByRole("button", { name: "Undo" }).click();
  expect(await shown()).toContain("of a minor nature");

  await card("firm one").getByRole("button", { name: "Reject" }).click();
  expect(await sample.getByRole("status").innerText()).toBe("2 proposed");
  const undo = sample.getByRole("button", { name: "Undo", exact: true }).first();
  for (let i = 0; i < 4; i++) await undo.click();
  expect(await shown()).toBe(before);
  await sample.getByRole("button", { name: "Accept all" }).click();
  expect(await shown()).toBe(
    "The Processor shall notify the Controller of any personal data breach without undue delay after becoming aware of it.",
  );
  expect(await sample.getByRole("status").innerText()).toBe("all decided");

  await sample.getByRole("button", { name: "GDPR, Article 33(2)" }).click();
  await page.getByText("Verified: these words are in the source.").waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("Essay", { exact: true }).first().click();
  await page.locator("[data-sample=essay]").getByText("What the river took").waitFor();
  expect(await sample.isVisible()).toBe(false);
});

test("a link to a page is shown with a picture of its own, by its whole address", async () => {
  const page = await journey.page({ isSignedIn: false });
  for (const [path, name] of [
    ["/", "front"],
    ["/blog/let-it-stand", "blog-let-it-stand"],
    ["/demo", "demo"],
  ]) {
    await page.goto(path!);
    const address = await page.locator('meta[property="og:image"]').getAttribute("content");
    expect(address).toBe(`${new URL(journey.url).origin}/previews/${name}.png`);
    const answer = await page.request.get(address!);
    expect([answer.status(), answer.headers()["content-type"]]).toEqual([200, "image/png"]);
  }
});

test("every link inside the site leads to a page with one headline and an address of its own", async () => {
  const page = await journey.page({ isSignedIn: false, javaScriptEnabled: false });
  const seen = new Set(["/"]);
  for (const path of seen) {
    const answer = await page.goto(path);
    expect({ path, status: answer?.status() }).toEqual({ path, status: 200 });
    if (!answer?.headers()["content-type"]?.includes("text/html")) continue;
    expect({ path, headlines: await page.locator("h1").count() }).toEqual({ path, headlines: 1 });
    expect(await page.title()).toMatch(/Stet/);
    const links = await page.locator("a[href]").evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
    for (const link of links.map((href) => new URL(href)).filter(({ origin }) => origin === new URL(journey.url).origin)) {
      if (link.hash !== "" && link.pathname === path)
        expect({ link: link.href, targets: await page.locator(link.hash).count() }).toEqual({ link: link.href, targets: 1 });
      if (!link.pathname.startsWith("/auth/")) seen.add(link.pathname);
    }
  }
  expect([...seen]).toEqual(expect.arrayContaining([...sitePaths]));
});

const looks = [
  ["light", 1440],
  ["dark", 390],
] as const;

test.each(looks)(
  "axe finds nothing on any page of the front, %s, %d pixels wide, and none is wider",
  async (colorScheme, width) => {
    const page = await journey.page({ isSignedIn: false, colorScheme, viewport: { width, height: 844 } });
    for (const path of [...sitePaths, "/docs?q=patch"]) {
      await page.goto(path);
      const { violations } = await new AxeBuilder({ page: page as never }).setLegacyMode().analyze();
      expect({ path, found: violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`) }).toEqual({ path, found: [] });
      expect({ path, width: await page.evaluate(() => document.documentElement.scrollWidth) }).toEqual({ path, width });
    }
  },
  240_000,
);

test("the documentation is searched without script, the reference of the API included", async () => {
  const page = await journey.page({ isSignedIn: false, javaScriptEnabled: false });
  await page.goto("/docs/developers");
  await page.getByRole("searchbox", { name: "Search the documentation" }).fill("struck out");
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("heading", { name: /section/ }).waitFor();
  expect(await page.getByRole("searchbox").inputValue()).toBe("struck out");
  await page.getByRole("link", { name: "Patches" }).click();
  expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe("/docs#patches");
  await page.goto("/docs?q=completions");
  expect(await page.getByText("API reference", { exact: true }).count()).toBeGreaterThan(2);
  await page.getByRole("main").getByRole("listitem").getByRole("link", { name: "Ask a model" }).click();
  expect(new URL(page.url()).pathname).toBe("/docs/api");
  await page.goto("/docs?q=%3Cscript%3Exyzzy");
  await page.getByRole("heading", { name: "No results for “<script>xyzzy”" }).waitFor();
});

test("the reference of the API tells every operation that the server's own document tells", async () => {
  const page = await journey.page({ isSignedIn: false, javaScriptEnabled: false });
  const document = (await (await page.request.get("/v1/openapi.json")).json()) as {
    paths: Record<string, Record<string, { summary: string }>>;
  };
  const summaries = Object.values(document.paths).flatMap((methods) => Object.values(methods).map(({ summary }) => summary));
  expect(summaries.length).toBeGreaterThan(5);
  await page.goto("/docs/api");
  const told = await page.getByRole("main").locator("article h3").allInnerTexts();
  expect(told.toSorted()).toEqual(summaries.toSorted());
  await page.getByText("messages[].role").first().waitFor();
});

test("plans are shown with what they include, and with a price only where one is set", async () => {
  const page = await journey.page({ isSignedIn: false, javaScriptEnabled: false });
  for (const path of ["/", "/pricing"]) {
    await page.goto(path);
    const plan = (name: string) => page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) });
    // What is far below is laid out, and its text known, when it comes near.
    await plan("Free").scrollIntoViewIfNeeded();
    await expect.poll(() => plan("Free").innerText()).toMatch(/No charge[^]*10 projects/i);
    expect(await plan("Starter").innerText()).toContain("€5 a month");
    expect(await plan("Professional").innerText()).toMatch(/Price on request[^]*Every model/);
  }
});

test("what machines read: feed, sitemap and robots, all by the site's own address", async () => {
  const page = await journey.page({ isSignedIn: false });
  for (const path of ["/blog/feed.xml", "/sitemap.xml", "/robots.txt"]) {
    const answer = await page.request.get(path);
    expect({ path, status: answer.status() }).toEqual({ path, status: 200 });
    expect(await answer.text()).toContain(new URL(journey.url).origin);
  }
  await page.goto("/story");
  expect(await page.locator('head > link[rel="canonical"]').getAttribute("href")).toBe(`${new URL(journey.url).origin}/story`);
  expect((await page.goto("/blog/nothing-of-the-kind"))?.status()).toBe(404);
});

test("the demo asks to join on every button and on sending, and what was typed comes along", async () => {
  const page = await journey.page({ isSignedIn: false });
  await page.goto("/");
  await page.getByRole("link", { name: "Try the demo" }).click();
  await ready(page);
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Hello");
  expect(await page.locator('form input[name="model"]').inputValue()).toBe("gpt-4");

  for (const word of ["Web", "Sources", "StyleGuide", "Draft"])
    await page.getByRole("form").getByText(word, { exact: true }).waitFor();

  const dialog = page.getByRole("dialog", { name: "Join and start writing" });
  await page.getByLabel("Message").fill("An essay about rain");
  const buttons = page.getByRole("main").getByRole("button");
  for (let i = 0; i < (await buttons.count()); i++) {
    await buttons.nth(i).click();
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
  }
  await page.reload();
  await ready(page);
  expect(await page.getByLabel("Message").inputValue()).toBe("An essay about rain");
  await page.getByLabel("Message").press("Enter");
  await dialog.waitFor();
  expect(await dialog.getByRole("link", { name: "Log in" }).getAttribute("href")).toBe("/auth/sign-in");
  await dialog.getByRole("link", { name: "Sign up" }).click();
  await ready(page);
  await proveAndSignIn(page, mail, await signUp(page, "Rosalind"));
  await expect.poll(() => page.getByLabel("Message").inputValue()).toBe("An essay about rain");
});

test("a message from the contact page arrives, without script; a refused one keeps what was typed", async () => {
  const page = await journey.page({ isSignedIn: false, javaScriptEnabled: false });
  await page.goto("/contact");
  await page.getByLabel("Your email").fill("ada@localhost");
  await page.getByLabel("Message").fill("A word about dots.");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("alert").getByText("complete email address").waitFor();
  expect(await page.getByLabel("Message").inputValue()).toBe("A word about dots.");
  await page.getByLabel("Your email").fill("ada@example.test");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("status").getByText("Your message was sent").waitFor();
  expect((await mail.letterTo("editors@example.test")).text).toContain("A word about dots.");
});

test("a person continues to the chat", async () => {
  const page = await journey.page({ mail });
  await page.goto("/");
  await page.waitForURL("**/chat");
});

test("a tab, a home screen and an installed application each find their icon", async () => {
  const page = await journey.page({ isSignedIn: false });
  await page.goto("/");
  const manifest = await page.request.get((await page.locator("link[rel=manifest]").getAttribute("href"))!);
  expect([manifest.status(), manifest.headers()["content-type"]]).toEqual([200, "application/manifest+json"]);
  const { icons, start_url } = (await manifest.json()) as { icons: { src: string }[]; start_url: string };
  expect(start_url).toBe("/chat");
  const touch = await page.locator("link[rel=apple-touch-icon]").getAttribute("href");
  for (const src of [touch!, ...icons.map(({ src }) => src)])
    expect((await page.request.get(src)).headers()["content-type"]).toBe("image/png");
  expect((await page.request.get("/favicon.ico")).headers()["content-type"]).toBe("image/x-icon");
});
