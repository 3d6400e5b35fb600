/* Contacts: an address book comes in, a conflict is found before a matter is opened, a template is filled from a contact. */
import { execFileSync } from "node:child_process";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startJourney, type Journey } from "./browser.ts";
import { composer, ended, questions, setModel } from "./conversation.ts";
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

const cards = `BEGIN:VCARD
VERSION:3.0
FN:Müller & Söhne GmbH
ORG:Müller & Söhne GmbH
EMAIL:info@mueller.example
ADR:;;Hafenstraße 1;Hamburg;;20457;DE
END:VCARD
BEGIN:VCARD
VERSION:3.0
N:Berg;Anna;;;
FN:Anna Berg
EMAIL:anna@example.se
END:VCARD
`;

test("from an address book to a conflict found before the matter is opened", async () => {
  const page = await journey.page();
  await visit(page, "/chat");
  await page.getByRole("link", { name: "Contacts", exact: true }).click();
  await page.getByText("No contacts yet").waitFor();
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);

  await page.getByRole("button", { name: "Import contacts" }).click();
  const importing = page.getByRole("dialog", { name: "Import contacts" });
  await importing
    .getByLabel("Choose a file")
    .setInputFiles({ name: "contacts.vcf", mimeType: "text/vcard", buffer: Buffer.from(cards) });
  await importing.getByText("2 contacts found.").waitFor();
  await importing.getByRole("button", { name: "Import 2 contacts" }).click();
  await page.getByRole("link", { name: /Müller & Söhne GmbH/ }).waitFor();

  // The same file again adds nothing.
  await page.getByRole("button", { name: "More actions for contacts" }).click();
  await page.getByRole("menuitem", { name: "Import" }).click();
  await importing
    .getByLabel("Choose a file")
    .setInputFiles({ name: "contacts.vcf", mimeType: "text/vcard", buffer: Buffer.from(cards) });
  await importing.getByText("2 contacts found, 2 with the name of one you have.").waitFor();
  await importing.getByRole("button", { name: "Import 2 contacts" }).click();
  await importing.waitFor({ state: "detached" });
  expect(await page.getByRole("link", { name: /Müller & Söhne GmbH/ }).count()).toBe(1);

  await page.getByRole("link", { name: /Müller & Söhne GmbH/ }).click();
  await page.getByRole("heading", { level: 1, name: "Müller & Söhne GmbH" }).waitFor();
  await page.getByText("Counterparty", { exact: true }).click();
  await page.getByRole("button", { name: "Add a number" }).click();
  await page.getByLabel("Kind of number").selectOption("vat");
  await page.getByRole("textbox", { name: "VAT number" }).fill("DE136695977");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("The check digit is wrong: one of the digits is mistyped.").waitFor();
  await page.getByRole("textbox", { name: "VAT number" }).fill("DE 136 695 976");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("“Müller & Söhne GmbH” saved").waitFor();
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);

  await visit(page, "/vault?new");
  const dialog = page.getByRole("dialog", { name: "New project" });
  await dialog.getByLabel("Name", { exact: true }).fill("Hamburg terminal");
  await dialog.getByLabel("Acting for").fill("Mueller und Soehne");
  await dialog.getByRole("button", { name: "Create project" }).click();
  await dialog.getByText("1 possible conflict").waitFor();
  await dialog.getByRole("link", { name: "Müller & Söhne GmbH" }).waitFor();
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Create anyway" }).click();
  await page.getByRole("heading", { level: 1, name: "Hamburg terminal" }).waitFor();

  await visit(page, "/contacts/checks");
  await page.getByText("Mueller und Soehne", { exact: true }).click();
  await page.getByRole("link", { name: "Hamburg terminal" }).waitFor();
  await page.getByLabel("Name of party 2").fill("Muller & Sohne");
  await page.getByRole("button", { name: "Check for conflicts" }).click();
  await page.getByText("Compared with 2 contacts, 1 project, 0 drafts and 0 files.").first().waitFor();
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);

  await visit(page, "/library/templates/mutual-nda");
  await page.getByRole("button", { name: "Party A: fill from contacts" }).click();
  const choosing = page.getByRole("dialog", { name: "Fill from a contact" });
  await choosing.getByLabel("Search contacts").fill("hamburg mueller");
  await choosing.getByText("No matching contacts").waitFor();
  await choosing.getByLabel("Search contacts").fill("soehne");
  await choosing.getByText("No matching contacts").waitFor();
  await choosing.getByLabel("Search contacts").fill("söhne");
  await choosing.getByRole("button", { name: /Müller & Söhne GmbH/ }).click();
  await page.getByRole("region", { name: "Text" }).getByText("Müller & Söhne GmbH").first().waitFor();
  expect(await page.getByLabel("Party A", { exact: true }).inputValue()).toBe("Müller & Söhne GmbH");

  await visit(page, "/contacts");
  await page.getByRole("link", { name: /Anna Berg/ }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByText("“Anna Berg” deleted").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("link", { name: /Anna Berg/ }).waitFor();
});

test("a party that an answer names becomes a contact of the kind that its name says, or that is chosen", async () => {
  const page = await journey.page();
  const headers = { origin: journey.url };
  const send = async <T>(path: string, data: object, method = "POST") =>
    (await page.request.fetch(path, { method, data, headers })).json() as Promise<T>;
  const { id: projectId } = await send<{ id: string }>("/api/projects", { name: "Lease" });
  const text = `THIS LEASE is made between Birch Estates Ltd (“Landlord”) and Anna Berg (“Tenant”) on 1 March 2026.`;
  const file = { name: "Lease.txt", mimeType: "text/plain", buffer: Buffer.from(text) };
  await page.request.post(`/api/upload?project=${projectId}`, { multipart: { file }, headers });
  const { id } = await send<{ id: string }>("/api/reviews", { projectId, name: "Leases" });
  const parties = { label: "Parties", question: "Who are the parties?", format: "list", choices: [] };
  await send(`/api/reviews/${id}/columns`, { columns: [parties] });
  await send(`/api/reviews/${id}/documents`, {});
  await send(`/api/reviews/${id}`, { model: "stet-builtin" }, "PATCH");
  await send(`/api/reviews/${id}/runs`, { all: true });

  await visit(page, `/review/${id}`);
  const grid = page.getByRole("grid", { name: "Leases" });
  await grid.getByText("Birch Estates Ltd").waitFor();
  await grid.getByRole("rowheader").first().focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  const contacts = page.getByRole("region", { name: "Contacts" });
  const kindOf = (name: string) => contacts.getByLabel(`Kind of ${name}`);
  await kindOf("Anna Berg").waitFor();
  expect([await kindOf("Birch Estates Ltd").inputValue(), await kindOf("Anna Berg").inputValue()]).toEqual(["company", "person"]);
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);
  await contacts.getByRole("button", { name: "Add Anna Berg to contacts" }).click();
  await contacts.getByRole("link", { name: "Anna Berg" }).waitFor();
  // The form of a name can be wrong about it.
  await kindOf("Birch Estates Ltd").selectOption("person");
  await contacts.getByRole("button", { name: "Add Birch Estates Ltd to contacts" }).click();
  await contacts.getByRole("link", { name: "Birch Estates Ltd" }).waitFor();
  const { contacts: stored } = (await (await page.request.get("/api/contacts")).json()) as {
    contacts: { name: string; kind: string }[];
  };
  expect(stored.map(({ name, kind }) => [name, kind])).toEqual([
    ["Anna Berg", "person"],
    ["Birch Estates Ltd", "person"],
  ]);
});

test("what the columns of a file hold is guessed, can be changed, and what is left out is counted", async () => {
  const page = await journey.page();
  await visit(page, "/contacts");
  await page.getByRole("button", { name: "Import contacts" }).click();
  const importing = page.getByRole("dialog", { name: "Import contacts" });
  const text =
    "Firma;Ansprechpartner;E-Mail-Adresse;Telefax;Geburtstag\n" +
    'Muster GmbH;Jana Weiß;info@muster.example;040 1;\n"Krüger; Söhne";Bo Krüger;bo@krueger.example;040 2;1.2.1990\n;;;040 3;\n';
  // As Excel saves “Unicode text”.
  const buffer = Buffer.from(`\ufeff${text}`, "utf16le");
  await importing.getByLabel("Choose a file").setInputFiles({ name: "contacts.txt", mimeType: "text/plain", buffer });
  await importing.getByText("2 contacts found.").waitFor();
  await importing.getByText("1 entry has no name and will be left out.").waitFor();
  await importing.getByText("Not imported: 3 columns with 6 values (Ansprechpartner, Telefax, Geburtstag).").waitFor();
  await importing.getByText("Krüger; Söhne", { exact: true }).waitFor();
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);

  await importing.getByLabel("What “Ansprechpartner” is").selectOption("Name");
  await importing.getByText("Jana Weiß", { exact: true }).last().waitFor();
  await importing.getByLabel("What to do with Jana Weiß").selectOption("Leave out");
  await importing.getByLabel("What “Geburtstag” is").selectOption("Notes");
  await importing.getByText(/Person · bo@krueger\.example · Krüger; Söhne, Geburtstag: 1\.2\.1990/).waitFor();
  await importing.getByText("Not imported: 1 column with 3 values (Telefax).").waitFor();
  await importing.getByRole("button", { name: "Import 1 contact" }).click();
  await page.getByRole("link", { name: /Bo Krüger/ }).click();
  expect(await page.getByLabel("Notes").inputValue()).toBe("Krüger; Söhne\nGeburtstag: 1.2.1990");
});

test("relations are shown with both contacts, are undone, and leave and come back with files, as do languages", async () => {
  const page = await journey.page();
  const headers = { origin: journey.url };
  for (const [kind, name] of [
    ["person", "Anna Berg"],
    ["company", "Kanalbolaget AB"],
  ])
    await page.request.post("/api/contacts", { data: { kind, name }, headers });
  await visit(page, "/contacts");
  await page.getByRole("link", { name: /Anna Berg/ }).click();
  const relations = page.getByRole("region", { name: "Relations" });
  const add = async () => {
    await relations.getByRole("button", { name: "Add a relation" }).click();
    const dialog = page.getByRole("dialog", { name: "Add a relation" });
    await dialog.getByLabel("Anna Berg", { exact: true }).selectOption({ label: "Director of" });
    await settled(page);
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Kanalbolaget AB" }).click();
  };
  const company = relations.getByRole("link", { name: "Kanalbolaget AB" });
  await add();
  await company.waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await company.waitFor({ state: "detached" });
  await add();
  await company.waitFor();
  await relations.getByRole("button", { name: "Remove “Director of Kanalbolaget AB”" }).click();
  await company.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).last().click();
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);
  await company.click();
  await relations.getByText("Has as director").waitFor();
  await relations.getByRole("link", { name: "Anna Berg" }).waitFor();

  // Languages are entered by name, in whatever language.
  await page.getByLabel("Languages").fill("svenska, Klingonish");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("“Klingonish” is not a language that is known here.").waitFor();
  await page.getByLabel("Languages").fill("svenska, en-GB");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("“Kanalbolaget AB” saved").waitFor();
  await page.getByRole("textbox", { name: "Languages" }).and(page.locator("[value='Swedish, British English']")).waitFor();

  const csv = await (await page.request.get("/api/contacts/export?format=csv")).text();
  expect(csv).toContain("director of Kanalbolaget AB");
  const vcf = await (await page.request.get("/api/contacts/export?format=vcf")).text();
  for (const [name, text] of [
    ["contacts.csv", csv],
    ["contacts.vcf", vcf],
  ] as const) {
    const other = await journey.page();
    await visit(other, "/contacts");
    await other.getByRole("button", { name: "Import contacts" }).click();
    const importing = other.getByRole("dialog", { name: "Import contacts" });
    await importing
      .getByLabel("Choose a file")
      .setInputFiles({ name, mimeType: name.endsWith("csv") ? "text/csv" : "text/vcard", buffer: Buffer.from(text) });
    await importing.getByRole("button", { name: "Import 2 contacts" }).click();
    await other.getByRole("link", { name: /Anna Berg/ }).click();
    await other.getByRole("region", { name: "Relations" }).getByRole("link", { name: "Kanalbolaget AB" }).click();
    await other.getByRole("textbox", { name: "Languages" }).and(other.locator("[value='Swedish, British English']")).waitFor();
  }
});

test("the work that concerns a contact is on its page", async () => {
  const page = await journey.page();
  const headers = { origin: journey.url };
  const send = async (path: string, data: object) =>
    (await (await page.request.post(path, { data, headers })).json()) as { id: string };
  const { id } = await send("/api/contacts", { kind: "company", name: "Birch Estates Ltd" });
  await visit(page, `/contacts/${id}`);
  const work = page.getByRole("region", { name: "In your work" });
  await work.getByText("No matter, draft, file, review or workflow run that you can see names this contact.").waitFor();
  const matter = { client: "", counterparty: "Birch Estates", jurisdiction: "" };
  const { id: projectId } = await send("/api/projects", { name: "Canal Street", instructions: "", matter });
  const file = { name: "Lease.txt", mimeType: "text/plain", buffer: Buffer.from("The landlord is Birch Estates Ltd.") };
  await page.request.post(`/api/upload?project=${projectId}`, { multipart: { file }, headers });
  await page.reload();
  await ready(page);
  await work.getByText("Counterparty", { exact: true }).waitFor();
  await work.getByText("Canal Street · “The landlord is Birch Estates Ltd.”").waitFor();
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);
  await work.getByRole("link", { name: "Canal Street" }).click();
  await page.getByRole("heading", { level: 1, name: "Canal Street" }).waitFor();
});

test("a contact is mentioned in a chat: what leaves is shown first, and the model is given that and no more", async () => {
  const page = await journey.page();
  const headers = { origin: journey.url };
  const notes = "Pays late.";
  const data = { kind: "company", name: "Kanalbolaget AB", address: "Storgatan 1\n211 42 Malmö", phones: ["040 123"], notes };
  await page.request.post("/api/contacts", { data, headers });
  await setModel(journey, { tps: 0, text: "Dear Sirs." });
  await visit(page, "/chat");
  await composer(page).focus();
  await page.keyboard.type("Write to /kanalb");
  const offered = page.getByRole("listbox", { name: "Prompts and templates" });
  await offered.getByRole("option", { name: /Kanalbolaget AB.*Contact/ }).waitFor();
  // By keyboard alone.
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Mention “Kanalbolaget AB”" });
  const shown = dialog.getByRole("group", { name: "What the model is given" });
  await shown.getByText("Address: Storgatan 1, 211 42 Malmö").waitFor();
  expect(await shown.innerText()).not.toContain("Pays late");
  expect(await shown.innerText()).toMatch(/as it was last changed on \d{4}-\d{2}-\d{2}/);
  expect(await dialog.getByLabel("Notes").isChecked()).toBe(false);
  await dialog.getByLabel("Phone numbers").focus();
  await page.keyboard.press("Space");
  await expect.poll(() => shown.innerText()).not.toContain("040 123");
  const said = await shown.innerText();
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Add to message" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("list", { name: "Attached files" }).getByText("Contact Kanalbolaget AB.txt").waitFor();
  await expect.poll(() => composer(page).inputValue()).toBe("Write to Kanalbolaget AB");
  await page.keyboard.press("Enter");
  expect(await ended(page, 1)).toContain("Dear Sirs.");
  await questions(page).getByText("Contact Kanalbolaget AB.txt").waitFor();
  const { system } = (await (await fetch(`${journey.modelUrl}/log/last`)).json()) as { system: string };
  expect(system).toContain("“Contact Kanalbolaget AB.txt” = source [[1]], given whole");
  const { files } = (await (await page.request.get("/api/files")).json()) as { files: { url: string }[] };
  expect(await (await page.request.get(files[0]!.url)).text()).toBe(`${said.trim()}\n`);

  // The other way to it.
  await page.getByRole("button", { name: "Choose files" }).click();
  await page.getByRole("dialog", { name: "Choose files" }).getByRole("button", { name: "Mention a contact" }).click();
  const choosing = page.getByRole("dialog", { name: "Mention a contact" });
  await choosing.getByRole("button", { name: "Kanalbolaget AB" }).click();
  await shown.getByText("Phone numbers: 040 123").waitFor();
  await page.keyboard.press("Escape");
});

test("everything about a contact is exported, and erasing it says before what stays", async () => {
  const page = await journey.page();
  const headers = { origin: journey.url };
  const made = await page.request.post("/api/contacts", { data: { kind: "person", name: "Anna Berg" }, headers });
  const { id } = (await made.json()) as { id: string };
  const matter = { client: "Anna Berg", counterparty: "", jurisdiction: "" };
  await page.request.post("/api/projects", { data: { name: "Divorce", instructions: "", matter }, headers });
  await page.request.post("/api/conflict-checks", { data: { parties: [{ name: "Anna Berg", side: "client" }] }, headers });
  await visit(page, `/contacts/${id}`);
  const personal = page.getByRole("region", { name: "Personal data" });
  const saving = page.waitForEvent("download");
  await personal.getByRole("button", { name: "Export everything" }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe("contact.zip");
  const entries = execFileSync("unzip", ["-Z1", await saved.path()])
    .toString()
    .trim()
    .split("\n");
  expect(entries).toEqual([
    "about.txt",
    "contact.json",
    "contact.vcf",
    "mentions.json",
    "conflict-checks.json",
    "workflow-runs.json",
  ]);
  const about = execFileSync("unzip", ["-p", await saved.path(), "about.txt"]).toString();
  expect(about).toContain("What this workspace holds about Anna Berg");
  expect(about).toContain("1 conflict check that");

  await personal.getByRole("button", { name: "Erase" }).click();
  const asking = page.getByRole("alertdialog", { name: "Erase “Anna Berg”?" });
  await asking.getByText("1 project names it as a party.").waitFor();
  await asking.getByText("1 conflict check names it. They are the record that a conflict was looked for").waitFor();
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);
  await asking.getByRole("button", { name: "Erase for good" }).click();
  await page.getByText("The contact was erased").waitFor();
  await page.getByText("No contacts yet").waitFor();

  // The record stays, and leads nowhere that is not there.
  await visit(page, "/contacts/checks");
  await page.getByText("Anna Berg", { exact: true }).first().click();
  await page.getByText("no longer in your contacts").waitFor();
  await page.getByRole("link", { name: "Divorce" }).waitFor();
  expect(await page.getByRole("link", { name: "Anna Berg" }).count()).toBe(0);
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);
});
