/*
 * Runs whose process died say that they are running, and nobody writes them.
 * They are ended as interrupted, with all of their text that was stored, by
 * whichever process notices first.
 */
import { theServer } from "#core/policy.ts";
import { settleRun } from "../data/run-log.ts";
import { dropOldRunEvents, listAbandonedRuns } from "../data/runs.ts";
import type { Db } from "../db/database.ts";
import { isKnownDead } from "./process-id.ts";

/** A run that nobody has written or beaten for so many seconds is abandoned. */
const abandonedAfter = 20;
/** Late readers find the log for so many seconds after the end; then the row answers. */
const logKeptFor = 60;

/** Answers the runs it has ended. `isOurs`: written by this process, and so alive however late it is. */
export async function reapRuns(db: Db, isOurs: (runId: string) => boolean): Promise<string[]> {
  const reaped: string[] = [];
  for (const { id, processId, isSilent } of await listAbandonedRuns(theServer, db, abandonedAfter)) {
    if (isOurs(id)) continue;
    const isDead = isKnownDead(processId);
    if (!isDead && !isSilent) continue;
    // Asked again with the row locked: it may have been written in the meantime.
    const silence = isDead ? {} : { silentFor: abandonedAfter };
    if ((await settleRun(theServer, db, id, { status: "interrupted", ...silence })) !== null) reaped.push(id);
  }
  await dropOldRunEvents(theServer, db, logKeptFor);
  return reaped;
}
