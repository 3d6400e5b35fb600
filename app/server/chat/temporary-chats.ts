/*
 * Temporary chats are deleted when the person leaves them; those whose window simply vanished, a
 * day after they were last used.
 */
import { theServer } from "#core/workspace/policy.ts";
import { sweepTemporaryChats } from "../data/chats/chats.ts";
import type { Db } from "../db/database.ts";
import type { Updates } from "./updates.ts";

type Parts = { db: Db; updates: Pick<Updates, "publish"> };

export async function sweepTemporary({ db, updates }: Parts): Promise<void> {
  for (const { id, ownerId } of await sweepTemporaryChats(theServer, db))
    updates.publish(ownerId, { kind: "chat-removed", chatId: id });
}
