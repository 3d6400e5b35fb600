/*
 * The post. A letter is written into the queue and the request goes on; this
 * process carries the queue out, oldest first, and tries again later what could
 * not be delivered. A mail server that is down costs nobody anything but time.
 */
import { isEmailAddress } from "#core/account/email-address.ts";
import type { LetterKind } from "#core/account/notifications.ts";
import { theServer } from "#core/workspace/policy.ts";
import { addLetter, nextLetterIn, postponeLetter, removeLetter, takeLetter, type QueuedLetter } from "../data/upkeep/letters.ts";
import { mayWriteTo } from "../data/accounts/notifications.ts";
import type { Db } from "../db/database.ts";
import type { Letter } from "../letters/letter.ts";
import type { Log } from "../log.ts";
import { CannotDeliver, type MailCarrier } from "./mail-carrier.ts";

export type Post = {
  /** Resolves once the letter is in the queue. A letter of a `kind` goes only to those who want such letters. */
  post(recipient: string, letter: Letter, kind?: LetterKind): Promise<void>;
};

export type Mail = Post & {
  /** Puts letters into the queue with the transaction that they are about: none is lost, and none goes out where it fails. */
  within(trx: Db): Post;
  /** Once that transaction is committed. Without it a letter goes out within half a minute. */
  wake(): void;
  /** Resolves when everything that is due has been tried. */
  carried(): Promise<void>;
  close(): Promise<void>;
};

type MailOptions = { db: Db; log: Log; carrier: MailCarrier; firstPauseSeconds?: number };

const mostTries = 9;
/** Other processes queue letters too, and a letter may have been borrowed by one that died. */
const lookEveryMs = 30_000;

export function createMail({ db, log, carrier, firstPauseSeconds = 30 }: MailOptions): Mail {
  let round: Promise<void> | undefined;
  let isAsked = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  async function carryAll(): Promise<void> {
    let wait = lookEveryMs;
    try {
      do {
        isAsked = false;
        while (await carryNext());
      } while (isAsked);
      wait = Math.min(lookEveryMs, Math.max(50, (await nextLetterIn(theServer, db)) ?? lookEveryMs));
    } catch (error) {
      log.error({ err: error }, "The queue of letters could not be read");
    }
    if (!isClosed) timer = setTimeout(wake, wait).unref();
  }

  /** False when no letter is due. */
  async function carryNext(): Promise<boolean> {
    const letter = isClosed ? undefined : await takeLetter(theServer, db);
    if (letter !== undefined) await carryOne(letter);
    return letter !== undefined;
  }

  async function carryOne({ seq, tries, ...letter }: QueuedLetter): Promise<void> {
    try {
      await carrier.carry({ seq, ...letter });
      await removeLetter(theServer, db, seq);
    } catch (error) {
      const isLast = tries >= mostTries || error instanceof CannotDeliver;
      log[isLast ? "error" : "warn"](
        { err: error, tries, subject: letter.subject },
        isLast ? "A letter was given up" : "A letter waits",
      );
      if (isLast) await removeLetter(theServer, db, seq);
      else await postponeLetter(theServer, db, seq, firstPauseSeconds * 3 ** (tries - 1));
    }
  }

  function wake(): void {
    isAsked = true;
    if (round !== undefined || isClosed) return;
    clearTimeout(timer);
    round = carryAll().finally(() => {
      round = undefined;
      if (isAsked) wake();
    });
  }

  const within = (queue: Db): Post => ({
    async post(recipient, { subject, html, text }, kind) {
      // A recipient is checked here, last of all: this is where one address could become two.
      if (!isEmailAddress(recipient)) return log.warn({ subject }, "A letter to what is no e-mail address was not written");
      if (kind !== undefined && !(await mayWriteTo(theServer, queue, recipient, kind))) return;
      await addLetter(theServer, queue, { recipient, subject, html, text });
    },
  });

  wake();
  return {
    async post(...letter) {
      await within(db).post(...letter);
      wake();
    },
    within,
    wake,
    async carried() {
      for (let running = round; running !== undefined; running = round) await running;
    },
    async close() {
      isClosed = true;
      isAsked = false;
      clearTimeout(timer);
      await round;
    },
  };
}

const nothing = () => Promise.resolve();

/** Writes to nobody: for people who are made up. */
export const noMail: Mail = { post: nothing, within: () => noMail, wake: () => {}, carried: nothing, close: nothing };
