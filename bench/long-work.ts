/*
 * The largest texts that are accepted, one kind after the other, from one
 * person. The figure is how long each holds the server's main thread at a
 * stretch, and how long another person waits meanwhile for /health/live and for
 * their chats.
 *
 *   node bench/long-work.ts [words of the work]
 */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { works, type Worker } from "./long-work/works.ts";

const port = Number(process.env["BENCH_PORT"] ?? 5975);
const url = `http://127.0.0.1:${port}`;
const barMs = 100;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function startStet(folder: string): Promise<ChildProcess> {
  const env = {
    ...process.env,
    STET_DATA: folder,
    PORT: String(port),
    STET_URL: url,
    LOG_LEVEL: "error",
    LIVE_LAW: "off",
    BUILTIN_DELAY_MS: "0",
  };
  const server = fork(join(import.meta.dirname, "../server.ts"), {
    env,
    execArgv: ["--import", join(import.meta.dirname, "long-work/loop-delay.ts")],
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  await once(server.stdout!, "data");
  return server;
}

async function signUp(name: string): Promise<Worker> {
  const body = JSON.stringify({ name, email: `${name}@example.test`, password: "a password for a bench" });
  const headers = { "content-type": "application/json", origin: url };
  let answer: Response | undefined;
  for (const step of ["sign-up", "sign-in"])
    answer = await fetch(`${url}/api/auth/${step}/email`, { method: "POST", headers, body });
  if (!answer?.ok) throw new Error(`sign-in answered ${answer?.status}`);
  const cookie = answer.headers.getSetCookie().map((one) => one.split(";", 1)[0]);
  return { url, cookie: cookie.join("; ") };
}

/** Asks as another person until it is stopped; the slowest answer of each kind. */
function watch({ cookie }: Worker) {
  const worst = { health: 0, chats: 0, refused: 0 };
  const over = new AbortController();
  const asking = (async () => {
    while (!over.signal.aborted) {
      for (const [kind, path] of [
        ["health", "/health/live"],
        ["chats", "/api/chat-sessions"],
      ] as const) {
        const started = performance.now();
        const answer = await fetch(url + path, { headers: { cookie } });
        await answer.text();
        if (answer.status !== 200) worst.refused += 1;
        worst[kind] = Math.max(worst[kind], performance.now() - started);
      }
      await wait(600);
    }
    return worst;
  })();
  return () => {
    over.abort();
    return asking;
  };
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "stet-long-work-"));
  const server = await startStet(folder);
  const words = process.argv.slice(2);
  try {
    const [worker, other] = [await signUp("worker"), await signUp("other")];
    for (const { what, prepare, run } of works.filter(
      (one) => words.length === 0 || words.some((word) => one.what.includes(word)),
    )) {
      const given = await prepare(worker);
      await wait(300);
      server.send("reset");
      const stop = watch(other);
      const started = performance.now();
      const outcome = await run(worker, given);
      const took = performance.now() - started;
      const worst = await stop();
      server.send("read");
      const [{ max }] = (await once(server, "message")) as [{ max: number }];
      const rounded = Object.fromEntries(Object.entries({ took, ...worst }).map(([key, ms]) => [key, Math.round(ms)]));
      process.stdout.write(
        `${JSON.stringify({ bench: "long-work", what, value: Math.round(max), unit: "ms", bar: barMs, ok: max <= barMs && worst.refused === 0, outcome, ...rounded })}\n`,
      );
    }
  } finally {
    server.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
