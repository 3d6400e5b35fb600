/* The database work of turns. Turns at the same time share statements and transactions; a single turn doesn't wait. */
import { theServer } from "#core/workspace/policy.ts";
import { titleChats } from "../data/chats/chats.ts";
import { foreseeTurns, type Foreseen } from "../data/chats/foreseen-turns.ts";
import { beginTurns, type BegunTurn, type TurnToBegin } from "../data/chats/turns.ts";
import type { Db } from "../db/database.ts";
import { createInTurn } from "../process/in-turn.ts";
import { gathering } from "./gathering.ts";

export type TurnGate = {
  foresee(turn: TurnToBegin): Promise<Foreseen | null>;
  begin(turn: TurnToBegin): Promise<BegunTurn>;
  /** Begins an answer: at once, or when the event loop has handled what else arrived. */
  answer(work: () => void): void;
  /** Stores a generated title; false if a person has named the chat. */
  title(chatId: string, title: string): Promise<boolean>;
  /** Whether turns are beginning now: work that can wait should. */
  readonly isBusy: boolean;
};

type Titled = { chatId: string; title: string };

const mostTogether = 100;
/** Preparing a request for a model takes about half a millisecond. */
const answersAtOnce = 8;
/** For work that no one waits for. */
const waitMs = 200;

export function createTurnGate(db: Db): TurnGate {
  const together = { most: mostTogether, keyOf: ({ request }: TurnToBegin) => request.chatId };
  const begin = gathering(together, (turns) => beginTurns(theServer, db, turns));
  const give = gathering({ most: mostTogether, keyOf: (one: Titled) => one.chatId, waitMs }, (titled) =>
    titleChats(theServer, db, titled),
  );
  let beginning = 0;
  let quietFrom = 0;
  return {
    foresee: gathering(together, (turns) => foreseeTurns(theServer, db, turns)),
    begin(turn) {
      beginning++;
      return begin(turn).finally(() => {
        beginning--;
        quietFrom = performance.now() + waitMs;
      });
    },
    answer: createInTurn(answersAtOnce),
    title: (chatId, title) => give({ chatId, title }),
    get isBusy() {
      return beginning > 0 || performance.now() < quietFrom;
    },
  };
}
