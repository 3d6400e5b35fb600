/* Spelling and grammar beside a draft: off by default, English only, paragraph by paragraph while typing. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startJourney, type Journey } from "./browser.ts";
import { seriousFindings, settled } from "./steps.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey.close());

const content = "# Lease\n\nThe landlord lets the rooms to a honest tenant, who recieve the keys.\n\nThe rent is due each month.";

test("words are underlined, corrected, waved off and learnt; in another language the browser checks", async () => {
  const page = await journey.page();
  const wasm: string[] = [];
  page.on("request", (request) => request.url().endsWith(".wasm") && wasm.push(request.url()));
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(path, { data, headers: { origin: journey.url } });
    return (await answer.json()) as { id: string };
  };
  const { id: projectId } = await post("/api/projects", { name: "House" });
  const { id } = await post("/api/drafts", { projectId, name: "Lease", content });
  await page.goto(`/vault/projects/${projectId}/drafts/${id}`);
  const text = page.getByRole("textbox", { name: "Lease", exact: true });
  const underlined = () => text.locator(".misspelt, .unidiomatic").allInnerTexts();
  await page.getByRole("button", { name: "Checks", exact: true }).click();
  const panel = page.getByRole("region", { name: "Spelling and grammar" });
  const check = panel.getByRole("button", { name: "Check spelling and grammar" });
  await check.waitFor();
  expect(wasm).toEqual([]);
  await check.click();
  await expect.poll(underlined, { timeout: 40_000 }).toEqual(["a", "recieve"]);
  expect(new Set(wasm.map((url) => new URL(url).origin))).toEqual(new Set([journey.url]));

  await text.locator(".misspelt").click();
  const card = page.getByRole("dialog", { name: "Spelling and grammar" });
  await card.getByRole("button", { name: "receive", exact: true }).waitFor();
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);
  await card.getByRole("button", { name: "receive", exact: true }).click();
  await text.getByText("who receive the keys").waitFor();
  await expect.poll(underlined).toEqual(["a"]);
  await text.locator(".unidiomatic").click();
  await card.getByRole("button", { name: "Ignore" }).click();
  await expect.poll(underlined).toEqual([]);

  await text.getByText("The rent is due").click();
  await page.keyboard.press("End");
  await page.keyboard.type(" The quaters are paid in krona.");
  await expect.poll(underlined).toContain("quaters");
  await panel.getByRole("button", { name: /quaters/ }).click();
  await card.getByRole("button", { name: "Add to dictionary" }).click();
  await expect.poll(async () => (await underlined()).includes("quaters")).toBe(false);

  await page.getByRole("button", { name: /^Language and spelling: English/ }).click();
  await page.getByRole("menuitemradio", { name: "Swedish" }).click();
  await panel.getByText("Grammar is checked in English only; spelling by your browser.").waitFor();
  expect(await underlined()).toEqual([]);
  expect(await text.evaluate((element) => element.closest("[lang]")!.getAttribute("lang"))).toBe("sv");
  const stored = async () => ((await (await page.request.get(`/api/drafts/${id}`)).json()) as { language: string }).language;
  await expect.poll(stored).toBe("sv");
  await page.context().close();
});

test("what was taught goes along to another device, without a network too, and can be removed in the settings", async () => {
  const page = await journey.page();
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(path, { data, headers: { origin: journey.url } });
    return (await answer.json()) as { id: string };
  };
  const { id: projectId } = await post("/api/projects", { name: "House" });
  const words = "The quaters are paid in kronar by a honest tenant.";
  const { id } = await post("/api/drafts", { projectId, name: "Lease", content: words });
  const address = `/vault/projects/${projectId}/drafts/${id}`;
  const misspelt = (where: typeof page) => where.locator(".misspelt, .unidiomatic").allInnerTexts();
  const openWithChecks = async (where: typeof page) => {
    await where.goto(address);
    await where.getByRole("button", { name: "Checks", exact: true }).click();
    const panel = where.getByRole("region", { name: "Spelling and grammar" });
    await panel.getByRole("button", { name: "Check spelling and grammar" }).click();
  };
  const taught = async () =>
    (await (await page.request.get(`/api/spelling?draft=${id}`)).json()) as { words: string[]; ignored: string[] };

  await openWithChecks(page);
  await expect.poll(() => misspelt(page), { timeout: 40_000 }).toEqual(["quaters", "kronar", "a"]);
  const card = page.getByRole("dialog", { name: "Spelling and grammar" });
  await page.context().setOffline(true);
  await page.locator(".misspelt").first().click();
  await card.getByRole("button", { name: "Add to dictionary" }).click();
  await expect.poll(() => misspelt(page)).toEqual(["kronar", "a"]);
  expect(await taught()).toEqual({ words: [], ignored: [] });
  await page.context().setOffline(false);
  await expect.poll(async () => (await taught()).words).toEqual(["quaters"]);
  await page.locator(".unidiomatic").click();
  await card.getByRole("button", { name: "Ignore" }).click();
  await expect.poll(async () => (await taught()).ignored.length).toBe(1);

  const { cookies } = await page.context().storageState();
  const other = await journey.page({ isSignedIn: false, storageState: { cookies, origins: [] } });
  await openWithChecks(other);
  await expect.poll(() => misspelt(other), { timeout: 40_000 }).toEqual(["kronar"]);

  await other.goto("/settings/account/spelling");
  const list = other.getByRole("list", { name: "Words" });
  await other.getByRole("textbox", { name: "Word" }).fill("Kronar");
  await other.getByRole("button", { name: "Add", exact: true }).click();
  await list.getByText("kronar").waitFor();
  await settled(other);
  expect(await seriousFindings(other)).toEqual([]);
  await list.getByRole("button", { name: "Remove quaters" }).click();
  await other.getByText("“quaters” was removed.").waitFor();
  await expect.poll(() => list.getByRole("listitem").allInnerTexts()).toEqual(["kronar"]);
  await other.context().close();

  await page.reload();
  await expect.poll(() => misspelt(page), { timeout: 40_000 }).toEqual(["quaters"]);
  await page.context().close();
});
