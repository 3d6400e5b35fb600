/*
 * Who besides its owner is notified about a project: everyone it is shared with who can be identified from its shares.
 */
import { sql } from "kysely";
import type { Server } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db, Trx } from "../../db/database.ts";

/** The person of a share: its user, or the account that has verified its address. */
const viewerColumn = sql<string | null>`coalesce(project_shares.user_id,
  (select id from "user" where "user".email = project_shares.email and "user"."emailVerified"))`;

/** User ids by chat id. Chats outside projects have none. */
export async function listChatViewers(me: Server, db: Db, chatIds: readonly string[]): Promise<Map<string, string[]>> {
  db = actAs(me, db);
  if (chatIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("chats")
    .innerJoin("project_shares", "project_shares.project_id", "chats.project_id")
    .select(["chats.id", viewerColumn.as("viewer_id")])
    .where("chats.id", "in", chatIds)
    .execute();
  return gathered(rows);
}

/** The same for drafts. */
export async function listDraftViewers(me: Server, db: Db | Trx, draftIds: readonly string[]): Promise<Map<string, string[]>> {
  db = actAs(me, db);
  if (draftIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("drafts")
    .innerJoin("project_shares", "project_shares.project_id", "drafts.project_id")
    .select(["drafts.id", viewerColumn.as("viewer_id")])
    .where("drafts.id", "in", draftIds)
    .execute();
  return gathered(rows);
}

/** User ids by project id, including deleted projects. */
export async function listProjectViewers(me: Server, db: Db, projectIds: readonly string[]): Promise<Map<string, string[]>> {
  db = actAs(me, db);
  if (projectIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("project_shares")
    .select(["project_id as id", viewerColumn.as("viewer_id")])
    .where("project_id", "in", projectIds)
    .execute();
  return gathered(rows);
}

function gathered(rows: readonly { id: string; viewer_id: string | null }[]): Map<string, string[]> {
  const viewers = new Map<string, string[]>();
  for (const { id, viewer_id: viewerId } of rows) {
    if (viewerId === null) continue;
    const ids = viewers.get(id);
    if (ids === undefined) viewers.set(id, [viewerId]);
    else ids.push(viewerId);
  }
  return viewers;
}
