/*
 * Where turns wait for the database. Turns that come while others are being
 * read or stored go together in the next statement or transaction: a hundred at
 * once cost the disk hardly more than one. A turn that comes alone does not wait.
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

  /** One turn of each chat at most: the second one has to see what the first has written. */
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
      // One of them is refused; which one shows when each is alone.
      for (const one of together) await workOn([one]);
    }
  }

  return (turn) =>
    new Promise((resolve, reject) => {
      waiting.push({ turn, resolve, reject });
      if (isWorking) return;
      isWorking = true;
      // What arrives in the same turn of the event loop is taken along.
      setImmediate(() => void workThrough());
    });
}
