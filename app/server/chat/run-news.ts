/*
 * Tells other processes which runs have new events. Only ids are sent; readers fetch the events
 * themselves. A lost notice is harmless, since readers also poll.
 */
import type { Database } from "../db/engine.ts";
import type { Log } from "../log.ts";

export type RunNotices = {
  tell(runIds: readonly string[]): Promise<void>;
  /** Resolves when the run has new events, in any process, or after `ms`. */
  wait(runId: string, ms: number): Promise<void>;
  close(): Promise<void>;
};

const channel = "stet_runs";
/** A notice's payload is limited to 8,000 bytes. */
const idsPerNotice = 200;

export async function createRunNotices(database: Database, log: Log): Promise<RunNotices> {
  const waiting = new Map<string, Set<() => void>>();
  const close = await database.listen(channel, (payload) => {
    for (const runId of payload.split(",")) for (const wake of waiting.get(runId) ?? []) wake();
  });
  return {
    async tell(runIds) {
      try {
        for (let i = 0; i < runIds.length; i += idsPerNotice) {
          await database.notify(channel, runIds.slice(i, i + idsPerNotice).join(","));
        }
      } catch (error) {
        log.warn({ err: error }, "a notice of runs was lost");
      }
    },
    wait(runId, ms) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const readers = waiting.get(runId) ?? new Set();
      waiting.set(runId, readers);
      readers.add(resolve);
      const timer = setTimeout(resolve, ms);
      return promise.finally(() => {
        clearTimeout(timer);
        readers.delete(resolve);
        if (readers.size === 0 && waiting.get(runId) === readers) waiting.delete(runId);
      });
    },
    close,
  };
}
