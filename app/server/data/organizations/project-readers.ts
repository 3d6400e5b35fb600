/*
 * Who is notified about a project and what is in it: its owner, and everyone it is shared with who can be identified
 * from its shares.
 */
import { sql, type RawBuilder } from "kysely";
import type { Server } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb, Db, Trx } from "../../db/database.ts";
import { prepared } from "../../db/prepared.ts";

/** The person of a share is its user, or the account that has verified its address. */
const readersOfThing = sql`(select projects.owner_id as reader_id from projects where projects.id = thing.project_id
  union select coalesce(project_shares.user_id, (select id from "user" where "user".email = project_shares.email and "user"."emailVerified"))
    from project_shares where project_shares.project_id = thing.project_id) as readers`;

/** User ids by chat id. Chats outside projects have none. */
export function listChatReaders(me: Server, db: Db, chatIds: readonly string[]): Promise<Map<string, string[]>> {
  return readersOf(actAs(me, db), sql`(select id, project_id from chats)`, chatIds);
}

/** The same for drafts. */
export function listDraftReaders(me: Server, db: Db | Trx, draftIds: readonly string[]): Promise<Map<string, string[]>> {
  return readersOf(actAs(me, db), sql`(select id, project_id from drafts)`, draftIds);
}

/** User ids by project id, including deleted projects. */
export function listProjectReaders(me: Server, db: Db, projectIds: readonly string[]): Promise<Map<string, string[]>> {
  return readersOf(actAs(me, db), sql`(select id, id as project_id from projects)`, projectIds);
}

async function readersOf(db: BoundDb, things: RawBuilder<unknown>, ids: readonly string[]) {
  const readers = new Map<string, string[]>();
  if (ids.length === 0) return readers;
  const { rows } = await sql<{ id: string; readerId: string | null }>`select thing.id, reader_id as "readerId"
    from ${things} as thing cross join lateral ${readersOfThing} where thing.id = any(${[...ids]}::uuid[]) ${prepared}`.execute(db);
  for (const { id, readerId } of rows) {
    if (readerId === null) continue;
    const ids = readers.get(id);
    if (ids === undefined) readers.set(id, [readerId]);
    else ids.push(readerId);
  }
  return readers;
}
