/* Once a day what has become too old goes: at the start, and every 24 hours. */
import type { Log } from "../log.ts";

/** `what` is swept, for the log. Answers the function that ends the sweeping. */
export function sweepDaily(log: Log, what: string, work: () => Promise<unknown>): () => void {
  const sweep = () => void work().catch((error: unknown) => log.warn({ err: error, what }, "what is old could not be swept"));
  sweep();
  const timer = setInterval(sweep, 24 * 60 * 60_000);
  timer.unref();
  return () => clearInterval(timer);
}
