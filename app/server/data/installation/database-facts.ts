/* Which database this is, for the installation's administrators. */
import { sql } from "kysely";
import { theServer, type Actor } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { provenAdministrator } from "./administrators.ts";

/** The server's version, and the newest migration by its name. */
export async function databaseFacts(me: Actor, db: Db): Promise<{ version: string; schema: string }> {
  db = actAs(theServer, db);
  await provenAdministrator(me, db);
  const { rows } = await sql<{ version: string; schema: string }>`select current_setting('server_version') as version,
    (select regexp_replace(max(name), '\\.sql$', '') from migrations) as schema`.execute(db);
  return rows[0]!;
}
