/*
 * Watching a run, from any process, at any time: from memory while this process
 * writes it, from the log in the database while another one does or when the
 * reader is far behind, and from the message's row when the log is gone.
 * Whichever it is, the reader gets events numbered on from the last one seen,
 * to the "finish" that ends them.
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

/** Notices may be lost; a reader of another process's run looks this often all the same. */
const pollEveryMs = 2000;

/** Writes events after `after` until the run's end or the reader's leaving. The run must be one that `me` may see. */
export async function watchRun(
  me: Actor,
  db: Db,
  runs: Pick<Runs, "find" | "news">,
  runId: string,
  after: number,
  sink: Sink,
): Promise<void> {
  let seq = after;
  /** What was read last came from the log, and so is in it for good. */
  let isStored = false;
  while (!sink.signal.aborted) {
    const live = runs.find(runId);
    if (live?.covers(seq) === true) {
      seq = await live.attach(seq, sink);
      isStored = false;
      await sink.drained();
      if (live.isOver && seq === live.seq) break;
      continue;
    }
    const page = await readRunEvents(theServer, db, runId, seq);
    const run = isStored && page !== null ? null : await getRun(me, db, runId);
    if (run !== null && needsTruth(run, seq, page?.from ?? null)) {
      // It may have ended between the two reads, and what ended it is in the log by now.
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
      await runs.news(runId, pollEveryMs);
    } else if (run !== null && seq === run.lastSeq) {
      break;
    }
  }
  sink.write("data: [DONE]\n\n");
  sink.end();
}

/*
 * A reader may have seen events that a crash took back before they were stored,
 * and the numbers of those were given again to the events that end the run.
 * Whoever stands among those numbers, or beyond, is told the truth anew; so is
 * one whose next event is no longer in the log.
 */
function needsTruth(run: RunRow, seq: number, nextInLog: number | null): boolean {
  if (run.status === "running") return false;
  if (isSettled(run.status) && seq > run.lastSeq - settledTail) return true;
  return nextInLog === null ? seq !== run.lastSeq : nextInLog !== seq + 1;
}

const isSettled = (status: RunStatus) => status === "interrupted" || status === "stopped";
/** A settlement ends a log with so many events, at most. */
const settledTail = 3;

/*
 * One who has seen nothing gets the whole message in few events; one who has
 * seen some gets the truth to put in its place. Numbers go on from the reader's
 * own, so that no reader sees a gap.
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
