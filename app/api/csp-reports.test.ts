import { afterAll, beforeAll, expect, test } from "vitest";
import { startApp, type TestApp } from "#test/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const send = (body: string, headers: Record<string, string> = {}) =>
  app.fetch(
    new Request(`${app.stet.env.url}/api/csp-reports`, {
      method: "POST",
      headers: { "content-type": "application/csp-report", ...headers },
      body,
    }),
  );
const counted = async () => (await app.stet.metrics.cspReports.get()).values.reduce((sum, { value }) => sum + value, 0);

test("reports are taken from any page without a session, and counted by directive", async () => {
  const report = JSON.stringify({ "csp-report": { "effective-directive": "img-src", "blocked-uri": "https://evil.example/x" } });
  expect((await send(report, { origin: "null" })).status).toBe(204);
  expect((await app.stet.metrics.cspReports.get()).values).toEqual([
    expect.objectContaining({ value: 1, labels: { directive: "img-src", disposition: "enforce" } }),
  ]);
});

test("what is too large, no JSON, or comes too often is refused", async () => {
  expect((await send("not JSON")).status).toBe(400);
  expect((await send(JSON.stringify({ "csp-report": { "blocked-uri": "x".repeat(20_000) } }))).status).toBe(413);
  const before = await counted();
  const answers = [];
  for (let i = 0; i < 40; i++) answers.push((await send("{}")).status);
  expect(answers).toContain(429);
  expect(await counted()).toBe(before);
});
