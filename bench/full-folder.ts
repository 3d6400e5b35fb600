/*
 * First token of turns that begin together on an empty folder and on one that holds 2,000 chats of 8,000 messages, in
 * alternation, with what the database read, wrote and flushed for each. Before the first round everything is indexed,
 * and the database has had time to tidy.
 *
 * RUNS=200 node bench/full-folder.ts
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { uuidv7 } from "../app/core/text/uuid.ts";
import { freePort } from "../test/free-port.ts";
import { choicesOf } from "../test/turns.ts";
import { getJson, percentile, readAnswer } from "./stream/load.ts";
import { startModel } from "./support/model.ts";
import { signUp } from "./support/people.ts";
import { endProgram, endWithBench, removeAtEnd } from "./support/programs.ts";

const runs = Number(process.env["RUNS"] ?? 200);
const chats = Number(process.env["CHATS"] ?? 2_000);
const rounds = Number(process.env["ROUNDS"] ?? 4);
const bar = 1.1;

type Used = { read: number; written: number; flushed: number; ms: number };
type Place = { what: string; url: string; people: string[]; firsts: number[]; used: Used };

const temporary = removeAtEnd(mkdtempSync(join(tmpdir(), "stet-full-")));
const model = await startModel(join(temporary, "log"));

async function start(what: string, filled: number): Promise<Place> {
  const port = await freePort();
  const args = [join(import.meta.dirname, "stream/target.ts"), String(port), model, join(temporary, what)];
  const child = endWithBench(spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] }), "SIGTERM");
  await once(child.stdout!, "data");
  process.once("beforeExit", () => void endProgram(child, "SIGTERM"));
  const url = `http://127.0.0.1:${port}`;
  const people = await signUp(url, 20);
  if (filled > 0) await getJson(`${url}/fill?chats=${filled}`);
  return { what, url, people, firsts: [], used: { read: 0, written: 0, flushed: 0, ms: 0 } };
}

async function round({ url, people, firsts, used }: Place, isCounted: boolean): Promise<void> {
  await sleep(1_000);
  const before = await getJson<Used>(`${url}/database`);
  const answers = await Promise.all(
    Array.from({ length: runs }, (_, nth) =>
      readAnswer(`${url}/api/chat`, turnBody(), { cookie: people[nth % people.length]!, origin: url }),
    ),
  );
  const failed = answers.find(({ failed: error, status }) => error !== null || status !== 200);
  if (failed !== undefined) throw new Error(`an answer failed: ${failed.status} ${failed.failed}`);
  const after = await getJson<Used>(`${url}/database`);
  if (!isCounted) return;
  firsts.push(...answers.map(({ firstMs }) => firstMs));
  for (const key of Object.keys(used) as (keyof Used)[]) used[key] += after[key] - before[key];
}

function turnBody() {
  return {
    trigger: "send",
    chatId: uuidv7(),
    version: 0,
    messageId: uuidv7(),
    replyId: uuidv7(),
    content: "[[mock stamp=1 tokchars=4 chars=40 tps=50]]",
    choices: choicesOf("local:mock-model"),
  };
}

function say(what: string, value: number, unit: string, more: object = {}): void {
  const line = { bench: "full-folder", what, value: Math.round(value * 100) / 100, unit, ...more };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

const places = [await start("empty", 0), await start("full", chats)];
for (let nth = 0; nth <= rounds; nth++) for (const place of places) await round(place, nth > 0);
const [empty, full] = places as [Place, Place];
for (const { what, firsts, used } of places) {
  const turns = runs * rounds;
  say(`first token of ${runs} turns begun together, ${what} folder, p50`, percentile(firsts, 0.5), "ms");
  say(`blocks read for a turn, ${what} folder`, used.read / turns, "blocks");
  say(`blocks written for a turn, ${what} folder`, used.written / turns, "blocks");
  say(`flushes of the log in a round, ${what} folder`, used.flushed / rounds, "flushes");
  say(`processor for a turn, ${what} folder`, used.ms / turns, "ms");
}
const times = percentile(full.firsts, 0.5) / percentile(empty.firsts, 0.5);
say(`a folder of ${chats} chats against an empty one`, times, "times", { bar, ok: times <= bar });
process.stdout.write(`${JSON.stringify({ bench: "full-folder", what: "load average", value: loadavg().map(Math.round) })}\n`);
process.exit();
