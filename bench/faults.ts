/*
 * How much one person's misuse costs another. During each attack of faults/attacks.ts, another person polls
 * /health/live and their chat list: reported are the slowest response and the server's memory.
 *
 * node bench/faults.ts [words of the attack]
 */
import { fork, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { attacks, type Target } from "./faults/attacks.ts";
import { serveHostileModel } from "./faults/hostile-model.ts";
import { missingPages } from "./support/built-pages.ts";
import { signUp } from "./support/people.ts";
import { endWithBench, removeAtEnd } from "./support/programs.ts";
import { untilReady } from "./support/until-ready.ts";

const port = Number(process.env["BENCH_PORT"] ?? 5960);
const url = `http://127.0.0.1:${port}`;
const bars = { ms: 200, mb: 150 };
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function startStet(folder: string): Promise<ChildProcess> {
  const env = {
    ...process.env,
    STET_DATA: folder,
    PORT: String(port),
    STET_URL: url,
    LOG_LEVEL: "silent",
    LIVE_LAW: "off",
    MODEL_SERVER_URL: `http://127.0.0.1:${port + 1}/v1`,
  };
  const server = spawn(process.execPath, [join(import.meta.dirname, "../server.ts")], {
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  endWithBench(server);
  await untilReady(`${url}/health/ready`);
  return server;
}

/** Megabytes held by the server's process. */
function memoryOf(server: ChildProcess): number {
  if (server.exitCode !== null || server.signalCode !== null) throw new Error("the server has ended");
  const status = readFileSync(`/proc/${server.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

/** Polls as another person until stopped; returns the slowest response of each kind. */
function watch(server: ChildProcess, cookie: string) {
  const before = memoryOf(server);
  const worst = { "/health/live": 0, "/api/chat-sessions": 0, mb: 0, refused: 0 };
  const over = new AbortController();
  const asking = (async () => {
    while (!over.signal.aborted) {
      for (const path of ["/health/live", "/api/chat-sessions"] as const) {
        const started = performance.now();
        const status = await fetch(url + path, { headers: { cookie } }).then(
          async (answer) => (await answer.text(), answer.status),
          () => 0,
        );
        if (status !== 200) worst.refused += 1;
        worst[path] = Math.max(worst[path], performance.now() - started);
      }
      worst.mb = Math.max(worst.mb, memoryOf(server) - before);
      await wait(100);
    }
    return worst;
  })();
  return () => {
    over.abort();
    return asking;
  };
}

function report(what: string, value: number, unit: "ms" | "MB", more: object = {}): void {
  const bar = unit === "ms" ? bars.ms : bars.mb;
  process.stdout.write(
    `${JSON.stringify({ bench: "faults", what, value: Math.round(value), unit, bar, ok: value <= bar, ...more })}\n`,
  );
}

async function main(): Promise<void> {
  const folder = removeAtEnd(mkdtempSync(join(tmpdir(), "stet-faults-")));
  const model = endWithBench(fork(import.meta.filename, [], { env: { ...process.env, FAULTS_ROLE: "model" } }));
  await once(model, "message");
  const server = await startStet(folder);
  const words = process.argv.slice(2);
  const [attacker, other] = (await signUp(url, 2)) as [string, string];
  const chosen = attacks.filter(({ what }) => words.length === 0 || words.some((word) => what.includes(word)));
  for (const { what } of chosen) {
    await fetch(`${url}/api/chat-sessions`, { headers: { cookie: other } });
    const stop = watch(server, other);
    const attack = endWithBench(fork(import.meta.filename, [], { env: { ...process.env, FAULTS_ROLE: "attacker" } }));
    attack.send({ what, target: { url, cookie: attacker } satisfies Target });
    const [outcome] = (await once(attack, "message")) as [string];
    await wait(500);
    const worst = await stop();
    report(`${what}: /health/live of another`, worst["/health/live"], "ms", {
      outcome,
      ...(worst.refused > 0 && { refused: worst.refused, ok: false }),
    });
    report(`${what}: chats of another`, worst["/api/chat-sessions"], "ms");
    report(`${what}: memory`, worst.mb, "MB");
    await wait(1000);
  }
  process.stdout.write(
    `${JSON.stringify({ bench: "faults", what: "load average at the end", value: loadavg().map(Math.round) })}\n`,
  );
}

const role = process.env["FAULTS_ROLE"];
if (role === "model") {
  await serveHostileModel(port + 1);
  process.send!("ready");
} else if (role === "attacker") {
  const [{ what, target }] = (await once(process, "message")) as [{ what: string; target: Target }];
  process.send!(await attacks.find((attack) => attack.what === what)!.run(target));
  process.disconnect();
} else {
  const missing = missingPages();
  if (missing === undefined) await main();
  else process.stdout.write(`${JSON.stringify({ bench: "faults", what: "SKIPPED", value: missing, ok: true })}\n`);
  process.exit();
}
