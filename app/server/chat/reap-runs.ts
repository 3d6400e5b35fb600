/*
 * Ends runs whose process died as interrupted, with all their stored text; the first process to
 * notice does it. Also ends model requests outside of chats, which are only counted.
 */
import { theServer } from "#core/workspace/policy.ts";
import { dropModelRequests, listRequestingProcesses } from "../data/chats/answers-in-progress.ts";
import { finalizeRun } from "../data/upkeep/run-log.ts";
import { dropOldRunEvents, listRunningRuns } from "../data/chats/runs.ts";
import type { Database } from "../db/engine.ts";

/** Seconds. Every process writes or sends heartbeats for its runs at least every five. */
const silence = {
  /** For a process the database doesn't know, in two checks in a row: it may only have lost its session. */
  unknown: 8,
  /** For a process whose session is still open: its machine vanished, or it hangs. */
  known: 60,
};
/** Seconds the log is kept for late readers after the end; then the row is used. */
const logKeptFor = 60;

/**
 * Each call checks once and returns the runs it ended. `isOurs`: written by this process, so alive
 * however late it is.
 */
export function createReaper(
  { db, living }: Pick<Database, "db" | "living">,
  isOurs: (runId: string) => boolean,
): () => Promise<string[]> {
  let unknownBefore = new Set<string>();
  return async () => {
    const running = (await listRunningRuns(theServer, db)).filter(({ id }) => !isOurs(id));
    const requesting = await listRequestingProcesses(theServer, db);
    const processIds = [...running.map(({ processId }) => processId), ...requesting];
    const alive = processIds.length === 0 ? new Set<string>() : await living.list();
    const unknown = new Set(processIds.filter((id) => !alive.has(id)));
    const reaped: string[] = [];
    for (const { id, processId, silentFor } of running) {
      const limit = limitFor(processId);
      if (limit === null || silentFor < limit) continue;
      // Checked again with the row locked: it may have been written in the meantime.
      const how = limit === -Infinity ? {} : { silentFor: limit };
      if ((await finalizeRun(theServer, db, id, { status: "interrupted", ...how })) !== null) reaped.push(id);
    }
    const gone = requesting.filter((id) => unknown.has(id) && (living.isCertain || unknownBefore.has(id)));
    if (requesting.length > 0) await dropModelRequests(theServer, db, gone);
    unknownBefore = unknown;
    await dropOldRunEvents(theServer, db, logKeptFor);
    return reaped;

    function limitFor(processId: string): number | null {
      if (alive.has(processId)) return silence.known;
      // Not even a clock that was set back keeps it alive.
      if (living.isCertain) return -Infinity;
      return unknownBefore.has(processId) ? silence.unknown : null;
    }
  };
}
