/*
 * Access that outlives its check: an event stream, an upload in progress. The check is repeated whenever any of the
 * person's access may have ended, on any process, and every minute in case a notice was lost. A refusal ends the
 * access.
 */
import type { Person } from "#core/workspace/policy.ts";
import type { Stet } from "#server/stet.ts";
import { personOf } from "./edge.ts";
import type { ApiContext } from "./context.ts";

const askEveryMs = 60_000;

export type HeldAccess = {
  /** Aborted when the access has ended. */
  readonly signal: AbortSignal;
  /** The person as of the last check: memberships change. */
  person(): Person;
  /** Call this once the stream or upload is over. */
  release(): void;
};

/** `isStillOpen` throws a refusal if the person may no longer have this. */
export function watchAccess(
  stet: Pick<Stet, "log" | "revocations">,
  c: ApiContext,
  isStillOpen: (me: Person) => Promise<unknown> = async () => undefined,
): HeldAccess {
  const ended = new AbortController();
  const askAgain = c.get("askAgain");
  let me = personOf(c);
  let isAsking = false;
  let isDue = false;

  async function isOpen(): Promise<boolean> {
    try {
      const now = await askAgain();
      if (now.kind !== "person" || now.userId !== me.userId) return false;
      await isStillOpen(now);
      me = now;
      return true;
    } catch (error) {
      if (error instanceof Response) return false;
      // The database did not answer, which is no proof that access ended; the check repeats within a minute.
      stet.log.warn({ err: error }, "an open access could not be checked");
      return true;
    }
  }

  async function ask(): Promise<void> {
    isDue = true;
    if (isAsking) return;
    isAsking = true;
    while (isDue && !ended.signal.aborted) {
      isDue = false;
      if (!(await isOpen())) ended.abort();
    }
    isAsking = false;
  }

  const unwatch = stet.revocations.watch(me.userId, () => void ask());
  const timer = setInterval(() => void ask(), askEveryMs);
  timer.unref();
  return {
    signal: ended.signal,
    person: () => me,
    release() {
      clearInterval(timer);
      unwatch();
    },
  };
}

/** Work on a request that may take minutes; the signal aborts when the sender loses access. */
export async function whileAccess<T>(
  stet: Pick<Stet, "log" | "revocations">,
  c: ApiContext,
  work: (access: AbortSignal) => Promise<T>,
): Promise<T> {
  const access = watchAccess(stet, c);
  try {
    return await work(access.signal);
  } finally {
    access.release();
  }
}
