/* The administrators' log as a table. */
import type { LogFilter } from "#core/installation/administration-log.ts";
import { securityLogLine } from "#core/account/security-event.ts";
import type { Actor } from "#core/workspace/policy.ts";
import { listAdministrationLog } from "../data/installation/administration-log.ts";
import type { Db } from "../db/database.ts";

/** Rows of CSV, headings first. */
export async function* administrationLogLines(me: Actor, db: Db, filter: LogFilter): AsyncGenerator<string> {
  yield securityLogLine();
  for (let before: string | null | undefined; before !== null;) {
    const { events, next } = await listAdministrationLog(me, db, { ...filter, limit: 500, before: before ?? null });
    yield events.map((event) => securityLogLine(event)).join("");
    before = next;
  }
}
