/* Agent mode: asked for a larger change, an agent works through a contract in steps, and its changes are decided,
   shown, and undone. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { renderDocx } from "#server/export/docx.ts";
import { startJourney, type Journey } from "./browser.ts";
import { answers, composer, setModel } from "./conversation.ts";
import { pressInText } from "./draft-steps.ts";
import { selectionHeard, seriousFindings, settled } from "./steps.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey.close());

const contract = `# Services agreement

The Supplier and the Customer agree as follows.

1) Definitions

   1) “Fee” means the price of the Services.
   2) “Business Day” means a weekday on which banks are open.

2) Payment

   1) The Customer pays the the Fee within thirty days, on a business day.
   2) In the event that the Fee is late, interest is due.

3) Notices

   1) The parties use e-mail in order to give notice.
   2) At this point in time no notice is open.
`;

const text = (page: Page) => page.getByRole("textbox", { name: "Services agreement" });
const words = (page: Page) => text(page).evaluate((element) => (element as HTMLElement).textContent ?? "");
const states = (page: Page) =>
  page.locator("[data-patch-state]").evaluateAll((all) => all.map((one) => one.getAttribute("data-patch-state")));

type Limits = { applies?: boolean; maxSteps?: number; model?: string };

/** A page with the contract open, imported from Word, and agent mode on beside it. */
async function openAgent({ applies = false, maxSteps, model = "stet-builtin" }: Limits = {}): Promise<Page> {
  const page = await journey.page();
  const headers = { origin: journey.url };
  const made = await page.request.post("/api/projects", { data: { name: "Work" }, headers });
  const { id: projectId } = (await made.json()) as { id: string };
  const docx = await renderDocx(markdownToDocument(contract), { title: "Services agreement" });
  const upload = await page.request.post("/api/upload", {
    multipart: { file: { name: "Services agreement.docx", mimeType: "application/octet-stream", buffer: Buffer.from(docx) } },
    headers,
  });
  const { files } = (await upload.json()) as { files: { id: string }[] };
  const imported = await page.request.post("/api/drafts/import", { data: { projectId, fileId: files[0]!.id }, headers });
  const { id } = (await imported.json()) as { id: string };
  await page.goto(`/vault/projects/${projectId}/drafts/${id}`);
  await text(page).waitFor();
  const agent = { isOn: false, maxSteps: maxSteps ?? 12, maxTokens: 200_000, applies };
  const choices = {
    model,
    sources: [],
    knowledgeSources: [],
    forceWebSearch: false,
    searchProjectFiles: false,
    draftMode: false,
    writingType: null,
    agent,
  };
  await page.evaluate((chosen) => localStorage.setItem("stet.chosen", JSON.stringify(chosen)), choices);
  await page.getByRole("button", { name: "Assistant" }).click();
  await composer(page).waitFor();
  await page.keyboard.press("Control+Shift+E");
  await page.getByRole("button", { name: "Agent", pressed: true }).waitFor();
  return page;
}

async function askAgent(page: Page, question: string): Promise<void> {
  await composer(page).fill(question);
  await composer(page).press("Enter");
}

const openTimeline = (page: Page) => page.getByRole("button", { name: "Timeline", exact: true }).click();

/** The entries of the timeline, newest first, by what created them. */
function timeline(page: Page): Promise<(string | null)[]> {
  const versions = page.getByRole("list", { name: "Versions, newest first" }).locator("[data-version]");
  return versions.evaluateAll((all) => all.map((one) => one.getAttribute("data-version")));
}

async function typeAfter(page: Page, after: string, typed: string): Promise<void> {
  await text(page)
    .getByText(after)
    .evaluate((element) => {
      (element.closest("[contenteditable]") as HTMLElement).focus();
      getSelection()!.selectAllChildren(element);
      getSelection()!.collapseToEnd();
    });
  await selectionHeard(page);
  await page.keyboard.type(typed);
}

test("the built-in editor proposes through a contract; some are taken by key and at the spot; one entry takes them back", async () => {
  const page = await openAgent();
  await askAgent(page, "Fix the grammar, use plainer words, and check the defined terms");
  // The grammar checker may have to start for this.
  await expect.poll(() => answers(page).first().getAttribute("data-status"), { timeout: 60_000 }).toBe("done");
  const agent = page.getByRole("region", { name: "Agent" });
  await expect.poll(() => agent.getByRole("list", { name: "Plan" }).locator("[data-item]").count()).toBe(3);
  await expect.poll(() => agent.locator("[data-item=done]").count()).toBe(3);
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);

  await agent.getByRole("button", { name: /changes/ }).click();
  const all = await states(page);
  expect(all.length).toBeGreaterThanOrEqual(5);
  await expect
    .poll(() =>
      text(page)
        .locator("[data-proposal]")
        .evaluateAll((marks) => new Set(marks.map((mark) => (mark as HTMLElement).dataset["proposal"])).size),
    )
    .toBe(all.length);
  await page.locator("[data-patch-state]").first().focus();
  await page.keyboard.press("a");
  await expect.poll(async () => (await states(page))[0]).toBe("applied");
  await page.keyboard.press("j");
  await page.keyboard.press("a");
  await page.keyboard.press("j");
  await page.keyboard.press("r");
  await expect.poll(async () => (await states(page)).slice(0, 3)).toEqual(["applied", "applied", "rejected"]);
  await page.keyboard.press("k");
  await page.keyboard.press("r");
  await expect.poll(async () => (await states(page))[1]).toBe("open");
  await page.keyboard.press("a");
  await expect.poll(async () => (await states(page))[1]).toBe("applied");
  await pressInText(text(page), /^Accept/);
  await expect.poll(async () => (await states(page)).filter((state) => state === "applied").length).toBe(3);

  await typeAfter(page, "banks are open", " Not on Sundays.");
  await openTimeline(page);
  await expect.poll(() => timeline(page)).toEqual(["typed", "agent", "import"]);
  await page.getByText("3 changes · Stet built-in").waitFor();
  await page.getByRole("button", { name: "Undo all changes" }).click();
  await page.getByText("3 changes undone").waitFor();
  await expect.poll(() => words(page)).toContain("pays the the Fee");
  expect(await words(page)).toContain("Not on Sundays.");
  await page.getByText("All changes were undone").waitFor();
  await page.context().close();
});

/** Selects the first occurrence of these words. */
async function chooseWords(page: Page, chosen: string): Promise<void> {
  await text(page).evaluate((element, sought) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      const at = node.data.indexOf(sought);
      if (at < 0) continue;
      (element as HTMLElement).focus();
      getSelection()!.setBaseAndExtent(node, at, node, at + sought.length);
      return;
    }
  }, chosen);
  await selectionHeard(page);
}

const propose = (original: string, replacement: string) => ({
  tool: "proposeChanges",
  args: { item: 1, changes: [{ original, replacement, summary: "Plainer." }] },
});
const plan = { tool: "plan", args: { summary: "Plainer words", items: [{ what: "Plainer words", where: "Payment, Notices" }] } };
const three = [
  plan,
  propose("In the event that the Fee is late", "If the Fee is late"),
  propose("in order to give notice", "to give notice"),
  propose("At this point in time", "Now"),
  { text: "Three places are plainer." },
];

/** The model pauses from this step on until released. */
function held(from: number): string {
  return JSON.stringify(three.map((step, i) => (i === from ? { ...step, wait: true } : step)));
}

async function letGo(): Promise<void> {
  await fetch(`${journey.modelUrl}/control`, { method: "POST", body: JSON.stringify({ go: 1 }) });
}

test("a model’s changes are made as they come, also over a reload, while the writer types; what was edited since stays", async () => {
  const page = await openAgent({ applies: true, model: "local:mock-model" });
  await setModel(journey, { script: held(2), tps: 0 });
  await askAgent(page, "Make it plainer");
  await expect.poll(() => words(page)).toContain("If the Fee is late");
  await typeAfter(page, "banks are open", " Typed meanwhile.");
  await page.locator('[data-save="saved"]').waitFor();
  await page.reload();
  await page.locator("[data-agent=running]").waitFor();
  await letGo();
  await expect.poll(() => words(page)).toContain("Now no notice is open");
  expect(await words(page)).toContain("use e-mail to give notice");
  await expect.poll(() => answers(page).first().getAttribute("data-status")).toBe("done");
  await page.getByText("Three places are plainer.").waitFor();
  expect(await words(page)).toContain("Typed meanwhile.");

  await typeAfter(page, "Now no notice is open", " at all");
  await chooseWords(page, "If");
  await page.keyboard.type("Where");
  await expect.poll(() => words(page)).toContain("Where the Fee is late");
  await page.locator('[data-save="saved"]').waitFor();
  await openTimeline(page);
  await page.getByText("3 changes · mock-model").waitFor();
  expect((await timeline(page)).filter((kind) => kind === "agent")).toHaveLength(1);
  await page.getByRole("button", { name: "Undo all changes" }).click();
  await page.getByText(/2 changes undone. One change was edited since/).waitFor();
  const left = await words(page);
  expect(left).toContain("use e-mail in order to give notice");
  expect(left).toContain("At this point in time no notice is open. at all");
  expect(left).toContain("Where the Fee is late");
  expect(left).toContain("Typed meanwhile.");
  await page.context().close();
});

test("it is stopped in the middle, comes to its limit, and continues; what no draft took waits as proposals", async () => {
  const page = await openAgent({ applies: true, maxSteps: 2, model: "local:mock-model" });
  await setModel(journey, { script: JSON.stringify(three), tps: 0 });
  await askAgent(page, "Make it plainer");
  const limit = page.getByRole("group", { name: "What happened" });
  await limit.getByText("The limit of 2 steps is reached.").waitFor();
  await expect.poll(() => words(page)).toContain("If the Fee is late");
  await setModel(journey, { script: held(3), tps: 0 });
  await limit.getByRole("button", { name: "Go on" }).click();
  await expect.poll(() => words(page)).toContain("use e-mail to give notice");
  await page.getByRole("button", { name: "Stop" }).click();
  await expect.poll(() => answers(page).first().getAttribute("data-status")).toBe("stopped");
  expect(await words(page)).toContain("At this point in time");

  await page.locator('[data-save="saved"]').waitFor();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("Step 1 of 2").waitFor();
  const address = page.url();
  await page.goto("/vault");
  await letGo();
  await expect.poll(() => runStatus(page, address)).toBe("done");
  await page.goto(address);
  await page.getByRole("status").getByText("2 applied, 1 to decide").waitFor();
  expect(await words(page)).toContain("At this point in time");
  await pressInText(text(page), /^Accept/);
  await expect.poll(() => words(page)).toContain("Now no notice is open");
  await page.context().close();
});

/** The status of the newest answer beside a draft, from the server. */
async function runStatus(page: Page, address: string): Promise<string | undefined> {
  const draft = await page.request.get(`/api/drafts/${address.split("/").at(-1)}`);
  const { chatId } = (await draft.json()) as { chatId: string };
  const chat = await page.request.get(`/api/chats/${chatId}`);
  const { messages } = (await chat.json()) as { messages: { run?: { status: string } }[] };
  return messages.at(-1)?.run?.status;
}
