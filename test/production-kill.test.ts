/*
 * The server is killed while a production is drawn: after the next start it is continued, and what is handed over is
 * what it would have been, byte for byte.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { Collection } from "#core/discovery/discovery.ts";
import type { Production } from "#core/discovery/production.ts";
import { csvRows } from "#core/text/csv.ts";
import { cookieOf } from "./app.ts";
import { emailOf, mboxOf } from "./collected-emails.ts";
import { temporaryFolder } from "./databases.ts";
import { freePort } from "./free-port.ts";
import { readProduction } from "./productions.ts";
import { uploadTo, type Ask } from "./reviews.ts";

const started: ChildProcess[] = [];
afterAll(() => started.forEach((child) => child.kill("SIGKILL")));

const count = 70;
/** Some have several pages. */
const emails = Array.from({ length: count }, (_, at) => {
  const text = `This is email ${at}.\n`.repeat(at % 7 === 0 ? 90 : 5);
  return emailOf({ id: `m${at}`, subject: `Email ${at}`, day: "2024-01-10", text });
});

test("kill -9 in the middle of a production leaves no number out and gives none twice", { timeout: 180_000 }, async () => {
  const settings = { STET_DATA: join(temporaryFolder(), "data"), PORT: String(await freePort()) };
  const url = `http://localhost:${settings.PORT}`;
  const first = await startServer(settings);
  const cookie = await signUp(url);
  const ask: Ask = async <T>(path: string, body?: unknown, method = body === undefined ? "GET" : "POST") => {
    const headers = { cookie, origin: url, "content-type": "application/json" };
    const answer = await fetch(url + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const id = await collected(ask, (projectId, file) => uploadTo(url, cookie, fetch, projectId, file));
  const productionOf = async (own: string) =>
    (await ask<{ productions: Production[] }>(`/api/discovery/${id}/productions`)).productions.find((one) => one.id === own)!;
  const produce = () =>
    ask<{ id: string }>(`/api/discovery/${id}/productions`, { name: "P", query: "", prefix: "P-", firstNumber: 5, width: 6 });
  const whole = async (own: string) => {
    await expect.poll(async () => (await productionOf(own)).done, { timeout: 60_000 }).toBe(count);
    const answer = await fetch(`${url}/api/discovery/${id}/productions/${own}/file`, { headers: { cookie } });
    return Buffer.from(await answer.arrayBuffer());
  };
  const { id: undisturbed } = await produce();
  const expected = await whole(undisturbed);
  await ask(`/api/discovery/${id}/productions/${undisturbed}`, { isRemoved: true }, "PATCH");

  const { id: killed } = await produce();
  await expect.poll(async () => (await productionOf(killed)).done, { timeout: 60_000, interval: 20 }).toBeGreaterThan(0);
  first.kill("SIGKILL");
  await once(first, "exit");
  await startServer(settings);
  expect((await productionOf(killed)).done).toBeLessThan(count);
  const zip = await whole(killed);
  expect(zip.equals(expected)).toBe(true);

  const { files } = await readProduction(zip);
  const [, ...rows] = [...csvRows(files["LOAD/production.csv"]!.trimEnd())];
  const numbers = rows.map(([begin, end]) => [begin, end].map((cell) => Number(cell!.replace("P-", ""))));
  expect(numbers).toHaveLength(count);
  expect(numbers.map(([begin]) => begin)).toEqual([5, ...numbers.slice(0, -1).map(([, end]) => end! + 1)]);
});

/** Returns the collection's id. */
async function collected(ask: Ask, upload: (projectId: string, file: File) => Promise<void>): Promise<string> {
  const { id: projectId } = await ask<{ id: string }>("/api/projects", { name: "A matter" });
  await upload(projectId, new File([mboxOf(emails)], "Emails.mbox"));
  const { id } = await ask<{ id: string }>("/api/discovery", { projectId, name: "Emails", prefix: "AB" });
  await ask(`/api/discovery/${id}/sources`, {});
  const read = async () => (await ask<{ collection: Collection }>(`/api/discovery/${id}`)).collection;
  await expect.poll(async () => (await read()).run, { timeout: 60_000 }).toBe(null);
  expect((await read()).documents).toBe(count);
  return id;
}

async function startServer(settings: Record<string, string>): Promise<ChildProcess> {
  const env = { PATH: process.env["PATH"], LOG_LEVEL: "silent", LIVE_LAW: "off", ...settings };
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
