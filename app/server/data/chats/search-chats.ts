/*
 * Searches one's chats, newest first. A common word quickly fills a page from the newest chats. For a rare one the
 * index names candidate chats, whose texts are then checked. Every statement is short, so that a search does not block
 * others: docs/decisions/2026-11-25-search-of-chats.md.
 */
import { shownWords } from "#core/text/shown-words.ts";
import { excerptAround, excerptText } from "#core/sources/excerpt.ts";
import { sql, type RawBuilder } from "kysely";
import type { Actor } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { storable } from "#core/text/storable.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb, Db } from "../../db/database.ts";
import { gramsWanted, partsOf } from "../../db/searched-words.ts";
import { oneAfterAnother } from "../../process/one-after-another.ts";
import { wordPattern } from "../../db/word-pattern.ts";
import { seedOf } from "../upkeep/chat-search-index.ts";
import { listChats, summaryColumns, summaryOf, type ChatPage, type SummaryRow } from "./chats.ts";
import { isHere, ownChats } from "../visible.ts";

type Page = { before?: string; limit: number };
type Search = { me: Actor; db: BoundDb; patterns: string[]; parts: number[][]; ownerId: string; before: string | undefined };
type FoundRow = SummaryRow & { hit: { id: string; content: string } | null };
/** A chat's position in the list. */
type Place = { id: string; at: string };

const mostWords = 8;
/** Chats whose texts are searched in one statement. */
const chatsAtOnce = 50;
/** Candidates read from the index in one statement. */
const candidatesAtOnce = 500;
/** If more than this share of the newest chats match, reading them fills a page sooner than the index would. */
const commonShare = 0.1;
/** If a person has more unindexed texts than this, the index would return all of them as candidates. */
const mostUnread = 500;
/** A part of more words than this is taken to be common, and does not restrict the candidates. */
const mostAlternatives = 2_000;
/** The database compares each word of one condition at every text. */
const alternativesAtOnce = 32;

/** On the embedded engine's one session, four searches at once would put four statements before everyone else's next. */
const inTurn = oneAfterAnother();

/** Chats whose title, or a single message shown in them, contains every word of `query`, ignoring case. */
export async function searchChats(me: Actor, db: Db, query: string, page: Page): Promise<ChatPage> {
  if (me.kind !== "person") throw problem("not-signed-in");
  db = actAs(me, db);
  const words = wordsOf(query);
  if (words.length === 0) return listChats(me, db, page);
  const patterns = words.map(wordPattern);
  const parts = partsOf(words).map((part) => gramsWanted(part, seedOf(me.userId)));
  const search = { me, db, patterns, parts, ownerId: me.userId, before: page.before };
  const rows = await inTurn(me.userId, () => find(search, page.limit + 1));
  const sessions = rows.slice(0, page.limit).map((row) => {
    const summary = summaryOf(row);
    return row.hit === null ? summary : Object.assign(summary, foundIn(row.hit, patterns));
  });
  return { sessions, hasOlder: rows.length > page.limit };
}

function foundIn({ id, content }: { id: string; content: string }, patterns: readonly string[]) {
  return { excerpt: excerptOfMatch(content, patterns[0] ?? ""), messageId: id };
}

function wordsOf(query: string): string[] {
  return storable(query).trim().split(/\s+/u).filter(Boolean).slice(0, mostWords);
}

/** The search words as regular expressions for both engines; empty for a blank search. */
export function patternsOf(query: string): string[] {
  return wordsOf(query).map(wordPattern);
}

async function find(search: Search, limit: number): Promise<FoundRow[]> {
  const found: FoundRow[] = [];
  let candidates: Candidates | null = null;
  for (let looked = 0, after: Place | null = null; ;) {
    if (candidates === null && looked > 0 && found.length < looked * commonShare) candidates = await candidatesOf(search);
    const size = candidates === null ? chatsAtOnce : candidatesAtOnce;
    const places: Place[] = await nextPlaces(search, after, candidates, size);
    for (let from = 0; from < places.length; from += chatsAtOnce) {
      found.push(...(await hits(search, places.slice(from, from + chatsAtOnce), limit - found.length)));
      if (found.length >= limit) return found;
    }
    if (places.length < size) return found;
    looked += places.length;
    after = places.at(-1)!;
  }
}

/** The ids of the chats that may match, as a subquery. */
type Candidates = RawBuilder<unknown>;

/** Null if the index would not rule out many. */
async function candidatesOf({ db, parts, ownerId }: Search): Promise<Candidates | null> {
  if (parts.length === 0) return null;
  const alternatives = parts.map((grams) => sql`array(select words_with_grams(${grams}::int4[], ${mostAlternatives + 1}))`);
  const unread = sql`(select count(*)::int4 from (select from chat_search where owner_id = ${ownerId} and words is null limit ${mostUnread}) as unread)`;
  const { rows } = await sql<{ unread: number; words: number[][] }>`select ${unread} as unread, jsonb_build_array(${sql.join(
    alternatives,
  )}) as words`.execute(db);
  const { unread: unreadTexts, words } = rows[0]!;
  const wanted = words.filter((some) => some.length <= mostAlternatives);
  if (unreadTexts >= mostUnread || wanted.length === 0) return null;
  const unreadChats = sql`select chat_id from chat_search where owner_id = ${ownerId} and words is null`;
  if (wanted.some((some) => some.length === 0)) return unreadChats;
  return sql`select chats_with_words(${JSON.stringify(wanted.map(inPortions))}::jsonb) union ${unreadChats}`;
}

/** As array literals of a few words each. */
function inPortions(words: readonly number[]): string[] {
  const portions: string[] = [];
  for (let from = 0; from < words.length; from += alternativesAtOnce)
    portions.push(`{${words.slice(from, from + alternativesAtOnce).join(",")}}`);
  return portions;
}

async function nextPlaces(search: Search, after: Place | null, candidates: Candidates | null, size: number): Promise<Place[]> {
  const { me, db, before } = search;
  const isOlder = before === undefined ? sql`true` : sql`chats.updated_at < ${new Date(before)}`;
  const isAfter = after === null ? sql`true` : isBehind(after);
  const isCandidate = candidates === null ? sql`true` : sql`chats.id in (${candidates})`;
  const { rows } = await sql<Place>`select id, updated_at::text as at from chats
    where ${ownChats(me)} and ${isHere(me, "chats.organization_id")} and not chats.temporary
      and ${isOlder} and ${isAfter} and ${isCandidate}
    order by chats.updated_at desc, chats.id limit ${size}`.execute(db);
  return rows;
}

function isBehind({ at, id }: Place): RawBuilder<unknown> {
  return sql`chats.updated_at <= ${at}::timestamptz and (chats.updated_at < ${at}::timestamptz or chats.id > ${id})`;
}

/** The chats of `places` that contain all words, in order, with the newest matching message. */
async function hits({ me, db, patterns }: Search, places: readonly Place[], limit: number): Promise<FoundRow[]> {
  const every = (column: string) =>
    sql.join(
      patterns.map((pattern) => sql`${sql.ref(column)} ~ ${pattern}`),
      sql` and `,
    );
  const held = sql<
    FoundRow["hit"]
  >`(select jsonb_build_object('id', messages.id, 'content', messages.content) from messages where messages.chat_id = chats.id
    and messages.removed_by is null and ${every("messages.content")} order by messages.seq desc limit 1)`;
  const looked = db
    .selectFrom("chats")
    .select(summaryColumns(me))
    .select(held.as("hit"))
    .where(sql<boolean>`chats.id = any(${places.map(({ id }) => id)}::uuid[])`)
    .where(ownChats(me));
  return db
    .selectFrom(looked.as("looked"))
    .selectAll()
    .where(sql<boolean>`hit is not null or (${every("title")})`)
    .orderBy("updated_at", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Characters shown on each side of a match. */
const excerptContext = 80;

/** Of the words as they are shown, unless the match is in what is not shown; without a pattern, of the beginning. */
export function excerptOfMatch(text: string, pattern: string): string {
  const wanted = new RegExp(pattern, "u");
  const match = pattern === "" ? null : wanted.exec(text);
  if (match === null) return excerptText(excerptAround(text, { start: 0, end: 0 }, excerptContext));
  const written = { start: match.index, end: match.index + match[0].length };
  const words = shownWords(text, written);
  const shown = wanted.exec(words.text);
  if (shown === null) return excerptText(excerptAround(text, written, excerptContext));
  const excerpt = excerptAround(words.text, { start: shown.index, end: shown.index + shown[0].length }, excerptContext);
  return excerptText({ ...excerpt, moreBefore: excerpt.moreBefore || words.isCut });
}
