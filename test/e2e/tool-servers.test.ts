/* A tool server in the browser: connected, read, accepted, switched on in a chat, asked about, and its answer shown as text. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startJourney, type Journey } from "./browser.ts";
import { ended, send, setModel } from "./conversation.ts";
import { ready, seriousFindings, settled } from "./steps.ts";

let journey: Journey;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "stet-programs-"));
  const program = { command: process.execPath, args: [join(import.meta.dirname, "../tool-program.mjs")], everyone: true };
  writeFileSync(join(folder, "programs.json"), JSON.stringify({ mcpServers: { notes: program } }));
  journey = await startJourney({ TOOL_PROGRAMS: join(folder, "programs.json") });
});
afterAll(async () => {
  await journey?.close();
  rmSync(folder, { recursive: true, force: true });
});

test("a tool server is read before it is used, and every call is the reader's to allow", async () => {
  const page = await journey.page();
  await page.goto("/settings/account/tools");
  await ready(page);
  await page.getByText("notes, set up by your administrator").click();
  await page.getByRole("button", { name: "Connect notes" }).click();
  await page.getByText("Read what notes tells models before you accept it.").waitFor();
  await page.getByText("Finds a note by a word in it.").waitFor();
  await page.getByText("What it is sent").click();
  await page.getByText("A word of the note.").waitFor();
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Accept these tools" }).click();
  await page.getByText("1 tool", { exact: false }).first().waitFor();

  await page.goto("/chat");
  await ready(page);
  await page.getByRole("button", { name: "Choose knowledge sources" }).click();
  await page.getByRole("switch", { name: /notes/ }).click();
  await page.getByRole("button", { name: "Done" }).click();
  const steps = [{ tool: "notes__find_note", args: { word: "rent" } }, { text: "On Monday." }];
  await setModel(journey, { script: JSON.stringify(steps), tps: 0 });
  await send(page, "When do I call?");
  const consent = page.getByRole("group", { name: "notes asks to run Find a note" });
  await consent.waitFor();
  await consent.getByText('"word": "rent"').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  // Another window asks the same; an answer there closes it here.
  await page.reload();
  await consent.waitFor();
  await consent.getByRole("button", { name: "Allow in this chat" }).click();
  await consent.waitFor({ state: "detached" });
  expect(await ended(page, 1)).toContain("On Monday.");
  await page.getByRole("button", { name: /^notes: find_note/ }).click();
  await page.getByText("The note on rent: call the landlord on Monday.").first().waitFor();

  // Not asked again in this chat; refused in another.
  await send(page, "And again?");
  expect(await ended(page, 2)).toContain("On Monday.");
  await page.goto("/chat");
  await ready(page);
  // Off until switched on, in every new chat.
  await page.getByRole("button", { name: "Choose knowledge sources" }).click();
  expect(await page.getByRole("switch", { name: /notes/ }).isChecked()).toBe(false);
  await page.getByRole("switch", { name: /notes/ }).click();
  await page.getByRole("button", { name: "Done" }).click();
  await send(page, "When do I call?");
  await consent.getByRole("button", { name: "Don’t allow" }).click();
  await page.getByRole("button", { name: /^notes: find_note was not run/ }).waitFor();
  expect(await ended(page, 1)).toContain("On Monday.");
});
