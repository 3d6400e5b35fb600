/* End-to-end tests for an organization's developers: a key, a program that uses it, and its usage. */
import OpenAI from "openai";
import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startJourney, type Journey } from "./browser.ts";
import { password, ready, seriousFindings, settled, signUp, skipWelcome } from "./steps.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());

/** A new user with their own organization. */
async function ownerPage(options: Parameters<Journey["page"]>[0] = {}): Promise<{ page: Page; base: string }> {
  const page = await journey.page({ isSignedIn: false, ...options });
  await page.goto("/auth/sign-up");
  await signUp(page, "Ada");
  await skipWelcome(page);
  const slug = `firm-${randomUUID().slice(0, 8)}`;
  const made = await page.request.post("/api/organizations", {
    data: { name: "The firm", slug },
    headers: { origin: journey.url },
  });
  if (!made.ok()) throw new Error(await made.text());
  return { page, base: `/organizations/${slug}` };
}

async function makeKey(page: Page, base: string, name: string): Promise<string> {
  await page.goto(`${base}/api-keys`);
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Your password").fill(password);
  await page.getByRole("button", { name: "Create key" }).click();
  return (await page.getByLabel("The new key").textContent())!.trim();
}

test("a key is made, a program streams an answer with it, its use shows, and revoked it is worth nothing", async () => {
  const { page, base } = await ownerPage();
  await page.goto(`${base}/chat`);
  await ready(page);
  await page.getByRole("navigation", { name: "Chats" }).getByRole("link", { name: "API keys" }).click();
  await page.getByText("No keys yet").waitFor();

  await page.getByLabel("Name", { exact: true }).fill("Weekly report");
  await page.getByLabel("Your password").fill("not it");
  await page.getByRole("button", { name: "Create key" }).click();
  await page.getByText("That password isn’t right.").waitFor();
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Weekly report");
  await page.getByLabel("Your password").fill(password);
  await page.getByRole("button", { name: "Create key" }).click();
  const secret = (await page.getByLabel("The new key").textContent())!.trim();
  expect(secret).toMatch(/^stet_\w{40}$/);

  const client = new OpenAI({ apiKey: secret, baseURL: `${journey.url}/v1`, maxRetries: 0 });
  const asked = { model: "local:mock-model", messages: [{ role: "user" as const, content: "Hello [[mock tps=0 text=Streamed]]" }] };
  let text = "";
  for await (const chunk of await client.chat.completions.create({ ...asked, stream: true }))
    text += chunk.choices[0]?.delta.content ?? "";
  expect(text).toContain("Streamed");

  await expect
    .poll(async () => {
      await page.goto(`${base}/api-usage`);
      return page.locator("main").textContent();
    })
    .toContain("local:mock-model");
  await expect.poll(() => page.getByRole("region", { name: "By key" }).textContent()).toContain("Weekly report");
  const csv = await page.request.get((await page.getByRole("link", { name: "Download CSV" }).getAttribute("href"))!);
  expect(await csv.text()).toContain("Weekly report,local:mock-model,1,0,");

  await page.goto(`${base}/api-keys`);
  await ready(page);
  expect(await page.locator("main").textContent()).not.toContain(secret);
  await page.getByText(/last used/).waitFor();
  await page.getByRole("button", { name: "Revoke Weekly report" }).click();
  await page.getByRole("button", { name: "Revoke key" }).click();
  await page.getByText("Key revoked.").waitFor();
  await expect(client.models.list()).rejects.toMatchObject({ status: 401, code: "invalid_api_key" });
});

test("a stream that is stopped closes its connection to the model, and what it used is kept through the end of the process", async () => {
  const { page, base } = await ownerPage();
  const secret = await makeKey(page, base, "Stopped");
  const client = new OpenAI({ apiKey: secret, baseURL: `${journey.url}/v1`, maxRetries: 0 });
  const content = "Hello [[mock tps=40 chars=40000]]";
  const stream = await client.chat.completions.create({
    model: "local:mock-model",
    messages: [{ role: "user", content }],
    stream: true,
  });
  for await (const chunk of stream) if (chunk.choices[0]?.delta.content) break;
  const stats = async () => (await (await fetch(`${journey.modelUrl}/stats`)).json()) as { active: number };
  await expect.poll(async () => (await stats()).active).toBe(0);
  await journey.restart("SIGTERM");
  await page.goto(`${base}/api-usage`);
  await expect.poll(() => page.getByRole("region", { name: "By key" }).textContent()).toContain("Stopped");
  await expect.poll(() => page.getByRole("region", { name: "By month" }).getByRole("row").count()).toBe(2);
});

test("the playground streams, says what it used, lets messages be rewritten, and shows the code", async () => {
  const { page, base } = await ownerPage();
  await page.goto(`${base}/playground`);
  await ready(page);
  await page.getByLabel("Model", { exact: true }).selectOption("local:mock-model");
  await page.getByLabel("System prompt").fill("Be brief.");
  await page.getByLabel("Temperature").fill("0.3");
  await page.getByLabel("Message", { exact: true }).fill("It's a test [[mock tps=0 text=Certainly]]");
  await page.keyboard.press("Enter");
  const messages = page.getByRole("list", { name: "Messages" });
  await expect.poll(() => messages.getByLabel("Message 2, model").inputValue()).toContain("Certainly");
  await page.getByText(/tokens in, \d+ out/).waitFor();

  await messages.getByLabel("Message 1, you").fill("Again [[mock tps=0 text=Otherwise]]");
  await page.getByRole("button", { name: "Ask again" }).click();
  await expect.poll(() => messages.getByLabel("Message 2, model").inputValue()).toContain("Otherwise");

  await page.getByRole("button", { name: "Show code" }).click();
  const code = page.getByRole("dialog").locator("pre");
  await expect.poll(() => code.textContent()).toContain("Be brief.");
  expect(await code.textContent()).toContain(`curl ${journey.url}/v1/chat/completions`);
  await page.getByRole("button", { name: "Python" }).click();
  await expect.poll(() => code.textContent()).toContain("temperature=0.3");
  await page.keyboard.press("Escape");
  // Until it has gone, the focus is its own: unlike a click, filling does not wait for that.
  await page.getByRole("dialog").waitFor({ state: "detached" });

  await page.getByLabel("Message", { exact: true }).fill("Long [[mock tps=30 chars=9000]]");
  await page.keyboard.press("Enter");
  await expect.poll(() => messages.getByLabel("Message 4, model").inputValue()).not.toBe("");
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("button", { name: "Ask", exact: true }).waitFor();
  expect(await messages.getByLabel("Message 4, model").inputValue()).not.toBe("");

  await page.getByLabel("Message", { exact: true }).fill("Broken [[mock mode=401]]");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").waitFor();
});

test("a webhook is added, tried, paused and removed", async () => {
  const { page, base } = await ownerPage();
  await page.goto(`${base}/webhooks`);
  await page.getByText("No webhooks yet").waitFor();
  await page.getByLabel("Address").fill("hooks.example.test");
  await page.getByLabel("Your password").fill(password);
  await page.getByLabel("Address").fill(`${journey.modelUrl}/hook`);
  await page.getByRole("button", { name: "Add webhook" }).click();
  expect((await page.getByLabel("The signing secret").textContent())!.trim()).toMatch(/^whsec_[\w+/]{43}=$/);
  await page.getByRole("button", { name: /^Send a test to/ }).click();
  await page.getByText("A test message is on its way.").waitFor();
  // The journey's own servers are not on the public web.
  await expect.poll(async () => (await page.reload(), page.locator("summary").innerText())).toContain("tried once");
  await page.locator("summary").click();
  await page.getByText("This address is not on the public web.").waitFor();
  await page.getByRole("button", { name: /^Pause/ }).click();
  await page.getByText("Webhook paused.").waitFor();
  await page.getByRole("button", { name: /^Remove/ }).click();
  await page.getByRole("button", { name: "Remove webhook" }).click();
  await page.getByText("No webhooks yet").waitFor();
});

test.each([1440, 390])("the pages are without serious findings of axe, at %i", async (width) => {
  const { page, base } = await ownerPage({ viewport: { width, height: 900 } });
  await makeKey(page, base, "A key");
  await page.request.post("/api/playground", {
    data: { model: "stet-builtin", messages: [{ role: "user", content: "Hello" }] },
    headers: { origin: journey.url, "x-organization-slug": base.split("/").at(-1)! },
  });
  for (const path of ["/playground", "/api-keys", "/webhooks", "/api-usage", "/settings/organization/developers"]) {
    await page.goto(base + path);
    await ready(page);
    await settled(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect({ path, findings: await seriousFindings(page), isTooWide: wide > width }).toEqual({
      path,
      findings: [],
      isTooWide: false,
    });
  }
});

test("keys are made and revoked without script", async () => {
  const { page, base } = await ownerPage({ javaScriptEnabled: false });
  expect(await makeKey(page, base, "By hand")).toMatch(/^stet_\w{40}$/);
  await page.goto(`${base}/api-keys`);
  await page.getByRole("button", { name: "Revoke By hand" }).click();
  await page.getByText("Key revoked.").waitFor();
});
