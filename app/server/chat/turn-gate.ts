/*
 * Where turns wait for their rows to be stored. Turns that come while others
 * are being stored go together in the next transaction: a hundred at once cost
 * the disk hardly more than one. A turn that comes alone does not wait.
 */
import { theServer } from "#core/policy.ts";
import { beginTurns, type BegunTurn, type TurnToBegin } from "../data/turns.ts";
import type { Db } from "../db/database.ts";

const mostTogether = 100;

export type TurnGate = { begin(turn: TurnToBegin): Promise<BegunTurn> };

type Waiting = { turn: TurnToBegin; resolve(begun: BegunTurn): void; reject(error: unknown): void };

export function createTurnGate(db: Db): TurnGate {
  let waiting: Waiting[] = [];
  let isStoring = false;

  async function storeAll(): Promise<void> {
    isStoring = true;
    while (waiting.length > 0) await store(takeTogether());
    isStoring = false;
  }

  /** One turn of each chat at most: the second one has to see what the first has written. */
  function takeTogether(): Waiting[] {
    const chatIds = new Set<string>();
    const together: Waiting[] = [];
    const later: Waiting[] = [];
    for (const one of waiting) {
      const { chatId } = one.turn.request;
      if (together.length < mostTogether && !chatIds.has(chatId)) together.push(one);
      else later.push(one);
      chatIds.add(chatId);
    }
    waiting = later;
    return together;
  }

  async function store(together: readonly Waiting[]): Promise<void> {
    try {
      const begun = await beginTurns(
        theServer,
        db,
        together.map((one) => one.turn),
      );
      for (const [index, one] of together.entries()) one.resolve(begun[index]!);
    } catch (error) {
      if (together.length === 1) return together[0]!.reject(error);
      // One of them is refused; who it is shows when each is alone.
      for (const one of together) await store([one]);
    }
  }

  return {
    begin: (turn) =>
      new Promise((resolve, reject) => {
        waiting.push({ turn, resolve, reject });
        // What arrives in the same turn of the event loop is taken along.
        if (!isStoring) {
          isStoring = true;
          setImmediate(() => void storeAll());
        }
      }),
  };
}
