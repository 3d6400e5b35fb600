/* `npm run dev` from the sources: pages and API share one application, and the outbox shows the emails that would
   have been sent. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort, startStetProcess, type RunningProcess } from "./browser.ts";

const folder = mkdtempSync(join(tmpdir(), "stet-development-"));
let server: RunningProcess;
beforeAll(async () => {
  server = await startStetProcess({ STET_DATA: folder, PORT: String(await freePort()), LOG_LEVEL: "error" }, ["--dev"]);
});
afterAll(async () => {
  await server?.kill("SIGTERM");
  rmSync(folder, { recursive: true, force: true });
});

test("a page knows what the server knows", async () => {
  const page = await fetch(`${server.url}/chat`, { redirect: "manual" });
  expect([page.status, page.headers.get("location")]).toEqual([302, "/auth/sign-in?from=%2Fchat"]);
  expect((await fetch(`${server.url}/auth/sign-in`)).status).toBe(200);
});

test("the outbox shows an email with its link", async () => {
  await fetch(`${server.url}/api/auth/sign-up/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: server.url },
    body: JSON.stringify({ name: "Ada", email: "ada@example.test", password: "a long enough password" }),
  });
  const outbox = async () => (await fetch(`${server.url}/dev/outbox`)).text();
  await expect.poll(outbox, { timeout: 20_000 }).toContain("Verify your email address");
  expect(await outbox()).toMatch(/href="http:\/\/localhost:\d+\/auth\/verify-email\?token=/);
});
