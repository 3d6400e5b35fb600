/*
 * From a contract to an export, in each language: a contract is attached and asked about, a scripted model answers with
 * every verdict, each citation is opened at its words, and the draft and the chat are saved with what the check found.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { extractText } from "unpdf";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { docxOf } from "#test/documents.ts";
import { britishAct, dutchAct, germanAct, swedishAct } from "#test/statutes.ts";
import { openDatabase } from "#server/db/database.ts";
import { openArchive } from "#server/files/zip.ts";
import { readGesetz } from "#server/knowledge/forms/gesetze-im-internet.ts";
import { readLegislation } from "#server/knowledge/forms/legislation-gov-uk.ts";
import { readSwedishLaw } from "#server/knowledge/forms/swedish-law.ts";
import { readWet } from "#server/knowledge/forms/wetten.ts";
import { loadLaw } from "#server/knowledge/index-law.ts";
import { startJourney, type Journey } from "./browser.ts";
import { answers, ended, send, setModel } from "./conversation.ts";
import { ready } from "./steps.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney({}, async (folder) => {
    const database = await openDatabase({ folder: join(folder, "database") });
    const acts = [readGesetz(germanAct), readSwedishLaw(swedishAct), readLegislation(britishAct), readWet(dutchAct)];
    await loadLaw(database.db, acts.flat());
    await database.close();
  });
});
afterAll(() => journey.close());

type Language = {
  contract: readonly string[];
  question: string;
  /** Each with the words that the viewer marks, if any. */
  claims: readonly [said: string, verdict: string, marked?: string][];
  unknown: string;
};

const languages: Record<"sv" | "de" | "en" | "nl", Language> = {
  sv: {
    contract: [
      "# Leveransavtal",
      "Köparen ska betala fakturan inom trettio dagar efter leveransen av varorna.",
      "Säljaren ansvarar inte för indirekt skada som köparen lider.",
      "Vardera parten får säga upp avtalet skriftligen med en uppsägningstid om tre månader.",
    ],
    question: "Vad gäller enligt avtalet?",
    claims: [
      ["”Säljaren ansvarar inte för indirekt skada”", "verified", "Säljaren ansvarar inte för indirekt skada"],
      ["”Vardera parten får säga upp avtalet … med en uppsägningstid om tre månader”", "verified-omissions", "Vardera parten"],
      ["Köparen måste betala fakturan inom 30 dagar efter leveransen", "supported", "inom trettio dagar"],
      ["”Säljaren ansvarar för indirekt skada som köparen lider”", "altered", "för indirekt skada"],
      ["Köparen ska betala fakturan inom sextio dagar efter leveransen", "differs", "inom trettio dagar"],
      ["Hyresgästen bor gratis på vinden hela sommaren", "not-found"],
    ],
    unknown: "9 kap. 9 § lagen (2099:10) om provarbete",
  },
  de: {
    contract: [
      "# Liefervertrag",
      "Der Käufer muss die Rechnung innerhalb von dreißig Tagen nach der Lieferung der Ware bezahlen.",
      "Der Verkäufer haftet nicht für mittelbare Schäden des Käufers.",
      "Jede Partei kann den Vertrag schriftlich mit einer Frist von drei Monaten kündigen.",
    ],
    question: "Was gilt nach dem Vertrag?",
    claims: [
      ["„Der Verkäufer haftet nicht für mittelbare Schäden“", "verified", "Der Verkäufer haftet nicht für mittelbare Schäden"],
      ["„Jede Partei kann den Vertrag … mit einer Frist von drei Monaten kündigen“", "verified-omissions", "Jede Partei"],
      ["Der Käufer muss die Rechnung innerhalb von 30 Tagen nach der Lieferung bezahlen", "supported", "von dreißig Tagen"],
      ["„Der Verkäufer haftet für mittelbare Schäden des Käufers“", "altered", "für mittelbare Schäden"],
      ["Der Käufer muss die Rechnung innerhalb von sechzig Tagen nach der Lieferung bezahlen", "differs", "von dreißig Tagen"],
      ["Der Mieter wohnt den ganzen Sommer kostenlos unter dem Dach", "not-found"],
    ],
    unknown: "§ 99 ProbeG",
  },
  en: {
    contract: [
      "# Supply agreement",
      "The buyer shall pay the invoice within thirty days after delivery of the goods.",
      "The seller is not liable for indirect damage suffered by the buyer.",
      "Either party may terminate the agreement in writing with three months' notice.",
    ],
    question: "What does the agreement say?",
    claims: [
      ["“The seller is not liable for indirect damage”", "verified", "The seller is not liable for indirect damage"],
      ["“Either party may terminate the agreement … with three months' notice”", "verified-omissions", "Either party"],
      ["The buyer must pay the invoice within 30 days after delivery", "supported", "within thirty days"],
      ["“The seller is liable for indirect damage suffered by the buyer”", "altered", "liable for indirect damage"],
      ["The buyer must pay the invoice within sixty days after delivery", "differs", "within thirty days"],
      ["The tenant lives rent-free under the roof all summer", "not-found"],
    ],
    unknown: "section 99 of the Trial Work Act 2099",
  },
  nl: {
    contract: [
      "# Leveringsovereenkomst",
      "De koper moet de factuur binnen dertig dagen na levering van de goederen betalen.",
      "De verkoper is niet aansprakelijk voor indirecte schade van de koper.",
      "Elke partij mag de overeenkomst schriftelijk met een termijn van drie maanden opzeggen.",
    ],
    question: "Wat bepaalt de overeenkomst?",
    claims: [
      [
        "„De verkoper is niet aansprakelijk voor indirecte schade”",
        "verified",
        "De verkoper is niet aansprakelijk voor indirecte schade",
      ],
      ["„Elke partij mag de overeenkomst … met een termijn van drie maanden opzeggen”", "verified-omissions", "Elke partij"],
      ["De koper moet de factuur binnen 30 dagen na levering betalen", "supported", "binnen dertig dagen"],
      ["„De verkoper is aansprakelijk voor indirecte schade van de koper”", "altered", "voor indirecte schade"],
      ["De koper moet de factuur binnen zestig dagen na levering betalen", "differs", "binnen dertig dagen"],
      ["De huurder woont de hele zomer gratis onder het dak", "not-found"],
    ],
    unknown: "artikel 9.9 Wet proefarbeid",
  },
};

const summary =
  "8 checked: 1 verified, 1 verified with omissions, 1 supported, 1 altered, 1 differs, 1 not found, 1 no source, 1 unknown authority";

test.each(Object.entries(languages))("%s", async (_language, { contract, question, claims, unknown }) => {
  const page = await journey.page();
  await page.goto("/chat");
  await ready(page);
  const files = { name: "Contract.docx", mimeType: "application/octet-stream", buffer: docxOf(contract) };
  await page.getByLabel("Files to attach").setInputFiles(files);
  await page.getByText("Contract.docx uploaded").waitFor();
  const lines = claims.map(([said]) => `${said} [[1]].`);
  const text = ["BEGIN DRAFT", ...lines.flatMap((line) => [line, ""]), "END DRAFT", "", `${unknown} [[9]].`].join("\n");
  await setModel(journey, { text, tps: 0 });
  await send(page, question);
  await ended(page, 1);

  expect(await page.getByRole("note", { name: "Citations" }).innerText()).toBe(summary);
  const chips = answers(page).locator("button.citation");
  const verdicts = () => chips.evaluateAll((all) => all.map((chip) => (chip as HTMLElement).dataset["verdict"]));
  await expect.poll(verdicts).toEqual([...claims.map(([, verdict]) => verdict), "no-source"]);
  for (const [at, [, , marked]] of claims.entries()) if (marked !== undefined) await openAt(page, at, marked);

  const notes = await footnotesOf(page);
  expect(notes).toHaveLength(claims.length);
  const labels = [
    "Verified: ",
    "Verified, with omissions: ",
    "Supported: ",
    "Altered quotation: ",
    "Differs: ",
    "Not found in the source: ",
  ];
  for (const [at, label] of labels.entries()) expect(notes[at]).toContain(`Contract.docx. ${label}`);
  const saved = await pdfOf(page);
  expect(saved).toContain("[1] (differs)");
  expect(saved).toContain("[1] (altered quotation)");
  expect(saved).toContain("Unknown authority: ");
});

async function openAt(page: Page, at: number, marked: string): Promise<void> {
  await answers(page).locator("button.citation").nth(at).click();
  await page.getByRole("button", { name: "Show the document" }).click();
  const viewer = page.getByRole("dialog", { name: "Contract.docx" });
  await viewer.locator("mark", { hasText: marked }).waitFor();
  await page.keyboard.press("Escape");
  await viewer.waitFor({ state: "hidden" });
}

/** Of the Word file that is made of the draft. */
async function footnotesOf(page: Page): Promise<string[]> {
  await page.getByRole("button", { name: "Download draft" }).click();
  const saved = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: /^Word/ }).click();
  const archive = await openArchive(readFileSync(await (await saved).path()));
  let xml = "";
  for await (const chunk of archive.part("word/footnotes.xml")!) xml += chunk;
  const all = [...xml.matchAll(/<w:footnote [^>]*w:id="([1-9]\d*)"[^>]*>(.*?)<\/w:footnote>/gs)];
  return all.map(([, , body]) => body!.replace(/<[^>]+>/g, "").trim());
}

/** Of the chat. */
async function pdfOf(page: Page): Promise<string> {
  await page.locator("#sidebar li").first().hover();
  await page.getByRole("button", { name: /^Actions for/ }).click();
  const saved = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Export as PDF" }).click();
  const { text } = await extractText(new Uint8Array(readFileSync(await (await saved).path())), { mergePages: true });
  return text.replace(/\s+/g, " ");
}
