/*
 * Batches the database work of turns. Turns that arrive while others are being read or stored
 * share the next statement or transaction: a hundred together cost the disk little more than one.
 * A single turn doesn't wait.
 */
import { theServer } from "#core/workspace/policy.ts";
import { foreseeTurns, type Foreseen } from "../data/chats/foreseen-turns.ts";
import { beginTurns, type BegunTurn, type TurnToBegin } from "../data/chats/turns.ts";
import type { Db } from "../db/database.ts";

const mostTogether = 100;

export type TurnGate = {
  foresee(turn: TurnToBegin): Promise<Foreseen | null>;
  begin(turn: TurnToBegin): Promise<BegunTurn>;
};

export function createTurnGate(db: Db): TurnGate {
  return {
    foresee: gathering((turns) => foreseeTurns(theServer, db, turns)),
    begin: gathering((turns) => beginTurns(theServer, db, turns)),
  };
}

type Waiting<T> = { turn: TurnToBegin; resolve(result: T): void; reject(error: unknown): void };

function gathering<T>(work: (turns: TurnToBegin[]) => Promise<T[]>): (turn: TurnToBegin) => Promise<T> {
  let waiting: Waiting<T>[] = [];
  let isWorking = false;

  async function workThrough(): Promise<void> {
    while (waiting.length > 0) await workOn(takeTogether());
    isWorking = false;
  }

  /** At most one turn per chat: the second has to see what the first wrote. */
  function takeTogether(): Waiting<T>[] {
    const chatIds = new Set<string>();
    const together: Waiting<T>[] = [];
    const later: Waiting<T>[] = [];
    for (const one of waiting) {
      const { chatId } = one.turn.request;
      if (together.length < mostTogether && !chatIds.has(chatId)) together.push(one);
      else later.push(one);
      chatIds.add(chatId);
    }
    waiting = later;
    return together;
  }

  async function workOn(together: readonly Waiting<T>[]): Promise<void> {
    try {
      const results = await work(together.map((one) => one.turn));
      for (const [index, one] of together.entries()) one.resolve(results[index]!);
    } catch (error) {
      if (together.length === 1) return together[0]!.reject(error);
      // One of them is refused; running them one by one shows which.
      for (const one of together) await workOn([one]);
    }
  }

  return (turn) =>
    new Promise((resolve, reject) => {
      waiting.push({ turn, resolve, reject });
      if (isWorking) return;
      isWorking = true;
      // Includes everything that arrives in the same event loop turn.
      setImmediate(() => void workThrough());
    });
}
