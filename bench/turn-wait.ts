/*
 * A turn's database statements and its waits: statements and time until the model is asked, until the first words of
 * its answer, and for the whole turn, in a new chat and in one that continues. The model answers immediately. On the
 * embedded engine and, if DATABASE_URL names an empty database, on PostgreSQL. Medians.
 */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { ClientRequest } from "node:http";
import { Client } from "pg";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { startMockModel } from "#test/mock-model.ts";
import { question, readUntil, send, threadOf } from "#test/turns.ts";

const rounds = 60;
type Turn = { statementsToModel: number; msToModel: number; msToWords: number; statements: number; ms: number };

let statements = 0;
const { query } = Client.prototype;
Client.prototype.query = function counted(this: Client, ...given: unknown[]) {
  statements += 1;
  return Reflect.apply(query, this, given);
} as typeof query;

async function takeTurn(app: TestApp, me: TestPerson, chat: { chatId: string; version: number } | null): Promise<Turn> {
  const asked = question("Write it. [[mock chars=40 tps=0]]", chat ?? {});
  const [before, began] = [statements, performance.now()];
  const atModel = Promise.withResolvers<{ statementsToModel: number; msToModel: number }>();
  const onRequest = (message: unknown) => {
    const { request } = message as { request: ClientRequest };
    if (request.path.endsWith("/chat/completions"))
      atModel.resolve({ statementsToModel: statements - before, msToModel: performance.now() - began });
  };
  subscribe("http.client.request.start", onRequest);
  const response = await send(app, me, asked);
  let msToWords = Number.NaN;
  await readUntil(response, ({ event }) => {
    if (event.type === "text-delta" && Number.isNaN(msToWords)) msToWords = performance.now() - began;
    return event.type === "finish";
  });
  const ms = performance.now() - began;
  unsubscribe("http.client.request.start", onRequest);
  return { ...(await atModel.promise), msToWords, statements: statements - before, ms };
}

function median(values: readonly number[]): number {
  return Number(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!.toFixed(2));
}

function say(what: string, turns: readonly Turn[]): void {
  const of = (key: keyof Turn) => median(turns.map((turn) => turn[key]));
  const {
    statementsToModel,
    msToModel,
    statements: all,
    ms,
  } = Object.fromEntries((Object.keys(turns[0]!) as (keyof Turn)[]).map((key) => [key, of(key)])) as Turn;
  console.log(
    JSON.stringify({
      bench: "turn-wait",
      what: `to the first words, ${what}`,
      value: of("msToWords"),
      unit: "ms",
      msToModel,
      ms,
      statementsToModel,
      statements: all,
    }),
  );
}

const mock = await startMockModel();
const url = process.env["DATABASE_URL"];
const places: [engine: string, settings: Record<string, string>][] = [["embedded", {}]];
if (url !== undefined) places.push(["postgres", { DATABASE_URL: url }]);
for (const [engine, place] of places) {
  const app = await startApp({ MODEL_SERVER_URL: `${mock.url}/v1`, ...place });
  const [fresh, continued]: Turn[][] = [[], []];
  for (let round = 0; round < rounds; round++) {
    // Requests per person and minute are limited.
    const me = await app.person();
    fresh!.push(await takeTurn(app, me, null));
    const { chatId } = question("");
    await send(app, me, question("First. [[mock chars=40 tps=0]]", { chatId })).then((response) => response.text());
    const { version } = (await threadOf(app, me, chatId)).chat;
    continued!.push(await takeTurn(app, me, { chatId, version }));
  }
  say(`a new chat, ${engine}`, fresh!.slice(5));
  say(`a chat that continues, ${engine}`, continued!.slice(5));
  await app.close();
}
await mock.stop();
