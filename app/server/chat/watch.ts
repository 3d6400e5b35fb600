/*
 * Watches a run from any process at any time: from memory while this process writes it, from the
 * database log while another does or the reader is far behind, and from the message row once the
 * log is gone. Either way the reader gets consecutively numbered events from the last one seen to
 * the final "finish".
 */
import type { RunStatus } from "#core/chat/message.ts";
import type { RunEvent } from "#core/chat/run-event.ts";
import { unfoldParts } from "#core/chat/run-fold.ts";
import { theServer, type Actor } from "#core/workspace/policy.ts";
import { readRunEvents } from "../data/upkeep/run-log.ts";
import { getRun, getRunMessage, type RunRow } from "../data/chats/runs.ts";
import type { Db } from "../db/database.ts";
import { frameOf, type Sink } from "./live-run.ts";
import type { Runs } from "./runs.ts";

/** Notices may be lost, so a reader of another process's run also polls at this interval. */
const pollEveryMs = 2000;

/** `follows`: until the run ends, not only what has happened so far. */
export type Watching = { runId: string; after: number; follows: boolean };

/** Writes events after `after` until that is all or the reader disconnects. `me` must be allowed to see the run. */
export async function watchRun(
  me: Actor,
  db: Db,
  runs: Pick<Runs, "find" | "news">,
  { runId, after, follows }: Watching,
  sink: Sink,
): Promise<void> {
  let seq = after;
  /** The last events read came from the log, so they are durable. */
  let isStored = false;
  while (!sink.signal.aborted) {
    const live = runs.find(runId);
    if (live?.covers(seq) === true) {
      seq = await live.attach(seq, sink, follows);
      isStored = false;
      await sink.drained();
      if ((live.isOver || !follows) && seq === live.seq) break;
      continue;
    }
    const page = await readRunEvents(theServer, db, runId, seq);
    const run = isStored && page !== null ? null : await getRun(me, db, runId);
    if (run !== null && needsTruth(run, seq, page?.from ?? null)) {
      // It may have ended between the two reads; what ended it is in the log by now.
      if (page === null && !needsTruth(run, seq, (await readRunEvents(theServer, db, runId, seq))?.from ?? null)) continue;
      await replayFromRow(me, db, run, seq, sink);
      break;
    }
    if (page !== null) {
      seq += page.events.length;
      isStored = true;
      sink.write(page.events.map((json, index) => frameOf(page.from + index, json)).join(""));
      await sink.drained();
    } else if (run?.status === "running") {
      if (!follows) break;
      await runs.news(runId, pollEveryMs);
    } else if (run !== null && seq === run.lastSeq) {
      break;
    }
  }
  sink.write("data: [DONE]\n\n");
  sink.end();
}

/*
 * A reader may have seen events that a crash lost before they were stored, whose numbers were
 * reused for the events that ended the run. Such a reader gets the message replayed, as does one
 * whose next event is no longer in the log.
 */
function needsTruth(run: RunRow, seq: number, nextInLog: number | null): boolean {
  if (run.status === "running") return false;
  if (isSettled(run.status) && seq > run.lastSeq - settledTail) return true;
  return nextInLog === null ? seq !== run.lastSeq : nextInLog !== seq + 1;
}

const isSettled = (status: RunStatus) => status === "interrupted" || status === "stopped";
/** Finalizing adds at most this many events to a log. */
const settledTail = 3;

/*
 * A new reader gets the whole message in few events; one that has seen some gets a replacement.
 * Numbers continue from the reader's own, so there are no gaps.
 */
async function replayFromRow(me: Actor, db: Db, run: RunRow, after: number, sink: Sink): Promise<void> {
  const { content, parts, sources } = await getRunMessage(me, db, run.id);
  const { id: runId, chatId, chatVersion, messageId, model, status } = run;
  const start: RunEvent = { type: "start", messageId, messageMetadata: { runId, chatId, chatVersion, model } };
  const final: RunEvent = { type: "data-stet-final", data: { content, parts, sources } };
  const finish: RunEvent = {
    type: "finish",
    messageMetadata: { status, ...(run.problem === null ? {} : { problem: run.problem }) },
  };
  const events = after === 0 ? [start, ...unfoldParts(parts, sources), finish] : [final, finish];
  for (const [index, event] of events.entries()) {
    sink.write(frameOf(after + 1 + index, JSON.stringify(event)));
    await sink.drained();
  }
}
