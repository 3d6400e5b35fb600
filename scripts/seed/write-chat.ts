/*
 * Writes a finished chat into the database as turns would have left it: the chat, its messages, and a run for every
 * answer. For samples and benchmarks; nothing in the product writes this way.
 */
import { sql } from "kysely";
import { chatChoicesSchema } from "#core/chat/chat.ts";
import { contentOf, type Attachment, type MessagePart } from "#core/chat/message.ts";
import type { Source } from "#core/sources/source.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import type { BoundDb } from "#server/db/database.ts";

export type WrittenMessage = {
  role: "user" | "assistant";
  parts: MessagePart[];
  attachments?: Attachment[];
  sources?: Source[];
};
/** `model` is the one chosen in the composer; if omitted, the reader's default. */
export type WrittenChat = { title: string; messages: WrittenMessage[]; endedAt: Date; model?: string };

const minute = 60_000;
/** PostgreSQL takes at most 65,535 parameters per statement. */
const rowsAtOnce = 500;

/** Returns the chat's id. */
export async function writeChat(db: BoundDb, ownerId: string, chat: WrittenChat): Promise<string> {
  const id = uuidv7();
  const { messages, runs } = rowsOf(id, chat);
  await db.transaction().execute(async (trx) => {
    const at = messages[0]?.created_at ?? chat.endedAt;
    const ended = { updated_at: chat.endedAt, seen_at: chat.endedAt, answered_at: chat.endedAt };
    const name = { title: chat.title, title_by: "model" as const };
    const choices = chat.model === undefined ? null : JSON.stringify(chatChoicesSchema.parse({ model: chat.model }));
    await trx
      .insertInto("chats")
      .values({
        id,
        owner_id: ownerId,
        ...name,
        choices,
        version: runs.length,
        last_seq: messages.length,
        created_at: at,
        ...ended,
      })
      .execute();
    for (let i = 0; i < messages.length; i += rowsAtOnce) {
      await trx
        .insertInto("messages")
        .values(messages.slice(i, i + rowsAtOnce))
        .execute();
    }
    for (let i = 0; i < runs.length; i += rowsAtOnce) {
      await trx
        .insertInto("runs")
        .values(runs.slice(i, i + rowsAtOnce))
        .execute();
    }
  });
  // The planner needs current table sizes before anything is measured.
  await sql`analyze messages, runs, chats`.execute(db);
  return id;
}

function rowsOf(chatId: string, { messages, endedAt }: WrittenChat) {
  let parent: string | null = null;
  const rows = messages.map(({ role, parts, attachments, sources }, i) => {
    const at = new Date(endedAt.getTime() - (messages.length - 1 - i) * minute);
    const row = {
      id: uuidv7(),
      chat_id: chatId,
      parent_id: parent,
      seq: i + 1,
      role,
      content: contentOf(parts),
      parts: JSON.stringify(parts),
      attachments: attachments ? JSON.stringify(attachments) : null,
      sources: sources ? JSON.stringify(sources) : null,
      extras: null,
      created_at: at,
    };
    parent = row.id;
    return row;
  });
  const runs = rows
    .filter((row) => row.role === "assistant")
    .map((row) => ({
      id: uuidv7(),
      message_id: row.id,
      chat_id: chatId,
      model: "stet-builtin",
      status: "done" as const,
      process_id: "seed",
      heartbeat_at: row.created_at,
      last_seq: 10,
      row_seq: 10,
      usage: JSON.stringify({ inputTokens: 400, outputTokens: Math.ceil(row.content.length / 4) }),
      created_at: row.created_at,
      ended_at: row.created_at,
    }));
  return { messages: rows, runs };
}
