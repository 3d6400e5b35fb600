/*
 * All runs written by this process, and the single flusher that stores them: several times a
 * second, everything they produced goes to the database in one durable transaction, then one
 * notice tells other processes which runs changed.
 *
 * The server owns a run; readers come and go. Only an explicit stop, the end of the answer or the
 * end of the process ends it, and each leaves a complete message row and a log of how it ended.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { RunStatus, Usage } from "#core/chat/message.ts";
import { theServer, type Actor } from "#core/workspace/policy.ts";
import { finalizeRun, writeRunLog, type Kept, type RunWrite, type Settlement } from "../data/upkeep/run-log.ts";
import { problem } from "#core/workspace/problem.ts";
import { recordHeartbeats, findRevokedRuns, getRun, getRunMessage, requestStop } from "../data/chats/runs.ts";
import type { Db } from "../db/database.ts";
import type { Database } from "../db/engine.ts";
import type { ProcessId } from "../db/living.ts";
import type { Log } from "../log.ts";
import { createDeltaClock } from "./delta-clock.ts";
import { LiveRun, type RunIdentity } from "./live-run.ts";
import { createReaper } from "./reap-runs.ts";
import { createRunNotices, type RunNotices } from "./run-news.ts";

/** A kill may cost 300 ms of text: this plus the duration of a flush. */
const flushEveryMs = 240;
const beatEveryMs = 5000;
const writesPerFlush = 500;
/** How long another process has to stop a run it writes. */
const stopWithinMs = 5000;
/** In case a removal notification was lost. */
const checkAuthorsEveryMs = 60_000;
const stopChannel = "stet_stops";

export type Stopped = { status: RunStatus; content: string; lastSeq: number; version: number };
export type RunEnded = { identity: RunIdentity; isPrivate: boolean; status: RunStatus; usage?: Usage };
type Options = { database: Database; log: Log; processId: ProcessId; onEnded?: (run: RunEnded) => void };

export async function createRuns(options: Options): Promise<Runs> {
  const runs = new Runs(options, await createRunNotices(options.database, options.log));
  await runs.start();
  return runs;
}

export class Runs {
  readonly processId: ProcessId;
  readonly #database: Database;
  readonly #db: Db;
  readonly #log: Log;
  readonly #onEnded: (run: RunEnded) => void;
  readonly #news: RunNotices;
  readonly #clock = createDeltaClock();
  readonly #live = new Map<string, LiveRun>();
  readonly #settling = new WeakMap<LiveRun, Promise<void>>();
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #reapOnce: () => Promise<string[]>;
  #endStops: () => Promise<void> = async () => {};
  #flushing: Promise<void> | null = null;
  #isFlushDue = false;
  #beatenAt = Date.now();
  #isAccepting = true;
  #isClosed = false;

  constructor({ database, log, processId, onEnded = () => {} }: Options, news: RunNotices) {
    this.processId = processId;
    this.#database = database;
    this.#db = database.db;
    this.#log = log;
    this.#onEnded = onEnded;
    this.#news = news;
    this.#reapOnce = createReaper(database, (runId) => this.#live.has(runId));
  }

  /** Ends what an earlier process left behind, then starts the timers for its own runs. */
  async start(): Promise<void> {
    this.#endStops = await this.#database.listen(stopChannel, (runId) => {
      if (this.#live.has(runId)) void this.#safely("stops could not be read", this.#beat());
    });
    await this.#reap();
    // Other processes may die while this one lives; with an embedded database this is the only process.
    const reapEveryMs = this.#database.living.isCertain ? 10_000 : 3000;
    this.#every(flushEveryMs, () => this.#flushSoon());
    this.#every(checkAuthorsEveryMs, () => this.stopRevoked());
    this.#every(reapEveryMs, () => this.#safely("abandoned runs could not be ended", this.#reap()));
  }

  get isAccepting(): boolean {
    return this.#isAccepting;
  }

  get running(): number {
    return this.#live.size;
  }

  open(identity: RunIdentity): LiveRun {
    const run = new LiveRun(identity, this.#clock, () => setImmediate(() => void this.#flushSoon()));
    this.#live.set(identity.runId, run);
    return run;
  }

  /** Ends a run that failed because of a bug, keeping its text. */
  fail(run: LiveRun): Promise<void> {
    return this.#settle(run, { status: "failed", problem: "something-went-wrong" });
  }

  /** Discards a run that never started and cancels its model request. */
  discard(run: LiveRun): void {
    this.#live.delete(run.identity.runId);
    run.lost();
  }

  find(runId: string): LiveRun | undefined {
    return this.#live.get(runId);
  }

  /** Resolves when a run has new events, in any process, or after `ms`. */
  news(runId: string, ms: number): Promise<void> {
    return this.#news.wait(runId, ms);
  }

  /** Cuts the text at what the reader had seen. Returns how the run ended, even if something else ended it first. */
  async stop(me: Actor, runId: string, seenSeq: number): Promise<Stopped> {
    const { status, isOwn } = await getRun(me, this.#db, runId);
    if (!isOwn) throw problem("not-allowed");
    const run = this.#live.get(runId);
    if (run !== undefined) {
      await this.#settle(run, { status: "stopped", upTo: Math.min(seenSeq, run.seq) });
      // It was just ending on its own: its end is being stored.
      for (let tries = 0; tries < 3 && this.#live.has(runId); tries++) await this.#flush();
    } else if (status === "running") {
      await this.#stopElsewhere(me, runId, seenSeq);
    }
    const after = await getRun(me, this.#db, runId);
    const { content } = await getRunMessage(me, this.#db, runId);
    return { status: after.status, content, lastSeq: after.lastSeq, version: after.chatVersion };
  }

  /** Stops runs written here for people who are suspended or have left the chat's organization, keeping the text so far. */
  async stopRevoked(ownerId?: string): Promise<void> {
    const written = [...this.#live.values()].filter(({ identity }) => ownerId === undefined || identity.ownerId === ownerId);
    const runs = written.filter((run) => !run.isHeld && !run.isSealed);
    await this.#safely("runs of removed members could not be stopped", this.#stopRevokedOf(runs));
  }

  async #stopRevokedOf(runs: readonly LiveRun[]): Promise<void> {
    const identities = runs.map(({ identity }) => identity);
    const revoked = await findRevokedRuns(theServer, this.#db, identities);
    const ended = runs.filter(({ identity }) => revoked.has(identity.runId));
    await Promise.all(ended.map((run) => this.#settle(run, { status: "stopped", upTo: run.seq })));
  }

  /** Drops runs whose chat is gone. */
  forget(runIds: readonly string[]): void {
    for (const id of runIds) this.#lose(this.#live.get(id));
  }

  /** Accepts no more turns and ends what is running, with everything written so far. */
  async drain(): Promise<void> {
    this.#isAccepting = false;
    await this.#flush();
    const how: Settlement = { status: "interrupted", problem: "server-stopping" };
    await Promise.all([...this.#live.values()].map((run) => this.#settle(run, how)));
    // Runs that were ending on their own. Bounded, in case the database doesn't respond.
    for (let tries = 0; tries < 20 && this.#unwritten().length > 0; tries++) {
      await this.#flush();
      await sleep(50);
    }
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.drain();
    for (const timer of this.#timers) clearInterval(timer);
    this.#clock.close();
    await this.#flushing;
    await Promise.all([this.#endStops(), this.#news.close()]);
  }

  #every(ms: number, work: () => Promise<void>): void {
    const timer = setInterval(() => void work(), ms);
    timer.unref();
    this.#timers.push(timer);
  }

  async #safely(failure: string, work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      this.#log.error({ err: error }, failure);
    }
  }

  #unwritten(): LiveRun[] {
    return [...this.#live.values()].filter((run) => run.hasNews && !run.isSettling);
  }

  /** Now, or right after the flush in progress: on a slow disk flushes run back to back. */
  async #flushSoon(): Promise<void> {
    if (this.#isFlushDue) return;
    this.#isFlushDue = true;
    await this.#flushing;
    this.#isFlushDue = false;
    await this.#flush();
  }

  /** One flush at a time; what arrives meanwhile goes with the next. A failed flush is retried with the same chunks. */
  #flush(): Promise<void> {
    this.#flushing ??= this.#safely("the run log could not be written; trying again", this.#flushOnce()).finally(() => {
      this.#flushing = null;
    });
    return this.#flushing;
  }

  async #flushOnce(): Promise<void> {
    const now = Date.now();
    const writes = this.#unwritten()
      .slice(0, writesPerFlush)
      .map((run) => run.takeWrite(now));
    if (writes.length > 0) {
      await this.#write(writes);
      await this.#news.tell(writes.map((write) => write.runId));
    }
    if (now - this.#beatenAt >= beatEveryMs) await this.#beat();
  }

  async #write(writes: readonly RunWrite[]): Promise<void> {
    try {
      this.#applyWrites(writes, await writeRunLog(theServer, this.#db, this.processId, writes));
    } catch (error) {
      if (!isDataError(error)) throw error;
      // One run holds something the database rejects: it must not keep the others from being stored.
      if (writes.length > 1) {
        for (const write of writes) await this.#write([write]);
        return;
      }
      const { runId } = writes[0]!;
      this.#log.error({ runId, err: error }, "a run cannot be stored and is given up");
      this.#lose(this.#live.get(runId));
    }
  }

  #applyWrites(writes: readonly RunWrite[], kept: Kept): void {
    for (const write of writes) {
      const run = this.#live.get(write.runId);
      if (run === undefined) continue;
      if (kept.has(write.runId) && run.saved(write)) this.#ended(run, write.end!.status, write.end!.usage);
      else this.#heed(run, kept);
    }
  }

  /** Sends heartbeats for all runs and learns which to stop or abandon. */
  async #beat(): Promise<void> {
    this.#beatenAt = Date.now();
    // One without events is still starting; its row may not exist yet.
    const runs = [...this.#live.values()].filter((run) => run.seq > 0 && !run.isSealed && !run.isHeld);
    if (runs.length === 0) return;
    const ids = runs.map((run) => run.identity.runId);
    const kept = await recordHeartbeats(theServer, this.#db, this.processId, ids);
    for (const run of runs) if (!run.isSealed) this.#heed(run, kept);
  }

  #heed(run: LiveRun, kept: Kept): void {
    const answer = kept.get(run.identity.runId);
    if (answer === undefined) this.#lose(run);
    else if (answer.stopSeq !== null) void this.#settle(run, { status: "stopped", upTo: answer.stopSeq });
  }

  /** Another process ended the run, or its chat is gone. */
  #lose(run: LiveRun | undefined): void {
    if (run === undefined) return;
    run.lost();
    this.#ended(run, "interrupted");
  }

  #ended(run: LiveRun, status: RunStatus, usage?: Usage): void {
    this.#live.delete(run.identity.runId);
    this.#onEnded({ identity: run.identity, isPrivate: run.isPrivate, status, ...(usage && { usage }) });
  }

  /** Finalizes a run of this process that didn't end on its own: stopped, or interrupted by a shutdown. */
  #settle(run: LiveRun, how: Settlement): Promise<void> {
    const before = this.#settling.get(run);
    if (before !== undefined || run.isSealed) return before ?? Promise.resolve();
    const settlement = this.#settleOnce(run, how).catch((error: unknown) => {
      // The next process whose reaper notices will end it.
      this.#log.error({ runId: run.identity.runId, err: error }, "a run could not be settled");
      this.#lose(run);
    });
    this.#settling.set(run, settlement);
    return settlement;
  }

  async #settleOnce(run: LiveRun, how: Settlement): Promise<void> {
    const { runId } = run.identity;
    const unsaved = run.settle();
    await this.#flushing;
    const settled = await tryAgain(() => finalizeRun(theServer, this.#db, runId, { ...how, unsaved }));
    if (settled === null) return this.#lose(run);
    run.settled(settled.from, settled.tail);
    this.#ended(run, settled.status);
    await this.#news.tell([runId]);
  }

  async #stopElsewhere(me: Actor, runId: string, seenSeq: number): Promise<void> {
    await requestStop(me, this.#db, runId, seenSeq);
    await this.#database.notify(stopChannel, runId);
    const until = Date.now() + stopWithinMs;
    while (Date.now() < until) {
      await this.#news.wait(runId, 100);
      if ((await getRun(me, this.#db, runId)).status !== "running") return;
    }
    // Its process doesn't respond. From here on it can't write the run any more.
    await finalizeRun(theServer, this.#db, runId, { status: "stopped", upTo: seenSeq });
  }

  async #reap(): Promise<void> {
    const reaped = await this.#reapOnce();
    for (const runId of reaped) this.#log.warn({ runId }, "ended an abandoned run");
    if (reaped.length > 0) await this.#news.tell(reaped);
  }
}

/** SQLSTATE class 22: the value is at fault, not the database. */
function isDataError(error: unknown): boolean {
  return String((error as { code?: unknown } | null)?.code).startsWith("22");
}

/** A database that just failed a transaction often accepts the next one. */
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
