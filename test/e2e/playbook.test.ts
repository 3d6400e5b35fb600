/* A playbook review: a draft is held against rules, its changes are decided one by one, and the file has them tracked. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readWordDocument } from "#server/files/readers/word-document.ts";
import { openArchive } from "#server/files/zip.ts";
import { startJourney, type Journey } from "./browser.ts";
import { ready, seriousFindings, settled } from "./steps.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney({ MODEL_SERVER_URL: "" });
});
afterAll(() => journey?.close());

const content = `# Non-Disclosure Agreement

The Recipient may use Confidential Information only to assess and carry out the transaction between the parties.

The duties under this agreement end ten years after the last disclosure.

Within thirty days of a written request, the Recipient shall return or destroy Confidential Information. It may keep copies that law or its ordinary back-ups require it to keep.

The Recipient shall pay a penalty for each breach of this agreement.

This agreement replaces all earlier ones between the parties.`;

async function draftIn(page: Page): Promise<string> {
  const made = async (path: string, data: object) => {
    const answer = await page.request.post(path, { data, headers: { origin: journey.url } });
    return ((await answer.json()) as { id: string }).id;
  };
  const projectId = await made("/api/projects", { name: "Alder" });
  return `/vault/projects/${projectId}/drafts/${await made("/api/drafts", { projectId, name: "NDA from Alder", content })}`;
}

test("a counterpart’s agreement is held against a playbook and goes back with tracked changes", { timeout: 120_000 }, async () => {
  const page = await journey.page();
  const path = await draftIn(page);
  // The playbook, as the library shows it.
  await page.goto("/library?shelf=playbooks");
  await ready(page);
  await page.getByRole("link", { name: /Non-disclosure agreements, as recipient/ }).click();
  await page.getByRole("heading", { name: "Duration" }).waitFor();
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);

  await page.goto(path);
  await ready(page);
  await page.locator(".ProseMirror[contenteditable=true]").waitFor();
  await page.getByRole("button", { name: "Playbook", exact: true }).click();
  const panel = page.getByRole("complementary", { name: "Playbook" });
  await panel.getByRole("combobox", { name: "Playbook" }).selectOption({ label: "Non-disclosure agreements, as recipient" });
  await panel.getByRole("button", { name: "Check this draft" }).click();
  await panel.getByText(/rules meet the standard/).waitFor({ timeout: 60_000 });
  const rule = (title: string) =>
    panel.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
  await rule("Purpose").getByText("Meets the standard").waitFor();
  await rule("Duration").getByText("Not acceptable").waitFor();
  await rule("Duration")
    .getByText(/The standard says “three”|“three years”/)
    .waitFor();
  await rule("Penalty").getByText("Not acceptable").waitFor();
  await rule("Staff").getByText("Absent").waitFor();
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);

  // One is accepted where it stands; the others stay open.
  await rule("Duration").getByRole("button", { name: "Show the change" }).click();
  const bar = page.getByRole("group", { name: /change/i });
  await bar.getByRole("button", { name: /^Accept/ }).click();
  await page.locator(".ProseMirror").getByText("end three years after the last disclosure").waitFor();
  await rule("Staff").getByRole("button", { name: "Show the change" }).click();

  await page.getByRole("button", { name: "Export", exact: true }).click();
  const saved = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: /^Word/ }).click();
  const file = readFileSync(await (await saved).path());
  const { changes } = await readWordDocument(await openArchive(file));
  expect(changes.map(({ replacement }) => replacement).join("\n")).toContain("restricts whom a party may employ");
});
