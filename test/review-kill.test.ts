/* The server is killed while a review runs: after the next start each cell has one answer, and none was paid for twice. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { cookieOf } from "./app.ts";
import { temporaryFolder } from "./databases.ts";
import { freePort } from "./free-port.ts";
import { startReviewModel } from "./review-model.ts";
import { newReview, readAgreement, readReview, readRows, uploadTo, type Ask } from "./reviews.ts";

const started: ChildProcess[] = [];
afterAll(() => started.forEach((child) => child.kill("SIGKILL")));

const atOnce = 3;

test("kill -9 in the middle of a review loses no cell and stores none twice", { timeout: 120_000 }, async () => {
  const model = await startReviewModel(async (cell) => (await sleep(40), readAgreement(cell)));
  const settings = { STET_DATA: join(temporaryFolder(), "data"), PORT: String(await freePort()), MODEL_SERVER_URL: model.url };
  const url = `http://localhost:${settings.PORT}`;
  const first = await startServer(settings);
  const cookie = await signUp(url);
  const ask: Ask = async <T>(path: string, body?: unknown, method = body === undefined ? "GET" : "POST") => {
    const headers = { cookie, origin: url, "content-type": "application/json" };
    const answer = await fetch(url + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const { id } = await newReview(
    ask,
    (projectId, name, text) => uploadTo(url, cookie, fetch, projectId, new File([text], name, { type: "text/plain" })),
    20,
  );
  await ask(`/api/reviews/${id}`, { model: "local:reader" }, "PATCH");
  expect(await ask(`/api/reviews/${id}/runs`, { all: true })).toEqual({ cells: 60 });
  await expect.poll(() => model.asked.length, { timeout: 30_000, interval: 20 }).toBeGreaterThan(20);
  first.kill("SIGKILL");
  await once(first, "exit");

  await startServer(settings);
  const answered = async () => (await readRows(ask, id)).flatMap(({ cells }) => cells).filter(({ found }) => found !== null);
  await expect.poll(async () => (await answered()).length, { timeout: 60_000 }).toBe(60);
  await expect.poll(async () => (await readReview(ask, id)).runs, { timeout: 20_000 }).toEqual([]);
  expect((await answered()).every(({ found }) => found!.state === "found" || found!.state === "not-present")).toBe(true);
  // What was being asked at that moment had no answer yet, and is asked again; nothing else is.
  expect(new Set(model.asked).size).toBe(60);
  expect(model.asked.length).toBeLessThanOrEqual(60 + atOnce);
  // Sixty answers were counted, each once.
  expect((await readReview(ask, id)).spent).toEqual({ inputTokens: 6000, outputTokens: 600, cost: null });
  await model.close();
});

async function startServer(settings: Record<string, string>): Promise<ChildProcess> {
  const env = { PATH: process.env["PATH"], LOG_LEVEL: "silent", LIVE_LAW: "off", REVIEW_AT_ONCE: String(atOnce), ...settings };
  const child = spawn(process.execPath, ["server.ts"], { cwd: join(import.meta.dirname, ".."), env, stdio: "pipe" });
  started.push(child);
  await new Promise<void>((resolve, reject) => {
    let printed = "";
    child.stdout.on("data", (piece) => /http:\/\/\S+/.test((printed += String(piece))) && resolve());
    child.once("exit", () => reject(new Error(`the server did not start: ${printed}`)));
  });
  return child;
}

async function signUp(url: string): Promise<string> {
  const body = JSON.stringify({ name: "Reader", email: "reader@example.test", password: "a password for a test" });
  const step = (name: string) =>
    fetch(`${url}/api/auth/${name}/email`, { method: "POST", headers: { "content-type": "application/json", origin: url }, body });
  await step("sign-up");
  return cookieOf(await step("sign-in"));
}
