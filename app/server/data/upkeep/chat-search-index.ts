/* The chat search index: what is not indexed yet, and what it contains. */
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Server } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db, Trx } from "../../db/database.ts";
import { gramsOf, numberOf, wordsIn } from "../../db/searched-words.ts";

/** Prose of 100,000 characters has about 4,000. A text with more is searched directly. */
const mostWords = 8_000;
const longestText = 100_000;
/** "word" in ASCII: held shared while texts get their words, alone while words without texts are removed. */
const wordsKey = 0x776f7264;

/** Each owner's words are numbered differently, so a search reads nothing of other people's. */
export function seedOf(ownerId: string): number {
  return createHash("sha256").update(ownerId).digest().readInt32LE(0);
}

type Unread = { id: string; round: number; owner: string; text: string | null };

/** Indexes some texts, newest first; returns how many. Texts that change meanwhile are indexed again. */
export async function indexChatTexts(me: Server, db: Db, most: { texts: number; characters: number }): Promise<number> {
  db = actAs(me, db);
  // A message being written changes every second.
  const { rows } = await sql<Unread>`
    select id, round, owner, case when length(text) <= ${longestText} then text end as text from (
      select unread.id, unread.round, unread.owner_id as owner, coalesce(messages.content, chats.title) as text,
        sum(length(coalesce(messages.content, chats.title))) over (order by unread.id desc) as characters
      from (select id, chat_id, owner_id, round from chat_search where words is null and not is_too_large
          and not exists (select 1 from runs where runs.message_id = chat_search.id and runs.status = 'running')
        order by id desc limit ${most.texts}) as unread
      join chats on chats.id = unread.chat_id left join messages on messages.id = unread.id
    ) as counted where characters - length(text) < ${most.characters}`.execute(db);
  if (rows.length === 0) return 0;
  const read = rows.map(({ id, round, owner, text }) => ({
    id,
    round,
    owner,
    words: text === null ? null : numbered(text, seedOf(owner)),
  }));
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock_shared(${sql.lit(wordsKey)})`.execute(trx);
    await addWords(trx, read);
    await storeWords(trx, read);
  });
  return rows.length;
}

type Read = { id: string; round: number; owner: string; words: Map<number, string> | null };

async function storeWords(db: Trx, read: readonly Read[]): Promise<void> {
  const ids = read.map(({ id }) => id);
  const rounds = read.map(({ round }) => round);
  const words = read.map((one) => (one.words === null ? null : `{${[...one.words.keys()].join(",")}}`));
  // Skips rows that another process has locked, and texts being stored.
  await sql`update chat_search set words = ready.words::int4[], is_too_large = ready.words is null
    from (select unread.id, read.words
      from unnest(${ids}::uuid[], ${rounds}::int4[], ${words}::text[]) as read (id, round, words)
      join chat_search as unread on unread.id = read.id and unread.round = read.round
      where unread.words is null and not unread.is_too_large for update of unread skip locked) as ready
    where chat_search.id = ready.id`.execute(db);
}

/** A text's words by their numbers; null if there are too many. */
function numbered(text: string, seed: number): Map<number, string> | null {
  const words = wordsIn(text);
  return words.size > mostWords ? null : new Map(Array.from(words, (word) => [numberOf(word, seed), word]));
}

/** Adds to their owners' vocabularies the words that are new there. */
async function addWords(db: Trx, read: readonly Read[]): Promise<void> {
  const byOwner = new Map<string, Map<number, string>>();
  for (const { owner, words } of read) {
    const all = byOwner.get(owner) ?? new Map<number, string>();
    byOwner.set(owner, all);
    for (const [number, word] of words ?? []) all.set(number, word);
  }
  for (const [owner, words] of byOwner) {
    // In order, so that two processes do not wait for each other's words.
    const { rows } = await sql<{ word: number }>`select word from unnest(${[...words.keys()]}::int4[]) as read (word)
      where not exists (select from chat_words where chat_words.owner_id = ${owner} and chat_words.word = read.word) order by word`.execute(
      db,
    );
    if (rows.length === 0) continue;
    const numbers = rows.map(({ word }) => word);
    const grams = numbers.map((number) => `{${gramsOf(words.get(number)!, seedOf(owner)).join(",")}}`);
    await sql`insert into chat_words (owner_id, word, grams)
      select ${owner}, word, grams::int4[] from unnest(${numbers}::int4[], ${grams}::text[]) as new (word, grams)
      where exists (select from "user" where id = ${owner}) on conflict do nothing`.execute(db);
  }
}

/** A word's place in the order in which they are looked through. */
export type WordPlace = { owner: string; word: number };

/** Removes those of the `most` words after a place that are in no text any more. Returns the next place; null at the end. */
export async function forgetWords(me: Server, db: Db, after: WordPlace | null, most: number): Promise<WordPlace | null> {
  return actAs(me, db)
    .transaction()
    .execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(wordsKey)})`.execute(trx);
      const isAfter = after === null ? sql`true` : sql`(owner_id, word) > (${after.owner}, ${after.word}::int4)`;
      const { rows } = await sql<WordPlace>`select owner_id as owner, word from chat_words where ${isAfter}
        order by owner_id, word limit ${most}`.execute(trx);
      await sql`set local enable_seqscan = off`.execute(trx);
      await sql`delete from chat_words using unnest(${rows.map(({ owner }) => owner)}::text[], ${rows.map(({ word }) => word)}::int4[]) as looked (owner, word)
        where chat_words.owner_id = looked.owner and chat_words.word = looked.word
          and not exists (select from chat_search where words is not null and words @> array[looked.word])`.execute(trx);
      return rows.length < most ? null : rows.at(-1)!;
    });
}
