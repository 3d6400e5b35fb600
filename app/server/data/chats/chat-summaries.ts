/*
 * Summaries of a chat's oldest messages. A summary is valid while those messages are unchanged: an edit, a new version
 * or a deletion among them invalidates it, and undoing that makes it valid again.
 */
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { ChatSummaryText } from "#core/chat/chat-summary.ts";
import type { Role } from "#core/chat/message.ts";
import type { Actor, Server } from "#core/workspace/policy.ts";
import type { ProblemCode } from "#core/workspace/problem.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb, Db } from "../../db/database.ts";
import { ownChats } from "../visible.ts";

/** An answer never changes under its id; a question can be edited in place. */
type Summarized = { id: string; role: Role; content: string };
type Made = { text: string } | { problem: ProblemCode };

export async function keepSummary(
  me: Server,
  db: Db,
  { chatId, rows, model, made }: { chatId: string; rows: readonly Summarized[]; model: string; made: Made },
): Promise<void> {
  db = actAs(me, db);
  const [text, problem] = "text" in made ? [made.text, null] : [null, made.problem];
  await db
    .insertInto("chat_summaries")
    .values({
      id: uuidv7(),
      chat_id: chatId,
      through_id: rows.at(-1)!.id,
      messages: rows.length,
      digest: digestOf(rows),
      text,
      problem,
      model,
    })
    .onConflict((conflict) => conflict.columns(["chat_id", "digest"]).doUpdateSet({ text, problem, model, created_at: sql`now()` }))
    .execute();
}

/** The summary that covers most of these messages, which are the first ones of the chat. */
export async function findSummary(
  me: Actor,
  db: Db,
  chatId: string,
  rows: readonly Summarized[],
): Promise<{ messages: number; text: string } | null> {
  db = actAs(me, db);
  const found = await newestFitting(
    me,
    db,
    chatId,
    () => Promise.resolve(rows),
    (summary) => summary.text !== null,
  );
  return found === null || found.text === null ? null : { messages: found.messages, text: found.text };
}

/** For the chat's owner: the newest summary, or why there is none. */
export async function getChatSummaryText(me: Actor, db: Db, chatId: string): Promise<ChatSummaryText | null> {
  const asked = actAs(me, db);
  const found = await newestFitting(
    me,
    asked,
    chatId,
    (count) => firstMessages(asked, chatId, count),
    () => true,
  );
  if (found === null) return null;
  const { through_id: throughId, messages, text, problem } = found;
  return text === null ? { throughId, messages, problem: problem! } : { throughId, messages, text };
}

/** Even in a heavily edited chat, one of the newest few is valid. */
const mostLookedAt = 10;

async function newestFitting(
  me: Actor,
  db: BoundDb,
  chatId: string,
  rowsOf: (count: number) => Promise<readonly Summarized[]>,
  isWanted: (summary: { text: string | null }) => boolean,
) {
  const kept = await db
    .selectFrom("chat_summaries")
    .innerJoin("chats", "chats.id", "chat_summaries.chat_id")
    .select(["through_id", "messages", "digest", "text", "problem"])
    .where("chats.id", "=", chatId)
    .where(ownChats(me))
    .orderBy("messages", "desc")
    .orderBy("chat_summaries.created_at", "desc")
    .limit(mostLookedAt)
    .execute();
  const wanted = kept.filter(isWanted);
  if (wanted.length === 0) return null;
  const rows = await rowsOf(wanted[0]!.messages);
  return wanted.find(({ messages, digest }) => rows.length >= messages && digestOf(rows.slice(0, messages)) === digest) ?? null;
}

function firstMessages(db: BoundDb, chatId: string, count: number): Promise<Summarized[]> {
  return db
    .selectFrom("messages")
    .select(["id", "role", sql<string>`case when role = 'user' then content else '' end`.as("content")])
    .where("chat_id", "=", chatId)
    .where("removed_by", "is", null)
    .orderBy("seq")
    .limit(count)
    .execute();
}

function digestOf(rows: readonly Summarized[]): string {
  const hash = createHash("sha256");
  for (const { id, role, content } of rows) hash.update(JSON.stringify([id, role === "user" ? content : ""]));
  return hash.digest("base64url");
}
