/*
 * The largest texts that are accepted, one kind at a time, from one person. The figure is the longest time each
 * blocks the server's main thread at a stretch; and how long another person waits for /health/live and their chat
 * list meanwhile.
 *
 * node bench/long-work.ts [words of the work]
 */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { works, type Worker } from "./long-work/works.ts";
import { missingPages } from "./support/built-pages.ts";
import { signUp } from "./support/people.ts";
import { endWithBench, removeAtEnd } from "./support/programs.ts";
import { untilReady } from "./support/until-ready.ts";

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
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  endWithBench(server);
  await untilReady(`${url}/health/ready`);
  return server;
}

/** Polls as another person until stopped; returns the slowest response of each kind. */
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
  const server = await startStet(removeAtEnd(mkdtempSync(join(tmpdir(), "stet-long-work-"))));
  const words = process.argv.slice(2);
  const [worker, other] = (await signUp(url, 2)).map((cookie) => ({ url, cookie })) as [Worker, Worker];
  const chosen = works.filter(({ what }) => words.length === 0 || words.some((word) => what.includes(word)));
  for (const { what, prepare, run } of chosen) {
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
    const isHeld = { bar: barMs, ok: max <= barMs && worst.refused === 0 };
    say(what, Math.round(max), { unit: "ms", ...isHeld, outcome, ...rounded });
  }
  say("load average at the end", loadavg().map(Math.round));
}

function say(what: string, value: unknown, more: object = {}): void {
  process.stdout.write(`${JSON.stringify({ bench: "long-work", what, value, ...more })}\n`);
}

const missing = missingPages();
if (missing === undefined) await main();
else say("SKIPPED", missing, { ok: true });
process.exit();
