/* The chat search index: what is not indexed yet, and what it contains. */
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Server } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { trigramsOf } from "../../db/trigrams.ts";

/** Prose of 100,000 characters has about 8,000. A text with more is searched directly. */
const mostTrigrams = 8_000;
const longestText = 100_000;

/** Each owner's trigrams are numbered differently, so a search reads nothing of other people's. */
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
      from (select id, chat_id, owner_id, round from chat_search where trigrams is null and not is_too_large
          and not exists (select 1 from runs where runs.message_id = chat_search.id and runs.status = 'running')
        order by id desc limit ${most.texts}) as unread
      join chats on chats.id = unread.chat_id left join messages on messages.id = unread.id
    ) as counted where characters - length(text) < ${most.characters}`.execute(db);
  if (rows.length === 0) return 0;
  const read = rows.map(({ id, round, owner, text }) => ({
    id,
    round,
    trigrams: text === null ? null : arrayOf(text, seedOf(owner)),
  }));
  // Skips rows that another process has locked, and texts being stored.
  await sql`update chat_search set trigrams = ready.trigrams::int4[], is_too_large = ready.trigrams is null
    from (select unread.id, read.trigrams
      from unnest(${read.map(({ id }) => id)}::uuid[], ${read.map(({ round }) => round)}::int4[], ${read.map(({ trigrams }) => trigrams)}::text[])
        as read (id, round, trigrams)
      join chat_search as unread on unread.id = read.id and unread.round = read.round
      where unread.trigrams is null and not unread.is_too_large for update of unread skip locked) as ready
    where chat_search.id = ready.id`.execute(db);
  return rows.length;
}

function arrayOf(text: string, seed: number): string | null {
  const trigrams = trigramsOf(text, seed);
  return trigrams.length > mostTrigrams ? null : `{${trigrams.join(",")}}`;
}
