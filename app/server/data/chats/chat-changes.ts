/* Changes to a chat's own texts, and those texts after edits by the model and the writer. */
import { sql } from "kysely";
import type { ChangeSummary, ChatText } from "#core/changes/proposed-change.ts";
import type { ChatChanges } from "#core/requests/changes.ts";
import type { Actor, Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { summaryColumns, summaryOf } from "../../db/change-row.ts";
import { actAs } from "../../db/acting.ts";
import type { Db, Trx } from "../../db/database.ts";
import { chatRefusal } from "./chat-refusal.ts";
import { moveChatChanges } from "../drafts/moved-changes.ts";
import { decideChange } from "../drafts/proposed-changes.ts";
import { ownChats, seenChats, seenDrafts } from "../visible.ts";

/** For the chat's own texts and the drafts it has been asked beside. */
export async function listChatChanges(me: Actor, db: Db, chatId: string): Promise<{ changes: ChangeSummary[]; texts: ChatText[] }> {
  db = actAs(me, db);
  const ofTexts = await db
    .selectFrom("proposed_changes")
    .innerJoin("chats", "chats.id", "proposed_changes.chat_id")
    .select([...summaryColumns])
    .where("chats.id", "=", chatId)
    .where(seenChats(me))
    .orderBy("proposed_changes.id")
    .execute();
  const ofDrafts = await db
    .selectFrom("proposed_changes")
    .innerJoin("messages", "messages.id", "proposed_changes.message_id")
    .innerJoin("chats", "chats.id", "messages.chat_id")
    .innerJoin("drafts", "drafts.id", "proposed_changes.draft_id")
    .select([...summaryColumns, "drafts.id as draftId", "drafts.project_id as projectId"])
    .where("chats.id", "=", chatId)
    .where(seenChats(me))
    .where(seenDrafts(me))
    .orderBy("proposed_changes.id")
    .execute();
  const inDrafts = ofDrafts.map(({ draftId, projectId, ...row }) =>
    Object.assign(summaryOf(row), { draft: { id: draftId, projectId } }),
  );
  return { changes: [...ofTexts.map(summaryOf), ...inDrafts], texts: await listChatTexts(me, db, chatId) };
}

export async function listChatTexts(me: Actor, db: Db, chatId: string): Promise<ChatText[]> {
  db = actAs(me, db);
  return db
    .selectFrom("chat_texts")
    .innerJoin("chats", "chats.id", "chat_texts.chat_id")
    .select(["chat_texts.name", "chat_texts.text", "chat_texts.version"])
    .where("chats.id", "=", chatId)
    .where(seenChats(me))
    .orderBy("chat_texts.name")
    .execute();
}

/** Changes from these answers of the person's own chat, whichever text they apply to; and the chat's texts. */
export async function listEarlierChanges(
  me: Actor,
  db: Db,
  chatId: string,
  messageIds: readonly string[],
): Promise<{ changes: ChangeSummary[]; texts: ChatText[] }> {
  db = actAs(me, db);
  const texts = await listChatTexts(me, db, chatId);
  const rows = await db
    .selectFrom("proposed_changes")
    .leftJoin("chats", "chats.id", "proposed_changes.chat_id")
    .leftJoin("drafts", "drafts.id", "proposed_changes.draft_id")
    .select([...summaryColumns])
    .where("proposed_changes.message_id", "in", [...messageIds])
    .where((is) => is.or([ownChats(me), seenDrafts(me)]))
    .orderBy("proposed_changes.id")
    .execute();
  return { changes: rows.map(summaryOf), texts };
}

/** All or none. */
export async function changeChatText(me: Person, db: Db, chatId: string, { notes, text }: ChatChanges): Promise<void> {
  db = actAs(me, db);
  await db.transaction().execute(async (trx) => {
    const chat = await trx
      .selectFrom("chats")
      .select("id")
      .where("id", "=", chatId)
      .where(ownChats(me))
      .forUpdate()
      .executeTakeFirst();
    if (chat === undefined) throw await chatRefusal(me, trx, chatId);
    const reopened = notes.filter(({ state }) => state === null);
    // Decided changes no longer track a position; reopened ones get theirs from the new text.
    for (const { applied, ...note } of notes.filter(({ state }) => state !== null))
      await decideChange(me, trx, { chat_id: chatId }, { ...note, ...(applied && { change: { applied } }) });
    if (text !== undefined) await storeText(me, trx, chatId, text);
    for (const note of reopened) await decideChange(me, trx, { chat_id: chatId }, note);
  });
}

/** No chat has more texts than this. */
const mostTexts = 500;

async function refuseTooMany(trx: Trx, chatId: string): Promise<void> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from chat_texts where chat_id = ${chatId}`.execute(
    trx,
  );
  if (rows[0]!.count >= mostTexts) throw problem("too-large", "This chat has reached the maximum number of changed texts.");
}

async function storeText(me: Person, trx: Trx, chatId: string, given: NonNullable<ChatChanges["text"]>): Promise<void> {
  const { name, text, version, from } = given;
  const known = await trx
    .selectFrom("chat_texts")
    .select(["text", "version"])
    .where("chat_id", "=", chatId)
    .where("name", "=", name)
    .executeTakeFirst();
  if ((known?.version ?? 0) !== version) throw problem("text-changed");
  if (known === undefined) await refuseTooMany(trx, chatId);
  await trx
    .insertInto("chat_texts")
    .values({ chat_id: chatId, name, text, version: version + 1 })
    .onConflict((conflict) =>
      conflict.columns(["chat_id", "name"]).doUpdateSet({ text, version: version + 1, updated_at: sql`now()` }),
    )
    .execute();
  const before = known?.text ?? from;
  if (before !== undefined && text !== null) await moveChatChanges(me, trx, { chatId, name, before, after: text });
}
