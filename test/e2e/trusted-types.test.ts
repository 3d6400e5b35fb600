/*
 * The browser itself refuses strings as markup or scripts on Stet's pages, and React may still build a page again
 * whose markup it found changed.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { answers, ended, send, setModel } from "./conversation.ts";
import { startJourney, type Journey } from "./browser.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());

test.each(["/demo", "/auth/sign-in", "/"])("%s refuses markup and scripts from strings", async (path) => {
  const page = await journey.browser.newPage({ baseURL: journey.url });
  await page.goto(path);
  const refusals = await page.evaluate(() => {
    const tries: Record<string, () => unknown> = {
      innerHTML: () => (document.createElement("div").innerHTML = "<b>bold</b>"),
      insertAdjacentHTML: () => document.body.insertAdjacentHTML("beforeend", "<b>bold</b>"),
      parsing: () => new DOMParser().parseFromString("<b>bold</b>", "text/html"),
      script: () => (document.createElement("script").text = "window.ran = true"),
      "address of a script": () => (document.createElement("script").src = "https://evil.test/a.js"),
      worker: () => new Worker("data:text/javascript,1"),
      policy: () =>
        (window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } }).trustedTypes.createPolicy(
          "other",
          {},
        ),
    };
    return Object.entries(tries).flatMap(([what, run]) => {
      try {
        run();
        return [what];
      } catch (error) {
        return error instanceof TypeError ? [] : [`${what}: ${String(error)}`];
      }
    });
  });
  expect(refusals).toEqual([]);
  await page.close();
});

test("a page whose markup was changed on its way is built again, and works", async () => {
  const page = await journey.page();
  await setModel(journey, { text: "An answer with $$x^2 = 4$$.", tps: 0 });
  let changed = 0;
  await page.route("**/chat", async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    const other = body.replace(/(<h1[^>]*>)[^<]+/, "$1Changed on its way");
    if (other !== body) changed++;
    await route.fulfill({ response, body: other });
  });
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await page.goto("/chat");
  expect(changed).toBe(1);
  expect(await page.getByText("Changed on its way").count()).toBe(0);
  // React says that it gave the markup up, and nothing else.
  expect(errors.filter((message) => !message.includes("Minified React error #418"))).toEqual([]);
  await send(page, "Show a formula");
  await ended(page, 1);
  await answers(page).locator(".katex").waitFor();
});
