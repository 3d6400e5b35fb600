/* A workflow runs automatically: set up on its page, started once though the server was killed, paused, removed and brought back. */
import { join } from "node:path";
import { sql } from "kysely";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunSummary } from "#core/workflows/run.ts";
import { openDatabase } from "#server/db/database.ts";
import { startJourney, type Journey } from "./browser.ts";
import { ready, seriousFindings, settled } from "./steps.ts";

const source = `---
kind: workflow
name: Weekly note
---

## Inputs

- who (text): For whom
- paper (file, optional): The paper

## Say
Do: output

Hello {{who}} {{paper}}
`;

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(async () => {
  await journey?.close();
});

async function ask<T>(page: Page, path: string, data?: object, method = "POST"): Promise<T> {
  const headers = { origin: journey.url };
  const response = await page.request.fetch(path, data === undefined ? {} : { method, data, headers });
  if (!response.ok()) throw new Error(`${path} answered ${response.status()}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** With the server killed: it was due three days ago. */
async function missTheTime(): Promise<void> {
  await journey.kill();
  const database = await openDatabase({ folder: join(journey.folder, "database") });
  await sql`update workflow_triggers set next_at = now() - interval '3 days'`.execute(database.db);
  await sql`update jobs set due_at = now() where kind = 'start-workflows'`.execute(database.db);
  await database.close();
  await journey.restart();
}

test("a workflow is set up to run automatically, and starts once although the server was down", { timeout: 180_000 }, async () => {
  const page = await journey.page();
  const { id: projectId } = await ask<{ id: string }>(page, "/api/projects", { name: "Alder" });
  const { id } = await ask<{ id: string }>(page, "/api/library/templates", { source });
  const publish = (version: number | null) => ask(page, `/api/workflows/${id}/published`, { version }, "PUT");
  await publish(1);
  const runs = async () => (await ask<{ runs: RunSummary[] }>(page, `/api/workflow-runs?workflowId=${id}`)).runs;
  await page.goto(`/workflows/${id}?project=${projectId}`);
  await ready(page);
  const form = page.getByRole("form", { name: "Run" });
  await form.getByRole("button", { name: "Run automatically" }).press("Enter");
  await form.getByLabel("Friday").check();
  await form.getByLabel("At", { exact: true }).selectOption("17:00");
  await form.getByRole("button", { name: "Set it up" }).click();
  await page.getByText("“For whom” is missing.").waitFor();
  await form.getByLabel("For whom").fill("Ada");
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);
  await form.getByRole("button", { name: "Set it up" }).click();
  const weekly = page.getByRole("group", { name: "Every Monday and Friday at 17:00" });
  await weekly.getByText(/Has not run yet · Next on .* 17:00$/).waitFor();
  await weekly.getByText("In Alder, as you").waitFor();
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);

  await missTheTime();
  await expect.poll(async () => (await runs()).map(({ state }) => state), { timeout: 60_000 }).toEqual(["done"]);
  await page.goto(`/workflows/${id}`);
  await ready(page);
  await weekly.getByText(/^Last ran .* · Next on/).waitFor();
  await weekly.getByRole("link").click();
  await page.getByRole("region", { name: "Say" }).getByRole("paragraph").getByText("Hello Ada").waitFor();
  await page.goBack();

  await weekly.getByRole("button", { name: "Pause" }).click();
  await weekly.getByText("· Paused").waitFor();
  await weekly.getByRole("button", { name: "Resume" }).click();
  await weekly.getByRole("button", { name: "Remove" }).click();
  await weekly.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).last().click();
  await weekly.getByText(/· Next on/).waitFor();

  await publish(null);
  await missTheTime();
  await expect
    .poll(
      async () => {
        await page.goto(`/workflows/${id}`);
        return page.getByText("Stopped: This workflow is a draft.", { exact: false }).count();
      },
      { timeout: 60_000 },
    )
    .toBe(1);
  expect(await runs()).toHaveLength(1);
});
