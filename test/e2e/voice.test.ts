/* Voice input in the composer: Chromium's fake microphone, and a server that implements the transcription API. */
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { saysText, startTranscriber, type Transcriber } from "#test/transcriber.ts";
import { startJourney, type Journey } from "./browser.ts";
import { answers, composer, ended, send, setModel } from "./conversation.ts";
import { open, ready } from "./steps.ts";

let transcriber: Transcriber;
let journey: Journey;
beforeAll(async () => {
  transcriber = await startTranscriber();
  journey = await startJourney({ TRANSCRIPTION_URL: transcriber.url }, undefined, [
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream",
  ]);
});
afterAll(async () => {
  await journey?.close();
  await transcriber?.stop();
});

const dictate = (page: Page) => page.getByRole("button", { name: "Dictate" });
const stop = (page: Page) => page.getByRole("button", { name: "Stop and transcribe" });

/** A page that records every microphone stream it opened, and its console output. */
async function listeningPage(options: Parameters<Journey["page"]>[0] = {}): Promise<{ page: Page; logged: string[] }> {
  const page = await journey.page(options);
  const logged: string[] = [];
  page.on("console", (message) => message.type() === "error" && logged.push(message.text()));
  await page.addInitScript(() => {
    const tracks: MediaStreamTrack[] = [];
    Object.assign(window, { tracks });
    const devices = MediaDevices.prototype;
    const real = devices.getUserMedia;
    devices.getUserMedia = async function (constraints) {
      const stream = await real.call(this, constraints);
      tracks.push(...stream.getTracks());
      return stream;
    };
  });
  return { page: await open(page), logged };
}

const tracks = (page: Page) =>
  page.evaluate(() => (window as unknown as { tracks: MediaStreamTrack[] }).tracks.map(({ readyState }) => readyState));

/**
 * Waits until the recorder has had time to deliver its first piece: the level has been drawn and the clock has
 * advanced.
 */
async function recordASecond(page: Page): Promise<void> {
  await dictate(page).click();
  await page
    .locator("[data-voice=recording]")
    .getByText(/0:0[1-9]/)
    .waitFor();
}

test("idle, recording with a live level, transcribing, idle; the words stand at the caret and nothing typed is lost", async () => {
  const { page } = await listeningPage();
  let say: () => void = () => {};
  transcriber.answer((response) => (say = () => saysText("all of")(response)));
  await composer(page).fill("I saw it.");
  await composer(page).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(5, 5));
  await recordASecond(page);
  expect(await tracks(page)).toEqual(["live"]);
  // Above the silence line: the fake microphone beeps.
  const tallest = () =>
    page.locator("[data-voice=recording] canvas").evaluate((canvas: HTMLCanvasElement) => {
      const { width, height } = canvas;
      const pixels = canvas.getContext("2d")!.getImageData(0, 0, width, height).data;
      return Array.from({ length: height }, (_, y) => y).filter((y) =>
        pixels.slice(y * width * 4, (y + 1) * width * 4).some(Boolean),
      ).length;
    });
  await expect.poll(tallest).toBeGreaterThan(6);
  await stop(page).click();
  await page.locator("[data-voice=transcribing]").waitFor();
  await expect.poll(() => transcriber.heard.length).toBe(1);
  // Typing continues meanwhile.
  await composer(page).press("End");
  await composer(page).pressSequentially(" Yes.");
  await composer(page).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(5, 5));
  say();
  await expect.poll(() => composer(page).inputValue()).toBe("I saw all of it. Yes.");
  await dictate(page).waitFor();
  expect(await page.locator("[data-voice]").count()).toBe(0);
  expect(await tracks(page)).toEqual(["ended"]);
  expect(transcriber.heard[0]?.type).toMatch(/^audio\/webm/);
  expect(transcriber.heard[0]?.audio.subarray(0, 4).toString("hex")).toBe("1a45dfa3");
  expect(transcriber.heard[0]?.audio.includes("OpusHead")).toBe(true);
  // Dictated text is unsent text like any other: the browser's undo removes it, and Enter sends it.
  await composer(page).press("Control+z");
  await expect.poll(() => composer(page).inputValue()).toBe("I saw it. Yes.");
});

test("what fails is only logged: idle again, the microphone off, and the recording kept for another try", async () => {
  const { page, logged } = await listeningPage();
  transcriber.answer((response) => response.writeHead(500).end("boom"));
  await composer(page).fill("Kept.");
  await recordASecond(page);
  await stop(page).click();
  const again = page.getByRole("button", { name: "Try the last recording again" });
  await again.waitFor();
  await dictate(page).waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
  expect(logged.join()).toContain("The recording couldn’t be transcribed.");
  expect(await tracks(page)).toEqual(["ended"]);
  await expect.poll(() => composer(page).inputValue()).toBe("Kept.");
  const heard = transcriber.heard.length;
  transcriber.answer(saysText("After all."));
  await again.click();
  await expect.poll(() => composer(page).inputValue()).toBe("Kept. After all.");
  expect(transcriber.heard[heard]?.audio.equals(transcriber.heard[heard - 1]!.audio)).toBe(true);
  await again.waitFor({ state: "hidden" });
});

test("a recording can be discarded, and without a microphone there is none", async () => {
  const { page, logged } = await listeningPage();
  const heard = transcriber.heard.length;
  await recordASecond(page);
  await page.getByRole("button", { name: "Discard the recording" }).click();
  await dictate(page).waitFor();
  expect(await tracks(page)).toEqual(["ended"]);
  expect(transcriber.heard).toHaveLength(heard);
  await page.evaluate(() => {
    MediaDevices.prototype.getUserMedia = () => Promise.reject(new DOMException("No.", "NotAllowedError"));
  });
  await dictate(page).click();
  await expect.poll(() => logged.join()).toContain("There is no recording.");
  await dictate(page).waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
});

test("someone who moves to another chat while speaking finds the words where they were begun", async () => {
  const { page } = await listeningPage();
  await setModel(journey, { text: "An answer.", tps: 0 });
  await send(page, "A question");
  await ended(page, 1);
  await page.waitForURL(/\/chat\/[0-9a-f-]{36}$/);
  const chat = page.url();
  transcriber.answer(saysText("Said before leaving."));
  await recordASecond(page);
  await page.getByRole("link", { name: "New chat" }).first().click();
  await page.waitForURL("**/chat");
  await expect.poll(() => composer(page).inputValue()).toBe("");
  await expect.poll(() => page.evaluate(() => Object.values(localStorage).join())).toContain("Said before leaving.");
  expect(await tracks(page)).toEqual(["ended"]);
  await page.goto(chat);
  await answers(page).first().waitFor();
  await expect.poll(() => composer(page).inputValue()).toBe("Said before leaving.");
});

test("on a phone, in light and dark, axe finds nothing while recording and the strip fits", async () => {
  for (const colorScheme of ["light", "dark"] as const) {
    const { page } = await listeningPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme });
    await recordASecond(page);
    const { violations } = await new AxeBuilder({ page: page as never }).setLegacyMode().analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.context().close();
  }
});

test("a browser that cannot record is not asked to", async () => {
  const page = await journey.page();
  await page.addInitScript(() => Reflect.deleteProperty(window, "MediaRecorder"));
  await page.goto("/chat");
  await ready(page);
  await page.getByRole("button", { name: "Send" }).waitFor();
  expect(await dictate(page).count()).toBe(0);
});
