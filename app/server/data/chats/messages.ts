/*
 * Messages as shown, and as sent to a model. A message in progress is its row plus the events not yet folded into it.
 */
import { sql } from "kysely";
import type { ChatChoices, ChatProject, ChatThread } from "#core/chat/chat.ts";
import {
  contentOf,
  type Attachment,
  type MessagePart,
  type Role,
  type RunSummary,
  type ThreadMessage,
  type Usage,
} from "#core/chat/message.ts";
import { theServer, type Actor } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import type { RunEvent } from "#core/chat/run-event.ts";
import { foldRunEvent, type Folded } from "#core/chat/run-fold.ts";
import type { Source } from "#core/sources/source.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb, Db } from "../../db/database.ts";
import { historyRow } from "../../db/history-row.ts";
import { getChatSummaryText } from "./chat-summaries.ts";
import { getChatSummary } from "./chats.ts";
import { withAmendments } from "../law/law-amendments.ts";
import { lockChat } from "./locked-chat.ts";
import { getProject } from "../organizations/projects.ts";
import { newestUndo } from "./operations.ts";
import { readRunEvents } from "../upkeep/run-log.ts";
import { ownChats, seenChats } from "../visible.ts";
import type { HistoryRow } from "../../db/history-row.ts";

/** The newest `limit` messages between the seqs `after` and `before`. */
type Page = { before?: number | undefined; after?: number | undefined; limit: number };

export async function getThread(me: Actor, db: Db, chatId: string, page: Page): Promise<ChatThread> {
  db = actAs(me, db);
  const summary = await getChatSummary(me, db, chatId);
  const chat = await db
    .selectFrom("chats")
    .select(["version", "choices", sql<string>`(select name from "user" where "user".id = chats.owner_id)`.as("owner_name")])
    .where("id", "=", chatId)
    .where(seenChats(me))
    .executeTakeFirst();
  if (chat === undefined) throw problem("not-found");
  const rows = await liveRows(db, chatId, page);
  const shown = rows.slice(0, page.limit).reverse();
  const places = await versionsOf(db, chatId, shown);
  const messages = await Promise.all(shown.map((row) => threadMessage(db, row, places)));
  return {
    chat: { ...summary, version: chat.version, choices: chat.choices as ChatChoices | null },
    project: await projectOf(me, db, summary.projectId, chat.owner_name),
    messages: await withAmendments(me, db, messages),
    hasOlder: rows.length > page.limit,
    summary: page.before === undefined ? await getChatSummaryText(me, db, chatId) : null,
    undo: await newestUndo(me, db, chatId),
  };
}

/** Every shown message, oldest first. */
export async function getWholeThread(me: Actor, db: Db, chatId: string): Promise<Pick<ChatThread, "chat" | "messages">> {
  db = actAs(me, db);
  const { chat, messages, hasOlder } = await getThread(me, db, chatId, { limit: 1000 });
  for (let isMore = hasOlder; isMore;) {
    const older = await getThread(me, db, chatId, { before: messages[0]!.seq, limit: 1000 });
    messages.unshift(...older.messages);
    isMore = older.hasOlder;
  }
  return { chat, messages };
}

async function projectOf(me: Actor, db: BoundDb, projectId: string | null, ownerName: string): Promise<ChatProject | null> {
  if (projectId === null) return null;
  const { id, name, isOwner: isOwn } = await getProject(me, db, projectId);
  return { id, name, ownerName, isOwn };
}

function liveRows(db: BoundDb, chatId: string, page: Page) {
  let query = db
    .selectFrom("messages")
    .leftJoin("runs", "runs.message_id", "messages.id")
    .selectAll("messages")
    .select([
      "runs.id as run_id",
      "runs.status",
      "runs.model",
      "runs.last_seq",
      "runs.row_seq",
      "runs.usage",
      "runs.problem",
      "runs.problem_detail",
    ])
    .where("messages.chat_id", "=", chatId)
    .where("messages.removed_by", "is", null);
  if (page.before !== undefined) query = query.where("messages.seq", "<", page.before);
  if (page.after !== undefined) query = query.where("messages.seq", ">", page.after);
  return query
    .orderBy("messages.seq", "desc")
    .limit(page.limit + 1)
    .execute();
}
type LiveRow = Awaited<ReturnType<typeof liveRows>>[number];

const place = (row: { parent_id: string | null; role: Role }) => `${row.parent_id} ${row.role}`;

/** All versions of these messages: those with the same parent and role, oldest first. */
async function versionsOf(db: BoundDb, chatId: string, shown: readonly LiveRow[]): Promise<Map<string, string[]>> {
  const parents = shown.flatMap((row) => (row.parent_id === null ? [] : [row.parent_id]));
  const rows = await db
    .selectFrom("messages")
    .select(["id", "parent_id", "role"])
    .where("chat_id", "=", chatId)
    .where((where) =>
      where.or([where("parent_id", "is", null), ...(parents.length === 0 ? [] : [where("parent_id", "in", parents)])]),
    )
    .orderBy("seq")
    .execute();
  const places = new Map<string, string[]>();
  for (const row of rows) {
    const ids = places.get(place(row));
    if (ids === undefined) places.set(place(row), [row.id]);
    else ids.push(row.id);
  }
  return places;
}

async function threadMessage(db: BoundDb, row: LiveRow, places: ReadonlyMap<string, string[]>): Promise<ThreadMessage> {
  const folded: Folded = { parts: row.parts as MessagePart[], sources: (row.sources ?? []) as Source[] };
  const run = runSummary(row);
  if (run?.status === "running") run.lastSeq = await foldRest(db, run.id, row.row_seq ?? 0, folded);
  const invocations = folded.parts.flatMap((part) => (part.type === "tool-invocation" ? [part.toolInvocation] : []));
  const attachments = row.attachments as Attachment[] | null;
  return {
    id: row.id,
    role: row.role,
    content: run === undefined ? row.content : contentOf(folded.parts),
    createdAt: row.created_at.toISOString(),
    parts: folded.parts.map(withoutSignature),
    ...(attachments === null ? {} : { experimental_attachments: attachments }),
    ...(invocations.length === 0 ? {} : { toolInvocations: invocations }),
    ...(folded.sources.length === 0 ? {} : { sources: folded.sources }),
    seq: row.seq,
    parentId: row.parent_id,
    ...(run === undefined ? {} : { run }),
    versions: places.get(place(row)) ?? [row.id],
  };
}

/** Brings a row that lags behind its log up to date, in memory. Returns the seq it is then at. */
async function foldRest(db: BoundDb, runId: string, rowSeq: number, folded: Folded): Promise<number> {
  let seq = rowSeq;
  for (;;) {
    const page = await readRunEvents(theServer, db, runId, seq);
    if (page === null) return seq;
    for (const json of page.events) foldRunEvent(folded, JSON.parse(json) as RunEvent);
    seq = page.from + page.events.length - 1;
  }
}

function runSummary(row: LiveRow): RunSummary | undefined {
  if (row.run_id === null || row.status === null || row.model === null) return undefined;
  return {
    id: row.run_id,
    status: row.status,
    model: row.model,
    lastSeq: row.last_seq ?? 0,
    ...(row.usage === null ? {} : { usage: row.usage as Usage }),
    ...(row.problem === null ? {} : { problem: row.problem }),
    ...(row.problem_detail === null ? {} : { problemDetail: row.problem_detail }),
  };
}

/** Data only the provider needs is not sent to the browser. */
function withoutSignature(part: MessagePart): MessagePart {
  if (part.type === "reasoning") return { type: "reasoning", reasoning: part.reasoning };
  if (part.type === "text" || part.toolInvocation.signature === undefined) return part;
  const { signature: _, ...toolInvocation } = part.toolInvocation;
  return { type: "tool-invocation", toolInvocation };
}

/** A source cited by an answer of the chat, with its citation number. */
export type CitedNumber = { id: string; number: number };

/** The sources of a chat by citation number, without their contents. */
export async function listCitedNumbers(me: Actor, db: Db, chatId: string): Promise<CitedNumber[]> {
  db = actAs(me, db);
  const numbers = sql<CitedNumber[] | null>`(
    select jsonb_agg(jsonb_build_object('id', source ->> 'id', 'number', (source ->> 'number')::int))
    from jsonb_array_elements(messages.sources) as source
    where source ->> 'number' is not null)`;
  const rows = await db
    .selectFrom("messages")
    .innerJoin("chats", "chats.id", "messages.chat_id")
    .select(numbers.as("numbers"))
    .where("chats.id", "=", chatId)
    .where("messages.sources", "is not", null)
    .where(ownChats(me))
    .where("removed_by", "is", null)
    .orderBy("seq")
    .execute();
  return rows.flatMap((row) => row.numbers ?? []);
}

/** The sources the chat's answers cite, as verified when each finished. */
export async function listCited(me: Actor, db: Db, chatId: string): Promise<Source[]> {
  db = actAs(me, db);
  const rows = await db
    .selectFrom("messages")
    .innerJoin("chats", "chats.id", "messages.chat_id")
    .select("messages.sources")
    .where("chats.id", "=", chatId)
    .where("messages.sources", "is not", null)
    .where(ownChats(me))
    .where("removed_by", "is", null)
    .orderBy("seq")
    .execute();
  return rows.flatMap(({ sources }) => (sources ?? []) as Source[]);
}

/** The live messages before the reply `replyId`, oldest first. */
export async function listHistory(me: Actor, db: Db, chatId: string, replyId: string): Promise<HistoryRow[]> {
  db = actAs(me, db);
  const rows = await db
    .selectFrom("messages")
    .innerJoin("chats", "chats.id", "messages.chat_id")
    .select(["messages.id", "role", "content", "parts", "attachments", "extras"])
    .where("chats.id", "=", chatId)
    .where(ownChats(me))
    .where("removed_by", "is", null)
    .where("messages.id", "<>", replyId)
    .orderBy("seq")
    .execute();
  return rows.map(historyRow);
}

/** Edits one of the person's own messages. The previous text is kept as another version. */
export async function updateMessageText(
  me: Actor,
  db: Db,
  at: { chatId: string; messageId: string; content: string },
): Promise<{ version: number }> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    const chat = await lockChat(me, trx, at.chatId);
    await chat.refuseIfBusyOrStale(undefined);
    const message = await chat.liveMessage(at.messageId);
    if (message.role !== "user") throw problem("not-allowed", "Only your own messages can be edited.");
    // The row keeps its id and position; the operation removes a copy of the old text instead.
    const { operationId } = await chat.stampFrom(chat.lastSeq + 1, "edit", message.id);
    await sql`insert into messages (id, chat_id, parent_id, seq, role, content, parts, attachments, sources, extras, created_at, removed_by)
      select ${uuidv7()}, chat_id, parent_id, ${chat.lastSeq + 1}, role, content, parts, attachments, sources, extras, created_at, ${operationId}
      from messages where id = ${message.id}`.execute(trx);
    await trx
      .updateTable("messages")
      .set({ content: at.content, parts: JSON.stringify([{ type: "text", text: at.content }]) })
      .where("id", "=", message.id)
      .execute();
    return { version: await chat.change({ lastSeq: chat.lastSeq + 1 }) };
  });
}
