/*
 * A lawyer's afternoon with a counterpart's Word file: their tracked changes decided, more requested from the agent,
 * definitions checked, a comment answered, and a file sent back in which Word shows every change with its author and
 * time. The file is read as XML, and opened in LibreOffice if installed.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { extractText } from "unpdf";
import type { Page } from "playwright-core";
import { anchorAt } from "#core/comments/comment-anchor.ts";
import { documentOf } from "#core/document/document-schema.ts";
import { documentText, plainTextOf } from "#core/document/document-text.ts";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { renderDocx } from "#server/export/docx.ts";
import { readWordDocument } from "#server/files/readers/word-document.ts";
import { openArchive } from "#server/files/zip.ts";
import { receivedFile, receivedParts } from "#test/received-file.ts";
import { startJourney, type Journey } from "./browser.ts";
import { ended, send } from "./conversation.ts";
import { pressInText } from "./draft-steps.ts";

const hasOffice = spawnSync("soffice", ["--version"]).status === 0;
if (!hasOffice) console.warn("LibreOffice is not installed: what it makes of the file that is sent back is not tried.");

let journey: Journey;
let folder: string;
beforeAll(async () => {
  journey = await startJourney({ MODEL_SERVER_URL: "" });
  folder = mkdtempSync(join(tmpdir(), "stet-counterpart-"));
});
afterAll(async () => {
  await journey?.close();
  rmSync(folder, { recursive: true, force: true });
});

const agreement = `# Services agreement

1) Definitions

   1) “Fee” means the price of the Services.
   2) “Term” means three years from the first day.

2) Payment

   1) The Customer pays the Fee within thirty days.
   2) Their is no need to remind of a late payment.

3) The law of Sweden applies.`;

const grace = { author: "Grace Counterpart", date: "2026-11-03T09:00:00Z" };
const theirs = [
  { original: "three years", replacement: "five years", summary: "", ...grace },
  { original: "within thirty days", replacement: "within sixty days", summary: "", ...grace },
  { original: "Sweden", replacement: "England", summary: "", ...grace },
];

/** As received: three changes and a comment. */
async function theirFile(): Promise<Buffer> {
  const document = markdownToDocument(agreement);
  const { text } = documentText(document);
  const start = text.indexOf("late payment");
  const comment = { id: "1", author: grace.author, text: "What counts as late?", createdAt: grace.date, editedAt: null };
  const thread = {
    id: "1",
    anchor: anchorAt(text, { start, end: start + "late payment".length }),
    isResolved: false,
    mayResolve: false,
    comments: [{ ...comment, isMine: false, isDeleted: false, mayDelete: false }],
  };
  return Buffer.from(await renderDocx(document, { title: "Services agreement", changes: theirs, comments: [thread] }));
}

const text = (page: Page) => page.locator(".ProseMirror");

async function takeIn(page: Page, buffer: Buffer): Promise<void> {
  const answer = await page.request.post("/api/projects", { data: { name: "Harbour" }, headers: { origin: journey.url } });
  const { id } = (await answer.json()) as { id: string };
  await page.goto(`/vault/projects/${id}`);
  await page.getByLabel("File to import").setInputFiles({ name: "Services v2.docx", mimeType: "application/octet-stream", buffer });
  await page.waitForURL(/\/drafts\/[0-9a-f-]{36}$/);
}

async function decide(page: Page): Promise<void> {
  await expect.poll(() => text(page).locator("del").allInnerTexts()).toEqual(["three", "thirty", "Sweden"]);
  const choose = (which: "Accept" | "Reject") => pressInText(text(page), `${which}: Grace Counterpart, 2026-11-03`);
  await choose("Accept");
  await expect.poll(() => text(page).locator("del").allInnerTexts()).toEqual(["thirty", "Sweden"]);
  await choose("Accept");
  await expect.poll(() => text(page).locator("del").allInnerTexts()).toEqual(["Sweden"]);
  await choose("Reject");
  await expect.poll(() => text(page).locator("del").count()).toBe(0);
}

async function askAgent(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Assistant", exact: true }).click();
  await send(page, "Correct this text");
  await ended(page, 1);
  const paragraph = text(page)
    .locator("p")
    .filter({ has: page.locator("del", { hasText: "Their" }) });
  await pressInText(paragraph, /^Accept/);
  await text(page).getByText("There is no need").waitFor();
}

async function answerComment(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Comments", exact: true }).click();
  const thread = page.getByRole("article", { name: "Comment by Grace Counterpart" });
  await thread.getByText("What counts as late?").waitFor();
  await thread.getByRole("button", { name: "late payment" }).click();
  await thread.getByRole("textbox", { name: "Reply" }).fill("One that comes after sixty days.");
  await thread.getByRole("button", { name: "Reply", exact: true }).click();
  await thread.getByText("One that comes after sixty days.").waitFor();
}

async function sendBack(page: Page): Promise<string> {
  await page.locator('[data-save="saved"]').waitFor();
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await page.getByRole("menuitem", { name: "Send as Word…" }).click();
  const dialog = page.getByRole("dialog", { name: "Send as Word" });
  // The counterpart's version is the default base of the comparison.
  await expect.poll(() => dialog.getByRole("radio", { name: /Everything since a version/ }).isChecked()).toBe(true);
  await dialog.getByLabel("Name of this version").fill("Sent to Grace");
  const saved = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Save file" }).click();
  const path = join(folder, "sent.docx");
  await (await saved).saveAs(path);
  return path;
}

test("their file in, decided, worked on, and sent back with every change tracked", async () => {
  const page = await journey.page({ viewport: { width: 1440, height: 900 } });
  await takeIn(page, await theirFile());
  await decide(page);
  await askAgent(page);
  await page.getByRole("button", { name: "Checks", exact: true }).click();
  const checks = page.getByRole("complementary", { name: "Checks" });
  await checks.getByText("“Term” is defined and never used.").waitFor();
  await answerComment(page);
  const path = await sendBack(page);
  await page.getByRole("button", { name: "Timeline", exact: true }).click();
  await page.getByRole("complementary", { name: "Timeline" }).getByText("Sent to Grace").waitFor();
  const me = await page
    .getByRole("complementary", { name: "Timeline" })
    .getByText(/^Person /)
    .first()
    .innerText();
  await page.context().close();
  await readAsXml(path, me.split(",")[0]!);
  if (hasOffice) await readByOffice(path);
}, 120_000);

test("a file from Word goes back as it came, with nothing but what was decided and asked for written into it", async () => {
  const page = await journey.page({ viewport: { width: 1440, height: 900 } });
  await takeIn(page, receivedFile());
  const document = text(page);
  const marks = () =>
    document
      .locator(":is(ins, del)[data-proposal]")
      .evaluateAll((all) => all.map((one) => `${one.nodeName === "DEL" ? "-" : "+"}${one.textContent!.trim()}`));
  await expect
    .poll(marks)
    .toEqual([
      "+This agreement replaces all earlier ones between the parties.",
      "+¶",
      "-1,050",
      "+1,250",
      "-Monday",
      "+Friday",
      "+Report",
      "+Sunday",
    ]);
  // The figure and the day are accepted, the first clause is not; the new row is left undecided.
  const press = async (tag: "ins" | "del", words: string, name: RegExp) => {
    await page.mouse.move(0, 0);
    await document.locator(tag, { hasText: words }).hover();
    await page.getByRole("group", { name: "Proposed change" }).getByRole("button", { name }).first().click();
  };
  await press("del", "1,050", /^Accept/);
  await document.getByText("EUR 1,250 for each month.").waitFor();
  await press("del", "Monday", /^Accept/);
  await press("ins", "This agreement replaces", /^Reject(?! with)/);
  await expect.poll(marks).toEqual(expect.not.arrayContaining([expect.stringContaining("replaces")]));
  await askAgent(page);
  const path = await sendBack(page);
  await page.context().close();

  const archive = await openArchive(readFileSync(path));
  expect(Object.keys(receivedParts).filter((name) => !archive.names.includes(name))).toEqual([]);
  for (const [name, data] of Object.entries(receivedParts))
    if (name !== "word/document.xml") expect({ name, data: await partOf(path, name) }).toEqual({ name, data });
  const xml = await partOf(path, "word/document.xml");
  // By author, in the order of the text.
  const changed = (kind: string) =>
    [...xml.matchAll(/<w:(ins|del) [^>]*w:author="([^"]*)"[^>]*>((?:(?!<\/w:\1>).)*)<\/w:\1>/g)]
      .filter(([, one]) => one === kind)
      .map(
        ([, , author, runs]) =>
          `${author}: ${[...runs!.matchAll(/<w:(?:t|delText)[ >][^<]*/g)].map(([run]) => run.replace(/^.*>/, "")).join("")}`,
      );
  expect(changed("del")).toEqual(["Grace Counterpart: 0", "Stet (Stet built-in): Their", "Grace Counterpart: Monday"]);
  expect(changed("ins").map((one) => one.replace(/There.*/, "There"))).toEqual([
    "Grace Counterpart: 2",
    "Stet (Stet built-in): There",
    "Grace Counterpart: Friday",
    "Grace Counterpart: Report",
    "Grace Counterpart: Sunday",
  ]);
  expect(xml).not.toContain("This agreement replaces");
  expect(xml).toMatch(/<w:trPr><w:ins [^>]*Grace Counterpart/);
  // What a draft cannot show is where it was.
  for (const kept of [
    '<w:alias w:val="Court"/>',
    "<w:vanish/>",
    "Check with partner.",
    'w:headerReference w:type="default" r:id="rId6"',
  ])
    expect(xml).toContain(kept);
  if (!hasOffice) return;
  const { text: printed } = await extractText(new Uint8Array(readFileSync(converted(path, "pdf"))), { mergePages: true });
  for (const words of ["Strictly confidential", "for each month", "Gothenburg", "Survey"]) expect(printed).toContain(words);
}, 120_000);

async function partOf(path: string, name: string): Promise<string> {
  const archive = await openArchive(readFileSync(path));
  let xml = "";
  for await (const piece of archive.part(name)!) xml += piece;
  return xml;
}

async function readAsXml(path: string, me: string): Promise<void> {
  const xml = await partOf(path, "word/document.xml");
  const tracked = [...xml.matchAll(/<w:(ins|del) ([^>]*)>(?:(?!<\/w:\1>).)*<w:(?:t|delText)[^>]*>([^<]*)</g)].map(
    ([, kind, attributes, words]) => [
      kind,
      /w:author="([^"]*)"/.exec(attributes!)![1],
      words!.trim(),
      /w:date="([^"]*)"/.exec(attributes!)![1],
    ],
  );
  const made = (kind: string, author: string) => tracked.filter(([k, a]) => k === kind && a === author).map(([, , words]) => words);
  expect(made("del", grace.author)).toEqual(["three", "thirty"]);
  expect(made("ins", grace.author)).toEqual(["five", "sixty"]);
  expect(made("ins", "Stet (Stet built-in)").join(" ")).toContain("There");
  for (const [, author, , date] of tracked) if (author === grace.author) expect(date).toBe(grace.date);
  for (const [, , , date] of tracked) expect(date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  // A rejected change leaves the text as it was, with no tracked change.
  expect(xml.replaceAll(/<[^>]*>/g, "")).toContain("The law of Sweden applies.");
  const comments = await partOf(path, "word/comments.xml");
  expect(comments).toMatch(/w:author="Grace Counterpart"[^>]*w:date="2026-11-03T09:00:00/);
  expect(comments).toContain("What counts as late?");
  expect(comments).toContain(`w:author="${me}"`);
  expect(comments).toContain("One that comes after sixty days.");
  expect(await partOf(path, "word/commentsExtended.xml")).toContain("w15:paraIdParent");

  const read = await readWordDocument(await openArchive(readFileSync(path)));
  expect(plainTextOf(documentOf(read.document)!)).toBe(plainTextOf(markdownToDocument(agreement)));
  expect(read.comments).toMatchObject([
    {
      anchor: { about: "late payment" },
      comments: [{ text: "What counts as late?" }, { text: "One that comes after sixty days." }],
    },
  ]);
}

function converted(given: string, format: string): string {
  const profile = `-env:UserInstallation=file://${join(folder, "profile")}`;
  execFileSync("soffice", ["--headless", profile, "--convert-to", format, "--outdir", join(folder, "out"), given], {
    stdio: "ignore",
  });
  return join(folder, "out", `sent.${format}`);
}

async function readByOffice(given: string): Promise<void> {
  const odt = await partOf(converted(given, "odt"), "content.xml");
  expect(odt).toMatch(/<text:(?:insertion|deletion)>.*?<dc:creator>Grace Counterpart<\/dc:creator><dc:date>2026-11-03T09:00:00/);
  expect(odt).toContain("<dc:creator>Stet (Stet built-in)</dc:creator>");
  expect(odt).toMatch(/<office:annotation [^>]*>.*?Grace Counterpart.*?What counts as late\?/);
  expect(odt).toContain("One that comes after sixty days.");
  const { text: printed } = await extractText(new Uint8Array(readFileSync(converted(given, "pdf"))), { mergePages: true });
  expect(printed).toContain("Services agreement");
  expect(printed).toContain("The law of Sweden applies.");
}

test("a change whose words were typed again has no place until its text is read again, and then its own", async () => {
  const page = await journey.page();
  const change = { original: "Two: the tenant pays", replacement: "Two: the tenant paid", summary: "", ...grace };
  const document = markdownToDocument("One: the tenant pays.\n\nTwo: the tenant pays.");
  await takeIn(page, Buffer.from(await renderDocx(document, { title: "Lease", changes: [change] })));
  await text(page).locator("del", { hasText: "pays" }).waitFor();
  // The user makes both paragraphs identical.
  await text(page).press("Control+a");
  await page.keyboard.press("Delete");
  await page.keyboard.type("The tenant pays.\nThe tenant pays.");
  await page.getByText("1 change couldn’t be placed in the text with certainty.").waitFor();
  await page.locator('[data-save="saved"]').waitFor();
  await page.reload();
  // Between the saves before and after, only the second paragraph changed.
  await pressInText(text(page), /^Accept/);
  await expect.poll(() => text(page).locator("p").allInnerTexts()).toEqual(["The tenant pays.", "The tenant paid."]);
  await page.context().close();
});
