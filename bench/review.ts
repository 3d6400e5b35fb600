/*
 * A review of many documents with a scripted model that takes its time: answers a second beside what the provider's limit
 * allows, the server's processor time for each cell, its memory from beginning to end, and a kill -9 in the middle, after
 * which each cell has one answer and none was counted twice.
 *
 * npm run bench -- review --documents=1000 --columns=20 --ms=300
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { NewColumn, Review } from "../app/core/review/review.ts";
import { freePort } from "../test/free-port.ts";
import { startReviewModel, type AskedCell } from "../test/review-model.ts";
import { uploadTo } from "../test/reviews.ts";
import { numberFlag } from "./support/flags.ts";
import { signUp } from "./support/people.ts";
import { endProgram, endWithBench, removeAtEnd } from "./support/programs.ts";

const documents = numberFlag("documents", 1_000);
const columns = numberFlag("columns", 20);
const answerMs = numberFlag("ms", 300);
/** Requests at once, as the server's default. */
const atOnce = numberFlag("at-once", 8);
const cells = documents * columns;

const temporary = removeAtEnd(mkdtempSync(join(tmpdir(), "stet-review-")));
const asked = new Map<string, number>();
const model = await startReviewModel(async (cell) => {
  const key = `${cell.document}: ${cell.column}`;
  asked.set(key, (asked.get(key) ?? 0) + 1);
  await sleep(answerMs);
  return answerOf(cell);
});
const settings = {
  PATH: process.env["PATH"] ?? "",
  STET_DATA: join(temporary, "data"),
  PORT: String(await freePort()),
  MODEL_SERVER_URL: model.url,
  REVIEW_AT_ONCE: String(atOnce),
  LIVE_LAW: "off",
  LOG_LEVEL: "error",
};
const url = `http://localhost:${settings.PORT}`;

/** The sentence of a document that a column asks for. */
function sentence(document: number, column: number): string {
  return `Clause ${column + 1} of agreement ${document}: the sum of item ${column + 1} is EUR ${1_000 + ((document * 37 + column * 101) % 9_000)}.`;
}

function answerOf({ text, column }: AskedCell): object {
  const found = new RegExp(`the sum of item ${/\d+/.exec(column)![0]} is (EUR \\d+)`, "u").exec(text);
  if (found === null) return { found: "no", answer: "", quotations: [], why: "" };
  return { found: "yes", answer: found[1], quotations: [found[0]], why: "" };
}

async function start(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["server.ts"], {
    cwd: join(import.meta.dirname, ".."),
    env: settings,
    stdio: ["ignore", "pipe", "inherit"],
  });
  endWithBench(child, "SIGKILL");
  await once(child.stdout!, "data");
  child.stdout!.resume();
  return child;
}

/** Of the process with its threads, in milliseconds: hundredths of a second on Linux. */
function processorMs({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function residentMb({ pid }: ChildProcess): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]) / 1024;
}

function say(what: string, value: number | string, unit: string, bar?: { bar: number; ok: boolean }): void {
  const rounded = typeof value === "number" ? Math.round(value * 100) / 100 : value;
  process.stdout.write(`${JSON.stringify({ bench: "review", what, value: rounded, unit, ...bar })}\n`);
}

let server = await start();
const [cookie] = (await signUp(url, 1)) as [string];
async function ask<T>(path: string, body?: unknown, method = body === undefined ? "GET" : "POST"): Promise<T> {
  const headers = { cookie, origin: url, "content-type": "application/json" };
  const answer = await fetch(url + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Waits where one person uploads more in a minute than one may. */
async function upload(projectId: string, file: File): Promise<void> {
  for (;;) {
    try {
      return await uploadTo(url, cookie, fetch, projectId, file);
    } catch (error) {
      if (!String(error).includes("answered 429")) throw error;
      await sleep(5_000);
    }
  }
}

async function newReview(): Promise<string> {
  const { id: projectId } = await ask<{ id: string }>("/api/projects", { name: "Agreements" });
  // Of 43,000 characters: a longer document would be read in two parts, with a request for each.
  const filler = "The parties perform this agreement in good faith and with the care of a prudent merchant. ".repeat(22);
  for (let at = 0; at < documents; at++) {
    const text = Array.from({ length: columns }, (_, column) => `${sentence(at, column)}\n\n${filler}`).join("\n\n");
    const file = new File([text], `Agreement ${String(at).padStart(5, "0")}.txt`, { type: "text/plain" });
    await upload(projectId, file);
  }
  const { id } = await ask<{ id: string }>("/api/reviews", { projectId, name: "Sums" });
  const questions = Array.from({ length: columns }, (_, at): NewColumn => {
    return { label: `Item ${at + 1}`, question: `What is the sum of item ${at + 1}?`, format: "amount", choices: [] };
  });
  await ask(`/api/reviews/${id}/columns`, { columns: questions });
  await ask(`/api/reviews/${id}/documents`, {});
  await ask(`/api/reviews/${id}`, { model: "local:reader" }, "PATCH");
  return id;
}

const review = async (id: string) => (await ask<{ review: Review }>(`/api/reviews/${id}`)).review;
const id = await newReview();
// What the uploads have left to do.
await sleep(5_000);

type Sample = { answered: number; atMs: number; processor: number; memory: number };
const sample = (): Sample => ({
  answered: model.asked.length,
  atMs: performance.now(),
  processor: processorMs(server),
  memory: residentMb(server),
});

/** Until so many were asked; a sample every second. */
async function until(count: number, isOver: () => Promise<boolean>): Promise<Sample[]> {
  const samples = [sample()];
  while (model.asked.length < count && !(await isOver())) {
    await sleep(1_000);
    samples.push(sample());
  }
  return samples;
}

await ask(`/api/reviews/${id}/runs`, { all: true });
const never = async () => false;
const before = await until(Math.floor(cells / 2), never);
server.kill("SIGKILL");
await once(server, "exit");
server = await start();
const after = await until(Number.POSITIVE_INFINITY, async () => (await review(id)).runs.length === 0);

function report(name: string, all: readonly Sample[]): void {
  // Without the first seconds, in which the run begins.
  const counted = all.slice(Math.min(5, all.length - 2));
  const [first, last] = [counted[0]!, counted.at(-1)!];
  const answered = last.answered - first.answered;
  const perSecond = (answered / (last.atMs - first.atMs)) * 1_000;
  const limit = (atOnce * 1_000) / answerMs;
  say(`answers a second, ${name}, of ${limit.toFixed(1)} that the limit allows`, perSecond, "1/s", {
    bar: limit * 0.9,
    ok: perSecond >= limit * 0.9,
  });
  const each = (last.processor - first.processor) / answered;
  say(`processor time for each cell, ${name}`, each, "ms", { bar: 15, ok: each <= 15 });
  const quarter = Math.max(1, Math.floor(counted.length / 4));
  const mean = (some: readonly Sample[]) => some.reduce((sum, { memory }) => sum + memory, 0) / some.length;
  const [early, late] = [mean(counted.slice(0, quarter)), mean(counted.slice(-quarter))];
  say(`memory, ${name}, first quarter`, early, "MB");
  say(`memory, ${name}, last quarter beside the first`, late - early, "MB", { bar: 50, ok: late - early <= 50 });
}
report("before the kill", before);
report("after the kill", after);

const { counts, spent } = await review(id);
const found = counts.reduce((sum, one) => sum + one.found, 0);
say("cells without an answer", cells - found, "cells", { bar: 0, ok: found === cells });
say("answers counted beyond one a cell", spent.inputTokens / 100 - cells, "answers", {
  bar: 0,
  ok: spent.inputTokens === cells * 100,
});
const again = [...asked.values()].reduce((sum, times) => sum + times - 1, 0);
say("asked again after the kill, of those that were being asked", again, "requests", { bar: atOnce, ok: again <= atOnce });
say("requests at once, at most", model.peak(), "requests", { bar: atOnce, ok: model.peak() <= atOnce });
say("load of the machine", loadavg()[0]!, "");
await endProgram(server, "SIGTERM");
await model.close();
