/* Chats shared by link: created, listed and revoked by their owner, readable by anyone with the link. */
import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import { messagesToShare, shareLives, type ChatShare, type SharedChat, type ShareLife } from "#core/chat/chat-share.ts";
import type { ThreadMessage } from "#core/chat/message.ts";
import { theServer, type Actor, type Server } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { getWholeThread } from "./messages.ts";
import { isHere, ownChats } from "../visible.ts";

/** Returns the link's token, which is not stored. */
export async function shareChat(me: Actor, db: Db, chatId: string, life: ShareLife): Promise<{ share: ChatShare; token: string }> {
  db = actAs(me, db);
  const { chat, messages } = await getWholeThread(me, db, chatId);
  if (!chat.isOwner) throw problem("cannot-share-chat", "Only its owner can share it.");
  if (chat.temporary) throw problem("cannot-share-chat", "Temporary chats can’t be shared.");
  if (messages.length === 0) throw problem("cannot-share-chat", "This chat is empty.");
  if (chat.running) throw problem("cannot-share-chat", "An answer is still being written. Share the chat when it has finished.");
  const token = randomBytes(32).toString("base64url");
  const days = shareLives[life];
  const row = await db
    .insertInto("chat_shares")
    .values({
      id: uuidv7(),
      chat_id: chatId,
      token_hash: hashOf(token),
      title: chat.title,
      messages: JSON.stringify(messagesToShare(messages)),
      expires_at: days === null ? null : sql<Date>`now() + make_interval(days => ${days})`,
    })
    .returning(["id", "chat_id", "title", "created_at", "expires_at"])
    .executeTakeFirstOrThrow();
  return { share: shareOf(row), token };
}

/** The person's own links in the current workspace, newest first. */
export async function listChatShares(me: Actor, db: Db): Promise<ChatShare[]> {
  db = actAs(me, db);
  const rows = await db
    .selectFrom("chat_shares")
    .innerJoin("chats", "chats.id", "chat_shares.chat_id")
    .select(["chat_shares.id", "chat_shares.chat_id", "chats.title", "chat_shares.created_at", "chat_shares.expires_at"])
    .where(ownChats(me))
    .where(isHere(me, "chats.organization_id"))
    .where(isAlive)
    .orderBy("chat_shares.id", "desc")
    .execute();
  return rows.map(shareOf);
}

/** Takes effect immediately. Returns the title of the shared chat. */
export async function revokeChatShare(me: Actor, db: Db, shareId: string): Promise<{ title: string }> {
  db = actAs(me, db);
  const row = await db
    .deleteFrom("chat_shares")
    .using("chats")
    .whereRef("chats.id", "=", "chat_shares.chat_id")
    .where("chat_shares.id", "=", shareId)
    .where(ownChats(me))
    .returning("chat_shares.title")
    .executeTakeFirst();
  if (row === undefined) throw problem("not-found");
  return row;
}

/** For anyone with the link. Chats of a deleted project are not shown, nor those of a suspended account. */
export async function getSharedChat(_me: Actor, db: Db, token: string): Promise<SharedChat> {
  // Having the link is the permission.
  db = actAs(theServer, db);
  const row = await db
    .selectFrom("chat_shares")
    .innerJoin("chats", "chats.id", "chat_shares.chat_id")
    .select(["chat_shares.title", "chat_shares.messages", "chat_shares.created_at"])
    .where("token_hash", "=", hashOf(token))
    .where(isAlive)
    .where(
      sql<boolean>`not exists (select 1 from projects where projects.id = chats.project_id and projects.removed_at is not null)`,
    )
    .where(sql<boolean>`not exists (select 1 from suspensions where suspensions.user_id = chats.owner_id)`)
    .executeTakeFirst();
  if (row === undefined) throw problem("not-found");
  return { title: row.title, createdAt: row.created_at.toISOString(), messages: row.messages as ThreadMessage[] };
}

/** Deletes the copies behind expired links. */
export async function sweepChatShares(me: Server, db: Db): Promise<number> {
  db = actAs(me, db);
  const { numDeletedRows } = await db
    .deleteFrom("chat_shares")
    .where("expires_at", "<=", sql<Date>`now()`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

const isAlive = sql<boolean>`(chat_shares.expires_at is null or chat_shares.expires_at > now())`;

type ShareRow = { id: string; chat_id: string; title: string; created_at: Date; expires_at: Date | null };

function shareOf(row: ShareRow): ChatShare {
  return {
    id: row.id,
    chatId: row.chat_id,
    title: row.title,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
  };
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
