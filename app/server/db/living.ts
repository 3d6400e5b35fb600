/*
 * Which processes are alive, as seen by the database. Each process holds an advisory lock on its own session, which
 * PostgreSQL releases when the process ends, however and wherever. Host names and process ids are no use here:
 * containers share both.
 */
import { randomBytes } from "node:crypto";

/** The number of an advisory lock, as text; random at each start. */
export type ProcessId = string;

export type Living = {
  /** Announces this process as alive, until the returned function is called or the process ends. */
  announce(id: ProcessId): Promise<() => Promise<void>>;
  /** The living processes. One that has just lost its session is missing until it reconnects. */
  list(): Promise<ReadonlySet<ProcessId>>;
  /** Whether a process missing from the list is certainly dead. */
  readonly isCertain: boolean;
};

export function newProcessId(): ProcessId {
  // Positive as a bigint.
  return String(randomBytes(8).readBigUInt64BE() >> 1n);
}

/** Only one process can have the folder open, so it is the only one alive. */
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

/** Shared, so that a new session can take it before PostgreSQL notices the end of the old one. */
export const takeLock = "select pg_advisory_lock_shared($1::bigint)";
export const dropLock = "select pg_advisory_unlock_shared($1::bigint)";
export const listLocks = `select distinct ((classid::bigint << 32) | objid::bigint)::text as id from pg_locks
  where locktype = 'advisory' and objsubid = 1 and granted and mode = 'ShareLock'
    and database = (select oid from pg_database where datname = current_database())`;
