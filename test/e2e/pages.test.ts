/*
 * Every page and everything that opens over a chat, in light and dark: axe finds nothing serious, and nothing
 * violates the page's own CSP.
 */
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startJourney, type Journey } from "./browser.ts";
import { answers, composer, ended, lease, questions, send, setModel } from "./conversation.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());

const patch = JSON.stringify({ original: "in the event that", replacement: "if", summary: "Shorter" });
/** One of each block, with a link, a task list, a table and code inside a draft. */
const everything = `# A heading

Some *words*, \`code\` and [a link](https://example.org).

| Step | By when |
|---|---|
| Keys | 31 March |

\`\`\`ts
const days = 30;
\`\`\`

BEGIN DRAFT
Dear [reader](https://example.org),

\`\`\`ts
const inDraft = true;
\`\`\`
END DRAFT

BEGIN PATCH
${patch}
END PATCH

BEGIN WRITE
New words.
END WRITE

Done.`;

const overlay = "[role=dialog], [role=alertdialog], [role=menu]";

/** Collects CSP violations, as reported to the page itself and its console. */
async function watched(page: Page): Promise<() => string[]> {
  const refused: string[] = [];
  page.on("console", (message) => {
    if (/content security policy|trusted type/i.test(message.text())) refused.push(message.text());
  });
  page.on("pageerror", (error) => refused.push(error.message));
  await page.exposeFunction("refused", (what: string) => void refused.push(what));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      const { refused } = window as unknown as { refused: (what: string) => void };
      refused(
        `${event.disposition} ${event.violatedDirective} ${event.blockedURI} ${event.sample} ${event.sourceFile}:${event.lineNumber}`,
      );
    });
  });
  return () => refused;
}

/** `within` names the part that has just opened; the rest of the page has been checked before. */
async function serious(page: Page, within?: string): Promise<unknown[]> {
  // Colors are checked once all fading is over.
  await page.evaluate(async () => {
    const finite = document.getAnimations().filter((one) => one.effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(finite.map((animation) => animation.finished));
  });
  const axe = new AxeBuilder({ page: page as never });
  const { violations } = await (within === undefined ? axe : axe.include(within)).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => [id, nodes.map((node) => node.html.slice(0, 200))]);
}

describe.each(["light", "dark"] as const)("%s", (colorScheme) => {
  test("an answer with everything in it, and all that opens over it", async () => {
    const page = await journey.page({ colorScheme });
    const refused = await watched(page);
    await setModel(journey, { text: everything, tps: 0, reasoning: 80 });
    await page.goto("/chat");
    await page
      .getByLabel("Files to attach")
      .setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("Notes about the lease.") });
    expect(await serious(page)).toEqual([]);
    await send(page, "Show me everything");
    await ended(page, 1);
    await answers(page).getByRole("button", { name: "Regenerate" }).waitFor();
    expect(await serious(page)).toEqual([]);

    const over = async (name: string, open: () => Promise<unknown>) => {
      await open();
      await page.locator(overlay).first().waitFor();
      expect({ name, violations: await serious(page, overlay) }).toEqual({ name, violations: [] });
      await page.keyboard.press("Escape");
      await page.locator(overlay).first().waitFor({ state: "detached" });
    };
    const press = (name: string | RegExp) => () => page.getByRole("button", { name }).first().click();
    await over("models", press(/^Model:/));
    await over("checkpoint", () => questions(page).getByRole("button", { name: "Restore checkpoint" }).click());
    await over("draft", press("Expand draft"));
    await over("regenerate", press("Regenerate"));
    await over("style guide", press("StyleGuide"));
    await over("prompts", press("Load prompt"));
    await over("palette", () => page.keyboard.press("Control+k"));
    await over("history", () => page.keyboard.press("Control+Shift+H"));
    await questions(page).getByText("Show me everything").click();
    expect(await serious(page, "[data-role=user]"), "editing").toEqual([]);
    await page.keyboard.press("Escape");
    expect(refused()).toEqual([]);
  });

  test("a citation, its document, and an answer that failed", async () => {
    const page = await journey.page({ colorScheme });
    const refused = await watched(page);
    await page.goto("/chat");
    await page.getByRole("button", { name: /^Model:/ }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /Stet built-in/ })
      .click();
    await page
      .getByLabel("Files to attach")
      .setInputFiles({ name: "lease.txt", mimeType: "text/plain", buffer: Buffer.from(lease) });
    await send(page, "How high is the deposit?");
    await ended(page, 1);
    await answers(page).locator("button.citation").first().click();
    await page.getByRole("button", { name: "Show the document" }).waitFor();
    expect(await serious(page, overlay), "citation").toEqual([]);
    await page.getByRole("button", { name: "Show the document" }).click();
    await page.getByRole("dialog", { name: "lease.txt" }).waitFor();
    expect(await serious(page, overlay), "document").toEqual([]);
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: /^Model:/ }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /mock-model/ })
      .click();
    await setModel(journey, { mode: "401" });
    await send(page, "And now?");
    await page.getByText("The model’s provider refused the key.").first().waitFor();
    expect(await serious(page, "main"), "problem").toEqual([]);
    expect(refused()).toEqual([]);
  });

  test("pages that let people in, and pages that are not there", async () => {
    const page = await journey.page({ colorScheme, isSignedIn: false });
    const refused = await watched(page);
    for (const path of ["/auth/sign-in", "/auth/sign-up", "/nothing/here"]) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect({ path, violations: await serious(page) }).toEqual({ path, violations: [] });
    }
    expect(refused()).toEqual([]);
  });
});

test("a phone's start view, conversation and drawer have no target smaller than 44 px and no sideways scrolling", async () => {
  const page = await journey.page({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const refused = await watched(page);
  await setModel(journey, { text: everything, tps: 0 });
  await page.goto("/chat");
  await page.waitForSelector("html[data-ready]");
  expect(await tooSmall(page)).toEqual([]);
  await composer(page).tap();
  await composer(page).fill("Show me everything");
  await page.getByRole("button", { name: "Send" }).tap();
  await ended(page, 1);
  await answers(page).getByRole("button", { name: "Regenerate" }).waitFor();
  expect(await tooSmall(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  const box = (await composer(page).boundingBox())!;
  expect(box.y + box.height).toBeLessThan(844);
  await page.getByRole("button", { name: "Open sidebar" }).tap();
  await page.getByRole("dialog", { name: "Sidebar" }).waitFor();
  expect(await tooSmall(page)).toEqual([]);
  expect(refused()).toEqual([]);
});

test("the library's and the vault's pages have no target smaller than 44 px on a phone", async () => {
  const page = await journey.page({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  for (const path of ["/library", "/library/templates/mutual-nda", "/library/new", "/vault"]) {
    await page.goto(path);
    await page.waitForSelector("html[data-ready]");
    expect({ path, tooSmall: await tooSmall(page) }).toEqual({ path, tooSmall: [] });
  }
});

test("a link in a line of text is a target of 44 px if its class says so, whatever else it has", async () => {
  const page = await journey.page({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.goto("/chat");
  const sizes = await page.evaluate(() =>
    ["a", "label", "span", "button"].map((name) => {
      const made = document.createElement(name);
      made.className = "touch-target";
      made.textContent = "x";
      document.body.append(made);
      const { width, height } = made.getBoundingClientRect();
      made.remove();
      return { name, isLarge: Math.min(width, height) >= 44 };
    }),
  );
  expect(sizes.filter(({ isLarge }) => !isLarge)).toEqual([]);
});

/** Buttons and links too small for a finger; links inside running text may be as high as their line. */
function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("button, a[href], [role=button], summary")]
      .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter((element) => !element.closest(".markdown p, .sr-only, [inert], [aria-hidden=true]"))
      .filter((element) => {
        const { width, height, left } = element.getBoundingClientRect();
        if (width <= 1 || left < 0) return false;
        // A target may extend beyond its icon.
        const reach = getComputedStyle(element, "::after");
        const extra = reach.content === "none" ? 0 : Math.max(0, -2 * Number.parseFloat(reach.top) || 0);
        return Math.min(width, height) + extra < 43.5;
      })
      .map((element) => {
        const { width, height } = element.getBoundingClientRect();
        return `${Math.round(width)}×${Math.round(height)} ${element.getAttribute("aria-label") ?? element.textContent?.slice(0, 40)} ${element.className.slice(0, 60)}`;
      }),
  );
}
