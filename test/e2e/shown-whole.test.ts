/* What an answer contains is shown whole: formulas, footnotes, deep nesting, long tables. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startJourney, type Journey } from "./browser.ts";
import { answers, ended, send, setModel } from "./conversation.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());

const answer = String.raw`Interest for \(n\) days is[^1]

$$
I = \frac{P \times r \times n}{365}
$$

- where \(P\) is the sum and \(r\) the rate,[^2]
- which is $5 here, never $10.

\href{javascript:alert(1)}{x} is no formula, and $$\nosuchcommand{x} = 1$$ is not understood.

[^1]: Section **288** BGB.
[^2]: A yearly rate.
`;

test("formulas and footnotes, while they arrive and after a reload", async () => {
  const page = await journey.page();
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  await setModel(journey, { text: answer, tps: 200 });
  await page.goto("/chat");
  await send(page, "What is the interest?");
  await ended(page, 1);
  await page.waitForURL(/\/chat\/[0-9a-f-]{36}$/);
  // As it arrived, and after a reload.
  for (let visit = 0; visit < 2; visit++) {
    const formulas = answers(page).first().locator(".formula");
    await formulas.locator(".katex").nth(3).waitFor();
    expect(await formulas.count()).toBe(5);
    expect(await formulas.locator("math").count()).toBe(4);
    expect(await formulas.last().textContent()).toBe(String.raw`\nosuchcommand{x} = 1`);
    expect(await answers(page).first().textContent()).toContain("which is $5 here, never $10.");
    await answers(page).first().getByRole("button", { name: "Footnote 2" }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain("A yearly rate.");
    await answers(page).first().getByRole("button", { name: "Back to the text" }).last().click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Footnote 2");
    await page.reload();
  }
  expect(complaints).toEqual([]);
  await page.context().close();
});

test("of a table of ten thousand rows some are shown, and more at a press", async () => {
  const page = await journey.page();
  const rows = Array.from({ length: 10_000 }, (_, i) => `| ${i} | Clause ${i} |`).join("\n");
  await setModel(journey, { text: `| n | clause |\n|---|---|\n${rows}\n\nEnd.`, tps: 0 });
  await page.goto("/chat");
  await send(page, "A table");
  await ended(page, 1);
  for (let visit = 0; visit < 2; visit++) {
    expect(await answers(page).locator("tbody tr").count()).toBe(300);
    await answers(page).getByRole("button", { name: "Show 1,000 of 9,700 more rows" }).click();
    await answers(page).getByRole("button", { name: "Show 1,000 of 8,700 more rows" }).waitFor();
    expect(await answers(page).locator("tbody tr").last().innerText()).toContain("Clause 1299");
    await page.reload();
  }
  await page.context().close();
});

test("a screen reader goes from message to message by headings", async () => {
  const page = await journey.page();
  await setModel(journey, { text: "An answer.", tps: 0 });
  await page.goto("/chat");
  await send(page, "A question");
  await ended(page, 1);
  const headings = page.getByRole("log").or(page.locator("h1")).getByRole("heading", { level: 2 });
  expect(await headings.allTextContents()).toEqual(["You", "Stet"]);
  expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
  await page.context().close();
});

test("an answer is read aloud by a voice of the device, sentence by sentence, until it is stopped", async () => {
  const page = await journey.page();
  await page.addInitScript(speaker);
  await setModel(journey, { text: "The notice is **three months**. Nothing else is due.", tps: 0 });
  await page.goto("/chat");
  await send(page, "When?");
  await ended(page, 1);
  await answers(page).getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Read aloud" }).click();
  const notice = page.getByRole("region", { name: "Notices" }).getByText("Reading the answer aloud");
  await notice.waitFor();
  const said = () => page.evaluate(() => document.documentElement.dataset["said"]);
  expect(await said()).toMatch(/^silence\|local: The notice is three months\.\|local: Nothing else is due\./);
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect.poll(said).toMatch(/\|silence$/);
  await notice.waitFor({ state: "detached" });
  await page.context().close();
});

/** Headless browsers have no voices. What is said is noted on the page. */
function speaker(): void {
  const said: string[] = [];
  const note = (what: string) => {
    said.push(what);
    document.documentElement.dataset["said"] = said.join("|");
  };
  const voices = [
    { lang: "en-GB", localService: false, default: true, name: "remote" },
    { lang: "en-US", localService: true, default: false, name: "local" },
  ];
  class Utterance extends EventTarget {
    text: string;
    voice = { name: "" };
    lang = "";
    constructor(text: string) {
      super();
      this.text = text;
    }
  }
  const speak = ({ text, voice }: Utterance) => note(`${voice.name}: ${text}`);
  const value = { getVoices: () => voices, speak, cancel: () => note("silence") };
  Object.defineProperties(globalThis, { speechSynthesis: { value }, SpeechSynthesisUtterance: { value: Utterance } });
}
