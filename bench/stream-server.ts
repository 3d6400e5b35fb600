/*
 * A streamed token's cost to the server, and its added delay, at 200 answers of 50 tokens a second, with everything
 * persisted. The baseline is the same server passing the model's bytes through and doing nothing else, in the same
 * run.
 *
 * RUNS=200 TOKENS=600 node bench/stream-server.ts
 * ONLY=together node bench/stream-server.ts   # only how long turns that begin together wait for their first token
 * ONLY=tokens node bench/stream-server.ts   # only what tokens cost
 * PROFILE=1 ONLY=together node bench/stream-server.ts   # and what the main thread does meanwhile
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { uuidv7 } from "../app/core/text/uuid.ts";
import { choicesOf } from "../test/turns.ts";
import type { Spent } from "./stream/profile.ts";
import { getJson, percentile, readAnswer, type Answer } from "./stream/load.ts";

const runs = Number(process.env["RUNS"] ?? 200);
const tokens = Number(process.env["TOKENS"] ?? 600);
const only = process.env["ONLY"];
const port = Number(process.env["BENCH_PORT"] ?? 5940);
const model = `http://127.0.0.1:${port + 1}`;
const stet = `http://127.0.0.1:${port}`;
const folder = mkdtempSync(join(tmpdir(), "stet-bench-"));

const directive = (rest: string) => `[[mock stamp=1 tokchars=4 chars=${tokens * 4} tps=50 ${rest}]]`;
const rawBody = (rest: string) => ({ model: "mock-model", stream: true, messages: [{ role: "user", content: directive(rest) }] });
const turnBody = (rest: string) => ({
  trigger: "send",
  chatId: uuidv7(),
  version: 0,
  messageId: uuidv7(),
  replyId: uuidv7(),
  content: directive(rest),
  choices: choicesOf("local:mock-model"),
});

async function child(script: string, args: string[]): Promise<ChildProcess> {
  const started = spawn(process.execPath, [join(import.meta.dirname, script), ...args], { stdio: ["ignore", "pipe", "inherit"] });
  await once(started.stdout!, "data");
  return started;
}

async function signUp(): Promise<string> {
  const body = JSON.stringify({ name: "Bench", email: `bench-${uuidv7()}@example.test`, password: "a password for a bench" });
  const ask = (step: string) =>
    fetch(`${stet}/api/auth/${step}/email`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: stet },
      body,
    });
  await ask("sign-up");
  const response = await ask("sign-in");
  if (!response.ok) throw new Error(`sign-in answered ${response.status}`);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");
}

/** Begun evenly within `ms`, as by people; 0: all in one moment. */
const begun = (ms: number, ask: () => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: runs }, (_, i) => wait((i * ms) / runs).then(ask)));
const aSecond = 1000;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function measured(ask: () => Promise<Answer>): Promise<{ answers: Answer[]; msPer1000: number; rss: number }> {
  await begun(aSecond, ask);
  await wait(500);
  const before = await getJson<{ ms: number }>(`${stet}/cpu`);
  const answers = await begun(aSecond, ask);
  const after = await getJson<{ ms: number; rss: number }>(`${stet}/cpu`);
  const read = answers.reduce((sum, answer) => sum + answer.tokens, 0);
  const failed = answers.find((answer) => answer.failed !== null || answer.status !== 200);
  if (failed !== undefined) throw new Error(`an answer failed: ${failed.status} ${failed.failed}`);
  if (read !== runs * tokens) throw new Error(`${read} tokens arrived, not ${runs * tokens}`);
  return { answers, msPer1000: (after.ms - before.ms) / (read / 1000), rss: after.rss };
}

function report(what: string, value: number, unit: string, bar?: number): void {
  const rounded = Math.round(value * 100) / 100;
  const verdict = bar === undefined ? {} : { bar, ok: value <= bar };
  process.stdout.write(`${JSON.stringify({ bench: "stream-server", what, value: rounded, unit, ...verdict })}\n`);
}

type Turn = (rest: string) => Promise<Answer>;

async function measureTokens(turn: Turn): Promise<void> {
  const delays = (answers: readonly Answer[]) => answers.flatMap((answer) => answer.delays);
  const relay = await measured(() => readAnswer(`${stet}/relay`, rawBody("")));
  const ours = await measured(() => turn(""));
  report("CPU per 1,000 tokens, relay", relay.msPer1000, "ms");
  report("CPU per 1,000 tokens, everything persisted", ours.msPer1000, "ms");
  report("CPU against the relay", ours.msPer1000 / relay.msPer1000, "times", 2);
  // The overhead of this bench's reader and of the model is in both, so it is also measured without a server in
  // between.
  const direct = await begun(aSecond, () => readAnswer(`${model}/v1/chat/completions`, rawBody("")));
  const p99 = (answers: readonly Answer[]) => percentile(delays(answers), 0.99);
  report("delay of a token p50", percentile(delays(ours.answers), 0.5), "ms");
  report("delay of a token p99 without a server", p99(direct), "ms");
  report("delay of a token p99 through the relay", p99(relay.answers), "ms");
  report(`delay of a token p99 at ${runs} answers`, p99(ours.answers), "ms", runs > 500 ? 150 : 60);
  report("delay added to a token p99", p99(ours.answers) - p99(direct), "ms");
  report("resident memory", ours.rss / 2 ** 20, "MiB");
}

/**
 * How long turns that begin within a second, or in one moment, wait for their first token; beside them, in turns, the model
 * alone, and the same process only passing its bytes through, which is the least that any server in Node would add.
 */
async function measureTogether(turn: Turn, within: number): Promise<void> {
  // Within the second in which they begin, none of them ends.
  const answer = within === 0 ? "chars=40" : "chars=800";
  const which = `${runs} turns begun ${within === 0 ? "in one moment" : "within a second"}`;
  const firsts = { raw: [] as number[], relay: [] as number[], ours: [] as number[] };
  const firstOf = (answers: readonly Answer[]) => answers.map(({ firstMs }) => firstMs);
  // The first round only warms up.
  for (let round = 0; round < 4; round++) {
    await wait(1000);
    const raw = await begun(within, () => readAnswer(`${model}/v1/chat/completions`, rawBody(answer)));
    await wait(1000);
    const relay = await begun(within, () => readAnswer(`${stet}/relay`, rawBody(answer)));
    await wait(1000);
    const ours = await begun(within, () => turn(answer));
    const failed = [...raw, ...relay, ...ours].find((answer) => answer.failed !== null || answer.status !== 200);
    if (failed !== undefined) throw new Error(`an answer failed: ${failed.status} ${failed.failed}`);
    if (round === 0) continue;
    firsts.raw.push(...firstOf(raw));
    firsts.relay.push(...firstOf(relay));
    firsts.ours.push(...firstOf(ours));
  }
  for (const part of [0.5, 0.95]) {
    const [raw, relay, ours] = [firsts.raw, firsts.relay, firsts.ours].map((all) => percentile(all, part)) as [
      number,
      number,
      number,
    ];
    const name = `p${part * 100}`;
    report(`first token of ${which}, ${name}: the model alone`, raw, "ms");
    report(`first token of ${which}, ${name}: passed through`, relay, "ms");
    const bar = part === 0.5 && within > 0 ? (runs > 100 ? 60 : 15) : undefined;
    report(`first token of ${which}, ${name}: Stet`, ours, "ms", bar);
    report(`first token of ${which}, ${name}: Stet against passed through`, ours / relay, "times");
    report(`first token of ${which}, ${name}: added by Stet`, ours - raw, "ms");
  }
  if (process.env["PROFILE"] !== undefined && within === 0) await profileTogether(turn);
  process.stdout.write(`${JSON.stringify({ bench: "stream-server", what: "load average", value: loadavg().map(Math.round) })}\n`);
}

async function profileTogether(turn: Turn): Promise<void> {
  const answer = "chars=40";
  const toFirst = async (what: string, ask: () => Promise<Answer>) => {
    await wait(1000);
    await getJson(`${stet}/profile`);
    await begun(0, ask);
    const { ms, parts, functions } = await getJson<Spent>(`${stet}/profile`);
    report(`main thread, ${runs} turns begun together, ${what}`, ms, "ms");
    for (const [name, own] of [...parts, ...functions]) report(`main thread, ${what}: ${name}`, own, "ms");
  };
  await toFirst("passed through", () => readAnswer(`${stet}/relay`, rawBody(answer)));
  await toFirst("Stet", () => turn(answer));
}

const children = [await child("mock-model.mjs", ["--port", String(port + 1)])];
try {
  children.push(await child("stream/target.ts", [String(port), model, folder]));
  const people: Record<string, string>[] = [];
  // A person may have 30 answers at once, and 120 in a minute.
  for (let i = 0; i < Math.max(20, runs / 20); i++) people.push({ cookie: await signUp(), origin: stet });
  let asked = 0;
  const turn = (rest: string) => readAnswer(`${stet}/api/chat`, turnBody(rest), people[asked++ % people.length]);
  if (only !== "together") await measureTokens(turn);
  if (only !== "tokens") {
    await measureTogether(turn, aSecond);
    await measureTogether(turn, 0);
  }
} finally {
  for (const one of children.reverse()) {
    one.kill("SIGTERM");
    await Promise.race([once(one, "exit"), wait(10_000)]);
  }
  rmSync(folder, { recursive: true, force: true });
}
