/*
 * Which processes live, as the database knows it. Each process holds an
 * advisory lock on a session of its own; when the process is gone, however it
 * went and wherever it ran, PostgreSQL gives the lock back. Host names and
 * process numbers say nothing here: containers share both.
 */
import { randomBytes } from "node:crypto";

/** The number of an advisory lock, as text; drawn by chance at each start. */
export type ProcessId = string;

export type Living = {
  /** Says that this process lives, until the function that it answers is called or the process ends. */
  announce(id: ProcessId): Promise<() => Promise<void>>;
  /** Who lives. A process whose session has just been lost is missing until it has another. */
  list(): Promise<ReadonlySet<ProcessId>>;
  /** Whether who is missing from the list is dead for certain. */
  readonly isCertain: boolean;
};

export function newProcessId(): ProcessId {
  // Positive as a bigint.
  return String(randomBytes(8).readBigUInt64BE() >> 1n);
}

/** A folder is open in one process at a time, so all who live are in it. */
export function livingHere(): Living {
  const ids = new Set<ProcessId>();
  return {
    isCertain: true,
    async announce(id) {
      ids.add(id);
      return async () => void ids.delete(id);
    },
    list: async () => ids,
  };
}

/** Shared, so that a new session can take it while PostgreSQL has not yet noticed the end of the old one. */
export const takeLock = "select pg_advisory_lock_shared($1::bigint)";
export const dropLock = "select pg_advisory_unlock_shared($1::bigint)";
export const listLocks = `select distinct ((classid::bigint << 32) | objid::bigint)::text as id from pg_locks
  where locktype = 'advisory' and objsubid = 1 and granted and mode = 'ShareLock'
    and database = (select oid from pg_database where datname = current_database())`;
