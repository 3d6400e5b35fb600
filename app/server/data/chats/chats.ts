/*
 * Chats: the list, names, and permanent deletion. Visibility is defined only in visible.ts; everything in this folder
 * that touches a chat starts from it.
 */
import { sql, type SelectQueryBuilder } from "kysely";
import type { ChatSummary } from "#core/chat/chat.ts";
import { theServer, type Actor, type Server } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { Db, Trx } from "../../db/database.ts";
import { prepared } from "../../db/prepared.ts";
import type { Tables } from "../../db/tables.ts";
import { chatRefusal } from "./chat-refusal.ts";
import { lockChat } from "./locked-chat.ts";
import { listChatReaders } from "../organizations/project-readers.ts";
import { projectRefusal } from "../organizations/projects.ts";
import { isHere, ownChats, seenChats, writtenProjects } from "../visible.ts";

export const summaryColumns = (me: Actor) =>
  [
    "chats.id",
    ownChats(me).as("is_owner"),
    "chats.title",
    "chats.temporary",
    "chats.organization_id",
    "chats.project_id",
    "chats.created_at",
    "chats.updated_at",
    sql<boolean>`exists (select 1 from runs where runs.chat_id = chats.id and runs.status = 'running')`.as("running"),
    // Only the owner's reading is tracked.
    sql<boolean>`chats.answered_at is not null and chats.answered_at > chats.seen_at and ${ownChats(me)}`.as("unread"),
  ] as const;

export type SummaryRow = {
  id: string;
  is_owner: boolean;
  title: string;
  temporary: boolean;
  organization_id: string | null;
  project_id: string | null;
  created_at: Date;
  updated_at: Date;
  running: boolean;
  unread: boolean;
  owner_name?: string;
};

export function summaryOf(row: SummaryRow): ChatSummary {
  return {
    id: row.id,
    title: row.title,
    updatedAt: row.updated_at.toISOString(),
    createdAt: row.created_at.toISOString(),
    running: row.running,
    unread: row.unread,
    temporary: row.temporary,
    organizationId: row.organization_id,
    projectId: row.project_id,
    isOwner: row.is_owner,
    ...(row.owner_name !== undefined && { ownerName: row.owner_name }),
  };
}

/** A search result, with the newest matching message unless only the title matches. */
type FoundChat = ChatSummary & { excerpt?: string; messageId?: string };
export type ChatPage = { sessions: FoundChat[]; hasOlder: boolean };

/** Newest first. `before` is the updatedAt of the last chat on the previous page. Temporary chats are not listed. */
export async function listChats(me: Actor, db: Db, page: { before?: string; limit: number }): Promise<ChatPage> {
  db = actAs(me, db);
  return pageOf(await listQuery(me, db, page).execute(), page.limit);
}

/** A test checks its query plan: it reads no more chats than it shows. */
export function listQuery(me: Actor, db: Db, page: { before?: string; limit: number }) {
  db = actAs(me, db);
  const own = db.selectFrom("chats").select(summaryColumns(me)).where(ownChats(me)).where(isHere(me, "chats.organization_id"));
  return newestFirst(own, page);
}

/** The chats of a project, for everyone who can see it. */
export async function listProjectChats(
  me: Actor,
  db: Db,
  projectId: string,
  page: { before?: string; limit: number },
): Promise<ChatPage> {
  db = actAs(me, db);
  const seen = db
    .selectFrom("chats")
    .select(summaryColumns(me))
    .select(sql<string>`(select name from "user" where "user".id = chats.owner_id)`.as("owner_name"))
    .where("project_id", "=", projectId)
    .where(seenChats(me));
  return pageOf(await newestFirst(seen, page).execute(), page.limit);
}

function newestFirst(
  chats: SelectQueryBuilder<Tables, "chats", SummaryRow>,
  { before, limit }: { before?: string; limit: number },
) {
  const kept = chats.where("temporary", "=", false);
  const older = before === undefined ? kept : kept.where("updated_at", "<", new Date(before));
  return older
    .orderBy("updated_at", "desc")
    .orderBy("id")
    .limit(limit + 1);
}

function pageOf(rows: readonly SummaryRow[], limit: number): ChatPage {
  return { sessions: rows.slice(0, limit).map(summaryOf), hasOlder: rows.length > limit };
}

export async function getChatSummary(me: Actor, db: Db, chatId: string): Promise<ChatSummary> {
  db = actAs(me, db);
  const row = await db
    .selectFrom("chats")
    .select(summaryColumns(me))
    .where("id", "=", chatId)
    .where(seenChats(me))
    .executeTakeFirst();
  if (row === undefined) throw problem("not-found");
  return summaryOf(row);
}

/** A name chosen by a person; no generated title replaces it later. */
export async function renameChat(me: Actor, db: Db, chatId: string, title: string): Promise<void> {
  db = actAs(me, db);
  const { numUpdatedRows } = await db
    .updateTable("chats")
    .set({ title, title_by: "person" })
    .where("id", "=", chatId)
    .where(ownChats(me))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw await chatRefusal(me, db, chatId);
}

/** Generated titles, except for chats that a person has named. Returns for each whether it was used. */
export async function titleChats(me: Server, db: Db, titled: readonly { chatId: string; title: string }[]): Promise<boolean[]> {
  db = actAs(me, db);
  const { rows } = await sql<{ id: string }>`update chats set title = titled.title, title_by = 'model'
    from unnest(${titled.map(({ chatId }) => chatId)}::uuid[], ${titled.map(({ title }) => title)}::text[]) as titled (id, title)
    where chats.id = titled.id and chats.title_by in ('none', 'first-words') returning chats.id ${prepared}`.execute(db);
  const used = new Set(rows.map(({ id }) => id));
  return titled.map(({ chatId }) => used.has(chatId));
}

export async function markChatSeen(me: Actor, db: Db, chatId: string): Promise<void> {
  db = actAs(me, db);
  const { numUpdatedRows } = await db
    .updateTable("chats")
    .set({ seen_at: sql`now()` })
    .where("id", "=", chatId)
    .where(ownChats(me))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw await chatRefusal(me, db, chatId);
}

/** Moves into a project of the same workspace in which the person may write, or out of any. Returns the previous project. */
export async function moveChat(me: Actor, db: Db, chatId: string, projectId: string | null): Promise<{ before: string | null }> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    await lockChat(me, trx, chatId);
    const chat = await trx
      .selectFrom("chats")
      .select(["project_id", "organization_id", "temporary"])
      .where("id", "=", chatId)
      .executeTakeFirstOrThrow();
    if (projectId !== null) {
      if (chat.temporary) throw problem("bad-request", "Temporary chats can’t be in a project.");
      await refuseForeignProject(me, trx, projectId, chat.organization_id);
    }
    await trx.updateTable("chats").set({ project_id: projectId }).where("id", "=", chatId).execute();
    return { before: chat.project_id };
  });
}

async function refuseForeignProject(me: Actor, trx: Trx, projectId: string, organizationId: string | null): Promise<void> {
  const project = await trx
    .selectFrom("projects")
    .select("organization_id")
    .where("id", "=", projectId)
    .where(writtenProjects(me))
    .executeTakeFirst();
  if (project === undefined) throw await projectRefusal(me, trx, projectId);
  if (project.organization_id !== organizationId)
    throw problem("bad-request", "A chat can only be moved between projects of its own workspace.");
}

/** Deletes permanently, with everything in it. Returns active runs to stop, and who else could see the chat. */
export async function deleteChat(me: Actor, db: Db, chatId: string): Promise<{ runIds: string[]; viewerIds: string[] }> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    await lockChat(me, trx, chatId);
    const viewers = await listChatReaders(theServer, trx, [chatId]);
    const runs = await trx.selectFrom("runs").select("id").where("chat_id", "=", chatId).where("status", "=", "running").execute();
    await trx.deleteFrom("chats").where("id", "=", chatId).execute();
    return { runIds: runs.map((run) => run.id), viewerIds: viewers.get(chatId) ?? [] };
  });
}

/** Temporary chats unused for a day. Returns their owners. */
export async function sweepTemporaryChats(me: Server, db: Db): Promise<{ id: string; ownerId: string }[]> {
  db = actAs(me, db);
  const rows = await db
    .deleteFrom("chats")
    .where("temporary", "=", true)
    .where("updated_at", "<", sql<Date>`now() - interval '24 hours'`)
    .where(sql<boolean>`not exists (select 1 from runs where runs.chat_id = chats.id and runs.status = 'running')`)
    .returning(["id", "owner_id"])
    .execute();
  return rows.map((row) => ({ id: row.id, ownerId: row.owner_id }));
}
