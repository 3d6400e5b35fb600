/*
 * A collection of made emails whose threads and near duplicates are known: emails and attachments read a second, the
 * server's memory from beginning to end, searches, coding a thousand, and how much of what is known was found.
 *
 * npm run bench -- discovery --emails=20000
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Collection } from "../app/core/discovery/discovery.ts";
import { openDatabase } from "../app/server/db/database.ts";
import { emailOf, mboxOf } from "../test/collected-emails.ts";
import { freePort } from "../test/free-port.ts";
import { uploadTo } from "../test/reviews.ts";
import { numberFlag } from "./support/flags.ts";
import { signUp } from "./support/people.ts";
import { endProgram, endWithBench, removeAtEnd } from "./support/programs.ts";

const emails = numberFlag("emails", 20_000);
const inFile = 10_000;
const temporary = removeAtEnd(mkdtempSync(join(tmpdir(), "stet-discovery-")));
const settings = {
  PATH: process.env["PATH"] ?? "",
  STET_DATA: join(temporary, "data"),
  PORT: String(await freePort()),
  UPLOAD_FILE_MB: "200",
  LIVE_LAW: "off",
  LOG_LEVEL: "error",
};
const url = `http://localhost:${settings.PORT}`;

let state = 20_261_128;
/** From 0 to 1, the same in every run. */
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
}
const below = (most: number) => Math.floor(random() * most);
const syllables = ["ba", "co", "du", "fe", "gi", "ho", "ju", "ka", "le", "mi", "no", "pe", "ru", "sa", "ti", "vo"];
const vocabulary = Array.from({ length: 8_000 }, () => Array.from({ length: 2 + below(3) }, () => syllables[below(16)]).join(""));
/** Few words are frequent and many are rare. */
const word = () => vocabulary[Math.floor(random() ** 3 * vocabulary.length)]!;
const sentence = (length: number) => Array.from({ length }, word).join(" ");

type Made = { id: string; thread: number; near: number | null; email: string };

/** Threads of one to eight; some replies name nothing, and one text in ten comes again with a few other words. */
function* madeEmails(): Generator<Made> {
  const texts: { text: string; near: number }[] = [];
  let nears = 0;
  for (let thread = 0, count = 0; count < emails; thread++) {
    const subject = `${sentence(3)} ${thread}`;
    const length = Math.min(emails - count, 1 + below(8));
    const people = [below(400), below(400)];
    let before: string | null = null;
    for (let at = 0; at < length; at++, count++) {
      const id = `m${count}`;
      const again = texts.length > 50 && random() < 0.1 ? texts[below(texts.length)]! : null;
      const text = again === null ? sentence(40 + below(160)) : changed(again.text);
      const near = again?.near ?? (at === 0 && random() < 0.3 ? nears++ : null);
      if (again === null && near !== null) texts.push({ text, near });
      const [from, to] = at % 2 === 0 ? people : people.toReversed();
      const email = emailOf({
        id,
        from: `Person ${from} <p${from}@example.org>`,
        to: `Person ${to} <p${to}@example.org>`,
        subject: at === 0 ? subject : `Re: ${subject}`,
        day: new Date(Date.UTC(2020, 0, 1) + (thread % 1_500) * 86_400_000 + at * 3_600_000 * 24).toISOString().slice(0, 10),
        ...(before !== null && random() < 0.85 && { inReplyTo: before }),
        text: text.replace(/(.{60,80}) /g, "$1\r\n"),
        ...(random() < 0.1 && { attachments: [{ name: `file${count}.txt`, text: sentence(100) }] }),
      });
      yield { id, thread, near, email };
      before = id;
    }
  }
}

/** Two words of a hundred. */
function changed(text: string): string {
  return text
    .split(" ")
    .map((own) => (random() < 0.02 ? word() : own))
    .join(" ");
}

async function start(): Promise<ChildProcess> {
  const cwd = join(import.meta.dirname, "..");
  const child = spawn(process.execPath, ["server.ts"], { cwd, env: settings, stdio: ["ignore", "pipe", "inherit"] });
  endWithBench(child, "SIGKILL");
  await once(child.stdout!, "data");
  child.stdout!.resume();
  return child;
}

function residentMb({ pid }: ChildProcess): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]) / 1024;
}

function say(what: string, value: number, unit: string, bar?: { bar: number; ok: boolean }): void {
  process.stdout.write(`${JSON.stringify({ bench: "discovery", what, value: Math.round(value * 1000) / 1000, unit, ...bar })}\n`);
}

const server = await start();
const [cookie] = (await signUp(url, 1)) as [string];
async function ask<T>(path: string, body?: unknown): Promise<T> {
  const headers = { cookie, origin: url, "content-type": "application/json" };
  const method = body === undefined ? "GET" : "POST";
  const answer = await fetch(url + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

const made = [...madeEmails()];
const { id: projectId } = await ask<{ id: string }>("/api/projects", { name: "Made emails" });
for (let from = 0; from < made.length; from += inFile) {
  const own = made.slice(from, from + inFile).map(({ email }) => email);
  await uploadTo(url, cookie, fetch, projectId, new File([mboxOf(own)], `Box ${from / inFile}.mbox`));
}
const { id } = await ask<{ id: string }>("/api/discovery", { projectId, name: "Made emails", prefix: "BEN" });
const collection = async () => (await ask<{ collection: Collection }>(`/api/discovery/${id}`)).collection;
// What the uploads have left to do.
await sleep(5_000);

await ask(`/api/discovery/${id}/sources`, {});
const began = performance.now();
const memory: number[] = [];
let readMs = 0;
for (let run = (await collection()).run; run !== null; run = (await collection()).run) {
  memory.push(residentMb(server));
  if (run.isComparing && readMs === 0) readMs = performance.now() - began;
  await sleep(500);
}
const wholeMs = performance.now() - began;
readMs ||= wholeMs;
const { documents } = await collection();
say("documents", documents, "");
const rate = (documents / readMs) * 1_000;
say("documents read a second", rate, "1/s", { bar: 200, ok: rate >= 200 });
say("duplicates, threads and near duplicates of all", (wholeMs - readMs) / 1_000, "s");
const quarter = Math.max(1, Math.floor(memory.length / 4));
const mean = (some: readonly number[]) => some.reduce((sum, one) => sum + one, 0) / some.length;
const growth = mean(memory.slice(-quarter)) - mean(memory.slice(0, quarter));
say("memory, last quarter beside the first", growth, "MB", { bar: 100, ok: growth <= 100 });

const rare = () => vocabulary[2_000 + below(6_000)]!;
const common = () => vocabulary[below(400)]!;
const queries = [
  () => rare(),
  () => `${common()} ${rare()}`,
  () => `${common()} AND NOT ${common()}`,
  () => `(${rare()} OR ${rare()}) from:p${below(400)}`,
  () => `${common()} w/5 ${common()}`,
  () => `${rare().slice(0, 4)}* date:2021`,
  () => `subject:${common()} has:thread`,
];
const times: number[] = [];
for (let at = 0; at < 140; at++) {
  const query = queries[at % queries.length]!();
  const asked = performance.now();
  await ask(`/api/discovery/${id}/documents?${new URLSearchParams({ query })}`);
  times.push(performance.now() - asked);
}
times.sort((one, other) => one - other);
say("a search, p50", times[Math.floor(times.length / 2)]!, "ms");
const p95 = times[Math.floor(times.length * 0.95)]!;
say("a search, p95", p95, "ms", { bar: 100, ok: p95 <= 100 });
await endProgram(server, "SIGTERM");

type Row = { messageId: string; threadId: string | null; nearId: string | null };
const database = await openDatabase({ folder: join(settings.STET_DATA, "database") });
const { rows } = await sql<Row>`select message_id as "messageId", thread_id as "threadId", near_id as "nearId"
  from discovery_documents where message_id is not null`.execute(database.db);
await database.close();
const found = new Map(rows.map((row) => [row.messageId.replace(/@.*/, ""), row]));

const right = [...Map.groupBy(made, ({ thread }) => thread).values()].filter((own) => {
  const keys = new Set(own.map(({ id: email }) => found.get(email)?.threadId ?? email));
  if (keys.size > 1) return false;
  const [key] = keys;
  return own.length === 1
    ? found.get(own[0]!.id)?.threadId === null
    : rows.filter(({ threadId }) => threadId === key).length === own.length;
}).length;
const threads = new Set(made.map(({ thread }) => thread)).size;
say("threads that are right", right / threads, "", { bar: 0.98, ok: right / threads >= 0.98 });

const pairsOf = (groups: Iterable<readonly Made[]>) => {
  const pairs = new Set<string>();
  for (const own of groups)
    for (let at = 0; at < own.length; at++) for (const other of own.slice(at + 1)) pairs.add(`${own[at]!.id} ${other.id}`);
  return pairs;
};
const known = pairsOf(
  Map.groupBy(
    made.filter(({ near }) => near !== null),
    ({ near }) => near,
  ).values(),
);
const grouped = pairsOf(
  Map.groupBy(
    made.filter(({ id: email }) => found.get(email)?.nearId),
    ({ id: email }) => found.get(email)!.nearId,
  ).values(),
);
const both = [...grouped].filter((pair) => known.has(pair)).length;
say("near duplicates, precision of pairs", both / grouped.size, "", { bar: 0.95, ok: both / grouped.size >= 0.95 });
say("near duplicates, recall of pairs", both / known.size, "", { bar: 0.95, ok: both / known.size >= 0.95 });
say("load of the machine", loadavg()[0]!, "");
