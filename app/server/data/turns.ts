/*
 * The beginning of a turn: everything a question writes before a model is
 * asked, in one short transaction that holds the chat's row. Ids come from the
 * client, so the same request sent twice (a lost answer, an impatient proxy)
 * finds what the first one wrote and gets the same run.
 */
import type { TurnRequest } from "#core/chat.ts";
import { contentOf, type MessagePart } from "#core/message.ts";
import type { Person } from "#core/policy.ts";
import { problem } from "#core/problem.ts";
import type { Source } from "#core/source.ts";
import type { Db, Trx } from "../db/database.ts";
import { findAndLockChat, lockChat, type LockedChat } from "./locked-chat.ts";

export type NewRun = { runId: string; processId: string; title: string };

export type BegunTurn = {
  runId: string;
  /** This request was seen before; nothing was written. */
  isRepeated: boolean;
  isFirstTurn: boolean;
  chatVersion: number;
  chatTitle: string;
  /** What a continued answer begins with. */
  parts: MessagePart[];
  sources: Source[];
};

export async function beginTurn(me: Person, db: Db, request: TurnRequest, run: NewRun): Promise<BegunTurn> {
  return db.transaction().execute(async (trx) => {
    const chat = (await findAndLockChat(me, trx, request.chatId)) ?? (await makeChat(me, trx, request, run.title));
    const isFirstTurn = chat.lastSeq === 0;
    const before = isFirstTurn ? undefined : await runOf(trx, chat, request.replyId);
    const begun = { isFirstTurn, chatVersion: chat.version, chatTitle: chat.title, parts: [], sources: [] };
    if (before !== undefined) return { ...begun, runId: before.id, isRepeated: true };
    await chat.refuseIfBusyOrStale(request.version);
    const place = await makePlace(chat, request);
    await insertRows(trx, chat, request, place, run);
    return { ...begun, ...place.continued, runId: run.runId, isRepeated: false, chatVersion: chat.version + 1 };
  });
}

async function makeChat(me: Person, trx: Trx, request: TurnRequest, title: string): Promise<LockedChat> {
  if (request.trigger !== "send") throw problem("not-found");
  await trx
    .insertInto("chats")
    .values({
      id: request.chatId,
      owner_id: me.userId,
      organization_id: me.organizationId,
      title,
      title_by: "first-words",
      temporary: request.temporary,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
  // Read again: the same request may just have made it, and the id may be that of another person's chat.
  return lockChat(me, trx, request.chatId);
}

function runOf(trx: Trx, chat: LockedChat, replyId: string): Promise<{ id: string } | undefined> {
  return trx.selectFrom("runs").select("id").where("message_id", "=", replyId).where("chat_id", "=", chat.id).executeTakeFirst();
}

/** Where the new rows go, once what stands there has been removed. */
type Place = {
  /** Parent of the user's row, or of the reply where there is no new user's row. */
  parentId: string | null;
  user: { id: string; content: string; attachments: string | null; extras: string | null } | null;
  continued: { parts: MessagePart[]; sources: Source[] };
};

const nothing = { parts: [], sources: [] };
const jsonOrNull = (value: unknown) => (value === null ? null : JSON.stringify(value));

async function makePlace(chat: LockedChat, request: TurnRequest): Promise<Place> {
  switch (request.trigger) {
    case "send": {
      const attachments = request.attachments.length === 0 ? null : JSON.stringify(request.attachments);
      const extras = request.editorSelection === null ? null : JSON.stringify({ editorSelection: request.editorSelection });
      const last = chat.lastSeq === 0 ? undefined : await chat.lastLiveMessage();
      const user = { id: request.messageId, content: request.content, attachments, extras };
      return { parentId: last?.id ?? null, user, continued: nothing };
    }
    case "edit": {
      const edited = await chat.liveMessage(request.editedId);
      if (edited.role !== "user") throw problem("not-allowed", "Only your own messages can be edited.");
      await chat.stampFrom(edited.seq, "edit", edited.id);
      // The files belong to the question; an edit changes its words.
      const kept = { attachments: jsonOrNull(edited.attachments), extras: jsonOrNull(edited.extras) };
      return { parentId: edited.parent_id, user: { id: request.messageId, content: request.content, ...kept }, continued: nothing };
    }
    case "regenerate":
      return { parentId: await makeRoomForAnswer(chat, request.regeneratedId), user: null, continued: nothing };
    case "continue":
      return continueAnswer(chat, request.continuedId);
  }
}

/** Removes the answer (named itself, or by its question) and what follows it. Answers the question's id. */
async function makeRoomForAnswer(chat: LockedChat, messageId: string): Promise<string | null> {
  const message = await chat.liveMessage(messageId);
  if (message.role === "assistant") {
    await chat.stampFrom(message.seq, "regenerate", message.id);
    return message.parent_id;
  }
  const last = await chat.lastLiveMessage();
  if (last !== undefined && last.id !== message.id) await chat.stampFrom(message.seq + 1, "regenerate", message.id);
  return message.id;
}

/*
 * An answer that goes on is a new row in the same place which begins with what
 * the old one had. The reader sees one answer growing; the old row is left as
 * it was, one version of several, whatever becomes of the new one.
 */
async function continueAnswer(chat: LockedChat, messageId: string): Promise<Place> {
  const last = await chat.lastLiveMessage();
  if (last === undefined || last.id !== messageId || last.role !== "assistant") throw problem("chat-changed");
  await chat.stampFrom(last.seq, "continue", last.id);
  return { parentId: last.parent_id, user: null, continued: { parts: last.parts, sources: last.sources ?? [] } };
}

async function insertRows(trx: Trx, chat: LockedChat, request: TurnRequest, place: Place, run: NewRun): Promise<void> {
  const rows = messageRows(chat, request, place);
  const written = await trx
    .insertInto("messages")
    .values(rows)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  if (Number(written.numInsertedOrUpdatedRows) !== rows.length) throw problem("bad-request", "This message id is already taken.");
  const { runId, processId } = run;
  const { model } = request.choices;
  await trx
    .insertInto("runs")
    .values({ id: runId, message_id: request.replyId, chat_id: chat.id, model, status: "running", process_id: processId })
    .execute();
  await chat.change({ lastSeq: chat.lastSeq + rows.length, choices: JSON.stringify(request.choices) });
}

function messageRows(chat: LockedChat, request: TurnRequest, { parentId, user, continued }: Place) {
  const common = { chat_id: chat.id, sources: null };
  const question =
    user === null
      ? []
      : [
          {
            ...common,
            ...user,
            parent_id: parentId,
            seq: chat.lastSeq + 1,
            role: "user" as const,
            parts: JSON.stringify([{ type: "text", text: user.content }]),
          },
        ];
  const reply = {
    ...common,
    id: request.replyId,
    parent_id: user?.id ?? parentId,
    seq: chat.lastSeq + question.length + 1,
    role: "assistant" as const,
    content: contentOf(continued.parts),
    parts: JSON.stringify(continued.parts),
    sources: continued.sources.length === 0 ? null : JSON.stringify(continued.sources),
    attachments: null,
    extras: null,
  };
  return [...question, reply];
}
