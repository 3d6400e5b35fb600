/* How much the installation holds. */
import { sql } from "kysely";
import type { Stored } from "#core/installation/stored.ts";
import { theServer, type Actor } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { administrator } from "./administrators.ts";

/** Counted by Stet itself: administrators may read the sums, not the rows. */
export async function countStored(me: Actor, db: Db): Promise<Stored> {
  administrator(me);
  db = actAs(theServer, db);
  const { rows } = await sql<Record<keyof Stored, string>>`select
    (select count(*) from "user") as people,
    (select count(*) from organization) as organizations,
    (select count(*) from chats) as chats,
    (select count(*) from drafts) as drafts,
    (select count(*) from files) as files,
    (select coalesce(sum(size), 0) from files) as "fileBytes",
    pg_database_size(current_database()) as "databaseBytes"`.execute(db);
  const counted = Object.entries(rows[0]!).map(([name, value]) => [name, Number(value)]);
  return Object.fromEntries(counted) as Stored;
}
