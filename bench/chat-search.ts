/*
 * Searching one person's chats, on both engines. Which chats hold which words is known, so any other result counts as
 * wrong. Then the time another person waits for /health/live and the chat list while the first runs four searches
 * without pause. For the embedded engine, the same statements are then sent to a bare PGlite on the same folder: what it
 * takes is the engine's own time, which Stet cannot go below.
 *
 * npm run bench -- chat-search [--chats=50000] [--embedded=1] [--postgres=1]
 */
import { mkdtempSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { theServer, type Person } from "#core/workspace/policy.ts";
import { indexChatTexts } from "#server/data/upkeep/chat-search-index.ts";
import { searchChats } from "#server/data/chats/search-chats.ts";
import type { BoundDb } from "#server/db/database.ts";
import { startApp, type TestApp, type TestPerson } from "../test/app.ts";
import { postgresPrograms } from "../test/postgres.ts";
import { addChats, commonWord, holds, planted, plantedWord } from "./chat-search/made-chats.ts";
import { recordSent, replay, type Sent } from "./chat-search/bare-engine.ts";
import { percentile } from "./search/legal-data.ts";
import { numberFlag } from "./support/flags.ts";
import { startPostgres } from "./support/postgres.ts";
import { removeAtEnd } from "./support/programs.ts";

const count = numberFlag("chats", 50_000);
const page = { limit: 30 };
const bars = { search: 50, others: 30 };

type Kind = { what: string; query: (nth: number) => string; isIn?: (chat: number, nth: number) => boolean };
const kinds: Kind[] = [
  ...planted.map(({ every, variants }) => ({
    what: `a word in every ${every}th chat`,
    query: (nth: number) => plantedWord(every, nth % variants),
    isIn: (chat: number, nth: number) => holds(chat, every, nth % variants),
  })),
  {
    what: "a part of a word, in capitals",
    query: (nth) =>
      plantedWord(200, nth % 10)
        .slice(1, -2)
        .toUpperCase(),
    isIn: (chat, nth) => holds(chat, 200, nth % 10),
  },
  {
    what: "a rare and a common word",
    query: (nth) => `${plantedWord(20, nth % 10)} ${commonWord(nth % 5)}`,
  },
  { what: "any word of the texts", query: (nth) => commonWord(3 ** (nth % 10)) },
  { what: "three common words", query: (nth) => `${commonWord(nth % 7)} ${commonWord(9 + nth)} ${commonWord(40 + nth * 3)}` },
  {
    what: "what is in no chat, of common syllables",
    query: (nth) => `tionverlichment${"enanbe".slice(nth % 4)}sta`,
    isIn: () => false,
  },
  { what: "what is in no chat", query: (nth) => `xylophonquartz${nth}`, isIn: () => false },
];

async function measure(engine: string, settings: Record<string, string>, record?: ReturnType<typeof recordSent>): Promise<void> {
  const say = (what: string, value: unknown, more: object = {}) =>
    void process.stdout.write(`${JSON.stringify({ bench: "chat-search", engine, chats: count, what, value, ...more })}\n`);
  const app = await startApp(settings);
  const { db } = app.stet.database;
  const [me, other] = [await app.person(), await app.person()];
  const searcher = await actorOf(db, me);
  const ids: string[] = [];
  await addChats(db, searcher.userId, count, ids);
  await addChats(db, (await actorOf(db, other)).userId, 100, []);
  await indexAll(app, say);
  const { rows: sizes } = await sql<{ rows: string; index: string; vocabulary: string; messages: string }>`
    select pg_size_pretty(pg_table_size('chat_search')) as rows, pg_size_pretty(pg_indexes_size('chat_search')) as index,
      pg_size_pretty(pg_total_relation_size('chat_words')) as vocabulary,
      pg_size_pretty(pg_table_size('messages')) as messages`.execute(db);
  say("size of the index, its table and the messages", sizes[0]);
  say("load average", loadavg().map(Math.round));

  const all: number[] = [];
  const recorded: Sent[] = [];
  let wrong = 0;
  const processor = process.cpuUsage();
  for (const { what, query, isIn } of kinds) {
    const times: number[] = [];
    for (let nth = 0; nth < 30; nth++) {
      const before = performance.now();
      const { sessions } = await searchChats(searcher, db, query(nth), page);
      times.push(performance.now() - before);
      if (record !== undefined) recorded.push(await record(() => searchChats(searcher, db, query(nth), page)));
      if (isIn !== undefined && sessions.map(({ id }) => id).join() !== newest(ids, (chat) => isIn(chat, nth)).join()) wrong++;
    }
    all.push(...times);
    say(`search for ${what}, p50 / p95`, `${percentile(times, 0.5)} / ${percentile(times, 0.95)}`, { unit: "ms" });
  }
  const p95 = percentile(all, 0.95);
  say("search, p50", percentile(all, 0.5), { unit: "ms" });
  say("search, p95", p95, { unit: "ms", bar: bars.search, ok: p95 <= bars.search });
  const { user, system } = process.cpuUsage(processor);
  // CPU time of this process, which with the embedded engine is everything. Wall time says little on a busy machine.
  say("processor for a search, mean", Math.round((user + system) / all.length / 100) / 10, { unit: "ms" });
  say("wrong answers", wrong, { bar: 0, ok: wrong === 0 });
  await beside(app, other, null, (what, times) => say(`${what} of another, alone, p95`, percentile(times, 0.95), { unit: "ms" }));
  await beside(app, other, searcher, (what, times) => {
    const p95Beside = percentile(times, 0.95);
    say(`${what} of another beside four searches, p95`, p95Beside, { unit: "ms", bar: bars.others, ok: p95Beside <= bars.others });
  });
  say("load average", loadavg().map(Math.round));
  await app.close();
  if (settings.STET_DATA === undefined) return;
  const bare = await replay(join(settings.STET_DATA, "database/cluster/data"), recorded);
  say("the same statements on a bare PGlite, p50 / p95", `${percentile(bare, 0.5)} / ${percentile(bare, 0.95)}`, { unit: "ms" });
  say(
    "Stet's p50 / p95 as a multiple of it",
    [0.5, 0.95].map((at) => Math.round((percentile(all, at) / percentile(bare, at)) * 100) / 100),
  );
  say("load average", loadavg().map(Math.round));
}

/**
 * The rate is measured on a sample; the rest is indexed with the index dropped and rebuilt afterwards, because that
 * is faster.
 */
async function indexAll(app: TestApp, say: (what: string, value: unknown) => void): Promise<void> {
  const { db } = app.stet.database;
  const began = performance.now();
  let done = 0;
  while (done < 1000) done += await indexChatTexts(theServer, db, { texts: 10, characters: 20_000 });
  say("milliseconds for a text into the index", Math.round(((performance.now() - began) / done) * 10) / 10);
  const { rows } = await sql<{ made: string }>`select pg_get_indexdef('chat_search_words'::regclass) as made`.execute(db);
  await slowly(app, "drop index chat_search_words");
  for (let read = 1; read > 0;) {
    read = await indexChatTexts(theServer, db, { texts: 1000, characters: 1_000_000 });
    // Indexed rows leave dead entries in the index of unindexed ones.
    if ((done += read) % 20_000 < read) await slowly(app, "vacuum chat_search");
  }
  await slowly(app, rows[0]!.made);
  await slowly(app, "vacuum analyze");
}

/** Without the statement timeout. */
async function slowly({ stet: { database } }: TestApp, statement: string): Promise<void> {
  await database.unlimited(() =>
    database.db.connection().execute(async (one) => {
      await sql`set statement_timeout = 0`.execute(one);
      await sql.raw(statement).execute(one);
      await sql`reset statement_timeout`.execute(one);
    }),
  );
}

async function actorOf(db: BoundDb, { name, email }: TestPerson): Promise<Person> {
  const { id } = await db.selectFrom("user").select("id").where("email", "=", email).executeTakeFirstOrThrow();
  const plans = { plan: "free", ownPlan: "free" } as const;
  return { kind: "person", userId: id, name, email, isVerified: true, ...plans, organizationId: null, memberships: [] };
}

function newest(ids: readonly string[], isIn: (chat: number) => boolean): string[] {
  const found: string[] = [];
  for (let chat = ids.length - 1; chat >= 0 && found.length < page.limit; chat--) if (isIn(chat)) found.push(ids[chat]!);
  return found;
}

/** How long `other` waits while `searcher` runs four searches at a time. */
async function beside(
  app: TestApp,
  other: TestPerson,
  searcher: Person | null,
  report: (what: string, times: number[]) => void,
): Promise<void> {
  const over = new AbortController();
  const search = async (me: Person, from: number) => {
    for (let nth = from; !over.signal.aborted; nth += 4)
      await searchChats(me, app.stet.db, kinds[nth % kinds.length]!.query(nth), page);
  };
  const searching = searcher === null ? [] : [0, 1, 2, 3].map((from) => search(searcher, from));
  for (const [what, path] of [
    ["/health/live", "/health/live"],
    ["the list of chats", "/api/chat-sessions"],
  ] as const) {
    const times: number[] = [];
    for (let nth = 0; nth < 60; nth++) {
      const before = performance.now();
      const answer = await app.request(path, { as: other });
      await answer.text();
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
      times.push(performance.now() - before);
      await sleep(30);
    }
    report(what, times);
  }
  over.abort();
  await Promise.all(searching);
}

if (numberFlag("embedded", 1) === 1)
  await measure("embedded", { STET_DATA: removeAtEnd(mkdtempSync(join(tmpdir(), "stet-chat-search-"))) }, recordSent());
if (numberFlag("postgres", 1) === 1) {
  if (postgresPrograms() === undefined) process.stderr.write("Skipped on PostgreSQL: it is not installed.\n");
  else {
    const { url } = await startPostgres(removeAtEnd(mkdtempSync(join(tmpdir(), "stet-chat-search-"))));
    await measure("postgres", { DATABASE_URL: url });
  }
}
process.exit();
