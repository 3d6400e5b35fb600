/*
 * Shuts down in order on SIGTERM and SIGINT: answers are saved, connections closed, then the database. If anything
 * hangs, the process exits at the time limit as if killed; everything acknowledged is stored by then.
 */
import type { Log } from "../log.ts";

/** Shorter than the kill timeouts of Docker and systemd (10 and 90 s), so that the log says why. */
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
