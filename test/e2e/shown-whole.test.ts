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
