/*
 * Records API usage without delaying requests: rows are written in batches once a second and at shutdown. A killed
 * process loses at most its last second of usage.
 */
import { theServer } from "#core/workspace/policy.ts";
import { addUsage, type ApiUse } from "../data/accounts/api-usage.ts";
import type { Db } from "../db/database.ts";
import type { Log } from "../log.ts";

export type UsageRecorder = {
  record(use: ApiUse): void;
  /** Resolves when everything recorded so far is stored. */
  stored(): Promise<void>;
  close(): Promise<void>;
};

const everyMs = 1000;
const mostTogether = 500;
/** Rows tried individually before the database is considered down. */
const mostTries = 3;
/** The most rows queued while the database is down; any beyond that are lost and logged. */
const mostWaiting = 50_000;

export function createUsageRecorder({ db, log }: { db: Db; log: Log }): UsageRecorder {
  let waiting: ApiUse[] = [];
  let lost = 0;
  let writing: Promise<void> = Promise.resolve();
  const timer = setInterval(() => void stored(), everyMs);
  timer.unref();

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const together = waiting.slice(0, mostTogether);
      try {
        await addUsage(theServer, db, together);
      } catch (error) {
        const left = await writeEach(together);
        if (left.length === together.length) {
          log.error({ err: error, waiting: waiting.length, lost }, "What was used of the API could not be stored; it waits");
          return;
        }
        if (left.length > 0) log.error({ err: error, left }, "Some of what was used of the API cannot be stored, and is let go");
      }
      waiting = waiting.slice(together.length);
      lost = 0;
    }
  }

  /** One row that cannot be stored must not block the others. Returns those that were not stored. */
  async function writeEach(uses: readonly ApiUse[]): Promise<ApiUse[]> {
    const left: ApiUse[] = [];
    for (const use of uses) {
      await addUsage(theServer, db, [use]).catch(() => left.push(use));
      // The database is down and would reject the rest too.
      if (left.length >= mostTries && left.length === uses.indexOf(use) + 1) return [...uses];
    }
    return left;
  }

  function stored(): Promise<void> {
    if (waiting.length === 0) return writing;
    writing = writing.then(write);
    return writing;
  }

  return {
    record(use) {
      if (waiting.length < mostWaiting) waiting.push(use);
      else lost++;
    },
    stored,
    async close() {
      clearInterval(timer);
      await stored();
    },
  };
}
