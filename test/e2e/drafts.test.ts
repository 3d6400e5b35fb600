/* Drafts: created from an answer, edited, saved, kept through a lost connection, and shared by two windows. */
import { readWordDocument } from "#server/files/readers/word-document.ts";
import { openArchive } from "#server/files/zip.ts";
import { documentOf } from "#core/document/document-schema.ts";
import { plainTextOf } from "#core/document/document-text.ts";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { changesSince } from "#core/changes/changes-since.ts";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { renderDocx } from "#server/export/docx.ts";
import { startJourney, type Journey } from "./browser.ts";
import { caretAfter, openDraft, pressInText, saved, stored, text } from "./draft-steps.ts";
import { seriousFindings } from "./steps.ts";
import { answers, composer, ended, send, setModel } from "./conversation.ts";
import { selectionHeard } from "./steps.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey.close());

test("a draft from an answer gets a name and a project, and opens", async () => {
  const page = await journey.page();
  await setModel(journey, { text: "BEGIN DRAFT\n# Notice\n\nThe tenant leaves.\nEND DRAFT\n", tps: 0 });
  await page.goto("/chat");
  await send(page, "Draft a notice");
  await ended(page, 1);
  await page.getByRole("button", { name: "Create draft" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Name your draft" });
  await expect.poll(() => dialog.getByLabel("Draft name").inputValue()).toBe("Notice");
  await dialog.getByRole("button", { name: "Create Draft" }).click();
  await dialog.getByText("Please select a project before creating a draft").waitFor();
  await dialog.getByLabel("Project", { exact: true }).selectOption({ label: "New project…" });
  await dialog.getByLabel("Project name").fill("House");
  await dialog.getByRole("button", { name: "Create Draft" }).click();
  await page.waitForURL(/\/vault\/projects\/[^/]+\/drafts\/[^/]+$/);
  const document = page.getByRole("textbox", { name: "Notice", exact: true });
  await document.getByRole("heading", { name: "Notice" }).waitFor();
  await document.getByText("The tenant leaves.").waitFor();
  await page.context().close();
});

test("what is typed is saved, with Markdown signs as what they mean, and is there after a reload", async () => {
  const { page } = await openDraft(journey, "The tenant pays.");
  await caretAfter(page, "The tenant pays.");
  await page.keyboard.press("Enter");
  await page.keyboard.type("## Rent");
  await page.keyboard.press("Enter");
  await page.keyboard.type("1) It is **monthly** rent.");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Due on the first.");
  await expect.poll(() => stored(page)).toContain("Due on the first.");
  await saved(page);
  await page.reload();
  await text(page).getByRole("heading", { name: "Rent" }).waitFor();
  expect(
    await text(page)
      .locator("li[data-clause]")
      .evaluateAll((all) => all.map((one) => one.getAttribute("data-number"))),
  ).toEqual(["1.", "1.1"]);
  await expect.poll(() => text(page).locator("strong").innerText()).toBe("monthly");
  await page.context().close();
});

test("without a connection the text is kept on the device, also over a reload, and joins what was saved meanwhile", async () => {
  const { page, address } = await openDraft(journey, "One.\n\nTwo.");
  const other = await page.context().newPage();
  await other.goto(address);
  await text(other).waitFor();
  await page.route("**/api/drafts/**", (route) => route.abort());
  await caretAfter(page, "One.");
  await page.keyboard.type(" Written offline.");
  await page.getByText("Offline: kept on this device").waitFor();
  await caretAfter(other, "Two.");
  await other.keyboard.type(" Written elsewhere.");
  await expect.poll(() => stored(other)).toContain("Written elsewhere.");
  await page.reload();
  await page.unroute("**/api/drafts/**");
  await text(page).getByText("One. Written offline.").waitFor();
  await text(page).getByText("Two. Written elsewhere.").waitFor();
  await expect.poll(() => stored(other)).toContain("Written offline.");
  await text(other).getByText("One. Written offline.").waitFor();
  await page.context().close();
});

test("two windows that write at once both have everything", async () => {
  const { page, address } = await openDraft(journey, "One.\n\nTwo.");
  const other = await page.context().newPage();
  await other.goto(address);
  await text(other).waitFor();
  await caretAfter(page, "One.");
  await caretAfter(other, "Two.");
  for (const word of ["alpha", "beta", "gamma"]) {
    await page.keyboard.type(` ${word}`);
    await other.keyboard.type(` ${word.toUpperCase()}`);
  }
  for (const one of [page, other]) {
    await text(one).getByText("One. alpha beta gamma", { exact: true }).waitFor();
    await text(one).getByText("Two. ALPHA BETA GAMMA", { exact: true }).waitFor();
  }
  await expect.poll(() => stored(page)).toMatch(/alpha beta gamma.*ALPHA BETA GAMMA/);
  await page.context().close();
});

test("find and replace is one step of undo; the slash menu makes what it says", async () => {
  const { page } = await openDraft(journey, "The seller and the seller’s agent.");
  await caretAfter(page, "The seller and");
  await page.keyboard.press("Control+f");
  await page.getByRole("textbox", { name: "Find" }).fill("SELLER");
  await page.getByText("1 of 2").or(page.getByText("2 of 2")).first().waitFor();
  await page.getByRole("textbox", { name: "Replace with" }).fill("buyer");
  await page.getByRole("button", { name: "Replace all" }).click();
  await text(page).getByText("The buyer and the buyer’s agent.").waitFor();
  await page.getByRole("button", { name: "Undo", exact: true }).first().click();
  await text(page).getByText("The seller and the seller’s agent.").waitFor();
  await page.getByRole("search").getByRole("button", { name: "Close" }).click();
  await caretAfter(page, "The seller and");
  await page.keyboard.press("Enter");
  await page.keyboard.type("/head");
  await page.getByRole("option", { name: "Heading 2" }).click();
  await page.keyboard.type("Annex");
  await text(page).getByRole("heading", { level: 2, name: "Annex" }).waitFor();
  await page.context().close();
});

test("a slash in a draft inserts a clause of a template by keyboard", async () => {
  const { page } = await openDraft(journey, "The parties agree.");
  await caretAfter(page, "The parties agree.");
  await page.keyboard.press("Enter");
  await page.keyboard.type("/templ");
  await page.getByRole("option", { name: "Template or clause" }).waitFor();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Insert from the library" });
  await dialog.getByRole("combobox", { name: "Search the library" }).fill("mutual non-disclosure");
  await dialog.getByRole("option", { name: /^Mutual Non-Disclosure Agreement/, selected: true }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await dialog.getByLabel("What to insert").selectOption({ label: "Clause 3: Return" });
  // The clause asks for nothing else.
  await expect.poll(() => dialog.getByRole("textbox").count()).toBe(1);
  await dialog.getByLabel("Days to return or destroy").fill("soon");
  await dialog.getByRole("button", { name: "Insert", exact: true }).click();
  await dialog.getByText("Enter a number in digits").waitFor();
  await dialog.getByLabel("Days to return or destroy").fill("12");
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await text(page).getByText("Within 12 days of a written request").waitFor();
  expect(await text(page).getByText("Duties of the Recipient").count()).toBe(0);
  await page.getByRole("button", { name: "Undo", exact: true }).first().click();
  await text(page).getByText("Within 12 days").waitFor({ state: "detached" });
  await text(page).getByText("The parties agree.").waitFor();
  await page.context().close();
});

test("the timeline names, compares word by word, and restores as a new entry", async () => {
  const { page } = await openDraft(journey, "The tenant pays.");
  await caretAfter(page, "The tenant pays.");
  await page.keyboard.type(" On the first.");
  await expect.poll(() => stored(page)).toContain("On the first.");
  await page.getByRole("button", { name: "Timeline" }).click();
  const versions = page.getByRole("list", { name: "Versions, newest first" }).getByRole("listitem");
  await expect
    .poll(() => versions.evaluateAll((all) => all.map((one) => one.getAttribute("data-version"))))
    .toEqual(["typed", "created"]);
  await versions.first().getByRole("button", { name: "Name this version" }).click();
  await page.getByRole("textbox", { name: "Name of this version" }).fill("Before the call");
  await page.keyboard.press("Enter");
  await versions.first().getByText("Before the call").waitFor();
  await versions.nth(1).getByRole("button", { name: "Compare" }).click();
  const dialog = page.getByRole("dialog", { name: "Compare versions" });
  expect(await dialog.locator("ins").innerText()).toBe("On the first.");
  await dialog.getByRole("button", { name: "Restore this version" }).click();
  await text(page).getByText("The tenant pays.", { exact: true }).waitFor();
  await expect.poll(() => stored(page)).not.toContain("On the first.");
  await expect
    .poll(() => versions.evaluateAll((all) => all.map((one) => one.getAttribute("data-version"))))
    .toEqual(["restore", "typed", "created"]);
  await page.getByRole("button", { name: "Undo", exact: true }).first().click();
  await text(page).getByText("The tenant pays. On the first.").waitFor();
  await page.context().close();
});

/** Opens the assistant beside the draft and asks; the model answers with this text, verbatim. */
async function askBeside(page: Page, question: string, answer: string, tps = 0): Promise<void> {
  await setModel(journey, { text: answer, tps });
  if (!(await page.getByRole("complementary", { name: "Assistant" }).isVisible()))
    await page.getByRole("button", { name: "Assistant" }).click();
  await composer(page).waitFor();
  await send(page, question);
}

const patchBlock = (...patches: object[]) => `BEGIN PATCH\n${JSON.stringify(patches)}\nEND PATCH\n`;
const patch = (original: string, replacement: string, summary: string) => ({ original, replacement, summary });

test("changes from the assistant appear in the text, are taken or turned down there, and can be undone", async () => {
  const { page } = await openDraft(
    journey,
    "The **tenant** shall pay.\n\nThe landlord repair the roof.\n\nThe landlord repair the roof.",
  );
  await askBeside(
    page,
    "Make it better",
    patchBlock(
      patch("shall pay", "must pay", "Plainer"),
      patch("The tenant", "The lessee", "The defined term"),
      patch("The landlord repair the roof", "The landlord repairs the roof", "Agreement"),
    ),
  );
  await ended(page, 1);
  const document = text(page);
  await expect.poll(() => document.locator("del").allInnerTexts()).toEqual(["tenant", "shall"]);
  // The user continues elsewhere; the proposals stay with their words.
  await caretAfter(page, document.locator("p").first());
  await page.keyboard.type(" Promptly.");
  await pressInText(document, "Accept: Plainer");
  await expect.poll(() => document.locator("p").first().innerText()).toMatch(/must pay\. Promptly\./);
  await pressInText(document, "Reject with a reason: The defined term");
  await page.getByRole("textbox", { name: "Reason for rejecting" }).fill("The act says tenant.");
  await page.keyboard.press("Enter");
  await expect.poll(() => document.locator("del").count()).toBe(0);
  expect(await document.locator("p").first().innerHTML()).toBe("The <strong>tenant</strong> must pay. Promptly.");
  const changes = page.getByRole("region", { name: "Changes" }).locator("[data-patch-state]");
  await expect
    .poll(() => changes.evaluateAll((all) => all.map((one) => one.getAttribute("data-patch-state"))))
    .toEqual(["applied", "rejected", "open"]);
  await changes.nth(1).getByText("Because: The act says tenant.").waitFor();
  await changes.nth(2).getByRole("button", { name: "Apply" }).click();
  await changes.nth(2).getByText("appears more than once").waitFor();
  await changes
    .nth(2)
    .getByRole("button", { name: /landlord repair/ })
    .last()
    .click();
  await document.getByText("The landlord repairs the roof.").waitFor();
  expect(await document.locator("p").allInnerTexts()).toEqual([
    "The tenant must pay. Promptly.",
    "The landlord repair the roof.",
    "The landlord repairs the roof.",
  ]);
  await changes.first().getByRole("button", { name: "Revert" }).click();
  await expect.poll(() => document.locator("p").first().innerText()).toContain("shall");
  await expect.poll(() => stored(page)).toContain("shall pay");
  await expect.poll(() => stored(page)).toContain("repairs the roof");
  await page.reload();
  await page.getByRole("button", { name: "Timeline" }).click();
  await page.getByText("Agreement").first().waitFor();
  await page.context().close();
});

test("changes are in the text after a reload, before the assistant is opened, and the same in a second window", async () => {
  const { page, address } = await openDraft(journey, "The tenant shall pay.\n\nThe landlord repair the roof.");
  const answer = patchBlock(patch("shall pay", "must pay", "Plainer"), patch("repair the", "repairs the", "Agreement"));
  await askBeside(page, "Make it better", answer);
  await ended(page, 1);
  const marks = (of: Page) => text(of).locator("del").allInnerTexts();
  await expect.poll(() => marks(page)).toEqual(["shall", "repair"]);
  await page.reload();
  const other = await page.context().newPage();
  await other.goto(address);
  for (const one of [page, other]) await expect.poll(() => marks(one)).toEqual(["shall", "repair"]);
  await pressInText(text(page), "Accept: Plainer");
  await expect.poll(() => marks(other)).toEqual(["repair"]);
  await pressInText(text(other), "Reject: Agreement");
  await expect.poll(() => marks(page)).toEqual([]);
  // Undo on the keyboard brings the first back as a proposal, everywhere.
  await text(page).focus();
  await page.keyboard.press("ControlOrMeta+z");
  for (const one of [page, other]) await expect.poll(() => marks(one)).toEqual(["shall"]);
  const entries = async () => (await page.request.get(`/api/drafts/${address.split("/").at(-1)}/versions`)).text();
  await expect.poll(entries).toContain("A change was undone");
  await page.keyboard.press("ControlOrMeta+Shift+z");
  await expect.poll(() => stored(page)).toContain("must pay");
  // The words have their model and question, although the chat was not open.
  const id = address.split("/").at(-1)!;
  const authorship = async () => (await page.request.get(`/api/drafts/${id}/authorship`)).text();
  await expect
    .poll(authorship)
    .toMatch(/"model":"[^"]+"[^}]*"prompt":"Make it better"|"prompt":"Make it better"[^}]*"model":"[^"]+"/);
  // A new version of the answer that proposes nothing takes the old one's changes with it.
  await askBeside(page, "And the roof?", patchBlock(patch("repair the", "mends the", "Plainer")));
  await ended(page, 2);
  await expect.poll(() => marks(other)).toEqual(["repair"]);
  // Its words are deleted in the one window, which the other says, and brought back, which it shows.
  await text(other).getByText("the roof").click({ clickCount: 3 });
  await selectionHeard(other);
  await other.keyboard.press("Delete");
  await page.getByText("This passage was deleted or edited.").waitFor();
  await other.keyboard.press("ControlOrMeta+z");
  for (const one of [page, other]) await expect.poll(() => marks(one)).toEqual(["repair"]);
  await setModel(journey, { text: "The roof is fine.", tps: 0 });
  await answers(page).nth(1).getByRole("button", { name: "Regenerate" }).click();
  await page.getByRole("menuitem", { name: "Regenerate", exact: true }).click();
  for (const one of [page, other]) await expect.poll(() => marks(one)).toEqual([]);
  await page.context().close();
});

test("the buttons of a change float beside it: no line moves, and keys lead to them, through them and back", async () => {
  const { page } = await openDraft(journey, "The tenant shall pay the rent on the first day.\n\nThe landlord repair the roof.");
  await askBeside(
    page,
    "Make it better",
    patchBlock(patch("shall pay", "must pay", "Plainer"), patch("repair the", "repairs the", "Agreement")),
  );
  await ended(page, 1);
  const document = text(page);
  const bar = page.getByRole("group", { name: "Proposed change" });
  await expect.poll(() => document.locator("del").count()).toBe(2);
  const places = () =>
    document
      .locator("p")
      .evaluateAll((all) => all.map((one) => [one.getBoundingClientRect().top, one.getBoundingClientRect().height]));
  await page.mouse.move(0, 0);
  await bar.waitFor({ state: "hidden" });
  const before = await places();
  await document.locator("del").first().hover();
  await bar.getByText("Plainer").waitFor();
  expect(await places()).toEqual(before);
  await page.mouse.move(0, 0);
  await bar.waitFor({ state: "hidden" });

  // The caret in a change shows its buttons; Alt+Enter goes to them and Escape back.
  await document.locator("del").first().click();
  await bar.waitFor();
  await page.keyboard.press("Alt+Enter");
  await expect.poll(() => page.evaluate(() => window.document.activeElement?.textContent)).toBe("Accept");
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await bar.waitFor({ state: "hidden" });
  await page.keyboard.press("Alt+Enter");
  await page.keyboard.press("Enter");
  await expect.poll(() => document.locator("p").first().innerText()).toBe("The tenant must pay the rent on the first day.");
  // Then the next one is at the caret.
  await bar.getByText("Agreement").waitFor();
  await page.keyboard.press("Alt+Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect.poll(() => document.locator("del").count()).toBe(0);
  expect(await document.innerText()).toContain("The landlord repair the roof.");
  await page.context().close();
});

test("ten equal changes beside a draft are one card and one step of undo, and are there after a reload", async () => {
  const lines = Array.from({ length: 10 }, (_, i) => `Rule ${i + 1}: the library opens at ${i + 1}.`);
  const { page } = await openDraft(journey, lines.join("\n\n"));
  const everyLibrary = { ...patch("library", "public library", "One term"), all: true };
  await askBeside(page, "Make it public", `BEGIN PATCH\n${JSON.stringify(everyLibrary)}\nEND PATCH\n`);
  await ended(page, 1);
  const document = text(page);
  const paragraphs = () => document.locator("p").allInnerTexts();
  await expect.poll(() => document.locator("ins").count()).toBe(10);
  const changes = page.getByRole("region", { name: "Changes" });
  await changes.getByRole("button", { name: "Apply all" }).click();
  await changes.getByText("10 applied").waitFor();
  const renamed = lines.map((line) => line.replace("library", "public library"));
  await expect.poll(paragraphs).toEqual(renamed);
  await document.locator("p").first().click();
  await page.keyboard.press("ControlOrMeta+z");
  await expect.poll(() => document.locator("ins").count()).toBe(10);
  await changes.getByRole("button", { name: "Apply all" }).click();
  await expect.poll(paragraphs).toEqual(renamed);
  await expect.poll(() => stored(page)).toContain("public library opens at 10");
  await page.reload();
  await page.getByRole("button", { name: "Assistant" }).click();
  await changes.getByText("10 applied").waitFor();
  await changes.getByRole("button", { name: "Undo all" }).click();
  await expect.poll(() => stored(page)).not.toContain("public");
  await expect.poll(() => document.locator("ins").count()).toBe(10);
  // One step: after undo they are all applied again, after redo all open. The click avoids the buttons mid-line.
  await document
    .locator("p")
    .first()
    .click({ position: { x: 4, y: 8 } });
  await page.keyboard.press("ControlOrMeta+z");
  await expect.poll(paragraphs).toEqual(renamed);
  await changes.getByText("10 applied").waitFor();
  await page.keyboard.press("ControlOrMeta+Shift+z");
  await expect.poll(() => document.locator("ins").count()).toBe(10);
  await changes.getByRole("button", { name: "Apply all" }).waitFor();
  await page.keyboard.press("ControlOrMeta+z");
  await changes.getByText("10 applied").waitFor();
  await expect.poll(() => stored(page)).toContain("public library opens at 10");
  // The chat without its draft shows the same states, and where to decide.
  const id = new URL(page.url()).pathname.split("/").at(-1)!;
  const made = async () => {
    const answer = await page.request.get(`/api/drafts/${id}/made`);
    const { changes: rows } = (await answer.json()) as { changes: { state: string }[] };
    return rows.filter(({ state }) => state === "applied").length;
  };
  await expect.poll(made).toBe(10);
  const { chatId } = (await (await page.request.get(`/api/drafts/${id}`)).json()) as { chatId: string };
  await page.goto(`/chat/${chatId}`);
  await changes.getByText("10 applied").waitFor();
  expect(await changes.getByRole("button", { name: /Apply|Revert|Undo all/ }).count()).toBe(0);
  await changes.getByRole("link", { name: "Open the draft" }).click();
  await page.waitForURL((address) => address.pathname.endsWith(id));
  await page.context().close();
});

test("the assistant writes at the caret as one step, which can be undone and put in again", async () => {
  const { page } = await openDraft(journey, "One.\n\nThree.");
  await caretAfter(page, "One.");
  await askBeside(page, "Go on", "BEGIN WRITE\nTwo words **here**.\n\n## And a heading\n\nThe end.\nEND WRITE\n", 60);
  const document = text(page);
  await document.getByRole("heading", { name: "And a heading" }).waitFor();
  await ended(page, 1);
  const blocks = () => document.locator(":scope > *").allInnerTexts();
  const written = ["One.", "Two words here.", "And a heading", "The end.", "Three."];
  await expect.poll(async () => (await blocks()).map((one) => one.replace("One.Two", "One. Two"))).toEqual(written);
  const writing = page.getByRole("region", { name: "Writing" });
  await writing.getByText("+8").waitFor();
  await writing.getByRole("button", { name: "Writing actions" }).click();
  await page.getByRole("menuitem", { name: "Revert" }).click();
  await expect.poll(blocks).toEqual(["One.", "Three."]);
  await writing.getByRole("button", { name: "Writing actions" }).click();
  await page.getByRole("menuitem", { name: "Reapply" }).click();
  await expect.poll(async () => (await blocks()).length).toBe(5);
  await page.getByRole("button", { name: "Undo", exact: true }).first().click();
  await page.getByRole("button", { name: "Undo", exact: true }).first().click();
  await page.getByRole("button", { name: "Undo", exact: true }).first().click();
  await expect.poll(blocks).toEqual(["One.", "Three."]);
  await page.context().close();
});

test("a question takes the text, the selection and the chosen passages along", async () => {
  const { page } = await openDraft(
    journey,
    "# Rent\n\nThe tenant pays on the first day of each month.\n\nThe landlord repairs the roof.",
  );
  await page.getByRole("button", { name: "Assistant" }).click();
  await page.getByRole("button", { name: "Passages" }).click();
  await page.getByRole("checkbox", { name: "The landlord repairs the roof.", exact: true }).check();
  await page.keyboard.press("Escape");
  await text(page)
    .getByText("The tenant pays")
    .evaluate((element) => {
      (element.closest("[contenteditable]") as HTMLElement).focus();
      getSelection()!.selectAllChildren(element);
    });
  await selectionHeard(page);
  const asked = page.waitForRequest((request) => request.url().endsWith("/api/chat"));
  await askBeside(page, "Is this right?", "It is.");
  const body = (await asked).postDataJSON() as {
    editorSelection: string;
    draft: { blocks: { content: string }[]; caret: { before: string } };
  };
  expect(body.editorSelection).toBe("The tenant pays on the first day of each month.");
  expect(body.draft.blocks).toEqual([{ type: "paragraph", content: "The landlord repairs the roof." }]);
  await ended(page, 1);
  await page.reload();
  await page.getByRole("button", { name: "Assistant" }).click();
  await page.getByText("Is this right?").first().waitFor();
  await page.context().close();
});

test("a selection is put in other words as a proposal; suggestions ask the assistant; the text is synced with the chat", async () => {
  const { page } = await openDraft(journey, "The tenant pays. The tenant pays.\n\nLast.");
  await setModel(journey, { text: "The lessee pays.", tps: 0 });
  await page.evaluate(() => localStorage.clear());
  const document = text(page);
  await document
    .locator("p")
    .first()
    .evaluate((element) => {
      (element.closest("[contenteditable]") as HTMLElement).focus();
      const words = element.firstChild!;
      getSelection()!.setBaseAndExtent(words, 17, words, 33);
    });
  await selectionHeard(page);
  await page.keyboard.press("Control+j");
  await page.getByRole("textbox", { name: "Instruction" }).fill("Use the defined term");
  await setModel(journey, { text: "The lessee pays.", tps: 0 });
  await page.keyboard.press("Enter");
  await pressInText(document, "Accept: Use the defined term");
  await document.getByText("The tenant pays. The lessee pays.").waitFor();
  await page.getByRole("button", { name: "Assistant" }).click();
  await page.getByRole("button", { name: "Sync" }).click();
  await page.getByText("No chat session").waitFor();
  await page.getByRole("button", { name: "Suggestions" }).click();
  await page.getByText("Suggestions need at least 100 characters of text.").waitFor();
  await page.getByRole("region", { name: "Suggestions" }).getByRole("button", { name: "Close" }).click();
  await caretAfter(page, "Last.");
  await page.keyboard.type(
    " More words follow here, so that there is enough of a text for somebody to read and to say something about it.",
  );
  await setModel(journey, { text: "no list of suggestions", tps: 0 });
  await page.getByRole("button", { name: "Suggestions" }).click();
  await page.getByText("Failed to load suggestions").waitFor();
  await setModel(journey, {
    text: '[{"title":"Say when","description":"No date yet.","prompt":"Add a date","icon":"idea"}]',
    tps: 0,
  });
  await page.getByRole("button", { name: "Retry" }).click();
  const suggestion = page.getByRole("button", { name: /Say when/ });
  await suggestion.waitFor();
  await setModel(journey, { text: "Done.", tps: 0 });
  await suggestion.click();
  await page.getByText("Add a date").first().waitFor();
  await ended(page, 1);
  await page.getByRole("button", { name: "Sync" }).click();
  await page.getByText("The chat has your current text.").waitFor();
  await page.getByRole("button", { name: "Sync" }).click();
  await page.getByText("Nothing to sync").waitFor();
  await page.context().close();
});

test("a counterpart's tracked changes stand in the text, and what was decided stays decided", async () => {
  const page = await journey.page();
  const change = (original: string, replacement: string) => ({
    original,
    replacement,
    summary: "",
    author: "Grace",
    date: "2026-11-03T09:00:00Z",
  });
  const buffer = Buffer.from(
    await renderDocx(markdownToDocument("# Lease\n\n1) The rent is 1,450 euros.\n2) The law of Sweden applies."), {
      title: "x",
      changes: [change("1,450", "1,500"), change("Sweden", "Germany")],
    }),
  );
  const post = async (path: string, options: object) => {
    const answer = await page.request.post(path, { headers: { origin: journey.url }, ...options });
    return (await answer.json()) as { id: string; files: { id: string }[] };
  };
  const { id: projectId } = await post("/api/projects", { data: { name: "House" } });
  const mimeType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
  const { files } = await post("/api/upload", { multipart: { file: { name: "Lease.docx", mimeType, buffer } } });
  const { id } = await post("/api/drafts/import", { data: { projectId, fileId: files[0]!.id } });
  await page.goto(`/vault/projects/${projectId}/drafts/${id}`);
  const document = text(page);
  await expect.poll(() => document.locator("del").allInnerTexts()).toEqual(["1,450", "Sweden"]);
  await pressInText(document, "Accept: Grace, 2026-11-03");
  await document.getByText("The rent is 1,500 euros.").waitFor();
  // Open changes are exported as tracked changes of their author.
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: /^Word/ }).click();
  const sent = await readWordDocument(await openArchive(readFileSync(await (await download).path())));
  expect(plainTextOf(documentOf(sent.document)!)).toContain("The rent is 1,500 euros.");
  expect(sent.changes).toEqual([expect.objectContaining({ original: "Sweden", replacement: "Germany", author: "Grace" })]);
  await pressInText(document, "Reject: Grace, 2026-11-03");
  await expect.poll(() => document.locator("del").count()).toBe(0);
  const decisions = async () => {
    const answer = await page.request.get(`/api/drafts/${id}/changes`);
    return ((await answer.json()) as { changes: { decision: string }[] }).changes.map(({ decision }) => decision);
  };
  await expect.poll(decisions).toEqual(["accepted", "rejected"]);
  await saved(page);
  await page.reload();
  await document.getByText("The law of Sweden applies.").waitFor();
  await expect.poll(() => document.innerText()).toContain("1,500");
  await page.context().close();
});

test("a counterpart's changes of looks are named where they are, and decided there", async () => {
  const page = await journey.page();
  const [before, current] = ["# Lease\n\nThe rent is due in May.", "## Lease\n\nThe **rent** is due in May."].map(
    markdownToDocument,
  );
  const person = { author: "Grace", date: "2026-11-20T12:00:00Z" };
  const tracked = changesSince({ before: before!, current: current!, runs: null, pending: [], accepted: [], person });
  const buffer = Buffer.from(await renderDocx(current!, { title: "x", tracked }));
  const post = async (path: string, options: object) => {
    const answer = await page.request.post(path, { headers: { origin: journey.url }, ...options });
    return (await answer.json()) as { id: string; files: { id: string }[] };
  };
  const { id: projectId } = await post("/api/projects", { data: { name: "House" } });
  const mimeType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
  const { files } = await post("/api/upload", { multipart: { file: { name: "Lease.docx", mimeType, buffer } } });
  const { id } = await post("/api/drafts/import", { data: { projectId, fileId: files[0]!.id } });
  await page.goto(`/vault/projects/${projectId}/drafts/${id}`);
  const document = text(page);
  await expect.poll(() => document.locator(".proposed-look").allInnerTexts()).toEqual(["Lease", "rent"]);
  await expect.poll(() => document.locator("ins").allInnerTexts()).toEqual([" Heading 2", " Bold"]);
  await pressInText(document, "Accept: Bold, Grace, 2026-11-20");
  await document.locator("strong", { hasText: "rent" }).waitFor();
  await pressInText(document, "Reject: Heading 2, Grace, 2026-11-20");
  await expect.poll(() => document.locator(".proposed-look").count()).toBe(0);
  await document.locator("h1", { hasText: "Lease" }).waitFor();
  await page.context().close();
});

test("opening a draft draws its text once, after the server did", async () => {
  const words = Array.from({ length: 40 }, (_, at) => `Paragraph ${at} of the lease.`);
  const { page, address } = await openDraft(journey, `${words.join("\n\n")}\n\nA word[^1] with a note.\n\n[^1]: The note.`);
  // Once to be read, and once to be edited.
  const html = await (await page.request.get(address)).text();
  expect(html.split("Paragraph 7 of the lease.").length - 1).toBe(2);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.addInitScript(() => {
    const drawn = new Set<Node>();
    Object.assign(globalThis, { drawn });
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof Element)
            for (const block of [node, ...node.querySelectorAll("p")])
              if (/^Paragraph \d+ of/.test(block.textContent ?? "") && block.matches("p")) drawn.add(block);
    }).observe(document, { childList: true, subtree: true });
  });
  await page.reload();
  await text(page).waitFor();
  await saved(page);
  const drawn = await page.evaluate(() => (globalThis as unknown as { drawn: Set<Node> }).drawn.size);
  expect(drawn).toBe(2 * words.length);
  const draft = `/api/drafts/${address.split("/").at(-1)}`;
  await expect.poll(() => asked).toContain(`${draft}/version`);
  expect(asked).not.toContain(draft);
  await page.context().close();
});
