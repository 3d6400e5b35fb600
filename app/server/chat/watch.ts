/*
 * Watching a run, from any process, at any time: from memory while this process
 * writes it, from the log in the database while another one does or when the
 * reader is far behind, and from the message's row when the log is gone.
 * Whichever it is, the reader gets events numbered on from the last one seen,
 * to the "finish" that ends them.
 */
import type { RunEvent } from "#core/run-event.ts";
import { unfoldParts } from "#core/run-fold.ts";
import { theServer, type Actor } from "#core/policy.ts";
import { readRunEvents } from "../data/run-log.ts";
import { getRun, getRunMessage, type RunRow } from "../data/runs.ts";
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
  while (!sink.signal.aborted) {
    const live = runs.find(runId);
    if (live?.covers(seq) === true) {
      seq = await live.attach(seq, sink);
      await sink.drained();
      if (runs.find(runId) === live || !live.isOver || seq < live.seq) continue;
      break;
    }
    const page = await readRunEvents(theServer, db, runId, seq);
    if (page !== null && page.from === seq + 1) {
      seq += page.events.length;
      sink.write(page.events.map((json, index) => frameOf(page.from + index, json)).join(""));
      await sink.drained();
      continue;
    }
    const run = await getRun(me, db, runId);
    if (run.status === "running") {
      await runs.news(runId, pollEveryMs);
    } else if (seq === run.lastSeq) {
      break;
    } else if ((await readRunEvents(theServer, db, runId, seq))?.from !== seq + 1) {
      await replayFromRow(me, db, run, seq, sink);
      break;
    }
  }
  sink.write("data: [DONE]\n\n");
  sink.end();
}

/*
 * The log is gone, or the reader has seen events that a crash took back before
 * they were stored. One who has seen nothing gets the whole message in few
 * events; one who has seen some gets the truth to put in its place. Numbers go
 * on from the reader's own, so that no reader sees a gap.
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
