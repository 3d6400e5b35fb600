/*
 * What a turn costs in database statements: each is a round trip that delays the first word, and on the embedded
 * engine everyone waits for it.
 */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { ClientRequest } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApp, type TestApp, type TestPerson } from "./app.ts";
import { startMockModel, type MockModel } from "./mock-model.ts";
import { ask, question, threadOf } from "./turns.ts";

const statements: string[] = [];
const named = new Set<string>();
/** In data/upkeep/chat-search-index.ts. */
const wordsLock = String(0x776f7264);
const query = Client.prototype.query;

let mock: MockModel;
let app: TestApp;
let me: TestPerson;
beforeAll(async () => {
  Client.prototype.query = function counted(this: Client, ...given: unknown[]) {
    statements.push(textOf(given[0]));
    if ((given[0] as { name?: string }).name !== undefined) named.add(textOf(given[0]));
    return Reflect.apply(query, this, given);
  } as typeof query;
  mock = await startMockModel();
  app = await startApp({ MODEL_SERVER_URL: `${mock.url}/v1` });
  me = await app.person();
  // What is due by the clock is not of a turn.
  await app.stet.jobs.close();
});
afterAll(async () => {
  Client.prototype.query = query;
  await app.close();
  await mock.stop();
});

for (const kind of ["a new chat", "a follow-up"]) {
  test(`the model is asked after at most three statements: ${kind}`, async () => {
    const asked = question("First. [[mock chars=40 tps=0]]");
    if (kind === "a follow-up") await ask(app, me, asked);
    const version = kind === "a follow-up" ? (await threadOf(app, me, asked.chatId)).chat.version : 0;
    await settled();
    const before = statements.length;
    const atRequest = Promise.withResolvers<string[]>();
    const onRequest = (message: unknown) => {
      const { request } = message as { request: ClientRequest };
      if (request.path.endsWith("/chat/completions")) atRequest.resolve(statements.slice(before));
    };
    subscribe("http.client.request.start", onRequest);
    const read = await ask(app, me, question("Next. [[mock chars=40 tps=0]]", { chatId: asked.chatId, version }));
    unsubscribe("http.client.request.start", onRequest);
    expect(read.finish?.messageMetadata).toMatchObject({ status: "done" });
    const until = await atRequest.promise;
    expect(until).not.toEqual([]);
    expect(ofTurns(until).slice(3)).toEqual([]);
  });
}

/** Of 30 statements in a turn of 4 s, 17 save the text in progress. */
const besideFlushes = 13;
const flushEveryMs = 240;

test("a turn of four seconds takes at most thirty statements, all that is stored behind it included", async () => {
  const asked = question("First. [[mock chars=40 tps=0]]");
  await ask(app, me, asked);
  await settled();
  const { version } = (await threadOf(app, me, asked.chatId)).chat;
  const before = statements.length;
  const started = performance.now();
  await ask(app, me, question("Slowly. [[mock tps=50 chars=800 kind=plain]]", { chatId: asked.chatId, version }));
  // A slow machine makes the turn longer, and so adds flushes.
  const flushesDue = Math.ceil((performance.now() - started) / flushEveryMs) + 1;
  await settled();
  const made = ofTurns(statements.slice(before));
  const isFlush = (statement: string) => /^\s*with kept as/.test(statement);
  expect(made.filter(isFlush).length).toBeLessThanOrEqual(flushesDue);
  const others = made.filter((statement) => !isFlush(statement));
  expect(others.slice(besideFlushes)).toEqual([]);
});

test("what every turn asks of the embedded database is prepared", async () => {
  const turns: Set<string>[] = [];
  for (let turn = 0; turn < 4; turn++) {
    const before = statements.length;
    await ask(app, me, question("Again. [[mock chars=40 tps=0]]"));
    await settled();
    turns.push(new Set(ofTurns(statements.slice(before))));
  }
  // What runs on a timer is not in each of them.
  const [first, ...rest] = turns;
  const asked = [...first!].filter((statement) => rest.every((one) => one.has(statement)));
  expect(asked.length).toBeGreaterThan(8);
  expect(asked.filter((statement) => !named.has(statement))).toEqual(["begin", "commit"]);
  // One whose words differ from time to time would be prepared again in every turn.
  expect(named.size).toBeLessThan(25);
});

/**
 * Without what runs on a timer, for all users: sweeping old events, and indexing for search, which is the transactions
 * that begin with a lock of the words. The embedded engine has one connection, so nothing else is within them.
 */
function ofTurns(made: readonly string[]): string[] {
  const kept: string[] = [];
  let isIndexing = false;
  for (const statement of made) {
    if (statement.includes("pg_advisory_xact_lock") && statement.includes(wordsLock)) {
      isIndexing = true;
      kept.pop();
    }
    if (!isIndexing && !/^\s*delete from "run_events"|chat_search/.test(statement)) kept.push(statement);
    if (statement === "commit") isIndexing = false;
  }
  return kept;
}

function textOf(given: unknown): string {
  return typeof given === "string" ? given : String((given as { text?: unknown }).text);
}

/** Resolves when all background work after the answers is done. */
async function settled(): Promise<void> {
  for (let before = -1; before !== statements.length;) {
    before = statements.length;
    await sleep(300);
  }
}
