/* Stet without a network: what was opened opens, what is written is kept and goes out later, and another account finds nothing. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { startJourney, type Journey } from "./browser.ts";
import { composer, ended, send, setModel } from "./conversation.ts";
import { ready } from "./steps.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());

/** Installed, in charge of this page, and the page kept. */
async function installed(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller === null)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
  });
  await page.reload();
}
const isKept = (page: Page, path: string) => page.evaluate(async (one) => (await caches.match(one)) !== undefined, path);

test("a chat opens offline, what is typed there is kept, and nothing of it is there after signing out", async () => {
  const page = await journey.page({ serviceWorkers: "allow" });
  await setModel(journey, { text: "Rivers rise in spring.", tps: 0 });
  await page.goto("/chat");
  await send(page, "When do rivers rise?");
  await ended(page, 1);
  await installed(page);
  const path = new URL(page.url()).pathname;
  await expect.poll(() => isKept(page, path)).toBe(true);

  await page.context().setOffline(true);
  await page.reload();
  await page.getByText("Rivers rise in spring.").waitFor();
  await composer(page).fill("And in autumn?");
  // A page that was not opened names those that were.
  await page.goto("/settings/account/profile");
  await page.getByRole("heading", { name: "No connection" }).waitFor();
  await page.getByRole("link", { name: "Mock title" }).click();
  await page.getByText("Rivers rise in spring.").waitFor();
  await expect.poll(() => composer(page).inputValue()).toBe("And in autumn?");

  await page.context().setOffline(false);
  await page.reload();
  await send(page, "And in autumn?");
  await ended(page, 2);

  await page.evaluate(() =>
    fetch("/api/auth/sign-out", { method: "POST", headers: { "content-type": "application/json" }, body: "{}" }),
  );
  await page.context().setOffline(true);
  await page.goto(path);
  await page.getByRole("heading", { name: "No connection" }).waitFor();
  expect(await page.content()).not.toMatch(/rivers|Mock title/i);
});

test("a shared text is in the composer, beside what was typed there", async () => {
  const page = await journey.page({ serviceWorkers: "allow" });
  await page.goto("/chat");
  await composer(page).fill("Summarize:");
  await installed(page);
  await expect.poll(() => composer(page).inputValue()).toBe("Summarize:");
  await page.evaluate(() => {
    const form = document.createElement("form");
    Object.assign(form, { method: "post", action: "/share", enctype: "multipart/form-data" });
    for (const [name, value] of [
      ["title", "Tide tables"],
      ["url", "https://tides.example/"],
    ]) {
      const field = document.createElement("input");
      Object.assign(field, { name, value });
      form.append(field);
    }
    document.body.append(form);
    form.submit();
  });
  await page.waitForURL("**/chat");
  await expect.poll(() => composer(page).inputValue()).toBe("Summarize:\n\nTide tables\nhttps://tides.example/");
});

test("a form and a link wait for a server that is down, and the page with what is entered stays", async () => {
  const page = await journey.page();
  await page.goto("/settings/account/profile");
  await ready(page);
  const name = page.getByLabel("Name", { exact: true });
  await name.fill("Grace Hopper");
  await journey.kill();
  await page.getByRole("button", { name: "Save" }).first().click();
  await page.getByText("Stet could not be reached. Check your connection and try again; nothing you typed is lost.").waitFor();
  expect(await name.inputValue()).toBe("Grace Hopper");
  await page.getByRole("link", { name: "Vault", exact: true }).click();
  const notice = page.getByText("Stet can’t be reached. The page opens as soon as it can be.");
  await notice.waitFor();
  expect(await name.inputValue()).toBe("Grace Hopper");
  await journey.restart();
  await page.getByRole("heading", { level: 1, name: "Vault" }).waitFor();
  await expect.poll(() => notice.count()).toBe(0);
});
