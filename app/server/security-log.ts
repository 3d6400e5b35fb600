/* Once a day the oldest rows of the security log go. */
import { theServer } from "#core/policy.ts";
import { sweepEvents } from "./data/security-events.ts";
import type { Db } from "./db/database.ts";
import type { Log } from "./log.ts";

/** Answers the function that ends the sweeping. */
export function sweepSecurityLog(db: Db, log: Log): () => void {
  const sweep = () =>
    void sweepEvents(theServer, db).catch((error: unknown) => log.warn({ err: error }, "the security log could not be swept"));
  sweep();
  const timer = setInterval(sweep, 24 * 60 * 60_000);
  timer.unref();
  return () => clearInterval(timer);
}
