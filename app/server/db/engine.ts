import type { BoundDb } from "./acting.ts";
import type { Living } from "./living.ts";

/** What each engine provides; the rest is shared. */
export type Engine = {
  name: Database["engine"];
  db: BoundDb;
  /** Runs work that may legitimately exceed the statement limit. */
  unlimited<T>(work: () => Promise<T>): Promise<T>;
  /** One piece of the maintenance a server does in the background; false if nothing was due. */
  tidy?(): Promise<boolean>;
  /** Delivers without checking; `Database` has validated the payload. */
  notify: Database["notify"];
  listen: Database["listen"];
  living: Living;
  close(): Promise<void>;
};

export type Database = {
  /** Stet's own handle, exempt from the policies. */
  db: BoundDb;
  engine: "embedded" | "postgres";
  /** Resolves when the server answers a trivial query; rejects with a readable reason. */
  ping(): Promise<void>;
  /** Sends `payload` to every process that listens on `channel`. Never call it from inside a transaction. */
  notify(channel: string, payload: string): Promise<void>;
  /**
   * Calls back for each payload; survives reconnects and a restarted worker. `onGap` says that payloads may have been
   * missed. Returns the unsubscribe function.
   */
  listen(channel: string, onPayload: (payload: string) => void, onGap?: () => void): Promise<() => Promise<void>>;
  living: Living;
  /** Runs work that may legitimately exceed the statement limit. */
  unlimited<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
};
