/*
 * Resident memory of the built server on the embedded database: at rest, at most while RUNS answers are streamed, and a
 * minute after. Beside it a bare PGlite in Node with the same parameters and the same folder, and nothing of Stet. Linux
 * only, as it reads /proc.
 *
 * RUNS=500 node bench/memory.ts
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { uuidv7 } from "../app/core/text/uuid.ts";
import { freePort } from "../test/free-port.ts";
import { choicesOf } from "../test/turns.ts";
import { readAnswer } from "./stream/load.ts";
import { missingPages } from "./support/built-pages.ts";
import { startModel } from "./support/model.ts";
import { signUp } from "./support/people.ts";
import { endProgram, endWithBench, removeAtEnd, startProgram } from "./support/programs.ts";
import { untilReady } from "./support/until-ready.ts";

const runs = Number(process.env["RUNS"] ?? 500);
const restMs = 30_000;
const afterMs = 60_000;
const bars = { rest: 260, kept: 60 };

function say(what: string, value: number, more: object = {}): void {
  process.stdout.write(`${JSON.stringify({ bench: "memory", what, value: Math.round(value), unit: "MB", ...more })}\n`);
}

function resident(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]) / 1024;
}

/** What Node and the database need alone. */
async function bareEngine(folder: string): Promise<number> {
  const child = endWithBench(
    spawn(process.execPath, [join(import.meta.dirname, "memory/bare-engine.ts"), folder], { stdio: ["ignore", "pipe", "inherit"] }),
  );
  await once(child.stdout!, "data");
  const used = resident(child.pid!);
  await endProgram(child, "SIGTERM");
  return used;
}

async function streamed(url: string, pid: number): Promise<number> {
  const people = await signUp(url, 25);
  let most = 0;
  const watching = setInterval(() => (most = Math.max(most, resident(pid))), 250);
  const answers = await Promise.all(
    Array.from({ length: runs }, (_, nth) =>
      readAnswer(
        `${url}/api/chat`,
        {
          trigger: "send",
          chatId: uuidv7(),
          version: 0,
          messageId: uuidv7(),
          replyId: uuidv7(),
          content: "[[mock stamp=1 tokchars=4 chars=1200 tps=50]]",
          choices: choicesOf("local:mock-model"),
        },
        { cookie: people[nth % people.length]!, origin: url },
      ),
    ),
  );
  clearInterval(watching);
  const failed = answers.filter(({ failed: error, status }) => error !== null || status !== 200);
  if (failed.length > 0) throw new Error(`${failed.length} answers failed: ${failed[0]!.status} ${failed[0]!.failed}`);
  return most;
}

const missing = missingPages();
if (missing !== undefined) process.stderr.write(`memory: ${missing}\n`);
else {
  const folder = removeAtEnd(mkdtempSync(join(tmpdir(), "stet-memory-")));
  const log = join(folder, "log");
  const model = await startModel(log);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    PORT: String(port),
    STET_URL: url,
    STET_DATA: join(folder, "data"),
    MODEL_SERVER_URL: `${model}/v1`,
    LOG_LEVEL: "error",
  };
  const server = startProgram(process.execPath, [join(import.meta.dirname, "../server.ts")], { env, log });
  await untilReady(`${url}/health/ready`);
  await sleep(restMs);
  const rest = resident(server.pid!);
  say("at rest", rest, { bar: bars.rest, ok: rest <= bars.rest });
  say(`at most while ${runs} answers are streamed`, await streamed(url, server.pid!));
  await sleep(afterMs);
  const after = resident(server.pid!);
  say("a minute after", after);
  say("kept after, over rest", after - rest, { bar: bars.kept, ok: after - rest <= bars.kept });
  await endProgram(server, "SIGTERM");
  const bare = await bareEngine(join(folder, "data/database/cluster/data"));
  say("a bare PGlite in Node on the same folder", bare);
  say("Stet at rest over it", rest - bare);
  process.stdout.write(`${JSON.stringify({ bench: "memory", what: "load average", value: loadavg().map(Math.round) })}\n`);
  // The model server would keep the process alive.
  process.exit();
}
