/*
 * The email queue. Requests only add an email to the queue; this process sends them, oldest first, and retries failed
 * deliveries later. A mail server outage only delays email.
 */
import { isEmailAddress } from "#core/account/email-address.ts";
import type { EmailKind } from "#core/account/notifications.ts";
import { theServer } from "#core/workspace/policy.ts";
import { queueEmail, nextEmailIn, postponeEmail, removeEmail, takeEmail, type QueuedEmail } from "../data/upkeep/email-queue.ts";
import { mayWriteTo } from "../data/accounts/notifications.ts";
import type { Db } from "../db/database.ts";
import type { Email } from "./email.ts";
import type { Log } from "../log.ts";
import { CannotDeliver, type EmailTransport } from "./email-transport.ts";

export type Post = {
  /** Resolves once the email is queued. An email of a `kind` is sent only to those who want that kind. */
  post(recipient: string, email: Email, kind?: EmailKind): Promise<void>;
};

export type Mail = Post & {
  /** Queues emails within the transaction they are about: none is lost, and none is sent if it fails. */
  within(trx: Db): Post;
  /** Call this after that transaction commits. Otherwise an email is sent within half a minute. */
  wake(): void;
  /** Resolves when everything due has been tried. */
  carried(): Promise<void>;
  close(): Promise<void>;
};

type MailOptions = { db: Db; log: Log; carrier: EmailTransport; firstPauseSeconds?: number };

const mostTries = 9;
/** Other processes queue emails too, and one may have died while sending. */
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
      wait = Math.min(lookEveryMs, Math.max(50, (await nextEmailIn(theServer, db)) ?? lookEveryMs));
    } catch (error) {
      log.error({ err: error }, "The email queue could not be read");
    }
    if (!isClosed) timer = setTimeout(wake, wait).unref();
  }

  /** False if no email is due. */
  async function carryNext(): Promise<boolean> {
    const email = isClosed ? undefined : await takeEmail(theServer, db);
    if (email !== undefined) await carryOne(email);
    return email !== undefined;
  }

  async function carryOne({ seq, tries, ...email }: QueuedEmail): Promise<void> {
    try {
      await carrier.carry({ seq, ...email });
      await removeEmail(theServer, db, seq);
    } catch (error) {
      const isLast = tries >= mostTries || error instanceof CannotDeliver;
      log[isLast ? "error" : "warn"](
        { err: error, tries, subject: email.subject },
        isLast ? "An email could not be delivered" : "An email will be retried",
      );
      if (isLast) await removeEmail(theServer, db, seq);
      else await postponeEmail(theServer, db, seq, firstPauseSeconds * 3 ** (tries - 1));
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
      // The recipient is checked here, at the last moment: this is where one address could become two.
      if (!isEmailAddress(recipient)) return log.warn({ subject }, "An email to an invalid address was not queued");
      if (kind !== undefined && !(await mayWriteTo(theServer, queue, recipient, kind))) return;
      await queueEmail(theServer, queue, { recipient, subject, html, text });
    },
  });

  wake();
  return {
    async post(...email) {
      await within(db).post(...email);
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

/** Sends nothing: for fictitious people. */
export const noMail: Mail = { post: nothing, within: () => noMail, wake: () => {}, carried: nothing, close: nothing };
