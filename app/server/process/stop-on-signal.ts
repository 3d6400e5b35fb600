/*
 * SIGTERM and SIGINT end the process in order: answers save themselves,
 * connections end, the database closes. Whatever hangs, the process is gone
 * when the limit is over, as if killed; what was acknowledged is stored by then.
 */
import type { Log } from "../log.ts";

/** Docker and systemd kill by themselves later than this (10 and 90 s): the log is to say why. */
const limitMs = 9_000;

export function stopOnSignal(stop: () => Promise<void>, log: Log): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void stopWithin(limitMs, stop, log));
}

async function stopWithin(ms: number, stop: () => Promise<void>, log: Log): Promise<void> {
  const limit = setTimeout(() => {
    log.error({ seconds: ms / 1000 }, "stopping took too long; the process ends now");
    process.exit(1);
  }, ms);
  try {
    await stop();
    process.exit(0);
  } catch (error) {
    log.error({ err: error }, "the server could not be stopped in order");
    process.exit(1);
  } finally {
    clearTimeout(limit);
  }
}
