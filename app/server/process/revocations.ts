/*
 * Notifies every process when a person's access may have ended. The database itself announces it when a session,
 * membership, share, key or account row is deleted (migrations, 2026-11-23-ended-access.sql). What ended is not
 * included: holders of open connections check again whether they still have access.
 */
import type { Database } from "../db/engine.ts";

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
    /** Returns a function that stops watching. */
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
