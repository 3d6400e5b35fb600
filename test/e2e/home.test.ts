/* The home of a workspace: an account's first minutes with the sample matter, and a day in a firm. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startJourney, type Journey } from "./browser.ts";
import { seriousFindings, settled } from "./steps.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey.close());

test("a new account opens the sample matter, decides a change, and takes it away again", async () => {
  const page = await journey.page({ viewport: { width: 1280, height: 900 } });
  await page.goto("/home");
  await page.getByRole("heading", { name: "Get started" }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Open the sample matter" }).click();
  await page.waitForURL(/\/vault\/projects\/[^/]+\/drafts\/[^/]+$/);
  const proposed = page.locator(".ProseMirror [data-proposal]");
  await proposed.first().waitFor();
  const changes = () =>
    proposed.evaluateAll((marks) => new Set(marks.map((mark) => (mark as HTMLElement).dataset["proposal"])).size);
  expect(await changes()).toBe(5);
  await proposed.first().hover();
  await page
    .getByRole("group", { name: "Proposed change" })
    .getByRole("button", { name: /^Reject/ })
    .click();
  await expect.poll(changes).toBe(4);
  await page.goto("/home");
  await page.getByText("Proposed changes: 4 by people").waitFor();
  await page.getByText("4 to decide").waitFor();
  await page.getByRole("main").getByRole("button", { name: "Remove" }).click();
  await page.getByText("Sample matter removed.").waitFor();
  await expect.poll(() => page.getByText("4 to decide").count()).toBe(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("4 to decide").waitFor();
  await page.context().close();
});

test("the review of the sample matter is there with its answers, also on a phone: a notice covers none, and an undo waits", async () => {
  const page = await journey.page({ viewport: { width: 390, height: 844 }, colorScheme: "dark" });
  await page.goto("/home");
  await page.getByRole("button", { name: "Open the sample matter" }).click();
  await page.waitForURL(/\/drafts\//);
  await page.goto("/review");
  await page.getByRole("link", { name: /Our agreements compared/ }).click();
  const grid = page.getByRole("grid", { name: "Our agreements compared" });
  await grid.getByText("Harbour Press Ltd; Quist Consulting").waitFor();
  expect(await grid.getAttribute("aria-rowcount")).toBe("4");
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);
  // The parties become contacts from their cell.
  await grid.getByText("Harbour Press Ltd; Quist Consulting").click();
  const contacts = page.getByRole("region", { name: "Contacts" });
  await contacts.getByRole("button", { name: "Add Quist Consulting to contacts" }).click();
  await contacts.getByRole("link", { name: "Quist Consulting" }).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await contacts.getByRole("button", { name: "Add Quist Consulting to contacts" }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("complementary", { name: "Cell" }).getByRole("button", { name: "Close" }).click();
  // The agreement says nothing about the law.
  await grid.getByRole("rowheader").first().focus();
  await page.keyboard.press("End");
  await grid.getByText("Not present").first().waitFor();
  await page.keyboard.press("f");
  const notice = page.getByRole("region", { name: "Notices" });
  await notice.getByText("Flagged").waitFor();
  await settled(page);
  const covered = () =>
    notice.evaluate((layer) => {
      const { left, top, right, bottom } = layer.getBoundingClientRect();
      return [...document.querySelectorAll("[role=grid] [role=rowheader], [role=grid] [role=gridcell], main button, main a")]
        .filter((one) => {
          const box = one.getBoundingClientRect();
          return box.left < right && box.right > left && box.top < bottom && box.bottom > top;
        })
        .map((one) => one.textContent);
    });
  await expect.poll(covered).toEqual([]);

  // What could not be taken back for want of a connection is still there to be.
  await page.route("**/undo", (route) => route.abort());
  await page.keyboard.press("Control+z");
  await notice.getByText("Stet could not be reached.").waitFor();
  await page.unroute("**/undo");
  await page.keyboard.press("Control+z");
  await expect.poll(() => grid.getByText("Flagged").count()).toBe(0);
  await page.context().close();
});

test("what happens before its updates arrive is shown, too", async () => {
  const page = await journey.page({ viewport: { width: 1280, height: 900 } });
  const connect = Promise.withResolvers<void>();
  await page.route("**/api/updates*", async (route) => {
    await connect.promise;
    await route.continue();
  });
  await page.goto("/home");
  await page.getByRole("heading", { name: "Get started" }).waitFor();
  const data = { name: "In between" };
  expect((await page.request.post("/api/projects", { data, headers: { origin: journey.url } })).ok()).toBe(true);
  connect.resolve();
  await page
    .getByRole("main")
    .getByRole("link", { name: /In between/ })
    .waitFor();
  await page.context().close();
});

test("the field finds by name and in texts, also without script, and asks in a new chat", async () => {
  const page = await journey.page({ viewport: { width: 390, height: 844 } });
  await page.goto("/home");
  await page.getByRole("button", { name: "Open the sample matter" }).click();
  await page.waitForURL(/\/drafts\//);
  await page.goto("/home");
  const field = page.getByRole("textbox", { name: "Ask or find" });
  await field.fill("copyright");
  await page.getByRole("button", { name: "Find" }).click();
  await page.waitForURL(/find=copyright/);
  await page.getByRole("main").getByText("Found for “copyright”").waitFor();
  await page
    .getByRole("main")
    .getByRole("link", { name: /Two sections to read with it/ })
    .first()
    .waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await field.fill("non-disclosure");
  await page.getByRole("button", { name: "Find" }).click();
  await page.waitForURL(/find=non-disclosure/);
  await page
    .getByRole("main")
    .getByRole("link", { name: /non-disclosure agreement/i })
    .first()
    .waitFor();
  // What is only in the text of a template.
  const source = "---\nname: Berth\n---\n\nThe skipper keeps the quaywall clear.\n";
  await page.request.post("/api/library/templates", { data: { source }, headers: { origin: journey.url } });
  await field.fill("quaywall");
  await page.getByRole("button", { name: "Find" }).click();
  await page.waitForURL(/find=quaywall/);
  await page
    .getByRole("main")
    .getByRole("link", { name: /Berth.*keeps the quaywall clear/ })
    .waitFor();
  await field.fill("What does clause 3 say?");
  await field.press("Enter");
  await page.waitForURL(/\/chat$/);
  await expect.poll(() => page.locator("textarea").inputValue()).toBe("What does clause 3 say?");
  await page.context().close();
});
