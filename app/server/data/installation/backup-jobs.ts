/* Backups that administrators have asked for: under way, or failed within a day. */
import { sql } from "kysely";
import type { BackupJob } from "#core/installation/stored.ts";
import { theServer, type Actor } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { provenAdministrator } from "./administrators.ts";

/** Of all administrators, newest first. */
export async function listBackupJobs(me: Actor, db: Db): Promise<BackupJob[]> {
  db = actAs(theServer, db);
  await provenAdministrator(me, db);
  const { rows } = await sql<BackupJob>`select id, data ->> 'name' as name, state = 'failed' as "isFailed", problem from jobs
    where kind = 'back-up' and (state in ('queued', 'running', 'paused') or (state = 'failed' and ended_at > now() - interval '1 day'))
    order by id desc limit 20`.execute(db);
  return rows;
}
