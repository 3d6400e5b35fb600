/* The library: a template is filled in and becomes a draft and a Word file; one's own are made, changed, deleted. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { documentOf } from "#core/document/document-schema.ts";
import { plainTextOf } from "#core/document/document-text.ts";
import { readWordDocument } from "#server/files/readers/word-document.ts";
import { openArchive } from "#server/files/zip.ts";
import { controlOf, t, wordFileOf } from "../word-xml.ts";
import { startJourney, type Journey } from "./browser.ts";
import { ready, seriousFindings, settled } from "./steps.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await ready(page);
}

test("a template is filled in, becomes a draft and from there a Word file", async () => {
  const page = await journey.page();
  const loud: string[] = [];
  page.on("console", (message) => message.type() === "error" && loud.push(message.text()));
  await visit(page, "/chat");
  await page.getByRole("link", { name: "Library", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Library" }).waitFor();
  await page.getByLabel("Search the library").fill("non-disclosure mutual");
  await page.getByRole("list", { name: "Found in the library" }).waitFor();
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);
  await page
    .getByRole("link", { name: /^Mutual Non-Disclosure Agreement/ })
    .first()
    .click();

  const text = page.getByRole("region", { name: "Text" });
  await text.getByText("[purpose]").waitFor();
  await page.getByLabel("Party A", { exact: true }).fill("Alder AB");
  await page.getByLabel("Purpose", { exact: true }).fill("a joint *venture*");
  await text.getByText("a joint *venture*").waitFor();
  await page.getByLabel("Days to return or destroy").fill("soon");
  await page.getByRole("button", { name: "Create draft" }).click();
  await page.getByText("Enter a number in digits, such as 30.").waitFor();
  expect(await page.getByLabel("Days to return or destroy").evaluate((field) => field === document.activeElement)).toBe(true);
  await page.getByLabel("Days to return or destroy").fill("20");
  // A clause that is not wanted is not there, and the following one takes its number.
  expect(await text.getByText("Recruitment", { exact: true }).count()).toBe(0);
  await page.getByRole("group", { name: "No recruitment of each other’s staff" }).getByText("Yes").click();
  await text.getByText("Recruitment", { exact: true }).waitFor();
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);

  // What was entered survives a reload.
  await page.reload();
  await ready(page);
  await text.getByText("a joint *venture*").waitFor();
  expect(await page.getByLabel("Party A", { exact: true }).inputValue()).toBe("Alder AB");

  await page.getByRole("button", { name: "Create draft" }).click();
  const dialog = page.getByRole("dialog", { name: "Name your draft" });
  await dialog.getByLabel("Draft name").fill("NDA with Alder");
  await dialog.getByLabel("Project", { exact: true }).selectOption("new");
  await dialog.getByLabel("Project name").fill("Alder");
  await dialog.getByRole("button", { name: "Create Draft" }).click();
  await page.waitForURL(/\/drafts\/[0-9a-f-]{36}$/);
  await page.locator(".ProseMirror").getByText("a joint *venture*").waitFor();
  expect(await page.locator(".ProseMirror li[data-clause][data-level='1']").count()).toBe(6);
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const saved = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: /^Word/ }).click();
  const read = await readWordDocument(await openArchive(readFileSync(await (await saved).path())));
  const words = plainTextOf(documentOf(read.document)!);
  expect(words).toContain("Alder AB");
  expect(words).toContain("Within 20 days of a written request");
  expect(words).toContain("[governing law]");
  expect(loud).toEqual([]);
});

test("a draft becomes a template of one's own, is changed, deleted and brought back", async () => {
  const page = await journey.page();
  const made = async (path: string, data: object) => {
    const answer = await page.request.post(path, { data, headers: { origin: journey.url } });
    return ((await answer.json()) as { id: string }).id;
  };
  const projectId = await made("/api/projects", { name: "Leases" });
  const repair = "The lessee keeps the boat in good repair and insures it against every loss.";
  const content = `# Lease\n\nThe rent is [rent], from [start date]. ${repair}`;
  await made("/api/drafts", { projectId, name: "Boat lease", content });
  await visit(page, "/library");
  await page.getByRole("button", { name: "New template" }).click();
  await page.getByRole("menuitem", { name: "From a draft" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Boat lease" }).click();
  await page.waitForURL(/\/edit$/);
  await ready(page);
  const file = page.getByLabel("Library file", { exact: true });
  const source = await file.inputValue();
  expect(source).toContain("startDate: { type: date, label: start date }");
  await file.fill(`${source}\n\n{{berth}}`);
  await page.getByText("There is no field “berth” in the head of the file.").waitFor();
  expect(await page.getByRole("button", { name: "Save", exact: true }).isDisabled()).toBe(true);
  await file.fill(source.replace("kind: other", "kind: agreement\nsummary: A lease of a boat"));
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved in the library").waitFor();
  await page.getByRole("heading", { level: 1, name: "Boat lease" }).waitFor();

  await page.getByRole("button", { name: "Actions for Boat lease" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByText("“Boat lease” deleted").waitFor();
  await page.getByText("None yet.").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("link", { name: /Boat lease/ }).waitFor();

  // As a file to another place, and back.
  await page.getByLabel("Library files to import").setInputFiles([
    { name: "good.md", mimeType: "text/markdown", buffer: Buffer.from(source.replace("Boat lease", "Ferry lease")) },
    { name: "bad.md", mimeType: "text/markdown", buffer: Buffer.from("# No head") },
  ]);
  await page.getByText("bad.md was not imported.").waitFor();
  await page.getByRole("heading", { level: 1, name: "Ferry lease" }).waitFor();

  // The form of a Word file: its controls are fields, its formatting stays.
  await visit(page, "/library");
  const client = controlOf('<w:alias w:val="Client"/><w:text/>', `<w:r>${t("Someone else")}</w:r>`);
  const buffer = wordFileOf(`<w:p><w:r><w:rPr><w:b/></w:rPr>${t("We act")}</w:r><w:r>${t(" for ")}</w:r>${client}</w:p>`);
  await page
    .getByLabel("Word file to make a template of")
    .setInputFiles({ name: "Engagement.docx", mimeType: "application/octet-stream", buffer });
  await page.waitForURL(/\/edit$/);
  await ready(page);
  expect(await file.inputValue()).toMatch(
    /name: Engagement\n[^]*client: \{ type: text, label: Client \}[^]*\*\*We act\*\* for \{\{client\}\}/,
  );
  await visit(page, "/library");
  await page.getByRole("link", { name: /Ferry lease/ }).click();
  await page.getByRole("heading", { level: 1, name: "Ferry lease" }).waitFor();

  // What may be used: approved, taken back, retired for another one and found where its words stand.
  const choose = async (name: string, item: string) => {
    await page.getByRole("button", { name: `Actions for ${name}` }).click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  const standing = page.getByRole("group", { name: "Status" });
  await choose("Ferry lease", "Approve");
  await standing.getByText(/^Approved by .+ on /).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await standing.waitFor({ state: "detached" });
  await choose("Ferry lease", "Approve");
  await standing.waitFor();
  await visit(page, "/library?status=approved");
  await page.getByRole("link", { name: /Ferry lease.*Approved/ }).waitFor();
  expect(await page.getByRole("link", { name: /Boat lease/ }).count()).toBe(0);
  await visit(page, "/library");
  await page.getByRole("link", { name: /Boat lease/ }).click();
  await page.getByRole("heading", { level: 1, name: "Boat lease" }).waitFor();
  await choose("Boat lease", "Retire…");
  const retiring = page.getByRole("dialog", { name: "Retire “Boat lease”?" });
  await retiring.getByRole("option", { name: "Ferry lease" }).waitFor({ state: "attached" });
  await retiring.getByLabel("Use instead").selectOption("Ferry lease");
  expect(await seriousFindings(page)).toEqual([]);
  await retiring.getByRole("button", { name: "Retire", exact: true }).click();
  await standing.getByRole("link", { name: "Ferry lease" }).waitFor();
  await page.getByRole("button", { name: "Find drafts with these words" }).click();
  await page.getByText("One draft has these words.").waitFor();
  await page.getByRole("link", { name: "Boat lease unchanged" }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await visit(page, "/library");
  await page.getByRole("link", { name: /Ferry lease/ }).waitFor();
  expect(await page.getByRole("link", { name: /Boat lease/ }).count()).toBe(0);
});

test("clauses come in from a spreadsheet, go out as one, and are found by words that are selected in a draft", async () => {
  const page = await journey.page();
  const post = async (path: string, data: object) =>
    (await (await page.request.post(path, { data, headers: { origin: journey.url } })).json()) as { id: string };
  const table = [
    "Clause;Variant;Text",
    "Moorings;Strict;The lessee moors the boat at its own berth, at its own risk, and pays the harbour dues.",
    "Moorings;;The lessee may moor the boat at any berth of the harbour.",
    "Nameless;;",
    "Winter;;The boat is taken out of the water from November to April.",
  ].join("\r\n");
  await visit(page, "/library?shelf=clauses");
  await page
    .getByLabel("Library files to import")
    .setInputFiles({ name: "Clauses.csv", mimeType: "text/csv", buffer: Buffer.from(table) });
  await page.getByText(/Line 4 has no text\./).waitFor();
  await page.getByRole("link", { name: /Moorings/ }).waitFor();
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page
      .getByRole("link", { name: "Export as CSV" })
      .or(page.getByRole("button", { name: "Export as CSV" }))
      .click(),
  ]);
  const lines = readFileSync(await download.path(), "utf8").split(/\r?\n/);
  expect(lines.some((line) => line.startsWith("Moorings,Strict,any,en,"))).toBe(true);

  const { id: projectId } = await post("/api/projects", { name: "Boats" });
  const content = "Introduction.\n\nThe tenant moors its vessel at its own berth and pays all dues of the harbour.";
  const { id } = await post("/api/drafts", { projectId, name: "Boat lease", content });
  await page.goto(`/vault/projects/${projectId}/drafts/${id}`);
  const text = page.locator(".document[contenteditable=true]");
  await text.getByText("The tenant moors").click({ clickCount: 3 });
  await page.getByRole("button", { name: "Similar clauses" }).click();
  const dialog = page.getByRole("dialog", { name: "Insert from the library" });
  await dialog
    .getByText(/Moorings/)
    .first()
    .waitFor();
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);
});

test("one search finds what is on every shelf, by its text too, with the words marked", async () => {
  const page = await journey.page();
  const post = async (path: string, data: object) =>
    (await (await page.request.post(path, { data, headers: from() })).json()) as { id: string };
  const head = "kind: clause\nsummary: What the lessee pays";
  const clause = `---\nname: Dues\n${head}\n---\n\n## One\n\nThe lessee pays the **pilotage** of every voyage.\n`;
  await post("/api/library/templates", { source: clause });
  await post("/api/library/templates", { source: "---\nname: Pilotage letter\nkind: letter\n---\n\nDear Sirs\n" });
  const { id: projectId } = await post("/api/projects", { name: "Sea" });
  const { id } = await post("/api/drafts", { projectId, name: "Charter", content: "The charterer pays pilotage." });
  await page.request.patch(`/api/drafts/${id}`, { data: { isPrecedent: true }, headers: from() });
  await visit(page, "/library?shelf=playbooks");
  // The field stays the same one while its results take the place of the shelf.
  await page.getByLabel("Search the library").pressSequentially("pilotage", { delay: 40 });
  const found = page.getByRole("list", { name: "Found in the library" });
  await found.getByRole("link").nth(2).waitFor();
  expect(await found.getByRole("link").evaluateAll((links) => links.map((one) => one.textContent.trim().slice(0, 8)))).toEqual([
    "Pilotage",
    "CharterT",
    "DuesThe ",
  ]);
  expect(await page.getByLabel("Search the library").evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await found.locator("mark").allTextContents()).toEqual(["Pilotage", "pilotage", "pilotage"]);
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("navigation", { name: "Shelves" }).getByRole("link", { name: "Clauses" }).click();
  await found.getByRole("link", { name: /Charter/ }).waitFor({ state: "detached" });
  expect(await found.getByRole("link").count()).toBe(1);
  await page.getByRole("link", { name: "Playbooks" }).click();
  await page.getByLabel("Search the library").fill("zyxwvut");
  await page.getByText("Nothing in the library matches").waitFor();
  await page.getByRole("link", { name: "Show all playbooks" }).click();
  await page.getByRole("region", { name: "With Stet" }).waitFor();

  // The dialog of the editor finds by the same words.
  await visit(page, `/vault/projects/${projectId}/drafts/${id}`);
  await page.locator(".document[contenteditable=true]").getByText("The charterer").click();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("/templ");
  await page.getByRole("option", { name: "Template or clause" }).click();
  const dialog = page.getByRole("dialog", { name: "Insert from the library" });
  await dialog.getByRole("combobox", { name: "Search the library" }).fill("pilotage voyage");
  await dialog.getByRole("option", { name: /^Dues.*pilotage of every voyage/ }).click();
  await dialog.getByRole("button", { name: "Insert" }).first().click();
  await page.locator(".ProseMirror").getByText("of every voyage").waitFor();
});

test("a list in a template has as many rows as are added; one that is removed comes back", async () => {
  const page = await journey.page();
  await visit(page, "/library");
  await page.getByRole("link", { name: /Board Minutes/ }).click();
  const text = page.getByRole("region", { name: "Text" });
  const directors = page.getByRole("group", { name: "Directors present" });
  await directors.getByLabel("Director", { exact: true }).fill("Anna Lind");
  for (const name of ["Bo Ek", "Cy Alm"]) {
    await directors.getByRole("button", { name: "Add a row" }).click();
    await directors.getByLabel("Director", { exact: true }).last().fill(name);
  }
  await text.getByText("Anna Lind, Bo Ek and Cy Alm").waitFor();
  await directors.getByRole("button", { name: "Remove row 2" }).click();
  await text.getByText("Anna Lind and Cy Alm").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await text.getByText("Anna Lind, Bo Ek and Cy Alm").waitFor();
  const resolutions = page.getByRole("group", { name: "Resolutions" });
  await resolutions.getByLabel("Matter to be resolved").fill("Sale of the mill");
  await resolutions.getByRole("button", { name: "Add a row" }).click();
  await resolutions.getByLabel("Matter to be resolved").last().fill("Purchase of the barn");
  await text.getByRole("heading", { name: "Purchase of the barn" }).waitFor();
  expect(await text.getByRole("heading", { name: "Sale of the mill" }).count()).toBe(1);
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);
  await page.reload();
  await ready(page);
  await text.getByText("Anna Lind, Bo Ek and Cy Alm").waitFor();
});

test("a draft is marked as a precedent, found in the library, and begins a new draft there", async () => {
  const page = await journey.page();
  await visit(page, "/library?shelf=precedents");
  await page.getByText("No precedents yet").waitFor();
  const { id: projectId } = (await (
    await page.request.post("/api/projects", { data: { name: "Harbour" }, headers: from() })
  ).json()) as {
    id: string;
  };
  const draft = { projectId, name: "Harbour lease", content: "# Lease\n\nThe **tenant** pays for the quay." };
  const { id } = (await (await page.request.post("/api/drafts", { data: draft, headers: from() })).json()) as { id: string };
  await visit(page, `/vault/projects/${projectId}/drafts/${id}`);
  await page.getByRole("button", { name: "Actions for Harbour lease" }).click();
  await page.getByRole("menuitem", { name: "Mark as a precedent" }).click();
  await page.getByText("In the library as a precedent").waitFor();
  await visit(page, "/library");
  await page.getByRole("link", { name: "Precedents" }).click();
  await page.getByRole("link", { name: /Harbour lease/ }).waitFor();
  await page.getByLabel("Search precedents").fill("nothing of it");
  await page.getByText("No matching precedents").waitFor();
  await page.getByLabel("Search precedents").fill("QUAY tenant");
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "New draft from Harbour lease" }).click();
  await page.waitForURL((url) => /\/drafts\/[0-9a-f-]{36}$/.test(url.pathname) && !url.pathname.endsWith(id));
  await page.locator(".ProseMirror").getByText("for the quay").waitFor();
  await page.getByRole("button", { name: "Choose a project" }).waitFor();
});

const from = () => ({ origin: journey.url });
