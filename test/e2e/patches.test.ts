import { afterAll, beforeAll, expect, test } from "vitest";
import type { Locator, Page } from "playwright-core";
import { startJourney, type Journey } from "./browser.ts";
import { answers, ended, questions, setModel } from "./conversation.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey.close());

/** Ten places of one word, and one that stays. */
const libraries = Array.from({ length: 10 }, (_, i) => `Rule ${i + 1}: the library opens at ${i + 1}.`).join("\n");
const everyLibrary = {
  original: "library",
  replacement: "public library",
  summary: "One term throughout.",
  all: true,
  except: ["library card"],
};
const renamed = libraries.replaceAll("the library", "the public library");

const pasted = 'Please correct: "Their is many reason. The tenant pay rent. The tenant pay late."';

/** The mock model answers with these changes, word for word. */
async function askForChanges(page: Page, patches: object[], question = pasted): Promise<Locator> {
  const answer = `BEGIN PATCH\n${JSON.stringify(patches)}\nEND PATCH\n`;
  await fetch(`${journey.modelUrl}/control`, { method: "POST", body: JSON.stringify({ text: answer, tps: 0 }) });
  await page.goto("/chat");
  await page.getByRole("textbox").fill(question);
  await page.keyboard.press("Enter");
  const changes = page.getByRole("region", { name: "Changes" });
  await changes.waitFor();
  return changes;
}

test("a change is taken, seen in the text, kept over a reload, and undone", async () => {
  const page = await journey.page();
  const changes = await askForChanges(page, [
    { original: "Their is many reason", replacement: "There are many reasons", summary: "Agreement" },
  ]);
  await changes.getByRole("button", { name: "Apply" }).click();
  const result = changes.locator("[data-patch=result]");
  await result.getByText("There are many reasons. The tenant pay rent. The tenant pay late.", { exact: true }).waitFor();
  await page.reload();
  await changes.getByText("Applied").waitFor();
  await changes.getByRole("button", { name: "Revert" }).click();
  await result.waitFor({ state: "detached" });
  await changes.getByRole("button", { name: "Apply" }).waitFor();
  await page.context().close();
});

test("a passage that occurs twice is the reader's to choose, and one that does not exist says so", async () => {
  const page = await journey.page();
  const changes = await askForChanges(page, [
    { original: "The tenant pay", replacement: "The tenant pays", summary: "Agreement" },
    { original: "Their is several reason", replacement: "There are several reasons", summary: "Agreement" },
    { original: "Their is many reason", replacement: "There are many reasons", summary: "Agreement" },
  ]);
  const [twice, never, once] = [0, 1, 2].map((i) => changes.locator("[data-patch-state]").nth(i)) as [Locator, Locator, Locator];
  await changes.getByRole("button", { name: "Apply all" }).click();
  await once.getByText("Applied").waitFor();
  await never.getByText("This passage isn’t in the current text").waitFor();
  await twice.getByText("appears more than once").waitFor();
  // The choice has the focus; its number is enough.
  await expect
    .poll(() =>
      twice
        .locator("ol button")
        .first()
        .evaluate((one) => one === document.activeElement),
    )
    .toBe(true);
  expect(await twice.locator("ol button").nth(1).innerText()).toMatch(/^2/);
  await page.keyboard.press("2");
  await changes.getByText("There are many reasons. The tenant pay rent. The tenant pays late.", { exact: true }).waitFor();
  await page.context().close();
});

test("changes without a place are asked for again in a turn that can be stopped and undone", async () => {
  const page = await journey.page();
  const changes = await askForChanges(page, [
    { original: "The tenant pay late", replacement: "The tenant pays late", summary: "Agreement" },
    { original: "Their is much reason", replacement: "There is much reason", summary: "Agreement" },
  ]);
  const repair = page.getByRole("button", { name: "Ask to repair" });
  // Found when the answer ended: nothing has to be pressed before.
  await changes.getByText("This passage isn’t in the current text").waitFor();
  await setModel(journey, { chars: 6000, tps: 60 });
  await repair.click();
  await questions(page).nth(1).waitFor();
  const asked = await questions(page).nth(1).innerText();
  expect(asked).toContain(
    "You quoted “Their is much reason” to make it “There is much reason”. These words are not in the text. The nearest passage reads “Their is many reason”.",
  );
  expect(asked).not.toContain("The tenant pay late");
  // Asked once: what comes of it is below.
  expect(await repair.count()).toBe(0);
  await expect.poll(async () => (await answers(page).nth(1).innerText()).length).toBeGreaterThan(50);
  await page.getByRole("button", { name: "Stop" }).click();
  expect(await ended(page, 2)).not.toContain("ENDMARK");
  await questions(page).nth(1).getByRole("button", { name: "Restore checkpoint" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Continue" }).click();
  await expect.poll(() => questions(page).count()).toBe(1);

  const right = JSON.stringify({ original: "Their is many reason", replacement: "There are many reasons", summary: "Agreement" });
  await setModel(journey, { text: `BEGIN PATCH\n${right}\nEND PATCH\n`, tps: 0 });
  await repair.click();
  const again = page.getByRole("region", { name: "Changes" }).nth(1);
  await again.getByRole("button", { name: "Apply" }).click();
  await again.getByText("There are many reasons. The tenant pay rent.").waitFor();
  await page.context().close();
});

test("changes are gone through from the keyboard", async () => {
  const page = await journey.page();
  const changes = await askForChanges(page, [
    { original: "Their is many reason", replacement: "There are many reasons", summary: "one" },
    { original: "pay late", replacement: "pays late", summary: "two" },
  ]);
  await changes.locator("[data-patch-state]").first().focus();
  await page.keyboard.press("a");
  await page.keyboard.press("j");
  await page.keyboard.press("r");
  expect(
    await changes.locator("[data-patch-state]").evaluateAll((items) => items.map((item) => item.getAttribute("data-patch-state"))),
  ).toEqual(["applied", "rejected"]);
  await page.keyboard.press("k");
  await page.keyboard.press("r");
  await expect.poll(() => changes.locator("[data-patch-state]").first().getAttribute("data-patch-state")).toBe("open");
  await page.context().close();
});

test("ten equal changes are one card: taken together, undone together, the same in a second tab and after a reload", async () => {
  const page = await journey.page();
  const text = `${libraries}\nA library card is free.`;
  const changes = await askForChanges(page, [everyLibrary], `Please change every library:\n\n${text}`);
  await changes.getByRole("heading", { name: "10 changes" }).waitFor();
  const states = (of = changes) =>
    of.locator("[data-patch-state]").evaluateAll((all) => all.map((one) => one.getAttribute("data-patch-state")));
  expect(await states()).toEqual(["open", "open", "open"]);
  await changes.getByRole("button", { name: "Show 7 more, one by one" }).click();
  expect(await states()).toHaveLength(10);
  await changes.getByRole("button", { name: "Apply all" }).click();
  await changes.getByText("10 applied").waitFor();
  const result = changes.locator("[data-patch=result] p");
  await expect.poll(() => result.textContent()).toBe(`${renamed}\nA library card is free.`);
  // Another tab of the same person, and a reload.
  const other = await page.context().newPage();
  await other.goto(page.url());
  const there = other.getByRole("region", { name: "Changes" });
  await there.getByText("10 applied").waitFor();
  await page.reload();
  await changes.getByText("10 applied").waitFor();
  await there.getByRole("button", { name: "Undo all" }).click();
  await there.getByRole("button", { name: "Apply all" }).waitFor();
  // This tab is notified.
  await changes.getByRole("button", { name: "Apply all" }).waitFor();
  await result.waitFor({ state: "detached" });
  // One by one: the others keep their places.
  await changes.locator("[data-patch-state]").nth(1).getByRole("button", { name: "Apply" }).click();
  const first = changes.locator("[data-patch-state]").nth(0);
  await first.getByRole("button", { name: "Reject" }).click();
  // A letter that decides a change elsewhere is only a letter here.
  await first.getByRole("button", { name: "Add a reason" }).click();
  await page.keyboard.type("A rejected heading");
  await page.keyboard.press("Enter");
  await first.getByText("Because: A rejected heading").waitFor();
  await there.getByText("Because: A rejected heading").waitFor();
  await changes.locator("[data-patch-state]").nth(2).getByRole("button", { name: "Apply" }).click();
  await expect
    .poll(async () => (await result.textContent())?.split("\n").slice(0, 4))
    .toEqual([
      "Rule 1: the library opens at 1.",
      "Rule 2: the public library opens at 2.",
      "Rule 3: the public library opens at 3.",
      "Rule 4: the library opens at 4.",
    ]);
  await changes.getByText("2 applied, 1 rejected, 7 to decide").waitFor();
  await there.getByText("2 applied, 1 rejected, 7 to decide").waitFor();
  await page.context().close();
});
