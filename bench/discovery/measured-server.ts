/* The server under measurement: what it and its children use, and one person's requests. Linux only, as it reads /proc. */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../test/free-port.ts";
import { uploadTo } from "../../test/reviews.ts";
import { signUp } from "../support/people.ts";
import { endProgram, endWithBench, removeAtEnd } from "../support/programs.ts";
import type { MadeFile } from "./made-documents.ts";

const ticksPerSecond = 100;

export class MeasuredServer {
  readonly data = join(removeAtEnd(mkdtempSync(join(tmpdir(), "stet-discovery-"))), "data");
  #url = "";
  #env: Record<string, string> = {};
  #cookie = "";
  #child: ChildProcess | undefined;

  async start(): Promise<void> {
    if (this.#url === "") {
      const port = String(await freePort());
      this.#url = `http://localhost:${port}`;
      const limits = { UPLOAD_FILE_MB: "200", LIVE_LAW: "off", LOG_LEVEL: "error" };
      this.#env = { PATH: process.env["PATH"] ?? "", STET_DATA: this.data, PORT: port, ...limits };
    }
    const cwd = join(import.meta.dirname, "../..");
    const child = spawn(process.execPath, ["server.ts"], { cwd, env: this.#env, stdio: ["ignore", "pipe", "inherit"] });
    this.#child = endWithBench(child, "SIGKILL");
    let said = "";
    for await (const piece of child.stdout) if (/http:\/\/\S+/.test((said += String(piece)))) break;
    child.stdout.resume();
    if (this.#cookie === "") [this.#cookie] = (await signUp(this.#url, 1)) as [string];
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    await endProgram(this.#child!, signal);
  }

  async ask<T>(path: string, body?: unknown, method?: string): Promise<T> {
    return (await (await this.#answer(path, body, method)).json()) as T;
  }

  /** Milliseconds of a request that was let in. */
  async timed(path: string): Promise<number> {
    for (;;) {
      const asked = performance.now();
      const answer = await this.#answerOnce(path);
      await answer.arrayBuffer();
      if (answer.status !== 429) return performance.now() - asked;
      await sleep(Number(answer.headers.get("retry-after")) * 1_000);
    }
  }

  async fetch(path: string): Promise<ReadableStream<Uint8Array>> {
    return (await this.#answer(path)).body!;
  }

  /** A person has so many requests a minute: it waits for the next. */
  async #answer(path: string, body?: unknown, method?: string): Promise<Response> {
    for (;;) {
      const answer = await this.#answerOnce(path, body, method);
      if (answer.ok) return answer;
      const said = await answer.text();
      if (answer.status !== 429) throw new Error(`${path} answered ${answer.status}: ${said}`);
      await sleep(Number(answer.headers.get("retry-after")) * 1_000);
    }
  }

  #answerOnce(path: string, body?: unknown, method = body === undefined ? "GET" : "POST"): Promise<Response> {
    const headers = { cookie: this.#cookie, origin: this.#url, "content-type": "application/json" };
    return fetch(this.#url + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  }

  async upload(projectId: string, { name, bytes }: MadeFile): Promise<void> {
    await uploadTo(this.#url, this.#cookie, fetch, projectId, new File([bytes as BlobPart], name));
  }

  /** Seconds of the server and its children since it was started. */
  cpu(): number {
    return processesUnder(this.#child!.pid!).reduce((sum, pid) => sum + cpuOf(pid), 0);
  }

  /** Of the server alone, and with its children. */
  memory(): { own: number; all: number } {
    const pid = this.#child!.pid!;
    return { own: residentOf(pid), all: processesUnder(pid).reduce((sum, one) => sum + residentOf(one), 0) };
  }

  /** Resolves when what it does by itself is done. */
  async idle(): Promise<void> {
    for (let before = this.cpu(), quiet = 0; quiet < 3;) {
      await sleep(1_000);
      const now = this.cpu();
      quiet = now - before < 0.05 ? quiet + 1 : 0;
      before = now;
    }
  }
}

function processesUnder(pid: number): number[] {
  const children = orNothing(() => readdirSync(`/proc/${pid}/task`), []).flatMap((task) =>
    orNothing(() => readFileSync(`/proc/${pid}/task/${task}/children`, "utf8"), "")
      .split(" ")
      .filter(Boolean),
  );
  return [pid, ...children.flatMap((child) => processesUnder(Number(child)))];
}

/** With its children that have ended. */
function cpuOf(pid: number): number {
  const stat = orNothing(() => readFileSync(`/proc/${pid}/stat`, "utf8"), "");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) / ticksPerSecond, 0);
}

function residentOf(pid: number): number {
  const status = orNothing(() => readFileSync(`/proc/${pid}/status`, "utf8"), "");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

/** A process may have ended meanwhile. */
function orNothing<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
