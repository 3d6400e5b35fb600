/*
 * Operations on a conversation and their undo. Nothing is destroyed: an operation stamps rows with its id, and
 * unstamped rows are shown. Undo restores the rows an operation stamped, by a new operation that can itself be undone;
 * switching to another version undoes the operation that removed it.
 */
import { sql } from "kysely";
import type { ChatThread, OperationKind } from "#core/chat/chat.ts";
import type { Actor } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb, Db } from "../../db/database.ts";
import { lockChat } from "./locked-chat.ts";
import { ownChats } from "../visible.ts";

export type Done = { operationId: string; deletedCount: number; version: number };

/** Removes a message and all later ones ("restore this checkpoint"). */
export async function restoreChat(me: Actor, db: Db, at: { chatId: string; messageId: string; version: number }): Promise<Done> {
  db = actAs(me, db);
  return removeFrom(me, db, { ...at, kind: "restore", includeReference: true });
}

/** Removes all messages after one, optionally including it. */
export async function deleteMessagesAfter(
  me: Actor,
  db: Db,
  at: { chatId: string; messageId: string; includeReference: boolean },
): Promise<Done> {
  db = actAs(me, db);
  return removeFrom(me, db, { ...at, kind: "delete" });
}

type Removal = { chatId: string; messageId: string; version?: number; kind: OperationKind; includeReference: boolean };

async function removeFrom(me: Actor, db: BoundDb, removal: Removal): Promise<Done> {
  return db.transaction().execute(async (trx) => {
    const chat = await lockChat(me, trx, removal.chatId);
    await chat.refuseIfBusyOrStale(removal.version);
    const reference = await chat.liveMessage(removal.messageId);
    const from = reference.seq + (removal.includeReference ? 0 : 1);
    const { operationId, stamped } = await chat.stampFrom(from, removal.kind, removal.messageId);
    return { operationId, deletedCount: stamped, version: await chat.change() };
  });
}

/** Undoes an operation. What replaced the rows stays as another version. Returns the operation that undoes this. */
export async function undoOperation(
  me: Actor,
  db: Db,
  at: { chatId: string; operationId: string; version: number },
): Promise<{ operationId: string; version: number }> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    const chat = await lockChat(me, trx, at.chatId);
    await chat.refuseIfBusyOrStale(at.version);
    const operation = await trx
      .selectFrom("operations")
      .select(["id", "reference_message_id"])
      .where("id", "=", at.operationId)
      .where("chat_id", "=", chat.id)
      .where("undone_at", "is", null)
      .executeTakeFirst();
    if (operation === undefined) throw problem("nothing-to-undo");
    return { operationId: await chat.bringBack(operation), version: await chat.change() };
  });
}

/** Switches a message to another version: the rows of the operation that removed it are restored. */
export async function switchVersion(
  me: Actor,
  db: Db,
  at: { chatId: string; messageId: string; version: number },
): Promise<{ operationId: string; version: number }> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    const chat = await lockChat(me, trx, at.chatId);
    await chat.refuseIfBusyOrStale(at.version);
    const operation = await trx
      .selectFrom("messages")
      .innerJoin("operations", "operations.id", "messages.removed_by")
      .select(["operations.id", "operations.reference_message_id"])
      .where("messages.id", "=", at.messageId)
      .where("messages.chat_id", "=", chat.id)
      .executeTakeFirst();
    if (operation === undefined) throw problem("not-found");
    return { operationId: await chat.bringBack(operation), version: await chat.change() };
  });
}

/** The newest user operation that can still be undone. An undo is not itself offered for undo here. */
export async function newestUndo(me: Actor, db: Db, chatId: string): Promise<ChatThread["undo"]> {
  db = actAs(me, db);
  const row = await db
    .selectFrom("operations")
    .innerJoin("chats", "chats.id", "operations.chat_id")
    .select(["operations.id", "operations.kind"])
    .select(sql<number>`(select count(*)::int from messages where messages.removed_by = operations.id)`.as("removed"))
    .where("chats.id", "=", chatId)
    .where(ownChats(me))
    .where("operations.undone_at", "is", null)
    .where("operations.kind", "<>", "switch")
    .where(
      sql<boolean>`exists (select 1 from messages first where first.removed_by = operations.id and (first.parent_id is null
        or exists (select 1 from messages parent where parent.id = first.parent_id and parent.removed_by is null)))`,
    )
    .orderBy("operations.id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : { operationId: row.id, kind: row.kind, removed: row.removed };
}
