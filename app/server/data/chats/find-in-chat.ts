/* Searches one chat, regardless of how much of it a page has loaded: its questions, and messages that match. */
import { sql } from "kysely";
import type { FoundInChat } from "#core/chat/chat.ts";
import type { Actor } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { excerptOfMatch, patternsOf } from "./search-chats.ts";
import { seenChats } from "../visible.ts";

const mostFound = 500;
const questionLength = 200;

/** The messages that contain every word, oldest first; without words, the questions. */
export async function findInChat(me: Actor, db: Db, chatId: string, query: string): Promise<FoundInChat> {
  db = actAs(me, db);
  const chat = await db.selectFrom("chats").select("id").where("id", "=", chatId).where(seenChats(me)).executeTakeFirst();
  if (chat === undefined) throw problem("not-found");
  const patterns = patternsOf(query);
  let messages = db
    .selectFrom("messages")
    .select(["id", "seq", "role"])
    .select(patterns.length === 0 ? sql<string>`left(content, ${questionLength})`.as("content") : "content")
    .where("chat_id", "=", chatId)
    .where("removed_by", "is", null);
  if (patterns.length === 0) messages = messages.where("role", "=", "user");
  for (const pattern of patterns) messages = messages.where(sql<boolean>`content ~ ${pattern}`);
  const rows = await messages
    .orderBy("seq", "desc")
    .limit(mostFound + 1)
    .execute();
  const found = rows.slice(0, mostFound).toReversed();
  return {
    messages: found.map(({ id, seq, role, content }) => ({ id, seq, role, excerpt: excerptOfMatch(content, patterns[0] ?? "") })),
    isMore: rows.length > mostFound,
  };
}
