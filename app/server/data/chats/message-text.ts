/* The text of one message, anywhere in its chat. */
import type { MessageText } from "#core/chat/chat.ts";
import { draftsIn } from "#core/chat/chat-texts.ts";
import type { MessagePart } from "#core/chat/message.ts";
import type { Actor } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { ownChats, seenChats } from "../visible.ts";

/** One message of a chat. The chat's owner can also read messages that are not shown, such as other versions. */
export async function getMessageText(me: Actor, db: Db, chatId: string, messageId: string): Promise<MessageText> {
  db = actAs(me, db);
  const row = await db
    .selectFrom("messages")
    .innerJoin("chats", "chats.id", "messages.chat_id")
    .select(["messages.id", "messages.role", "messages.content", "messages.parts", "messages.created_at", "messages.removed_by"])
    .where("messages.id", "=", messageId)
    .where("chats.id", "=", chatId)
    .where(seenChats(me))
    .where((eb) => eb.or([eb("messages.removed_by", "is", null), ownChats(me)]))
    .executeTakeFirst();
  if (row === undefined) throw problem("not-found");
  return {
    id: row.id,
    role: row.role,
    content: row.content,
    createdAt: row.created_at.toISOString(),
    isShown: row.removed_by === null,
    drafts: row.role === "assistant" ? draftsIn(row.parts as MessagePart[]) : [],
  };
}
