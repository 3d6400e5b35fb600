/*
 * The security log: who did what, when and from where. Written with the action and never changed; read by those who
 * manage the organization.
 */
import { sql } from "kysely";
import { mayManage, theServer, type Actor, type Person, type Server } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import {
  accountEventKinds,
  isSecurityEventKind,
  isWorkspaceEvent,
  type SecurityEvent,
  type SecurityEventKind,
} from "#core/account/security-event.ts";
import { storable } from "#core/text/storable.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";

export type NewSecurityEvent = {
  kind: SecurityEventKind;
  /** The IP address of the request. */
  address: string;
  subject?: string;
  result?: "done" | "refused";
  /** The organization it happened in; defaults to the current one. */
  organizationId?: string;
};

export async function recordEvent(me: Actor, db: Db, event: NewSecurityEvent): Promise<void> {
  db = actAs(theServer, db);
  const person = me.kind === "person" ? me : null;
  const { kind, address, subject = "", result = "done" } = event;
  const organizationId = isWorkspaceEvent(kind) ? (event.organizationId ?? person?.organizationId ?? null) : null;
  await db
    .insertInto("security_events")
    .values({
      id: uuidv7(),
      kind,
      user_id: person?.userId ?? null,
      name: person?.name ?? "",
      email: person?.email ?? "",
      organization_id: organizationId,
      subject: storable(subject).slice(0, 500),
      address: storable(address).slice(0, 100),
      result,
    })
    .execute();
}

/** Account events without a session. Addresses without an account are not logged. */
export async function recordAccountEvent(
  me: Server,
  db: Db,
  email: string,
  { kind, address, result = "done" }: Pick<NewSecurityEvent, "kind" | "address" | "result">,
): Promise<void> {
  db = actAs(me, db);
  await sql`insert into security_events (id, kind, user_id, name, email, address, result)
    select ${uuidv7()}::uuid, ${kind}, id, name, email, ${storable(address).slice(0, 100)}, ${result}
    from "user" where email = ${storable(email).trim().toLowerCase()}`.execute(db);
}

export type EventPage = { before?: string; limit: number };

/**
 * Newest first: events in the current organization, and what its people (guests excepted) did to their accounts since
 * they joined; nothing from their personal workspaces. Only for those who manage it. `before` is the id of the last
 * event of the previous page.
 */
export async function listEvents(me: Actor, db: Db, { before, limit }: EventPage) {
  const organizationId = me.kind === "person" ? me.organizationId : null;
  if (organizationId === null || !mayManage(me, organizationId)) throw problem("not-found");
  // Members own their account events, but those who manage the organization may see them too.
  db = actAs(theServer, db);
  let query = db
    .selectFrom("security_events")
    .select(["id", "at", "kind", "name", "email", "organization_id", "subject", "address", "result"])
    .where(
      sql<boolean>`(organization_id = ${organizationId} or organization_id is null and kind in (${sql.join(accountEventKinds)})
        and exists (select 1 from member
        where member."organizationId" = ${organizationId} and member."userId" = security_events.user_id
        and member.role != 'guest' and member."createdAt" <= security_events.at))`,
    );
  // Ids are in chronological order.
  if (before !== undefined) query = query.where("id", "<", before);
  const rows = await query
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
  const events = rows.slice(0, limit).flatMap(({ kind, at, organization_id, ...row }): SecurityEvent[] => {
    if (!isSecurityEventKind(kind)) return [];
    const { subject, address } = organization_id === null ? { subject: "", address: "" } : row;
    return [{ ...row, kind, at: at.toISOString(), subject, address }];
  });
  return { events, next: rows.length > limit ? rows[limit - 1]!.id : null };
}

/**
 * What the latest export by `me` lacks, as a sentence; null if it was complete or there was none. For the current
 * organization or for their own data.
 */
export async function exportGaps(me: Person, db: Db, of: "organization" | "data"): Promise<string | null> {
  db = actAs(me, db);
  const row = await db
    .selectFrom("security_events")
    .select(["kind", "subject"])
    .where("user_id", "=", me.userId)
    .where("organization_id", "is not distinct from", of === "organization" ? me.organizationId : null)
    .where("kind", "in", [`${of}-exported`, `${of}-export-incomplete`])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.kind === `${of}-export-incomplete` ? row.subject : null;
}

/** Deletes events older than thirteen months. */
export async function sweepEvents(me: Server, db: Db): Promise<number> {
  db = actAs(me, db);
  const swept = await db
    .deleteFrom("security_events")
    .where("at", "<", sql<Date>`now() - interval '13 months'`)
    .executeTakeFirst();
  return Number(swept.numDeletedRows);
}
