/*
 * Background work that a PostgreSQL server does and the embedded one does not: checkpoints, without which the log and
 * recovery time grow without bound, and VACUUM ANALYZE, without which tables bloat and plans go stale. Each piece holds
 * the only session, so it is done in idle moments, one table at a time.
 */
import type { Pool } from "pg";
import type { Log } from "../log.ts";
import type { EngineThread } from "./engine-thread.ts";

/** How often to check, and how long the session must have been idle first. */
const lookEveryMs = 5_000;
const pauseMs = 1_000;
/**
 * Log written since the last checkpoint: enough for one when next idle, enough for one now. The first is half of
 * shared_buffers: if most buffers hold changes, a statement that needs one writes another's changes first, and flushes
 * the log for it.
 */
const checkpointBytes = 8 * 1024 * 1024;
const checkpointAtOnceBytes = 192 * 1024 * 1024;
const checkpointEveryMs = 5 * 60_000;
/** PostgreSQL's own thresholds: a table is due when this many rows and this share of it have changed. */
const dueRows = 50;
const dueShare = 0.1;

/** Returns a function that stops it and waits for work in progress. */
export function keepTidy(pool: Pool, thread: EngineThread, log: Log): () => Promise<void> {
  let underWay = Promise.resolve();
  let seen = { asked: thread.asked, at: performance.now() };
  const look = async () => {
    const isQuiet = thread.asked === seen.asked && performance.now() - seen.at < checkpointEveryMs;
    try {
      if (!isQuiet) {
        const paused = thread.idleMs >= pauseMs;
        const worked = await tidy(pool, thread, paused);
        if (paused && !worked) seen = { asked: thread.asked, at: performance.now() };
      }
    } catch (error) {
      if (!pool.ending) log.warn({ err: error }, "The embedded database could not be tidied");
    }
    timer.refresh();
  };
  const timer = setTimeout(() => {
    underWay = look();
  }, lookEveryMs).unref();
  return async () => {
    await underWay;
    clearTimeout(timer);
  };
}

/** One check: at most one checkpoint and one table. `paused`: the session is idle. True if there was work. */
export async function tidy(pool: Pool, thread: Pick<EngineThread, "unlimited">, paused: boolean): Promise<boolean> {
  const { bytes, age } = await logSinceCheckpoint(pool);
  const due = bytes >= checkpointBytes || (bytes > 0 && age >= checkpointEveryMs);
  const checkpoint = bytes >= checkpointAtOnceBytes || (due && paused);
  if (checkpoint) await thread.unlimited(() => pool.query("checkpoint"));
  const table = paused ? await mostChangedTable(pool) : undefined;
  if (table) await thread.unlimited(() => pool.query(`vacuum (analyze) ${table}`));
  return checkpoint || table !== undefined;
}

/** A checkpoint writes a record itself: this much log counts as none. */
const checkpointRecordBytes = 512;

async function logSinceCheckpoint(pool: Pool): Promise<{ bytes: number; age: number }> {
  const { rows } = await pool.query<{ bytes: number; age: number }>(`
    select greatest(0, pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::int8 - ${checkpointRecordBytes}) as bytes,
      extract(epoch from now() - checkpoint_time)::float8 * 1000 as age
    from pg_control_checkpoint()`);
  return rows[0] as { bytes: number; age: number };
}

/** Quoted for use in SQL. */
async function mostChangedTable(pool: Pool): Promise<string | undefined> {
  await pool.query("select pg_stat_force_next_flush()");
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
     where greatest(n_dead_tup, n_mod_since_analyze, n_ins_since_vacuum) > $1::float8 + $2::float8 * n_live_tup
     order by n_dead_tup + n_mod_since_analyze desc limit 1`,
    [dueRows, dueShare],
  );
  return rows[0]?.name;
}
