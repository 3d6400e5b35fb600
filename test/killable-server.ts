/* The server as a process of its own on one data folder, to be killed in the middle of its work and started again. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { cookieOf } from "./app.ts";
import { freePort } from "./free-port.ts";
import type { Ask } from "./reviews.ts";

/** `kill`: kill -9. */
export type Killable = { url: string; kill(): Promise<void>; start(): Promise<void> };

export async function startKillable(folder: string, settings: Record<string, string>): Promise<Killable> {
  const port = String(await freePort());
  const env = { PATH: process.env["PATH"], LOG_LEVEL: "silent", LIVE_LAW: "off", STET_DATA: folder, PORT: port, ...settings };
  let child: ChildProcess;
  const start = async () => {
    child = spawn(process.execPath, ["server.ts"], { cwd: join(import.meta.dirname, ".."), env, stdio: "pipe" });
    await begun(child);
  };
  await start();
  onTestFinished(() => void child.kill("SIGKILL"));
  return {
    url: `http://localhost:${port}`,
    start,
    async kill() {
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

function begun(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let printed = "";
    child.stdout!.on("data", (piece) => /http:\/\/\S+/.test((printed += String(piece))) && resolve());
    child.once("exit", () => reject(new Error(`the server did not start: ${printed}`)));
  });
}

/** Signs up and in; the session outlives the process. */
export async function askingAs(url: string): Promise<{ ask: Ask; cookie: string }> {
  const body = JSON.stringify({ name: "Reader", email: "reader@example.test", password: "a password for a test" });
  const step = (name: string) =>
    fetch(`${url}/api/auth/${name}/email`, { method: "POST", headers: { "content-type": "application/json", origin: url }, body });
  await step("sign-up");
  const cookie = cookieOf(await step("sign-in"));
  const ask: Ask = async <T>(path: string, given?: unknown, method = given === undefined ? "GET" : "POST") => {
    const headers = { cookie, origin: url, "content-type": "application/json" };
    const answer = await fetch(url + path, { method, headers, ...(given !== undefined && { body: JSON.stringify(given) }) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  return { ask, cookie };
}
