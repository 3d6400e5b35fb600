/*
 * What administrators and the server did that concerns people and settings, for the installation's administrators. What
 * people do to their own accounts or in their organizations is not theirs to read.
 */
import { sql } from "kysely";
import type { LogFilter, LogPage } from "#core/installation/administration-log.ts";
import { installationEventKinds, isSecurityEventKind, type SecurityEvent } from "#core/account/security-event.ts";
import { storable } from "#core/text/storable.ts";
import { theServer, type Actor } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { contains } from "../../db/word-pattern.ts";
import { provenAdministrator } from "./administrators.ts";

type Row = Omit<SecurityEvent, "at" | "kind"> & { at: Date; kind: string };

/** Newest first; `before` is the id of the last event on the page before. Also for the command, as Stet itself. */
export async function listAdministrationLog(
  me: Actor,
  db: Db,
  { person, kind, before = null, limit }: LogFilter & { before?: string | null; limit: number },
): Promise<LogPage> {
  db = actAs(theServer, db);
  if (me.kind !== "server") await provenAdministrator(me, db);
  const kinds = installationEventKinds.filter((one) => kind === null || one === kind);
  const words = storable(person.trim());
  // Ids are in chronological order.
  const { rows } = await sql<Row>`select id, at, kind, name, email, subject, address, result from security_events
    where kind = any (${kinds}::text[]) and (${before}::uuid is null or id < ${before}::uuid)
      and (${contains(sql`name`, words)} or ${contains(sql`email`, words)} or ${contains(sql`subject`, words)})
    order by id desc limit ${limit + 1}`.execute(db);
  const events = rows
    .slice(0, limit)
    .flatMap(({ kind: named, at, ...row }) =>
      isSecurityEventKind(named) ? [Object.assign(row, { kind: named, at: at.toISOString() })] : [],
    );
  return { events, next: rows.length > limit ? rows[limit - 1]!.id : null };
}
