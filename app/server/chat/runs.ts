/*
 * All runs that this process writes, and the one flusher that stores them:
 * every 200 ms what all of them produced goes to the database in one durable
 * transaction, then one notice tells other processes which runs have news.
 *
 * The server owns a run. Readers come and go; only an explicit stop, the end of
 * the answer, or the end of the process ends it, and whatever ends it leaves a
 * whole message row and a log that says how it ended.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { RunStatus, Usage } from "#core/message.ts";
import { theServer, type Actor } from "#core/policy.ts";
import type { Database } from "../db/database.ts";
import type { Log } from "../log.ts";
import { settleRun, writeRunLog, type RunWrite, type Settlement } from "../data/run-log.ts";
import { beatRuns, dropOldRunEvents, getRun, getRunMessage, listAbandonedRuns, requestStop } from "../data/runs.ts";
import { createDeltaClock } from "./delta-clock.ts";
import { LiveRun, type RunIdentity } from "./live-run.ts";
import { forgetProcessId, isKnownDead, newProcessId } from "./process-id.ts";

const flushEveryMs = 200;
const beatEveryMs = 5000;
const reapEveryMs = 7000;
/** A run that nobody has written or beaten for so many seconds is abandoned. */
const abandonedAfter = 20;
/** Late readers find the log for so many seconds after the end; then the row answers. */
const logKeptFor = 60;
const newsChannel = "stet_runs";
const stopChannel = "stet_stops";
/** Ids in one notice: its payload is limited to 8,000 bytes. */
const idsPerNotice = 200;
const writesPerFlush = 500;

export type Stopped = { status: RunStatus; content: string; lastSeq: number; version: number };
export type RunEnded = { identity: RunIdentity; status: RunStatus; usage?: Usage };
export type Runs = Awaited<ReturnType<typeof createRuns>>;

type Options = { database: Database; log: Log; onEnded?: (run: RunEnded) => void };

/** A database that has just failed a transaction often takes the next one. */
async function tryAgain<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries === 5) throw error;
      await sleep(100 * 2 ** tries);
    }
  }
}

export async function createRuns({ database, log, onEnded = () => {} }: Options) {
  const { db } = database;
  const processId = newProcessId();
  const clock = createDeltaClock();
  const live = new Map<string, LiveRun>();
  const wakers = new Map<string, Set<() => void>>();
  const settling = new WeakMap<LiveRun, Promise<void>>();
  let flushing: Promise<void> | null = null;
  let isAccepting = true;
  let isClosed = false;
  let beatenAt = Date.now();

  function open(identity: RunIdentity): LiveRun {
    const run = new LiveRun(identity, clock, wantFlush);
    live.set(identity.runId, run);
    return run;
  }

  /** A run that was never begun. */
  function discard(run: LiveRun): void {
    live.delete(run.identity.runId);
  }

  function wantFlush(): void {
    setImmediate(() => void flush());
  }

  /** One flush at a time; what came during one goes with the next, at once if a run has ended meanwhile. */
  function flush(): Promise<void> {
    flushing ??= flushOnce()
      .catch((error: unknown) => log.error({ err: error }, "the run log could not be written; trying again"))
      .finally(() => {
        flushing = null;
      });
    return flushing;
  }

  async function flushOnce(): Promise<void> {
    const now = Date.now();
    const writes = [...live.values()]
      .filter((run) => run.hasNews && !run.isSettling)
      .slice(0, writesPerFlush)
      .map((run) => run.takeWrite(now));
    if (writes.length > 0) {
      applyKept(await writeRunLog(theServer, db, processId, writes), writes);
      await tell(writes.map((write) => write.runId));
    }
    if (now - beatenAt >= beatEveryMs) await beat(now);
  }

  function applyKept(kept: ReadonlyMap<string, { stopSeq: number | null }>, writes: readonly RunWrite[]): void {
    for (const write of writes) {
      const run = live.get(write.runId);
      const answer = kept.get(write.runId);
      if (run === undefined) continue;
      if (answer === undefined) forget(run);
      else if (run.saved(write)) ended(run, write.end!.status, write.end!.usage);
      else if (answer.stopSeq !== null) void settleHere(run, { status: "stopped", upTo: answer.stopSeq });
    }
  }

  async function beat(now: number): Promise<void> {
    beatenAt = now;
    // One without events is still being begun; its row may not be there yet.
    const ids = [...live.values()].filter((run) => run.seq > 0).map((run) => run.identity.runId);
    if (ids.length === 0) return;
    const kept = await beatRuns(theServer, db, processId, ids);
    for (const id of ids) {
      const run = live.get(id);
      const answer = kept.get(id);
      if (run === undefined || run.isSealed) continue;
      if (answer === undefined) forget(run);
      else if (answer.stopSeq !== null) void settleHere(run, { status: "stopped", upTo: answer.stopSeq });
    }
  }

  function ended(run: LiveRun, status: RunStatus, usage?: Usage): void {
    live.delete(run.identity.runId);
    onEnded({ identity: run.identity, status, ...(usage && { usage }) });
  }

  /** Somebody else has ended the run, or its chat is gone. */
  function forget(run: LiveRun): void {
    run.lost();
    ended(run, "interrupted");
  }

  async function tell(runIds: readonly string[]): Promise<void> {
    try {
      for (let i = 0; i < runIds.length; i += idsPerNotice) {
        await database.notify(newsChannel, runIds.slice(i, i + idsPerNotice).join(","));
      }
    } catch (error) {
      log.warn({ err: error }, "a notice was lost; readers elsewhere look by themselves");
    }
  }

  /** Ends a run of this process otherwise than by its own end: stopped, or interrupted by a shutdown. */
  function settleHere(run: LiveRun, how: Settlement): Promise<void> {
    const before = settling.get(run);
    if (before !== undefined || run.isSealed) return before ?? Promise.resolve();
    const settlement = settle(run, how).catch((error: unknown) => {
      // The reaper of whichever process comes first will end it.
      log.error({ runId: run.identity.runId, err: error }, "a run could not be settled");
      forget(run);
    });
    settling.set(run, settlement);
    return settlement;
  }

  async function settle(run: LiveRun, how: Settlement): Promise<void> {
    const { runId } = run.identity;
    const unsaved = run.settle();
    await flushing;
    const settled = await tryAgain(() => settleRun(theServer, db, runId, { ...how, unsaved }));
    if (settled === null) return forget(run);
    run.settled(settled.from, settled.tail);
    ended(run, settled.status);
    await tell([runId]);
  }

  async function stop(me: Actor, runId: string, seenSeq: number): Promise<Stopped> {
    const { status } = await getRun(me, db, runId);
    const run = live.get(runId);
    if (run !== undefined) {
      await settleHere(run, { status: "stopped", upTo: Math.min(seenSeq, run.seq) });
      // It was ending by itself just now: its end is being stored.
      if (live.has(runId)) await flush();
    } else if (status === "running") {
      await stopElsewhere(me, runId, seenSeq);
    }
    const after = await getRun(me, db, runId);
    const { content } = await getRunMessage(me, db, runId);
    return { status: after.status, content, lastSeq: after.lastSeq, version: after.chatVersion };
  }

  async function stopElsewhere(me: Actor, runId: string, seenSeq: number): Promise<void> {
    await requestStop(me, db, runId, seenSeq);
    await database.notify(stopChannel, runId);
    for (let waited = 0; waited < 5000; waited += 100) {
      await news(runId, 100);
      if ((await getRun(me, db, runId)).status !== "running") return;
    }
    // Its process does not answer. From here on it cannot write the run any more.
    await settleRun(theServer, db, runId, { status: "stopped", upTo: seenSeq });
  }

  /** Resolves when a run has news, wherever it is written, or after `ms`. */
  function news(runId: string, ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = wakers.get(runId) ?? new Set();
    wakers.set(runId, waiting);
    waiting.add(resolve);
    const timer = setTimeout(resolve, ms);
    return promise.finally(() => {
      clearTimeout(timer);
      waiting.delete(resolve);
      if (waiting.size === 0 && wakers.get(runId) === waiting) wakers.delete(runId);
    });
  }

  /** Ends runs whose process is gone, and clears logs that nobody will ask for. */
  async function reap(): Promise<void> {
    for (const run of await listAbandonedRuns(theServer, db, abandonedAfter)) {
      if (live.has(run.id)) continue;
      const isDead = isKnownDead(run.processId);
      if (!isDead && !run.isSilent) continue;
      const how: Settlement = { status: "interrupted", ...(isDead ? {} : { silentFor: abandonedAfter }) };
      const settled = await settleRun(theServer, db, run.id, how);
      if (settled !== null) {
        log.warn({ runId: run.id, status: settled.status }, "ended an abandoned run");
        await tell([run.id]);
      }
    }
    await dropOldRunEvents(theServer, db, logKeptFor);
  }

  /** Takes no more turns and ends what is running, whole as far as it came. */
  async function drain(): Promise<void> {
    isAccepting = false;
    await flush();
    await Promise.all([...live.values()].map((run) => settleHere(run, { status: "interrupted", problem: "server-stopping" })));
    // Runs that were ending by themselves. A database that does not answer is not waited for for ever.
    for (let tries = 0; tries < 20 && [...live.values()].some((run) => run.hasNews && !run.isSettling); tries++) {
      await flush();
      await sleep(50);
    }
  }

  const unlisten = await Promise.all([
    database.listen(newsChannel, (payload) => {
      for (const runId of payload.split(",")) for (const wake of wakers.get(runId) ?? []) wake();
    }),
    database.listen(stopChannel, (runId) => {
      if (live.has(runId)) void beat(Date.now()).catch((error: unknown) => log.error({ err: error }, "a stop could not be read"));
    }),
  ]);
  await reap();
  const flusher = setInterval(() => void flush(), flushEveryMs);
  const reaper = setInterval(() => {
    reap().catch((error: unknown) => log.error({ err: error }, "abandoned runs could not be ended"));
  }, reapEveryMs);
  flusher.unref();
  reaper.unref();

  async function close(): Promise<void> {
    if (isClosed) return;
    isClosed = true;
    await drain();
    clearInterval(flusher);
    clearInterval(reaper);
    clock.close();
    await flushing;
    await Promise.all(unlisten.map((stopListening) => stopListening()));
    forgetProcessId(processId);
  }

  return {
    processId,
    open,
    discard,
    stop,
    news,
    drain,
    close,
    reap,
    /** Drops runs whose chat is gone. */
    forget(runIds: readonly string[]) {
      for (const id of runIds) {
        const run = live.get(id);
        if (run !== undefined) forget(run);
      }
    },
    find: (runId: string): LiveRun | undefined => live.get(runId),
    get isAccepting() {
      return isAccepting;
    },
    get running() {
      return live.size;
    },
  };
}
