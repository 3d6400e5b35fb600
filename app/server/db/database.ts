/*
 * The one door to the database. `openDatabase` gives the embedded engine when
 * no DATABASE_URL is set and PostgreSQL when it is; everything after that is
 * the same Kysely, the same tables, the same migrations.
 */
import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";

export type Db = Kysely<Tables>;

export type Database = {
  db: Db;
  engine: "embedded" | "postgres";
  /** Resolves when the server answers a trivial query; rejects with a readable reason. */
  ping(): Promise<void>;
  /** Sends `payload` to every process that listens on `channel`. Never call it from inside a transaction. */
  notify(channel: string, payload: string): Promise<void>;
  /** Calls back for each payload; survives reconnects and a restarted worker. Returns the unsubscribe function. */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
};
