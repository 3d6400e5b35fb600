/*
 * Whose access may have ended, heard on every process: a session, membership,
 * share, key or account that is gone says so from the database itself, when its
 * row goes (migrations, 2026-11-23-ended-access.sql). What has ended is not
 * said: whoever holds something open asks again whether they still may.
 */
import type { Database } from "../db/database.ts";

export type Revocations = Awaited<ReturnType<typeof createRevocations>>;

const channel = "stet_access";

export async function createRevocations(database: Pick<Database, "listen">) {
  const holders = new Map<string, Set<() => void>>();
  const listeners = new Set<(userId: string) => void>();
  const unlisten = await database.listen(channel, (userId) => {
    for (const askAgain of holders.get(userId) ?? []) askAgain();
    for (const listener of listeners) listener(userId);
  });
  return {
    /** Called for everyone whose access may have ended. */
    listen(listener: (userId: string) => void): void {
      listeners.add(listener);
    },
    /** Answers the function that ends it. */
    watch(userId: string, askAgain: () => void): () => void {
      const own = holders.get(userId) ?? new Set();
      holders.set(userId, own);
      own.add(askAgain);
      return () => {
        own.delete(askAgain);
        if (own.size === 0 && holders.get(userId) === own) holders.delete(userId);
      };
    },
    get watching(): number {
      return [...holders.values()].reduce((sum, own) => sum + own.size, 0);
    },
    close: unlisten,
  };
}
