/* Runs a sweep at startup and every 24 hours. */
import type { Log } from "../log.ts";

/** `what` names the sweep in the log. Returns a function that stops it. */
export function sweepDaily(log: Log, what: string, work: () => Promise<unknown>): () => void {
  const sweep = () => void work().catch((error: unknown) => log.warn({ err: error, what }, "what is old could not be swept"));
  sweep();
  const timer = setInterval(sweep, 24 * 60 * 60_000);
  timer.unref();
  return () => clearInterval(timer);
}
