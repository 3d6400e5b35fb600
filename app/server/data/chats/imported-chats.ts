/*
 * Chats imported from other products: many per transaction, each once per workspace. The rows of the shown path are
 * unstamped; every other branch is stamped by its own operation, so that it can be shown as a version (operations.ts).
 * These can be switched to, not undone.
 */
import { sql } from "kysely";
import type { ImportedChat, ImportedMessage } from "#core/import/imported-chat.ts";
import type { ImportSource } from "#core/import/import-sources.ts";
import { contentOf, type Attachment } from "#core/chat/message.ts";
import { mayMake, type Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { storable, storableJson } from "#core/text/storable.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { actAs } from "../../db/acting.ts";
import type { Db, Trx } from "../../db/database.ts";
import { isHere } from "../visible.ts";

export type ChatToImport = Omit<ImportedChat, "messages"> & {
  messages: (Omit<ImportedMessage, "files"> & { attachments: Attachment[] })[];
  /** The files imported with it. */
  fileIds: string[];
};

/** Of these keys of one product, those that already exist here, with the import that created them. */
export async function knownChats(me: Person, db: Db, source: ImportSource, keys: readonly string[]): Promise<Map<string, string>> {
  db = actAs(me, db);
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom("imported_chats")
    .select(["key", "import_id"])
    .where("owner_id", "=", me.userId)
    .where(isHere(me, "imported_chats.organization_id"))
    .where("source", "=", source)
    .where("key", "in", keys.map(storable))
    .execute();
  return new Map(rows.map((row) => [row.key, row.import_id]));
}

/** Returns which were written; the others existed already or were duplicates. */
export async function writeImportedChats(
  me: Person,
  db: Db,
  importId: string,
  chats: readonly ChatToImport[],
): Promise<Set<ChatToImport>> {
  db = actAs(me, db);
  if (chats.length === 0) return new Set();
  return db.transaction().execute(async (trx) => {
    await refuseWhereNotAtHome(me, trx);
    const given = chats.map((chat) => ({ id: uuidv7(), chat }));
    const keys = given.map(({ id, chat }) => ({
      chat_id: id,
      import_id: importId,
      owner_id: me.userId,
      organization_id: me.organizationId,
      source: chat.source,
      key: storable(chat.key),
    }));
    const taken = await trx
      .insertInto("imported_chats")
      // In one order, so that two imports of the same chats do not wait for each other.
      .values(keys.toSorted((one, other) => (one.key < other.key ? -1 : 1)))
      .onConflict((conflict) => conflict.doNothing())
      .returning("chat_id")
      .execute();
    const ids = new Set(taken.map((row) => row.chat_id));
    const fresh = given.filter(({ id }) => ids.has(id));
    if (fresh.length > 0) await writeRows(me, trx, fresh);
    return new Set(fresh.map(({ chat }) => chat));
  });
}

/** An import may still be running long after it was requested. */
async function refuseWhereNotAtHome(me: Person, trx: Trx): Promise<void> {
  if (!mayMake(me)) throw problem("not-allowed");
  if (me.organizationId === null) return;
  const { rows } = await sql`select 1 from member where "userId" = ${me.userId} and "organizationId" = ${me.organizationId}
    and role <> 'guest' for key share`.execute(trx);
  if (rows.length === 0) throw problem("not-allowed");
}

type Fresh = { id: string; chat: ChatToImport };

async function writeRows(me: Person, trx: Trx, fresh: readonly Fresh[]): Promise<void> {
  const rows = fresh.map(rowsOf);
  const chats = fresh.map(({ id, chat }) => ({
    id,
    title: chat.title,
    last_seq: chat.messages.length,
    created_at: timeOf(chat.createdAt ?? chat.updatedAt),
    updated_at: timeOf(chat.updatedAt ?? chat.createdAt),
  }));
  await sql`insert into chats (id, owner_id, organization_id, title, title_by, version, last_seq, created_at, updated_at)
    select id, ${me.userId}, ${me.organizationId}, title, 'person', 1, last_seq, created_at, updated_at
    from jsonb_to_recordset(${storableJson(chats)}::jsonb)
      as row(id uuid, title text, last_seq int, created_at timestamptz, updated_at timestamptz)`.execute(trx);
  await sql`insert into operations (id, chat_id, kind, reference_message_id)
    select id, chat_id, 'switch', reference_message_id
    from jsonb_to_recordset(${JSON.stringify(rows.flatMap(({ operations }) => operations))}::jsonb)
      as row(id uuid, chat_id uuid, reference_message_id uuid)`.execute(trx);
  await sql`insert into messages (id, chat_id, parent_id, seq, role, content, parts, attachments, created_at, removed_by)
    select id, chat_id, parent_id, seq, role, content, parts, attachments, created_at, removed_by
    from jsonb_to_recordset(${storableJson(rows.flatMap(({ messages }) => messages))}::jsonb)
      as row(id uuid, chat_id uuid, parent_id uuid, seq int, role text, content text, parts jsonb, attachments jsonb,
        created_at timestamptz, removed_by uuid)`.execute(trx);
  const files = fresh.flatMap(({ id, chat }) => chat.fileIds.map((fileId) => ({ chat_id: id, file_id: fileId })));
  if (files.length > 0)
    await trx
      .insertInto("imported_files")
      .values(files)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

function rowsOf({ id: chatId, chat }: Fresh) {
  const ids = chat.messages.map(() => uuidv7());
  const branches = new Map<number, { id: string; chat_id: string; reference_message_id: string }>();
  for (const [at, { branch }] of chat.messages.entries())
    if (branch !== 0 && !branches.has(branch))
      branches.set(branch, { id: uuidv7(), chat_id: chatId, reference_message_id: ids[at]! });
  const messages = chat.messages.map(({ role, parts, attachments, createdAt, parent, branch }, at) => ({
    id: ids[at]!,
    chat_id: chatId,
    parent_id: parent === null ? null : ids[parent]!,
    seq: at + 1,
    role,
    content: contentOf(parts),
    parts,
    attachments: attachments.length === 0 ? null : attachments,
    created_at: timeOf(createdAt ?? chat.createdAt ?? chat.updatedAt),
    removed_by: branches.get(branch)?.id ?? null,
  }));
  return { messages, operations: [...branches.values()] };
}

function timeOf(time: number | null): string {
  return new Date(time ?? Date.now()).toISOString();
}
