/* A review: forty agreements in a table, sampled, run, verified by keyboard, and out to Excel. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { NewColumn } from "#core/review/review.ts";
import { readDocument } from "#server/files/read-document.ts";
import { startReviewModel, type AskedCell, type ReviewModel } from "../review-model.ts";
import { agreement, agreementColumns, readAgreement } from "../reviews.ts";
import { startJourney, type Journey } from "./browser.ts";
import { ended, send } from "./conversation.ts";
import { ready, seriousFindings, settled } from "./steps.ts";

/** The part of LibreOffice that reads spreadsheets. */
const hasCalc = existsSync("/usr/lib/libreoffice/program/libsclo.so");
if (!hasCalc) console.warn("LibreOffice Calc is not installed: what it shows of the exported table is not tried.");

let model: ReviewModel;
let journey: Journey;
/** Columns of the documents, an answer about the table after it was counted, and what is in a document. */
function answer(cell: AskedCell): object | string {
  if (cell.content.includes("Propose the columns of the table.")) return { columns: [...agreementColumns, price] };
  if (cell.isResult) return "One of the 3 agreements [[10]]: Agreement 01.txt is governed by the law of Germany [[2]].";
  if (cell.tools.includes("readReview")) return { callTool: "readReview", input: { get: "count", column: "Governing law" } };
  return cell.document.startsWith("Agreement") ? readAgreement(cell) : "Law of the agreements";
}
const price: NewColumn = { label: "Price", question: "What is the price?", format: "amount", choices: [] };

beforeAll(async () => {
  model = await startReviewModel(answer);
  journey = await startJourney({ MODEL_SERVER_URL: model.url });
});
afterAll(async () => {
  await journey?.close();
  await model?.close();
});

async function newProject(page: Page, count: number): Promise<string> {
  const headers = { origin: journey.url };
  const made = await page.request.post("/api/projects", { data: { name: "Suppliers" }, headers });
  const { id } = (await made.json()) as { id: string };
  for (let at = 1; at <= count; at++) {
    const { name, text } = agreement(at);
    const file = { name, mimeType: "text/plain", buffer: Buffer.from(text) };
    const uploaded = await page.request.post(`/api/upload?project=${id}`, { multipart: { file }, headers });
    expect(uploaded.status()).toBe(200);
  }
  return id;
}

test("forty agreements become a table: sampled, run, verified, corrected, undone and exported", { timeout: 180_000 }, async () => {
  const page = await journey.page();
  await newProject(page, 40);
  await page.goto("/chat");
  await ready(page);
  await page.getByRole("link", { name: "Review", exact: true }).click();
  await page.getByText("No reviews yet").waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "New review" }).click();
  const making = page.getByRole("dialog", { name: "New review" });
  await making.getByLabel("Name").fill("Supply agreements");
  await making.getByRole("button", { name: "Create review" }).click();
  await page.getByRole("heading", { level: 1, name: "Supply agreements" }).waitFor();

  // Questions of one's own.
  for (const { label, question, format } of agreementColumns) {
    await page.getByRole("button", { name: "Column", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Add column" });
    await dialog.getByLabel("Heading").fill(label);
    await dialog.getByLabel("Question").fill(question);
    await dialog.getByLabel("Answer").selectOption(format);
    await dialog.getByRole("button", { name: "Add column" }).click();
    await page.getByRole("columnheader", { name: new RegExp(label) }).waitFor();
  }
  const grid = page.getByRole("grid", { name: "Supply agreements" });
  expect(await grid.getAttribute("aria-rowcount")).toBe("41");

  // A sample first.
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const running = page.getByRole("dialog", { name: "Run review" });
  await running.getByText(/9 answers from reader/).waitFor();
  await running.getByRole("button", { name: "Run", exact: true }).click();
  await grid.getByText("2003-03-01").waitFor();
  expect(model.asked).toHaveLength(9);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await running.getByText(/111 answers from reader/).waitFor();
  await running.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("group", { name: "Run" }).waitFor({ state: "detached" });
  await expect.poll(() => model.asked.length, { timeout: 30_000 }).toBe(120);
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);

  // By keyboard: to the second column of the first row, open, verify.
  await grid.getByRole("rowheader").first().focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  const panel = page.getByRole("complementary", { name: "Cell" });
  await panel.getByText("Germany", { exact: true }).waitFor();
  await panel.getByText("governed by the law of Germany.").waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await panel.getByRole("button", { name: "Show in document" }).click();
  const viewer = page.getByRole("dialog", { name: "Agreement 01.txt" });
  await viewer.locator("mark").getByText("governed by the law of Germany").waitFor();
  await viewer.getByRole("button", { name: "Close" }).click();
  await panel.getByRole("button", { name: "Verify", exact: true }).click();
  await panel.getByText(/^Verified by/).waitFor();
  await page.keyboard.press("Escape");

  // A correction, and back.
  const first = grid.getByRole("row").nth(1);
  await first.getByRole("gridcell").nth(2).click();
  await panel.getByRole("button", { name: "Correct" }).click();
  await panel.getByLabel("Answer").fill("Sixty days");
  await panel.getByRole("button", { name: "Save" }).click();
  await first.getByText("Sixty days").waitFor();
  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await first.getByText("2 months").waitFor();
  await panel.getByRole("button", { name: "Close" }).click();

  // What is not there is a finding.
  await page.keyboard.press("Control+End");
  await grid.getByText("Not present").last().waitFor();
  expect(await page.evaluate(() => document.activeElement?.closest("[role=row]")?.getAttribute("aria-rowindex"))).toBe("41");
  await page.keyboard.press("Control+Home");

  // An answer written in its cell, and taken back with the same keys as everywhere.
  await page.keyboard.press("ArrowDown");
  for (let at = 0; at < 3; at++) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("e");
  await grid.getByRole("textbox", { name: "Notice" }).fill("A year");
  await page.keyboard.press("Enter");
  await first.getByText("A year").waitFor();
  expect(await page.evaluate(() => document.activeElement?.closest("[role=row]")?.getAttribute("aria-rowindex"))).toBe("3");
  await page.keyboard.press("Control+z");
  await first.getByText("2 months").waitFor();

  // Several cells at once: flagged, verified, assigned; each is taken back as one.
  await page.keyboard.press("Shift+ArrowUp");
  await page.keyboard.press("Shift+ArrowLeft");
  const selection = page.getByRole("toolbar", { name: "Selection" });
  await selection.getByText("4 cells selected").waitFor();
  // The table shows it before the answer to the request is here.
  const undone = Promise.withResolvers<void>();
  await page.route("**/cells", async (route) => {
    const response = await route.fetch();
    await undone.promise;
    await route.fulfill({ response });
  });
  await page.keyboard.press("f");
  await expect.poll(async () => grid.getByText("Flagged").count()).toBe(4);
  await page.keyboard.press("Control+z");
  undone.resolve();
  await expect.poll(async () => grid.getByText("Flagged").count()).toBe(0);
  await page.unroute("**/cells");
  await page.keyboard.press("v");
  await page.getByText("3 answers verified").waitFor();
  await page.keyboard.press("Shift+ArrowLeft");
  await selection.getByText("6 cells selected").waitFor();
  await selection.getByRole("button", { name: "Assign…" }).click();
  const assigning = page.getByRole("dialog", { name: "Assign 6 cells" });
  await assigning.getByLabel("Due").fill("2030-05-01");
  await assigning.getByRole("button", { name: "Assign", exact: true }).click();
  await page.getByText("6 cells assigned").waitFor();
  await selection.getByRole("button", { name: "Cancel" }).click();
  expect(await seriousFindings(page)).toEqual([]);

  // Sorted, filtered, grouped, found: the table says how many rows it shows.
  const menuOf = async (label: string, item: string) => {
    await page
      .getByRole("columnheader", { name: new RegExp(label) })
      .getByRole("button")
      .click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  await menuOf("Begins", "Sort descending");
  await expect.poll(async () => grid.getByRole("rowheader").first().textContent()).toBe("Agreement 40.txt");
  expect(await page.getByRole("columnheader", { name: /Begins/ }).getAttribute("aria-sort")).toBe("descending");
  await menuOf("Governing law", "Filter…");
  const filtering = page.getByRole("dialog", { name: "Filter by Governing law" });
  await filtering.getByLabel(/^Sweden/).check();
  expect(await seriousFindings(page)).toEqual([]);
  await filtering.getByRole("button", { name: "Show rows" }).click();
  await expect.poll(async () => grid.getAttribute("aria-rowcount")).toBe("11");
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await menuOf("Governing law", "Group by this");
  await grid.getByRole("rowheader", { name: /England and Wales/ }).waitFor();
  await page.getByRole("button", { name: "Ungroup" }).click();
  await page.getByRole("button", { name: "Summary" }).click();
  await page.getByRole("columnheader", { name: /2001-03-01 to 2040-03-01/ }).waitFor();
  await page.getByLabel("Find in the table").fill("2033");
  await page.getByText("1", { exact: true }).waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("2033-03-01");

  // Columns are arranged on this device.
  await menuOf("Notice", "Pin");
  await expect.poll(async () => page.getByRole("columnheader").nth(1).textContent()).toContain("Notice");
  await menuOf("Begins", "Hide");
  await page.getByRole("button", { name: "1 hidden column" }).click();
  await page.getByRole("columnheader", { name: /Begins/ }).waitFor();

  // What waits for someone is on their home.
  const path = new URL(page.url()).pathname;
  await page.goto("/home");
  await page.getByRole("link", { name: /Supply agreements.*due 1 May 2030.*2 cells to verify/ }).waitFor();
  await page.goto(path);
  await ready(page);

  await page.getByRole("button", { name: "More" }).click();
  const saved = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Export to Excel" }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe("Supply agreements.xlsx");
  const bytes = readFileSync(await download.path());
  const { text } = await readDocument(bytes, "Supply agreements.xlsx");
  for (const words of ["Agreement 40.txt", "2040-03-01", "Not present", "governed by the law of Germany", "verified"])
    expect(text).toContain(words);
  if (hasCalc) readByOffice(bytes);
});

/** What an office program shows of the file: every row with its answers, and every source with its words. */
function readByOffice(bytes: Uint8Array): void {
  const folder = mkdtempSync(join(tmpdir(), "stet-review-"));
  try {
    writeFileSync(join(folder, "review.xlsx"), bytes);
    const profile = `-env:UserInstallation=file://${join(folder, "profile")}`;
    // Quoted, UTF-8, as shown, each sheet in a file of its own.
    const form = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true,false,false,false,-1";
    execFileSync("soffice", ["--headless", profile, "--convert-to", form, "--outdir", folder, join(folder, "review.xlsx")], {
      stdio: "ignore",
    });
    const sheets = readdirSync(folder).filter((name) => name.endsWith(".csv"));
    expect(sheets.length).toBeGreaterThan(1);
    const all = sheets.map((name) => readFileSync(join(folder, name), "utf8")).join("\n");
    for (let at = 1; at <= 40; at++) expect(all).toContain(`Agreement ${String(at).padStart(2, "0")}.txt`);
    for (const words of ["2003-03-01", "2040-03-01", "England and Wales", "Not present", "governed by the law of Germany"])
      expect(all).toContain(words);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test(
  "columns are suggested, changed, added and taken back; the table is asked, and a cited cell opens",
  { timeout: 90_000 },
  async () => {
    const page = await journey.page();
    const headers = { origin: journey.url };
    const post = async (path: string, data: object) =>
      (await page.request.post(path, { data, headers })).json() as Promise<{ id: string }>;
    const projectId = await newProject(page, 3);
    const { id } = await post("/api/reviews", { projectId, name: "Three agreements" });
    await post(`/api/reviews/${id}/documents`, {});
    await page.goto(`/review/${id}`);
    await ready(page);

    // The sets that come with Stet are in four languages; those in one are listed.
    const sets = page.getByRole("list", { name: "Sets of questions" });
    await sets.getByRole("button", { name: /^Non-disclosure agreements/ }).waitFor();
    await page.getByRole("group", { name: "Language of the questions" }).getByText("Svenska").click();
    await sets.getByRole("button", { name: /^Sekretessavtal/ }).waitFor();
    expect(await sets.getByRole("button").count()).toBe(5);
    await settled(page);
    expect(await seriousFindings(page)).toEqual([]);

    await page.getByRole("button", { name: "Suggest columns" }).click();
    const reading = page.getByRole("dialog", { name: "Suggest columns" });
    expect(await reading.getByLabel("Agreement 02.txt").isChecked()).toBe(true);
    expect(await reading.getByLabel("Agreement 03.txt").isDisabled()).toBe(true);
    await settled(page);
    expect(await seriousFindings(page)).toEqual([]);
    await reading.getByRole("button", { name: "Suggest", exact: true }).click();
    const list = page.getByRole("dialog", { name: "Suggested columns" });
    await list.getByText("From reader, which read “Agreement 01.txt” and “Agreement 02.txt”.").waitFor();
    await list.getByLabel("Add column 4").uncheck();
    await list.getByLabel("Heading 3").fill("Notice period");
    await settled(page);
    expect(await seriousFindings(page)).toEqual([]);
    await list.getByRole("button", { name: "Add 3 columns" }).click();
    await page.getByRole("columnheader", { name: /Notice period/ }).waitFor();
    expect(await page.getByRole("columnheader", { name: /Price/ }).count()).toBe(0);
    await page.getByText("3 columns added").waitFor();
    await page.getByRole("button", { name: "Undo", exact: true }).last().click();
    await page.getByRole("heading", { name: "What do you want to know?" }).waitFor();

    // A draft comes in as it is now, from a list in which it is found by its name.
    await post("/api/drafts", { projectId, name: "Draft amendment", content: "This agreement begins on 1 March 2020." });
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Add documents" }).click();
    const adding = page.getByRole("dialog", { name: "Add documents" });
    await adding.getByText("version 1").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await adding.getByLabel("Find by name").fill("amend");
    await adding.getByRole("checkbox", { name: /Draft amendment/ }).check();
    await adding.getByRole("button", { name: "Add 1" }).click();
    await page.getByText("1 document added").waitFor();
    await page.getByText("4 documents").waitFor();
    const drafted = (await (await page.request.get(`/api/reviews/${id}/rows`)).json()) as { rows: { id: string; name: string }[] };
    const { id: rowId } = drafted.rows.find(({ name }) => name === "Draft amendment, version 1.docx")!;
    await page.request.patch(`/api/reviews/${id}/documents/${rowId}`, { data: { isRemoved: true }, headers });

    await post(`/api/reviews/${id}/columns`, { columns: agreementColumns });
    await post(`/api/reviews/${id}/runs`, { all: true });
    await page.getByRole("grid", { name: "Three agreements" }).getByText("England and Wales").waitFor();
    // Cells are numbered as they are found, and the count comes after all of them.
    const read = async () => (await page.request.get(`/api/reviews/${id}`)).json() as Promise<{ review: { runs: object[] } }>;
    await expect.poll(async () => (await read()).review.runs, { timeout: 30_000 }).toEqual([]);
    await page.getByRole("link", { name: "Ask the table" }).click();
    await page.getByRole("heading", { name: "Ask the table" }).waitFor();
    await page.getByRole("link", { name: "Three agreements" }).waitFor();
    await settled(page);
    expect(await seriousFindings(page)).toEqual([]);
    await send(page, "Which agreements are under German law?");
    expect(await ended(page, 1)).toContain("One of the 3 agreements");
    await page.getByText("3 rows counted by Governing law").waitFor();
    expect(await page.getByText(/differs|no source|not found/).allTextContents()).toEqual([]);
    await page.locator("button.citation").nth(1).click();
    await page.getByText("Agreement 01.txt, Governing law").first().waitFor();
    await page.getByRole("link", { name: "Open the cell" }).click();
    const panel = page.getByRole("complementary", { name: "Cell" });
    await panel.getByText("Germany", { exact: true }).waitFor();
    await panel.getByText("governed by the law of Germany.").waitFor();
  },
);

test("an answer that was asked for before says where, leads there, and can be asked again", async () => {
  const page = await journey.page();
  const projectId = await newProject(page, 1);
  const headers = { origin: journey.url };
  const make = async (name: string) => {
    const made = await page.request.post("/api/reviews", { data: { projectId, name }, headers });
    const { id } = (await made.json()) as { id: string };
    const post = (path: string, data: object) => page.request.post(`/api/reviews/${id}/${path}`, { data, headers });
    await post("columns", { columns: agreementColumns.slice(1, 2) });
    await post("documents", {});
    const before = model.asked.length;
    await post("runs", { all: true });
    const runs = async () => {
      const answered = (await (await page.request.get(`/api/reviews/${id}`)).json()) as { review: { runs: object[] } };
      return answered.review.runs;
    };
    await expect.poll(runs, { timeout: 20_000 }).toEqual([]);
    return { id, asked: model.asked.length - before };
  };
  const first = await make("First");
  expect(first.asked).toBe(1);
  const second = await make("Second");
  expect(second.asked).toBe(0);
  await page.goto(`/review/${second.id}`);
  await ready(page);
  await page.getByRole("grid", { name: "Second" }).getByText("Germany").click();
  const panel = page.getByRole("complementary", { name: "Cell" });
  await panel.getByText(/^Reused from First, /).waitFor();
  expect(await panel.getByRole("link", { name: "First" }).getAttribute("href")).toBe(`/review/${first.id}`);
  expect(await seriousFindings(page)).toEqual([]);
  await panel.getByRole("button", { name: "Ask again" }).click();
  await panel.getByText(/^Reused from/).waitFor({ state: "detached" });
  await panel.getByText("Germany", { exact: true }).waitFor();
});
