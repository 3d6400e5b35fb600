/*
 * The job engine: work that outlives its request or is due by the clock, in one table of the database. Every process
 * claims what is due, within the limits of each kind, and renews its leases; after a kill the work is claimed by the
 * next process, or by this one when it is back. So a job runs at least once, and its handler must be able to run again
 * over what an interrupted attempt has done. docs/decisions/2026-11-30-jobs.md
 */
import { setTimeout as sleep } from "node:timers/promises";
import { theServer } from "#core/workspace/policy.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import {
  cancelJobsOfFormerMembers,
  claimJobs,
  countJobs,
  dropJobs,
  endJob,
  lease,
  nextJobIn,
  noteJobProgress,
  plantSchedules,
  queueJob,
  renewLeases,
  requeueLostJobs,
  wakeJobs,
  type ClaimableKind,
  type ClaimedJob,
  type JobCount,
  type JobEnd,
} from "../data/upkeep/job-queue.ts";
import type { Db } from "../db/database.ts";
import type { Database } from "../db/engine.ts";
import type { Log } from "../db/log.ts";
import { JobRefused, JobStopped } from "./job-outcomes.ts";
import { jobKinds, pauseAfter, type JobData, type JobKind, type JobKindRules } from "./kinds.ts";

/** One attempt at a job. */
export type Work<Kind extends JobKind = JobKind> = {
  id: string;
  data: JobData<Kind>;
  ownerId: string | null;
  organizationId: string | null;
  /** No attempt follows if this one fails. */
  isLast: boolean;
  /** Aborted when the job is paused or cancelled, its owner loses access, its time is over or the server stops. */
  signal: AbortSignal;
  /** Call it often; throws once the signal is aborted. */
  progress(done: number, total: number | null): Promise<void>;
  /** Whether it was paused, cancelled or lost, as far as this process has heard of anything. */
  isStopped(): Promise<boolean>;
};

/** Scheduled work may say when it is due next, instead of after its interval. */
export type Again = { againInSeconds: number };
export type Handlers = { [Kind in JobKind]: (work: Work<Kind>) => Promise<Again | void> };
type AnyHandler = (work: Work) => Promise<Again | void>;

export type NewJob<Kind extends JobKind> = {
  data: JobData<Kind>;
  /** The same work is done once: a second job with this key is not queued, for days after the first has ended. */
  key?: string;
  owner?: { userId: string; organizationId: string | null };
  inSeconds?: number;
};

type Services = {
  database: Pick<Database, "db" | "listen" | "notify" | "living">;
  db: Db;
  log: Pick<Log, "warn" | "error">;
  processId: string;
  /** For tests of the engine alone. */
  kinds?: Readonly<Record<string, JobKindRules>>;
  /** A person's job has changed. */
  onChange?: (ownerId: string) => void;
};

const channel = "stet_jobs";
/** The payload that says jobs were paused, cancelled or resumed; without one, jobs were queued. */
const changed = "changed";
/** Another process may have queued something whose notification was lost. */
const longestWaitMs = 30_000;
/** For what is due but blocked by a limit; the end of work here wakes it sooner. */
const blockedWaitMs = 5_000;
const progressEveryMs = 1_000;
/** How long an aborted handler may take to end. */
const graceMs = 3_000;
const unexpected = "Something went wrong on the server.";

type Attempt = { job: ClaimedJob; controller: AbortController; ended: Promise<void> };

export async function createJobs(services: Services): Promise<Jobs> {
  const jobs = new Jobs(services);
  await jobs.listen();
  return jobs;
}

export class Jobs {
  readonly #services: Services;
  readonly #db: Db;
  readonly #log: Services["log"];
  readonly #kinds: Readonly<Record<string, JobKindRules>>;
  readonly #kindNames: readonly string[];
  readonly #claimable: readonly ClaimableKind[];
  /** By claim. */
  readonly #running = new Map<string, Attempt>();
  /** Jobs whose handlers have not returned, claimed or not. */
  readonly #inHand = new Set<string>();
  readonly #woken = new Set<JobKind>();
  /** Until it is known what the last change has stopped. */
  #heard: Promise<unknown> = Promise.resolve();
  #handlers: Handlers | null = null;
  #unlisten: () => Promise<void> = async () => {};
  #timer: NodeJS.Timeout | undefined;
  #renewing: NodeJS.Timeout | undefined;
  #round: Promise<void> | undefined;
  #isAsked = false;
  #isClosed = false;
  #isDown = false;

  constructor(services: Services) {
    this.#services = services;
    this.#db = services.db;
    this.#log = services.log;
    this.#kinds = services.kinds ?? jobKinds;
    this.#kindNames = Object.keys(this.#kinds);
    this.#claimable = Object.entries(this.#kinds).map(([kind, { most, each, tries }]) => ({ kind, most, each, tries }));
  }

  async listen(): Promise<void> {
    const onNotice = (payload: string) => {
      if (payload === changed) this.#renewSoon();
      this.look();
    };
    this.#unlisten = await this.#services.database.listen(channel, onNotice, () => this.look());
  }

  /** Starts to work. */
  async begin(handlers: Handlers): Promise<void> {
    const schedules = Object.entries(this.#kinds).flatMap(([kind, { schedule }]) =>
      schedule === null ? [] : [{ id: uuidv7(), kind, ...schedule }],
    );
    await plantSchedules(theServer, this.#db, schedules);
    this.#handlers = handlers;
    this.look();
  }

  /** `to`: the transaction it belongs to. Returns false if a job with its key exists. */
  queue<Kind extends JobKind>(to: Db, kind: Kind, { data, key, owner, inSeconds = 0 }: NewJob<Kind>): Promise<boolean> {
    return queueJob(theServer, to, {
      id: uuidv7(),
      kind,
      key: key ?? null,
      ownerId: owner?.userId ?? null,
      organizationId: owner?.organizationId ?? null,
      data: this.#kinds[kind]!.data.parse(data),
      inSeconds,
    });
  }

  /** Runs scheduled work as soon as possible; once more if it is running. */
  wake(kind: JobKind): void {
    this.#woken.add(kind);
    this.look();
  }

  /** Takes away a person's jobs with this key, and waits until this process no longer works on them. */
  async drop(key: string): Promise<void> {
    const owners = await dropJobs(theServer, this.#db, key);
    const own = [...this.#running.values()].filter(({ job }) => job.key === key);
    for (const { controller } of own) controller.abort(new JobStopped("lost"));
    await this.changed();
    await Promise.all(own.map(({ ended }) => ended));
    for (const owner of owners) this.#services.onChange?.(owner);
  }

  /** Jobs were paused, cancelled or resumed in the database. */
  async changed(): Promise<void> {
    await this.#services.database.notify(channel, changed);
  }

  /** The person may have lost access. */
  async accessEnded(userId: string): Promise<void> {
    try {
      await cancelJobsOfFormerMembers(theServer, this.#db, userId);
      if ([...this.#running.values()].some(({ job }) => job.ownerId === userId)) this.#renewSoon();
    } catch (error) {
      // Nothing of theirs is begun, and a running job is stopped by the next look at former members.
      if (!this.#isClosed) this.#log.warn({ err: error }, "jobs of a former member could not be ended");
    }
  }

  counts(): Promise<JobCount[]> {
    return countJobs(theServer, this.#db);
  }

  /** Resolves when everything due has been done. */
  async settled(): Promise<void> {
    while (this.#round !== undefined || this.#running.size > 0) await Promise.all([this.#round, ...this.#endings()]);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#isAsked = false;
    clearTimeout(this.#timer);
    await this.#round;
    for (const { controller } of this.#running.values()) controller.abort(new JobStopped("closing"));
    await Promise.all(this.#endings());
    clearInterval(this.#renewing);
    await this.#unlisten();
  }

  #endings(): Promise<void>[] {
    return [...this.#running.values()].map(({ ended }) => ended);
  }

  /** Call it after the commit of what queued a job: this process need not wait for the notification. */
  look(): void {
    if (this.#isClosed || this.#handlers === null) return;
    this.#isAsked = true;
    if (this.#round !== undefined) return;
    clearTimeout(this.#timer);
    this.#round = this.#lookUntilQuiet().finally(() => {
      this.#round = undefined;
      if (this.#isAsked) this.look();
    });
  }

  async #lookUntilQuiet(): Promise<void> {
    let wait = longestWaitMs;
    try {
      do {
        this.#isAsked = false;
        await this.#storeWoken();
        wait = await this.#takeDue();
      } while (this.#isAsked && !this.#isClosed);
      this.#isDown = false;
    } catch (error) {
      if (!this.#isClosed && !this.#isDown) this.#log.error({ err: error }, "The queue of jobs could not be read");
      this.#isDown = true;
    }
    if (!this.#isClosed) this.#timer = setTimeout(() => this.look(), wait).unref();
  }

  async #storeWoken(): Promise<void> {
    const kinds = [...this.#woken];
    if (kinds.length === 0) return;
    this.#woken.clear();
    await wakeJobs(theServer, this.#db, kinds).catch((error: unknown) => {
      for (const kind of kinds) this.#woken.add(kind);
      throw error;
    });
  }

  /** Milliseconds until the next look. */
  async #takeDue(): Promise<number> {
    const { database, processId } = this.#services;
    const { isCertain } = database.living;
    const { due, lost } = await nextJobIn(theServer, this.#db, this.#kindNames, { processId, isCertain });
    const wait = Math.min(due ?? longestWaitMs, lost ?? longestWaitMs);
    if (wait > 0) return Math.min(longestWaitMs, Math.max(50, wait));
    if (lost !== null && lost <= 0) await this.#takeBackLost();
    if (this.#isClosed) return blockedWaitMs;
    const claiming = { kinds: this.#claimable, processId, isAlone: isCertain, except: [...this.#inHand] };
    const claimed = await claimJobs(theServer, this.#db, claiming);
    for (const job of claimed) this.#start(job);
    if (claimed.length > 0) this.#isAsked = true;
    return blockedWaitMs;
  }

  /** Queues again what a dead process had claimed. */
  async #takeBackLost(): Promise<void> {
    const { living } = this.#services.database;
    const processes = { living: await living.list(), isCertain: living.isCertain };
    for (const { ownerId, ...job } of await requeueLostJobs(theServer, this.#db, this.#claimable, processes)) {
      this.#log.warn(job, "a job was left by a process that died");
      if (ownerId !== null) this.#services.onChange?.(ownerId);
    }
  }

  #start(job: ClaimedJob): void {
    const controller = new AbortController();
    this.#inHand.add(job.id);
    if (this.#running.size === 0) this.#renewing = setInterval(() => this.#renewSoon(), lease.renewEvery * 1000).unref();
    const ended = this.#attempt(job, controller).finally(() => {
      this.#running.delete(job.claimId);
      if (this.#running.size === 0) clearInterval(this.#renewing);
      this.look();
    });
    this.#running.set(job.claimId, { job, controller, ended });
    this.#changed(job);
  }

  async #attempt(job: ClaimedJob, controller: AbortController): Promise<void> {
    const kind = job.kind as JobKind;
    const { data, longestMinutes, schedule, tries } = this.#kinds[kind]!;
    const overdue = setTimeout(() => controller.abort(new JobStopped("too-long")), longestMinutes * 60_000).unref();
    let end: JobEnd;
    try {
      const { id, ownerId, organizationId } = job;
      const again = await this.#untilAborted(job, controller.signal, async () => {
        const progress = this.#progressOf(job, controller);
        const isStopped = () => this.#heard.then(() => controller.signal.aborted);
        const given = data.parse(job.data) as JobData<JobKind>;
        const isLast = tries !== null && job.attempts >= tries;
        const work: Work = { id, data: given, ownerId, organizationId, isLast, signal: controller.signal, progress, isStopped };
        return (this.#handlers![kind] as AnyHandler)(work);
      });
      end = schedule === null ? { to: "done" } : { to: "scheduled", inSeconds: again?.againInSeconds ?? schedule.everySeconds };
    } catch (error) {
      end = this.#endAfter(job, error, controller.signal);
    } finally {
      clearTimeout(overdue);
    }
    await this.#store(job, end);
  }

  /** Ends soon after the signal is aborted, whether or not the handler heeds it. */
  async #untilAborted<T>(job: ClaimedJob, signal: AbortSignal, handle: () => Promise<T>): Promise<T> {
    const handled = handle().finally(() => this.#inHand.delete(job.id));
    const aborted = new Promise<never>((_, reject) => {
      const giveUp = () => void sleep(graceMs, undefined, { ref: false }).then(() => reject(signal.reason as Error));
      signal.addEventListener("abort", giveUp, { once: true });
    });
    return Promise.race([handled, aborted]);
  }

  #endAfter({ id, kind, attempts }: ClaimedJob, error: unknown, signal: AbortSignal): JobEnd {
    const stopped = signal.aborted ? (signal.reason as JobStopped) : null;
    if (stopped?.why === "closing" || stopped?.why === "lost") return { to: "released" };
    const isRefused = error instanceof JobRefused;
    const rules = this.#kinds[kind]!;
    const { tries } = rules;
    const isLast = tries !== null && (isRefused || attempts >= tries);
    const problem = stopped !== null ? "It took too long." : isRefused ? error.message : unexpected;
    const details = { err: stopped ?? error, kind, jobId: id, attempts };
    if (!isRefused) this.#log[isLast ? "error" : "warn"](details, isLast ? "a job failed" : "a job failed and is tried again");
    return isLast ? { to: "failed", problem } : { to: "retried", inSeconds: pauseAfter(rules, attempts), problem };
  }

  /** If this fails for long, the lease ends and the job runs again. */
  async #store(job: ClaimedJob, end: JobEnd): Promise<void> {
    for (let tries = 1; tries <= 5; tries++) {
      try {
        await endJob(theServer, this.#db, job.claimId, end);
        return this.#changed(job);
      } catch (error) {
        this.#log.warn({ err: error, kind: job.kind, jobId: job.id, end: end.to }, "the end of a job could not be stored");
        if (this.#isClosed) return;
        await sleep(100 * 2 ** tries, undefined, { ref: false });
      }
    }
  }

  #progressOf(job: ClaimedJob, { signal }: AbortController): Work["progress"] {
    let storedAt = 0;
    return async (done, total) => {
      signal.throwIfAborted();
      if (Date.now() - storedAt < progressEveryMs) return;
      storedAt = Date.now();
      if (!(await noteJobProgress(theServer, this.#db, job.claimId, { done, total }))) this.#abort(job.claimId);
      this.#changed(job);
      signal.throwIfAborted();
    };
  }

  #changed({ ownerId }: ClaimedJob): void {
    if (ownerId !== null) this.#services.onChange?.(ownerId);
  }

  #abort(claimId: string): void {
    this.#running.get(claimId)?.controller.abort(new JobStopped("lost"));
  }

  /** Renews the leases, and stops what was paused, cancelled or deleted. */
  #renewSoon(): void {
    const claims = [...this.#running.keys()];
    if (claims.length === 0) return;
    this.#heard = renewLeases(theServer, this.#db, claims).then(
      (held) => claims.filter((claim) => !held.has(claim)).forEach((claim) => this.#abort(claim)),
      (error: unknown) => this.#isClosed || this.#log.warn({ err: error }, "the leases of jobs could not be renewed"),
    );
  }
}
