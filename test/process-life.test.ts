/* The real server as a process: what a bug in one part, or something that hangs, may do to everything else. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cookieOf } from "./app.ts";
import { freePort } from "./free-port.ts";
import { temporaryFolder } from "./databases.ts";
import { branchedChat, chatgptExport } from "./exports.ts";
import { startMockModel, type MockModel } from "./mock-model.ts";
import { foldFrames, framesOf, question } from "./turns.ts";

let mock: MockModel;
const started: ChildProcess[] = [];
beforeAll(async () => {
  mock = await startMockModel();
});
afterAll(async () => {
  for (const child of started) child.kill("SIGKILL");
  await mock.stop();
});

test("a rejection that nothing awaits, and an error nothing catches, end no one's answer", { timeout: 60_000 }, async () => {
  const { child, url } = await startProcess();
  const cookie = await signUp(url);
  const headers = { cookie, origin: url, "content-type": "application/json" };
  const body = JSON.stringify(question("Write it. [[mock tps=100 chars=1200 kind=plain]]"));
  const response = await fetch(`${url}/api/chat`, { method: "POST", headers, body });
  child.kill("SIGUSR2");
  const text = await response.text();
  expect(response.status).toBe(200);
  const read = foldFrames(framesOf(text));
  expect(read.finish?.messageMetadata).toMatchObject({ status: "done" });
  expect(read.content).toContain("ENDMARK");
  expect(child.exitCode).toBeNull();
  child.kill("SIGTERM");
  expect(await exitOf(child)).toBe(0);
});

test("after SIGTERM the process ends, though its socket never reports that it is closed", { timeout: 60_000 }, async () => {
  const { child, url } = await startProcess({ FAULT: "hang" });
  const open = await fetch(`${url}/health/live`);
  expect(open.ok).toBe(true);
  child.kill("SIGTERM");
  expect(await exitOf(child)).toBe(1);
  await expect(fetch(`${url}/health/live`)).rejects.toThrow();
});

test("a health check that names no host is answered, and nothing else is", { timeout: 60_000 }, async () => {
  const { child, url } = await startProcess();
  const port = Number(new URL(url).port);
  for (const path of ["/health/live", "/health/ready"])
    for (const line of [
      `GET ${path} HTTP/1.0`,
      `OPTIONS ${path} HTTP/1.0`,
      `GET ${path} HTTP/1.1`,
      `GET ${path} HTTP/1.1\r\nHost:`,
    ])
      expect([line, await statusOf(port, line)]).toEqual([line, 200]);
  for (const line of ["GET / HTTP/1.0", "GET /api/models HTTP/1.1", "GET /health/../chat HTTP/1.0"])
    expect([line, await statusOf(port, line)]).toEqual([line, 400]);
  for (const line of ["GET /health/x HTTP/1.0", "OPTIONS /health/x HTTP/1.0"])
    expect([line, await statusOf(port, line)]).toEqual([line, 404]);
  child.kill("SIGTERM");
  expect(await exitOf(child)).toBe(0);
});

test("a start says what it is doing until Stet is ready", { timeout: 60_000 }, async () => {
  const folder = join(temporaryFolder(), "data");
  const starts: string[][] = [];
  for (let start = 0; start < 2; start++) {
    const { child, said } = await startProcess({ STET_DATA: folder });
    const closed = once(child, "close");
    child.kill("SIGTERM");
    expect(await closed).toEqual([0, null]);
    starts.push(said().split("\n").filter(Boolean));
  }
  expect(starts).toEqual([
    ["Preparing the database (once) …", "Loading the pages …"],
    ["Opening the database …", "Loading the pages …"],
  ]);
});

test("an import that a kill interrupts is finished after the next start, with each chat once", { timeout: 120_000 }, async () => {
  const settings = { STET_DATA: join(temporaryFolder(), "data"), PORT: String(await freePort()) };
  const first = await startProcess(settings);
  const { url } = first;
  const cookie = await signUp(url);
  const ask = async <T>(path: string, { body, ...rest }: { method?: string; body?: unknown } = {}): Promise<T> => {
    const headers = { cookie, origin: url, "content-type": "application/json" };
    const answer = await fetch(url + path, { ...rest, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const many = 1_500;
  const id = await uploadExport(url, cookie, chatgptExport(Array.from({ length: many }, (_, at) => branchedChat(at))));
  const state = async () => {
    const { imports } = await ask<{ imports: { id: string; status: string }[] }>("/api/imports");
    return imports.find((one) => one.id === id)!;
  };
  await expect.poll(async () => (await state()).status, { timeout: 30_000 }).toBe("ready");
  await ask(`/api/imports/${id}/start`, { method: "POST", body: {} });
  // Some of them are there, and not all.
  const count = async () => (await ask<{ sessions: unknown[] }>("/api/chat-sessions?limit=100")).sessions.length;
  await expect.poll(count, { timeout: 30_000, interval: 20 }).toBeGreaterThan(20);
  first.child.kill("SIGKILL");
  await once(first.child, "exit");

  await startProcess(settings);
  await expect.poll(async () => (await state()).status, { timeout: 60_000 }).toBe("done");
  const titles: string[] = [];
  for (let before = ""; ;) {
    const { sessions, hasOlder } = await ask<{ sessions: { title: string; updatedAt: string }[]; hasOlder: boolean }>(
      `/api/chat-sessions?limit=100${before}`,
    );
    titles.push(...sessions.map(({ title }) => title));
    if (!hasOlder) break;
    before = `&before=${sessions.at(-1)!.updatedAt}`;
  }
  expect(titles).toHaveLength(many);
  expect(new Set(titles).size).toBe(many);
});

async function uploadExport(url: string, cookie: string, file: Buffer): Promise<string> {
  const send = (method: string, to: string, headers: Record<string, string>, body?: Buffer) =>
    fetch(new URL(to, url), {
      method,
      headers: { cookie, origin: url, "tus-resumable": "1.0.0", ...headers },
      ...(body && { body: Uint8Array.from(body) }),
    });
  const metadata = `filename ${Buffer.from("export.zip").toString("base64")}`;
  const begun = await send("POST", "/api/imports/uploads", { "upload-length": String(file.length), "upload-metadata": metadata });
  const type = { "upload-offset": "0", "content-type": "application/offset+octet-stream" };
  const ended = await send("PATCH", begun.headers.get("location")!, type, file);
  return ((await ended.json()) as { id: string }).id;
}

/** The response status of a request with no headers but those in `line`. */
async function statusOf(port: number, line: string): Promise<number> {
  const socket = connect(port, "127.0.0.1");
  socket.write(`${line}\r\n${line.includes("1.1") ? "Connection: close\r\n" : ""}\r\n`);
  let answer = "";
  for await (const piece of socket) answer += String(piece);
  return Number(answer.split(" ")[1]);
}

async function startProcess(more: Record<string, string> = {}): Promise<{ child: ChildProcess; url: string; said: () => string }> {
  const root = join(import.meta.dirname, "..");
  const settings = {
    STET_DATA: temporaryFolder(),
    PORT: String(await freePort()),
    LOG_LEVEL: "silent",
    LIVE_LAW: "off",
    MODEL_SERVER_URL: `${mock.url}/v1`,
  };
  const child = spawn(process.execPath, ["--import", join(import.meta.dirname, "faults-on-signal.ts"), "server.ts"], {
    cwd: root,
    env: { PATH: process.env["PATH"], ...settings, ...more },
    stdio: "pipe",
  });
  started.push(child);
  let said = "";
  child.stderr.on("data", (piece) => (said += String(piece)));
  const url = await new Promise<string>((resolve, reject) => {
    let printed = "";
    child.stdout.on("data", (piece) => {
      printed += String(piece);
      const address = /http:\/\/\S+/.exec(printed)?.[0];
      if (address !== undefined) resolve(address);
    });
    child.once("exit", () => reject(new Error(`the server did not start: ${printed}${said}`)));
  });
  return { child, url, said: () => said };
}

async function signUp(url: string): Promise<string> {
  const body = JSON.stringify({ name: "Reader", email: "reader@example.test", password: "a password for a test" });
  const ask = (step: string) =>
    fetch(`${url}/api/auth/${step}/email`, { method: "POST", headers: { "content-type": "application/json", origin: url }, body });
  await ask("sign-up");
  return cookieOf(await ask("sign-in"));
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null) await once(child, "exit");
  return child.exitCode;
}
