/* Fills the database of the measured server, and counts what its engine does. */
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { theServer } from "#core/workspace/policy.ts";
import { indexChatTexts } from "#server/data/upkeep/chat-search-index.ts";
import type { Stet } from "#server/stet.ts";
import { newPerson } from "../../test/people.ts";
import { addChats } from "../chat-search/made-chats.ts";

const maintenanceMs = 30_000;

export async function usedByDatabase({ database: { db } }: Stet) {
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{ read: number; written: number; flushed: number }>`select sum(reads)::int as read,
      sum(writes)::int as written, sum(fsyncs) filter (where object = 'wal')::int as flushed from pg_stat_io`.execute(db);
  const { user, system } = process.cpuUsage();
  return { ...rows[0]!, ms: (user + system) / 1000 };
}

/** Filled, indexed, and left alone for as long as its own maintenance needs. */
export async function fill({ database: { db } }: Stet, chats: number): Promise<void> {
  const { userId } = await newPerson(db);
  await addChats(db, userId, chats, []);
  for (let read = 1; read > 0;) read = await indexChatTexts(theServer, db, { texts: 500, characters: 1_000_000 });
  await sleep(maintenanceMs);
}
