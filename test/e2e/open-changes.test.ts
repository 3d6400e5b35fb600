/*
 * Hundreds of changes of three authors in a counterpart's Word file, decided at once: accepted, taken back byte for byte,
 * rejected by author, and as the server has them after a reload.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import type { ImportedChange } from "#core/changes/imported-change.ts";
import { documentOf } from "#core/document/document-schema.ts";
import { documentText } from "#core/document/document-text.ts";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { renderDocx } from "#server/export/docx.ts";
import { startJourney, type Journey } from "./browser.ts";
import { saved } from "./draft-steps.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney({ MODEL_SERVER_URL: "" });
});
afterAll(() => journey?.close());

const date = "2026-11-03T09:00:00Z";
/** Words replaced, deleted and inserted, and two changes of which one begins where the other ends. */
const theirs = Array.from({ length: 200 }, (_, i) => {
  const by = { summary: "", author: i % 4 === 0 ? "Hal Partner" : "Grace Counterpart", date };
  if (i % 7 === 0) return [{ original: `fee ${i} within thirty days`, replacement: "", ...by }];
  if (i % 7 === 1) return [{ original: `fee ${i}`, replacement: `fee ${i} in full`, ...by }];
  const replaced = { original: `fee ${i} within thirty`, replacement: `fee ${i} within sixty (60)`, ...by };
  return i % 7 === 2
    ? [replaced, { ...by, author: "Grace Partner", original: " days.", replacement: ".", before: `fee ${i} within thirty` }]
    : [replaced];
}).flat();
const clauses = Array.from({ length: 200 }, (_, i) =>
  i % 2 === 0 ? `- The Customer pays fee ${i} within **thirty** days.` : `The Customer pays *fee* ${i} within thirty days.`,
);

/** `count` is how many there are in all, `ofHal` of one author. */
async function open(): Promise<{ page: Page; id: string; count: number; ofHal: number }> {
  const buffer = Buffer.from(
    await renderDocx(markdownToDocument(`# Fees\n\n${clauses.join("\n\n")}`), { title: "Fees", changes: theirs }),
  );
  const page = await journey.page();
  const answer = await page.request.post("/api/projects", { data: { name: "Harbour" }, headers: { origin: journey.url } });
  const { id: projectId } = (await answer.json()) as { id: string };
  await page.goto(`/vault/projects/${projectId}`);
  await page.getByLabel("File to import").setInputFiles({ name: "Fees v2.docx", mimeType: "application/octet-stream", buffer });
  await page.waitForURL(/\/drafts\/[0-9a-f-]{36}$/);
  const id = new URL(page.url()).pathname.split("/").at(-1)!;
  const authors = (await changesIn(page, id)).map(({ patch }) => patch.author);
  expect(authors.length).toBeGreaterThan(200);
  await menu(page, authors.length).waitFor();
  return { page, id, count: authors.length, ofHal: authors.filter((name) => name === "Hal Partner").length };
}

type Stored = { document: object; authorship: { origins: { author?: string }[] } | null };
const storedIn = async (page: Page, id: string) => (await (await page.request.get(`/api/drafts/${id}`)).json()) as Stored;
async function changesIn(page: Page, id: string): Promise<readonly ImportedChange[]> {
  return ((await (await page.request.get(`/api/drafts/${id}/changes`)).json()) as { changes: ImportedChange[] }).changes;
}

async function decisions(page: Page, id: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { decision } of await changesIn(page, id)) counts[String(decision)] = (counts[String(decision)] ?? 0) + 1;
  return counts;
}

const menu = (page: Page, left: number) => page.getByRole("button", { name: `${left} changes to decide` });
async function choose(page: Page, left: number, group: string, name: string): Promise<void> {
  await menu(page, left).click();
  await page.getByRole("group", { name: group }).getByRole("menuitem", { name }).click();
}

test("all are accepted, and one Ctrl+Z is byte for byte the document it was, with every change open again", async () => {
  const { page, id, count } = await open();
  const before = await storedIn(page, id);
  await page.getByRole("button", { name: "Next change" }).click();
  const bar = page.getByRole("group", { name: "Proposed change" });
  await bar.getByRole("button", { name: /^Accept: Hal Partner/ }).waitFor();
  await page.keyboard.press("Alt+F5");
  await bar.getByRole("button", { name: /^Accept: Grace Counterpart/ }).waitFor();
  await page.keyboard.press("Alt+Shift+F5");
  await bar.getByRole("button", { name: /^Accept: Hal Partner/ }).waitFor();

  await choose(page, count, `${count} changes`, "Accept all");
  await page.getByText(`${count} changes accepted.`).waitFor();
  await expect.poll(() => page.locator("del").count()).toBe(0);
  await saved(page);
  await expect.poll(() => decisions(page, id)).toEqual({ accepted: count });
  const accepted = await storedIn(page, id);
  const words = documentText(documentOf(accepted.document)!).text;
  expect(words).toContain("The Customer pays fee 1 in full within thirty days.");
  expect(words).toContain("The Customer pays fee 2 within sixty (60).");
  expect(words).toContain("The Customer pays fee 3 within sixty (60) days.");
  const authors = accepted.authorship!.origins.map(({ author }) => author);
  expect(authors).toEqual(expect.arrayContaining(["Grace Counterpart", "Hal Partner"]));

  await page.locator(".ProseMirror").focus();
  await page.keyboard.press("Control+Z");
  await menu(page, count).waitFor();
  await saved(page);
  await expect.poll(() => decisions(page, id)).toEqual({ null: count });
  expect((await storedIn(page, id)).document).toEqual(before.document);
  await page.reload();
  await menu(page, count).waitFor();
});

test("those of one author are rejected and accepted, and both are taken back by the notice", async () => {
  const { page, id, count, ofHal } = await open();
  const before = await storedIn(page, id);
  await choose(page, count, `${ofHal} changes by Hal Partner`, "Reject all");
  await menu(page, count - ofHal).waitFor();
  await expect.poll(() => decisions(page, id)).toEqual({ rejected: ofHal, null: count - ofHal });
  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await menu(page, count).waitFor();
  await expect.poll(() => decisions(page, id)).toEqual({ null: count });
  // The notice's Undo is a step of its own: each press of Ctrl+Z shows something.
  await page.keyboard.press("Control+z");
  await menu(page, count - ofHal).waitFor();
  await expect.poll(() => decisions(page, id)).toEqual({ rejected: ofHal, null: count - ofHal });
  await page.keyboard.press("Control+z");
  await menu(page, count).waitFor();
  await expect.poll(() => decisions(page, id)).toEqual({ null: count });

  await choose(page, count, `${ofHal} changes by Hal Partner`, "Accept all");
  await menu(page, count - ofHal).waitFor();
  await page.getByText(`${ofHal} changes accepted.`).locator("..").getByRole("button", { name: "Undo" }).click();
  await menu(page, count).waitFor();
  await saved(page);
  await expect.poll(() => decisions(page, id)).toEqual({ null: count });
  expect((await storedIn(page, id)).document).toEqual(before.document);
  await page.keyboard.press("Control+z");
  await menu(page, count - ofHal).waitFor();
  await expect.poll(() => decisions(page, id)).toEqual({ accepted: ofHal, null: count - ofHal });
  await page.keyboard.press("Control+z");
  await menu(page, count).waitFor();
  await saved(page);
  await expect.poll(() => decisions(page, id)).toEqual({ null: count });
  expect((await storedIn(page, id)).document).toEqual(before.document);
});

test("a change that was rejected is opened again from the timeline, where it was or where its words are now", async () => {
  const { page, id, count, ofHal } = await open();
  await choose(page, count, `${ofHal} changes by Hal Partner`, "Reject all");
  await expect.poll(() => decisions(page, id)).toEqual({ rejected: ofHal, null: count - ofHal });
  await page.reload();
  await menu(page, count - ofHal).waitFor();
  await page.locator(".ProseMirror").focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("Annex to the ");
  await saved(page);
  await page.getByRole("button", { name: "Timeline" }).click();
  const rejected = page.getByRole("region", { name: `${ofHal} rejected changes` });
  const first = rejected.getByRole("listitem").first();
  expect(await first.innerText()).toContain("fee 0 within thirty days");
  await first.getByRole("button", { name: "Reopen" }).click();
  await menu(page, count - ofHal + 1).waitFor();
  await page.getByRole("region", { name: `${ofHal - 1} rejected changes` }).waitFor();
  await expect.poll(() => decisions(page, id)).toEqual({ rejected: ofHal - 1, null: count - ofHal + 1 });
  await page.locator(".ProseMirror").focus();
  await page.keyboard.press("Control+z");
  await menu(page, count - ofHal).waitFor();
  await expect.poll(() => decisions(page, id)).toEqual({ rejected: ofHal, null: count - ofHal });
  await page.keyboard.press("Control+Shift+z");
  await menu(page, count - ofHal + 1).waitFor();
  await expect.poll(() => decisions(page, id)).toEqual({ rejected: ofHal - 1, null: count - ofHal + 1 });
  await page.reload();
  await menu(page, count - ofHal + 1).waitFor();
  await page.getByRole("button", { name: "Next change" }).click();
  await page
    .getByRole("group", { name: "Proposed change" })
    .getByRole("button", { name: /^Accept: Hal Partner/ })
    .click();
  await saved(page);
  const { document } = await storedIn(page, id);
  const { text } = documentText(documentOf(document)!);
  expect(text).toContain("The Customer pays .");
  expect(text).not.toContain("fee 0 ");

  // Its clause is deleted, and the same words stand in another.
  await page.locator(".ProseMirror").getByText("The Customer pays fee 4 within thirty days.").click({ clickCount: 3 });
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("Not fee 4 within thirty months. ");
  await saved(page);
  await page.getByRole("button", { name: "Timeline" }).click();
  const next = page.getByRole("region", { name: `${ofHal - 1} rejected changes` });
  const fourth = next.getByRole("listitem").first();
  expect(await fourth.innerText()).toContain("thirty");
  await fourth.getByRole("button", { name: "Reopen" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("1 change couldn’t be placed in the text with certainty.").waitFor();
  await page.getByText("The change is open again, but its place in the text isn’t certain.").waitFor();
  // The next one has the focus.
  expect(await page.locator(":focus").innerText()).toBe("Reopen");
});

test("an insertion that was accepted stays so when what is typed after it is undone", async () => {
  const { page, id, count } = await open();
  await page.keyboard.press("Alt+F5");
  await page.keyboard.press("Alt+F5");
  await page.keyboard.press("Alt+Enter");
  await page.keyboard.press("Enter");
  await menu(page, count - 1).waitFor();
  await page.locator(".ProseMirror").focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" More.");
  await page.keyboard.press("Control+Z");
  await saved(page);
  await expect.poll(() => decisions(page, id)).toEqual({ accepted: 1, null: count - 1 });
  await page.keyboard.press("Control+Z");
  await menu(page, count).waitFor();
  await expect.poll(() => decisions(page, id)).toEqual({ null: count });
});

test("twenty decisions and what is typed between them are undone and repeated in their order, after saves", async () => {
  const { page, id, count } = await open();
  const before = await storedIn(page, id);
  const bar = page.getByRole("group", { name: "Proposed change" });
  await page.locator(".ProseMirror").focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Alt+F5");
  for (let i = 0; i < 20; i++) {
    await bar.getByRole("button", { name: /^Accept: / }).waitFor();
    await page.keyboard.press("Alt+Enter");
    if (i % 2 === 1) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    if (i === 9) {
      await page.keyboard.press("Control+Home");
      await page.keyboard.type("Annex: ");
      await page.keyboard.press("Alt+F5");
      await saved(page);
      await expect.poll(() => decisions(page, id)).toEqual({ accepted: 5, rejected: 5, null: count - 10 });
    }
  }
  await saved(page);
  const decided = { accepted: 10, rejected: 10, null: count - 20 };
  await expect.poll(() => decisions(page, id)).toEqual(decided);
  const after = await storedIn(page, id);

  const turn = async (key: string) => {
    for (let i = 0; i < 21; i++) await page.keyboard.press(key);
  };
  await turn("Control+z");
  await menu(page, count).waitFor();
  await saved(page);
  await expect.poll(() => decisions(page, id)).toEqual({ null: count });
  expect((await storedIn(page, id)).document).toEqual(before.document);
  await turn("Control+Shift+z");
  await menu(page, count - 20).waitFor();
  await saved(page);
  await expect.poll(() => decisions(page, id)).toEqual(decided);
  expect((await storedIn(page, id)).document).toEqual(after.document);

  // One press for all that are rejected at once; another window follows.
  const other = await page.context().newPage();
  await other.goto(page.url());
  await menu(other, count - 20).waitFor();
  await choose(page, count - 20, `${count - 20} changes`, "Reject all");
  await expect.poll(() => decisions(page, id)).toEqual({ accepted: 10, rejected: count - 10 });
  await other.getByRole("button", { name: /changes to decide/ }).waitFor({ state: "detached" });
  await page.keyboard.press("Control+z");
  await menu(page, count - 20).waitFor();
  await menu(other, count - 20).waitFor();
  await expect.poll(() => decisions(page, id)).toEqual(decided);
  await page.reload();
  await menu(page, count - 20).waitFor();
}, 240_000);
