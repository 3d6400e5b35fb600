/* The document last synced with a chat. One per chat; a newer one replaces it. */
import { sql } from "kysely";
import type { Actor, Person } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { lockChat } from "./locked-chat.ts";
import { seenChats } from "../visible.ts";

/** `changed` is false if the chat already had this exact text. */
export async function upsertChatDocument(
  me: Person,
  db: Db,
  given: { chatId: string; content: string },
): Promise<{ changed: boolean }> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    const { id } = await lockChat(me, trx, given.chatId);
    const before = await trx.selectFrom("chat_documents").select("content").where("chat_id", "=", id).executeTakeFirst();
    if (before?.content === given.content) return { changed: false };
    await trx
      .insertInto("chat_documents")
      .values({ chat_id: id, content: given.content })
      .onConflict((conflict) => conflict.column("chat_id").doUpdateSet({ content: given.content, updated_at: sql`now()` }))
      .execute();
    return { changed: true };
  });
}

export async function getChatDocument(me: Actor, db: Db, chatId: string): Promise<string | null> {
  db = actAs(me, db);
  const row = await db
    .selectFrom("chat_documents")
    .innerJoin("chats", "chats.id", "chat_documents.chat_id")
    .select("chat_documents.content")
    .where("chats.id", "=", chatId)
    .where(seenChats(me))
    .executeTakeFirst();
  return row?.content ?? null;
}
