/*
 * Limits concurrent model answers per person, whatever requests them: a chat, a menu, suggestions,
 * a recording, the API. The database counts across processes (data/answers-in-progress.ts); what
 * this process can refuse alone is refused before anything is requested or stored.
 */
import { randomUUID } from "node:crypto";
import { answerLimits } from "#core/chat/answer-limits.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { beginModelRequest, endModelRequest } from "../data/chats/answers-in-progress.ts";
import type { Db } from "../db/database.ts";
import type { ProcessId } from "../db/living.ts";
import type { Log } from "../log.ts";

export type AskingLimit = {
  /**
   * For a turn, whose run the database counts. Increments the local count until the returned
   * function is called; the same answer counts once. Throws too-many-answers.
   */
  enter(me: Person, answerId: string): () => void;
  /** Increments the count in all processes while the work runs. `isPaced`: for work without a rate limit of its own. */
  during<T>(me: Person, work: () => Promise<T>, options?: { isPaced?: boolean }): Promise<T>;
};

type Options = { db: Db; log: Log; processId: ProcessId };

export function createAskingLimit({ db, log, processId }: Options): AskingLimit {
  const asking = new Map<string, Set<string>>();

  function enter({ userId }: Person, answerId: string): () => void {
    const answers = asking.get(userId) ?? new Set();
    if (answers.has(answerId)) return () => undefined;
    if (answers.size >= answerLimits.atOnce) throw problem("too-many-answers");
    asking.set(userId, answers.add(answerId));
    return () => {
      answers.delete(answerId);
      if (answers.size === 0 && asking.get(userId) === answers) asking.delete(userId);
    };
  }

  async function counted<T>(me: Person, work: () => Promise<T>, id: string, isPaced: boolean): Promise<T> {
    await beginModelRequest(me, db, { id, processId, isPaced });
    try {
      return await work();
    } finally {
      // The entry also expires by age, so the answer needn't fail.
      await endModelRequest(me, db, id).catch((error: unknown) => log.warn({ err: error }, "a request could not be counted out"));
    }
  }

  return {
    enter,
    async during(me, work, { isPaced = false } = {}) {
      const id = randomUUID();
      const leave = enter(me, id);
      try {
        return await counted(me, work, id, isPaced);
      } finally {
        leave();
      }
    },
  };
}
