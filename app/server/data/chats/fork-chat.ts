/*
 * Forks a chat: a new chat copied from another up to a message. Versions of the copied messages are included with what
 * followed each, so they can still be shown; what follows the last message is not. Files are not copied: attachments
 * refer to the person's stored file.
 */
import { sql } from "kysely";
import type { Actor } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { actAs } from "../../db/acting.ts";
import type { Db, Trx } from "../../db/database.ts";
import { lockChat, type LiveMessage } from "./locked-chat.ts";
import { isHere, ownChats } from "../visible.ts";

type Fork = {
  chatId: string;
  messageId: string;
  /** The new chat's id, made by the client, so that a retry is recognized. */ forkId: string;
};

const longestTitle = 200;

export async function forkChat(me: Actor, db: Db, { chatId, messageId, forkId }: Fork): Promise<{ chatId: string }> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    const chat = await lockChat(me, trx, chatId);
    if (!(await makeFork(me, trx, chatId, forkId))) return { chatId: forkId };
    const message = await chat.liveMessage(messageId);
    const kept = await listKept(trx, chatId, message);
    if (kept.some(({ is_running }) => is_running)) throw problem("chat-busy");
    await copyMessages(trx, kept, { chatId, forkId, messageId });
    const lastSeq = Math.max(...kept.map(({ seq }) => seq));
    await trx.updateTable("chats").set({ last_seq: lastSeq }).where("id", "=", forkId).execute();
    return { chatId: forkId };
  });
}

/** Returns false if an earlier attempt of the same request made it. */
async function makeFork(me: Actor, trx: Trx, chatId: string, forkId: string): Promise<boolean> {
  const { rows } =
    await sql`insert into chats (id, owner_id, organization_id, project_id, temporary, title, title_by, choices, version)
    select ${forkId}, owner_id, organization_id, project_id, temporary, left('Fork of ' || title, ${longestTitle}), 'person', choices, 1
    from chats where id = ${chatId} and ${isHere(me, "chats.organization_id")}
    on conflict (id) do nothing returning id`.execute(trx);
  if (rows.length > 0) return true;
  const before = await trx.selectFrom("chats").select("id").where("id", "=", forkId).where(ownChats(me)).executeTakeFirst();
  if (before === undefined) throw problem("not-found");
  return false;
}

type Kept = { id: string; seq: number; removed_by: string | null; is_running: boolean };

/** The path up to the message, and every version that branches off before it. */
async function listKept(trx: Trx, chatId: string, { id, seq }: LiveMessage): Promise<Kept[]> {
  const { rows } = await sql<Kept>`with recursive kept as (
      select id, seq, removed_by from messages
      where chat_id = ${chatId} and ((removed_by is null and seq <= ${seq}) or (removed_by is not null and parent_id is null))
      union
      select messages.id, messages.seq, messages.removed_by from messages join kept on messages.parent_id = kept.id
      where messages.chat_id = ${chatId} and messages.removed_by is not null and kept.id <> ${id})
    select kept.*, exists (select 1 from runs where runs.message_id = kept.id and runs.status = 'running') as is_running from kept`.execute(
    trx,
  );
  return rows;
}

async function copyMessages(trx: Trx, kept: readonly Kept[], { chatId, forkId }: Fork): Promise<void> {
  const operations = new Set(kept.flatMap(({ removed_by }) => (removed_by === null ? [] : [removed_by])));
  const names = [...kept.map(({ id }) => id), ...operations].map((before) => ({ before, after: uuidv7() }));
  const renamed = sql`json_to_recordset(${JSON.stringify(names)}::json) as`;
  // A "switch" is never offered for undo: in the new chat nothing has been undone or removed.
  await sql`insert into operations (id, chat_id, kind, reference_message_id, created_at)
    select name.after, ${forkId}, 'switch', reference.after, operations.created_at from operations
    join ${renamed} name (before uuid, after uuid) on name.before = operations.id
    left join ${renamed} reference (before uuid, after uuid) on reference.before = operations.reference_message_id
    where operations.chat_id = ${chatId}`.execute(trx);
  await sql`insert into messages (id, chat_id, parent_id, seq, role, content, parts, attachments, sources, extras, created_at, removed_by)
    select name.after, ${forkId}, parent.after, seq, role, content, parts, attachments, sources, extras, created_at, operation.after from messages
    join ${renamed} name (before uuid, after uuid) on name.before = messages.id
    left join ${renamed} parent (before uuid, after uuid) on parent.before = messages.parent_id
    left join ${renamed} operation (before uuid, after uuid) on operation.before = messages.removed_by
    where messages.chat_id = ${chatId} order by seq`.execute(trx);
}
