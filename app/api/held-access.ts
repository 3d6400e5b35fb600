/*
 * Access that lasts longer than the moment it was asked for: a stream of
 * events, an upload on its way. The same question that opened it is asked again
 * as soon as anything of the person's may have ended, on whichever process, and
 * every minute in case the notice was lost. A refusal ends it.
 */
import type { Person } from "#core/workspace/policy.ts";
import type { Stet } from "#server/stet.ts";
import { personOf, type ApiContext } from "./edge.ts";

const askEveryMs = 60_000;

export type HeldAccess = {
  /** Aborted when the access has ended. */
  readonly signal: AbortSignal;
  /** The person as of the last time it was asked: their memberships change. */
  person(): Person;
  /** To be called once what was open is over. */
  release(): void;
};

/** `isStillOpen` throws a refusal where the person is known, but may no longer have this. */
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
      // The database did not answer. Nothing is known to have ended, and it is asked again within a minute.
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

/** Work on a request that may take minutes; the signal says that whoever sent it may no longer. */
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
