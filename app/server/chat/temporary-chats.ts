/*
 * Temporary chats are deleted when the person leaves them; those whose window simply vanished, a
 * day after they were last used.
 */
import { theServer } from "#core/workspace/policy.ts";
import { sweepTemporaryChats } from "../data/chats/chats.ts";
import type { Db } from "../db/database.ts";
import type { Log } from "../log.ts";
import type { Updates } from "./updates.ts";

const everyMs = 10 * 60_000;

/** Returns a function that stops it. */
export function sweepTemporary({ db, log, updates }: { db: Db; log: Log; updates: Pick<Updates, "publish"> }): () => void {
  async function sweep(): Promise<void> {
    for (const { id, ownerId } of await sweepTemporaryChats(theServer, db))
      updates.publish(ownerId, { kind: "chat-removed", chatId: id });
  }
  const sweepSafely = () => void sweep().catch((error: unknown) => log.warn({ err: error }, "temporary chats could not be swept"));
  sweepSafely();
  const timer = setInterval(sweepSafely, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
