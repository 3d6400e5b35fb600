/*
 * What may go wrong while an answer streams, at the provider and in the server. Each time the user sees what
 * happened, keeps what had arrived, and can continue.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { startJourney, type Journey } from "./browser.ts";
import { answers, composer, ended, questions, send, setModel, storedChat } from "./conversation.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney({ MODEL_FIRST_BYTE_SECONDS: "1", MODEL_SILENCE_SECONDS: "1" });
});
afterAll(() => journey?.close());

async function isStreaming(page: Page, from: number): Promise<void> {
  await expect.poll(async () => (await answers(page).last().innerText()).length, { timeout: 20_000 }).toBeGreaterThan(from);
}

describe("a provider that", () => {
  test.each([
    ["refuses the key", { mode: "401" }, "The model’s provider refused the key. Check it in the settings.", "model-key-refused"],
    ["is broken", { mode: "500" }, "The model’s provider is overloaded or down.", "model-overloaded"],
    ["never answers", { mode: "hang" }, "The model stopped answering.", "model-silent"],
    ["accepts and says nothing", { mode: "noheaders" }, "The model stopped answering.", "model-silent"],
    ["sends another thing", { mode: "garbage" }, "The model’s server sent an invalid response.", "model-nonsense"],
  ])("%s", async (_name, settings, sentence, code) => {
    const page = await journey.page();
    await setModel(journey, settings);
    await page.goto("/chat");
    await send(page, "Write");
    const card = page.locator(`[data-problem=${code}]`);
    await card.getByText(sentence).waitFor({ timeout: 30_000 });
    expect(await card.getByRole("button", { name: "Continue" }).count()).toBe(0);
    expect(await card.innerText()).not.toContain("arrived");

    // The question is kept, even after a reload, and asked again with one click.
    await page.waitForURL(/\/chat\/[0-9a-f-]{36}$/);
    await page.reload();
    await expect.poll(() => questions(page).innerText()).toContain("Write");
    await card.getByText(sentence).waitFor();
    await setModel(journey, { text: "Now it works.", tps: 0 });
    await card.getByRole("button", { name: "Try again" }).click();
    await expect.poll(() => ended(page, 1)).toContain("Now it works.");
    await expect.poll(() => card.count()).toBe(0);
  });

  test.each([
    ["falls silent in mid-answer", { mode: "hangmid" }, "The model stopped answering.", "model-silent"],
    ["reports an error in mid-answer", { mode: "errevent" }, "The model’s provider is overloaded or down.", "model-overloaded"],
    ["is cut off", { mode: "cut" }, "The connection to the model was lost.", "model-cut-off"],
  ])("%s leaves what it wrote", async (_name, settings, sentence, code) => {
    const page = await journey.page();
    await setModel(journey, { ...settings, cutat: 300, chars: 2000, tps: 400 });
    await page.goto("/chat");
    await send(page, "Write");
    const card = page.locator(`[data-problem=${code}]`);
    await card.getByText(sentence).waitFor({ timeout: 30_000 });
    const text = await ended(page, 1);
    expect(await card.innerText()).toContain("What arrived is kept.");
    expect(text.length).toBeGreaterThan(200);
    await page.reload();
    expect(await ended(page, 1)).toBe(text);
    await setModel(journey, { text: " and here it goes on.", tps: 0 });
    await card.getByRole("button", { name: "Continue" }).click();
    await expect.poll(() => ended(page, 1)).toContain("and here it goes on.");
    expect(await ended(page, 1)).toContain(text.slice(0, 150));
  });

  test("sends one broken event among good ones does not spoil the answer", async () => {
    const page = await journey.page();
    await setModel(journey, { mode: "badjson", cutat: 200, chars: 900, tps: 0 });
    await page.goto("/chat");
    await send(page, "Write");
    const text = await ended(page, 1);
    expect(text.length).toBeGreaterThan(150);
    await expect.poll(() => answers(page).getAttribute("data-status")).toBe("done");
    expect(text).toContain("ENDMARK");
  });

  test("ends without saying so has still answered", async () => {
    const page = await journey.page();
    await setModel(journey, { mode: "nodone", chars: 600, tps: 0 });
    await page.goto("/chat");
    await send(page, "Write");
    expect(await ended(page, 1)).toContain("ENDMARK");
  });
});

test("the server is killed in mid-answer: the text is kept, marked as interrupted, and continues", async () => {
  const page = await journey.page();
  await setModel(journey, { chars: 20_000, tps: 150 });
  await page.goto("/chat");
  await send(page, "Write at length");
  await isStreaming(page, 400);
  await composer(page).fill("Typed while the server was down");
  const seen = await answers(page).locator(".answer").innerText();
  await journey.restart("SIGKILL");

  const card = page.getByRole("group", { name: "What happened" });
  await card.waitFor({ timeout: 60_000 });
  const kept = await ended(page, 1);
  // At most the last moments of the stream are lost, never the beginning.
  expect(kept.startsWith(seen.slice(0, 200))).toBe(true);
  await expect.poll(() => composer(page).inputValue()).toBe("Typed while the server was down");
  await page.reload();
  expect(await ended(page, 1)).toBe(kept);
  await expect.poll(() => composer(page).inputValue()).toBe("Typed while the server was down");

  await setModel(journey, { text: " and after the restart.", tps: 0 });
  await card.getByRole("button", { name: "Continue" }).click();
  await expect.poll(() => ended(page, 1)).toContain("and after the restart.");
  await send(page, "Still there?");
  await ended(page, 2);
  expect((await storedChat(page)).messages.map((message) => message.role)).toEqual(["user", "assistant", "user", "assistant"]);
}, 120_000);

test("the server is stopped for an update in mid-answer: the reader finds the text and continues", async () => {
  const page = await journey.page();
  await setModel(journey, { chars: 20_000, tps: 150 });
  await page.goto("/chat");
  await send(page, "Write at length");
  await isStreaming(page, 400);
  await journey.restart("SIGTERM");
  await page.getByRole("group", { name: "What happened" }).waitFor({ timeout: 60_000 });
  expect((await ended(page, 1)).length).toBeGreaterThan(300);
  await setModel(journey, { text: " and after the update.", tps: 0 });
  await page.getByRole("button", { name: "Continue" }).click();
  await expect.poll(() => ended(page, 1)).toContain("and after the update.");
}, 120_000);
