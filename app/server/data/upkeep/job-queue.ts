/*
 * The queue of jobs, as its engine sees it. A process claims what is due and keeps its lease while it works; a job
 * whose process died is queued again. A report on a job is accepted only from the holder of its claim, so after a claim is
 * lost nothing more is written.
 */
import { sql } from "kysely";
import type { Server } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb, Db } from "../../db/database.ts";
import { isAdmitted } from "../admission.ts";

export type NewJob = {
  id: string;
  kind: string;
  key: string | null;
  ownerId: string | null;
  organizationId: string | null;
  data: unknown;
  inSeconds: number;
};

/** The limits of a kind that count when work is claimed. */
export type ClaimableKind = {
  kind: string;
  /** At once, in the installation. */
  most: number;
  /** At once, of one person. */
  each: number;
  /** Null for work that is never given up. */
  tries: number | null;
};

export type ClaimedJob = {
  id: string;
  claimId: string;
  kind: string;
  key: string | null;
  ownerId: string | null;
  organizationId: string | null;
  data: unknown;
  attempts: number;
  done: number;
};

export type LostJob = { id: string; kind: string; ownerId: string | null; state: "queued" | "failed" };

/** Seconds. Leases are renewed much more often. */
export const lease = { length: 60, renewEvery: 5 };
/** How long a process may be missing from the living before its jobs are taken: it may only have lost its session. */
const silentSeconds = 10;
/** The key of work that is queued again whenever it ends. */
export const scheduleKey = "schedule";
/** "jobs" in ASCII: claims are made one after another, so that limits hold across processes. */
const lockKey = 0x6a6f6273;

/** Nothing is begun for suspended accounts, and for people who have left the organization or can't enter it for now. */
const mayGoOn = sql`(owner_id is null or (not exists (select 1 from suspensions where user_id = owner_id)
  and (organization_id is null or ${isAdmitted(sql`owner_id`, sql`organization_id`)})))`;

/** Queues a job, unless one with its key exists. Returns whether it did. */
export async function queueJob(me: Server, db: Db, job: NewJob): Promise<boolean> {
  db = actAs(me, db);
  const { rows } = await sql`insert into jobs (id, kind, key, owner_id, organization_id, data, state, due_at)
    values (${job.id}, ${job.kind}, ${job.key}, ${job.ownerId}, ${job.organizationId}, ${JSON.stringify(job.data)}::jsonb,
      'queued', now() + make_interval(secs => ${job.inSeconds}))
    on conflict (kind, key) do nothing returning id`.execute(db);
  return rows.length > 0;
}

export type Schedule = { id: string; kind: string; firstSeconds: number; everySeconds: number };

/** Queues scheduled work that is not there yet, and drops what this version no longer has. */
export async function plantSchedules(me: Server, db: Db, schedules: readonly Schedule[]): Promise<void> {
  db = actAs(me, db);
  const known = schedules.map(({ kind }) => kind);
  await sql`delete from jobs where key = ${scheduleKey} and kind <> all (${known}::text[])`.execute(db);
  // A shorter interval than before counts from now on.
  await sql`insert into jobs (id, kind, key, state, due_at)
    select id, kind, ${scheduleKey}, 'queued', now() + make_interval(secs => "firstSeconds")
      from jsonb_to_recordset(${JSON.stringify(schedules)}::jsonb)
      as planned(id uuid, kind text, "firstSeconds" float8, "everySeconds" float8)
      where not exists (select 1 from jobs where jobs.kind = planned.kind and jobs.key = ${scheduleKey}
        and (state <> 'queued' or due_at <= now() + make_interval(secs => "everySeconds")))
    on conflict (kind, key) do update set due_at = excluded.due_at`.execute(db);
}

/** Makes scheduled work due now. If it is running, it runs once more. */
export async function wakeJobs(me: Server, db: Db, kinds: readonly string[]): Promise<void> {
  db = actAs(me, db);
  // The clock, not the time of the transaction: it has to be later than a claim that this had to wait for.
  await sql`update jobs set due_at = clock_timestamp() where key = ${scheduleKey} and kind = any (${kinds}::text[])
    and (state = 'running' or due_at > clock_timestamp())`.execute(db);
}

type Processes = { processId: string; living: ReadonlySet<string>; isCertain: boolean };

/** Milliseconds; null if there is nothing to wait for. `lost`: until another process may have died with a job. */
export type Waits = { due: number | null; lost: number | null };

export async function nextJobIn(
  me: Server,
  db: Db,
  kinds: readonly string[],
  { processId, isCertain }: Omit<Processes, "living">,
): Promise<Waits> {
  db = actAs(me, db);
  const { rows } = await sql<Waits>`select
      (select extract(epoch from min(due_at) - now()) * 1000 from jobs
        where state = 'queued' and kind = any (${kinds}::text[]) and ${mayGoOn})::float8 as due,
      (select extract(epoch from min(leased_until) - make_interval(secs => ${unrenewed(isCertain)}) - now()) * 1000 from jobs
        where state = 'running' and kind = any (${kinds}::text[]) and process_id <> ${processId})::float8 as lost`.execute(db);
  return rows[0]!;
}

/** What is left of the lease of a process that has been silent for too long. */
function unrenewed(isCertain: boolean): number {
  return lease.length - (isCertain ? 0 : silentSeconds);
}

/** Queues again what dead processes had claimed; what has used up its tries has failed. */
export async function requeueLostJobs(
  me: Server,
  db: Db,
  kinds: readonly ClaimableKind[],
  { living, isCertain }: Omit<Processes, "processId">,
): Promise<LostJob[]> {
  db = actAs(me, db);
  const { rows } = await sql<LostJob>`update jobs set
      state = case when attempts >= kinds.tries then 'failed' else 'queued' end,
      problem = case when attempts >= kinds.tries then 'The server stopped each time it worked on this.' else problem end,
      ended_at = case when attempts >= kinds.tries then now() end,
      due_at = least(due_at, now()), claim_id = null, process_id = null, leased_until = null
    from jsonb_to_recordset(${JSON.stringify(kinds)}::jsonb) as kinds(kind text, tries int)
    where jobs.kind = kinds.kind and state = 'running' and (leased_until < now()
      or (process_id <> all (${[...living]}::text[])
        and leased_until < now() + make_interval(secs => ${unrenewed(isCertain)})))
    returning jobs.id, jobs.kind, owner_id as "ownerId", state`.execute(db);
  return rows;
}

type Claiming = {
  kinds: readonly ClaimableKind[];
  processId: string;
  /** No other process claims. */
  isAlone: boolean;
  /** Still winding down here. */
  except: readonly string[];
};

/**
 * Claims what is due, within the limits of each kind. People take turns: a person's second job comes after the first
 * jobs of all others.
 */
export async function claimJobs(me: Server, db: Db, claiming: Claiming): Promise<ClaimedJob[]> {
  db = actAs(me, db);
  if (claiming.isAlone) return claimNow(me, db, claiming);
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(lockKey)})`.execute(trx);
    return claimNow(me, trx, claiming);
  });
}

async function claimNow(_me: Server, db: BoundDb, { kinds, processId, except }: Claiming): Promise<ClaimedJob[]> {
  const { rows } = await sql<ClaimedJob>`
      with kinds as (select * from jsonb_to_recordset(${JSON.stringify(kinds)}::jsonb) as kinds(kind text, most int, each int)),
      due as (
        select jobs.id, jobs.kind, due_at, most, owner_id is null or row_number() over (partition by jobs.kind, owner_id order by due_at, id)
            + (select count(*) from jobs running where running.state = 'running' and running.kind = jobs.kind
              and running.owner_id = jobs.owner_id) <= each as may_run,
          row_number() over (partition by jobs.kind, owner_id order by due_at, id) as turn
        from jobs join kinds on kinds.kind = jobs.kind
        where state = 'queued' and due_at <= now() and id <> all (${except}::uuid[])
          and ${mayGoOn}),
      ranked as (
        select id, most, row_number() over (partition by kind order by turn, due_at, id)
          + (select count(*) from jobs running where running.state = 'running' and running.kind = due.kind) as place
        from due where may_run)
      update jobs set state = 'running', attempts = attempts + 1, claim_id = gen_random_uuid(), process_id = ${processId},
        claimed_at = now(), leased_until = now() + make_interval(secs => ${lease.length}), done_before = done
      where id in (select id from ranked where place <= most) and state = 'queued'
      returning id, claim_id as "claimId", kind, key, owner_id as "ownerId", organization_id as "organizationId", data, attempts, done`.execute(
    db,
  );
  return rows;
}

/** Renews leases. Returns the claims that are still held. */
export async function renewLeases(me: Server, db: Db, claimIds: readonly string[]): Promise<Set<string>> {
  db = actAs(me, db);
  const { rows } = await sql<{ id: string }>`update jobs set leased_until = now() + make_interval(secs => ${lease.length})
    where claim_id = any (${claimIds}::uuid[]) and state = 'running' returning claim_id as id`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

export type Progress = { done: number; total: number | null };

/** False if the claim is no longer held. */
export async function noteJobProgress(me: Server, db: Db, claimId: string, { done, total }: Progress): Promise<boolean> {
  db = actAs(me, db);
  const { numUpdatedRows } = await db
    .updateTable("jobs")
    .set({ done, total })
    .where("claim_id", "=", claimId)
    .where("state", "=", "running")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type JobEnd =
  | { to: "done" }
  /** Scheduled work: due again then, or at once if it was woken meanwhile. */
  | { to: "scheduled"; inSeconds: number }
  | { to: "retried"; inSeconds: number; problem: string }
  | { to: "failed"; problem: string }
  /** This process is stopping: the attempt does not count. */
  | { to: "released" };

/** False if the claim is no longer held. */
export async function endJob(me: Server, db: Db, claimId: string, end: JobEnd): Promise<boolean> {
  db = actAs(me, db);
  const after = {
    done: sql`state = 'done', ended_at = now(), problem = null`,
    failed: sql`state = 'failed', ended_at = now(), problem = ${"problem" in end ? end.problem : null}`,
    retried: sql`state = 'queued', due_at = now() + make_interval(secs => ${"inSeconds" in end ? end.inSeconds : 0}),
      problem = ${"problem" in end ? end.problem : null}`,
    scheduled: sql`state = 'queued', attempts = 0, problem = null, done = 0, total = null, due_at = case when due_at > claimed_at
      then due_at else now() + make_interval(secs => ${"inSeconds" in end ? end.inSeconds : 0}) end`,
    released: sql`state = 'queued', attempts = greatest(0, attempts - 1), due_at = now()`,
  }[end.to];
  const { rows } = await sql`update jobs set ${after}, claim_id = null, process_id = null, leased_until = null
    where claim_id = ${claimId} and state = 'running' returning id`.execute(db);
  return rows.length > 0;
}

/** Ends open jobs in organizations that their owners have left: this person's, or everybody's. */
export async function cancelJobsOfFormerMembers(me: Server, db: Db, userId: string | null): Promise<void> {
  db = actAs(me, db);
  await sql`update jobs set state = 'cancelled', ended_at = now(), claim_id = null, process_id = null, leased_until = null
    where state in ('queued', 'running', 'paused', 'failed') and organization_id is not null
      and (owner_id = ${userId} or ${userId}::text is null)
      and not exists (select 1 from member where "userId" = owner_id and "organizationId" = organization_id)`.execute(db);
}

/** In any state; a process at work on one loses its claim. Returns their owners. */
export async function dropJobs(me: Server, db: Db, key: string): Promise<Set<string>> {
  db = actAs(me, db);
  const { rows } = await sql<{ owner: string }>`delete from jobs where key = ${key} and owner_id is not null
    returning owner_id as owner`.execute(db);
  return new Set(rows.map(({ owner }) => owner));
}

const daysKept = { ended: 7, failed: 30 };

/** Until then, a key keeps the same work from being done twice. */
export async function dropEndedJobs(me: Server, db: Db): Promise<void> {
  db = actAs(me, db);
  await sql`delete from jobs where ended_at < now() - make_interval(days => case state when 'failed' then ${daysKept.failed}::int
    else ${daysKept.ended}::int end)`.execute(db);
}

/** `seconds`: since the oldest was due, began or failed. */
export type JobCount = { kind: string; state: "queued" | "running" | "paused" | "failed"; count: number; seconds: number };

/** What is scheduled for later is not queued. */
export async function countJobs(me: Server, db: Db): Promise<JobCount[]> {
  db = actAs(me, db);
  const { rows } = await sql<JobCount>`select kind, state, count(*)::int as count,
      extract(epoch from now() - min(case state when 'queued' then due_at when 'running' then claimed_at
        else coalesce(ended_at, created_at) end))::float8 as seconds
    from jobs where state in ('running', 'paused', 'failed') or (state = 'queued' and due_at <= now())
    group by kind, state`.execute(db);
  return rows;
}
