/* A workflow waits for a person for days, over kills of the server, and ends once they have decided. */
import { join } from "node:path";
import { sql } from "kysely";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { WorkflowRun } from "#core/workflows/run.ts";
import { openDatabase } from "#server/db/database.ts";
import { startReviewModel, type AskedCell, type ReviewModel } from "../review-model.ts";
import { startJourney, type Journey } from "./browser.ts";
import { ready, seriousFindings, settled } from "./steps.ts";

const workflow = `---
kind: workflow
name: Letter to a tenant
summary: Writes a letter, has it approved and files it.
---

## Inputs

- matter (long text): What it is about

## Write the letter
Do: write
Result: letter

A letter about {{matter}}.

## Approve the letter
Do: person
Result: approval
Ask: approve
Due: 3 days

{{letter}}

## Write the cover note
Do: write
Result: note

A note for {{letter}}

## File it
Do: draft
Called: Letter about {{matter}}

{{letter}}

{{note}}
`;

let model: ReviewModel;
let journey: Journey;
let answer: (cell: AskedCell) => object | string | Promise<object>;
beforeAll(async () => {
  model = await startReviewModel((cell) => answer(cell));
  journey = await startJourney({ MODEL_SERVER_URL: model.url });
});
afterAll(async () => {
  await journey?.close();
  await model?.close();
});

async function ask<T>(page: Page, path: string, data?: object, method = "POST"): Promise<T> {
  const headers = { origin: journey.url };
  const response = await page.request.fetch(path, data === undefined ? {} : { method, data, headers });
  if (!response.ok()) throw new Error(`${path} answered ${response.status()}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** With the server down: everything about runs happened that many days earlier. */
async function letDaysPass(days: number): Promise<void> {
  const database = await openDatabase({ folder: join(journey.folder, "database") });
  const ago = sql`make_interval(days => ${days})`;
  await sql`update workflow_runs set created_at = created_at - ${ago}, updated_at = updated_at - ${ago}`.execute(database.db);
  await sql`update workflow_steps set created_at = created_at - ${ago}, due_at = due_at - ${ago}`.execute(database.db);
  await sql`update jobs set created_at = created_at - ${ago}, ended_at = ended_at - ${ago}`.execute(database.db);
  await database.close();
}

test("a run waits for an approval for months, and a kill after the approval loses nothing", { timeout: 180_000 }, async () => {
  let release: (() => void) | null = null;
  const held = new Promise<void>((resolve) => (release = resolve));
  const letter = { answer: "Dear tenant, the roof will be repaired in May.", quotations: [] };
  answer = ({ step }) =>
    step === "Write the letter" ? letter : held.then(() => ({ answer: "Please sign and send.", quotations: [] }));
  const steps = () => model.asked.map((one) => one.split(": ")[1]).filter((one) => one !== "");

  const page = await journey.page();
  const { id } = await ask<{ id: string }>(page, "/api/library/templates", { source: workflow });
  await ask(page, `/api/workflows/${id}/published`, { version: 1 }, "PUT");
  await page.goto("/chat");
  await ready(page);
  await page.getByRole("link", { name: "Workflows", exact: true }).click();
  await page.getByRole("link", { name: /Letter to a tenant/ }).click();
  await page.getByRole("heading", { level: 1, name: "Letter to a tenant" }).waitFor();
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);
  const form = page.getByRole("form", { name: "Run" });
  await form.getByLabel("What it is about").fill("the roof");
  await form.getByRole("button", { name: "Run", exact: true }).click();
  const approving = page.getByRole("region", { name: "Approve the letter" });
  await approving.getByRole("paragraph").getByText("Dear tenant, the roof will be repaired in May.").waitFor();
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);
  const path = new URL(page.url()).pathname;
  const read = async () => (await ask<{ run: WorkflowRun }>(page, `/api/workflow-runs/${path.split("/").at(-1)}`)).run;

  await journey.kill();
  await letDaysPass(90);
  await journey.restart();
  await page.goto("/home");
  const waiting = page.getByRole("link", { name: /Letter to a tenant: Approve the letter/ });
  await waiting.getByText("Overdue").waitFor();
  await waiting.click();
  await page.waitForURL(`**${path}`);
  expect(steps()).toEqual(["Write the letter"]);

  // The page that is open sees the rest, although the server is killed while the next step is being written.
  await approving.getByRole("button", { name: "Approve", exact: true }).click();
  await approving.getByText("Done · by").waitFor();
  await expect.poll(steps).toEqual(["Write the letter", "Write the cover note"]);
  await journey.kill();
  release!();
  await journey.restart();
  const filing = page.getByRole("region", { name: "File it" });
  await filing.getByRole("link", { name: "Open the draft: Letter about the roof" }).waitFor({ timeout: 90_000 });
  // What was being asked had no answer yet; nothing else is asked again, and each answer is counted once.
  expect(steps()).toEqual(["Write the letter", "Write the cover note", "Write the cover note"]);
  expect(await read()).toMatchObject({ state: "done", inputTokens: 200, outputTokens: 20 });
  await filing.getByRole("link", { name: "Open the draft: Letter about the roof" }).click();
  await page.locator(".ProseMirror").getByText("Please sign and send.").waitFor();
});
