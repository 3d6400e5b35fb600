/* A step that searches the web: its passages are kept with their addresses; without a search, a person does it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { WorkflowRun } from "#core/workflows/run.ts";
import { startApp, type TestApp } from "#test/app.ts";
import { article, json, startWeb, type WebServer } from "#test/web-server.ts";
import { bestPassage } from "./find-on-web.ts";

const source = `---
kind: workflow
name: News
---

## Inputs

- about (text): About what

## Look
Do: find
Result: found
In: web

The price of {{about}}

## Say
Do: output

{{found}}
`;

let web: WebServer;
const apps: TestApp[] = [];
let isDown = false;
beforeAll(async () => {
  web = await startWeb({
    "/search": (_request, response) => {
      if (isDown) return void response.writeHead(500).end();
      return json({ results: [{ url: web.page("/tea"), title: "Tea", content: "About tea" }] })(_request, response, "");
    },
    "/tea": article("Tea", ["Tea is a drink.", "The price of tea rose by four percent in May."]),
  });
});
afterAll(async () => {
  for (const app of apps) await app.close();
  await web.close();
});

async function run(settings: Record<string, string>) {
  const app = await startApp(settings, { fetchOutside: web.fetch });
  apps.push(app);
  const me = await app.person();
  const ask = async <T>(path: string, body?: object, method?: string) => {
    const response = await app.request(path, { as: me, ...(body && { body }), ...(method && { method }) });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  };
  const { id: workflowId } = await ask<{ id: string }>("/api/library/templates", { source });
  await ask(`/api/workflows/${workflowId}/published`, { version: 1 }, "PUT");
  const begin = async () => {
    const { id } = await ask<{ id: string }>(`/api/workflows/${workflowId}/runs`, { inputs: { about: { text: "tea" } } });
    await app.stet.jobs.settled();
    return id;
  };
  const read = async (id: string) => (await ask<{ run: WorkflowRun }>(`/api/workflow-runs/${id}`)).run;
  const answer = async (id: string, text: string) => {
    await ask(`/api/workflow-runs/${id}/answer`, { path: "1", answer: text });
    await app.stet.jobs.settled();
    return read(id);
  };
  return { begin, read, answer };
}

test("passages of the pages are kept with their addresses, and what could not be searched is asked of a person", async () => {
  const { begin, read } = await run({ WEB_SEARCH: "searxng", WEB_SEARCH_URL: web.url });
  const found = await read(await begin());
  expect(found.state).toBe("done");
  const [look] = found.steps;
  expect(look?.sources).toMatchObject([{ document: "Tea", url: web.page("/tea"), verdict: "verified" }]);
  expect(look?.sources[0]?.words).toContain("The price of tea rose by four percent in May.");
  expect(found.steps[1]?.result).toMatchObject({ text: expect.stringContaining(web.page("/tea")) as string });
  expect(web.requests.some(({ path }) => path.startsWith("/search?") && path.includes("price+of+tea"))).toBe(true);
  isDown = true;
  const failed = await read(await begin());
  isDown = false;
  expect(failed).toMatchObject({ state: "waiting", steps: [{ question: { ask: "answer", isInstead: true } }] });
});

test("where no search is set up, the step says so and a person continues the run", async () => {
  const { begin, read, answer } = await run({});
  const id = await begin();
  const [look] = (await read(id)).steps;
  expect(look?.question?.text).toMatch(/^No web search is set up here\. .*\n\nThe price of tea$/su);
  const done = await answer(id, "Four percent: https://tea.example");
  expect(done).toMatchObject({ state: "done", steps: [{}, { result: { text: "Four percent: https://tea.example" } }] });
});

test("the passage begins where most of the question is spoken of", () => {
  expect(bestPassage("One.\n\nThe roof leaks.\nIt is old.", "a leaking roof leaks")).toBe("The roof leaks.\nIt is old.");
  expect(bestPassage("", "roof")).toBe("");
  expect(bestPassage(`${"x".repeat(3000)}\nroof`, "nothing")).toHaveLength(1200);
});
