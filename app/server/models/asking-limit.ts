/*
 * How many answers a model writes for one person at the same time, whatever
 * asked for them: a chat, a menu, suggestions, a recording, a program.
 */
import { randomUUID } from "node:crypto";
import { answerLimits } from "#core/answer-limits.ts";
import type { Person } from "#core/policy.ts";
import { problem } from "#core/problem.ts";

export type AskingLimit = {
  /** Counts one more until the function it returns is called; the same answer asked for again is one. Throws too-many-answers. */
  enter(me: Person, answerId?: string): () => void;
  /** The same, for as long as the work takes. */
  during<T>(me: Person, work: () => Promise<T>): Promise<T>;
};

export function createAskingLimit(atOnce: number = answerLimits.atOnce): AskingLimit {
  const asking = new Map<string, Set<string>>();

  function enter({ userId }: Person, answerId: string = randomUUID()): () => void {
    const answers = asking.get(userId) ?? new Set();
    if (answers.has(answerId)) return () => undefined;
    if (answers.size >= atOnce) throw problem("too-many-answers");
    asking.set(userId, answers.add(answerId));
    return () => {
      answers.delete(answerId);
      if (answers.size === 0 && asking.get(userId) === answers) asking.delete(userId);
    };
  }

  return {
    enter,
    async during(me, work) {
      const leave = enter(me);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
