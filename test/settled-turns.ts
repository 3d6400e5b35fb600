/* Conversations for data tests: turns that are answered immediately, without a model. */
import type { TurnRequest } from "#core/chat/chat.ts";
import { theServer, type Person } from "#core/workspace/policy.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { finalizeRun } from "#server/data/upkeep/run-log.ts";
import { beginTurns } from "#server/data/chats/turns.ts";
import type { BoundDb } from "#server/db/database.ts";
import { newPerson } from "./people.ts";
import { choicesOf } from "./turns.ts";

export type World = { me: Person; db: BoundDb; chatId: string };

export const attachedFile = { name: "lease.txt", contentType: "text/plain", url: "/api/documents/1/view", documentId: uuidv7() };

/** A person with the id of a chat that does not exist yet. */
export async function newWorld(db: BoundDb): Promise<World> {
  return { me: await newPerson(db), db, chatId: uuidv7() };
}

/** Returns the answer's id. */
export async function turn(world: World, request: Partial<TurnRequest> & { content?: string }, isDone = true): Promise<string> {
  const { me, db, chatId } = world;
  const version = await db.selectFrom("chats").select("version").where("id", "=", chatId).executeTakeFirst();
  const whole = {
    trigger: "send",
    chatId,
    version: version?.version ?? 0,
    messageId: uuidv7(),
    replyId: uuidv7(),
    attachments: [attachedFile],
    editorSelection: null,
    temporary: false,
    choices: choicesOf("stet-builtin"),
    ...request,
  } as unknown as TurnRequest;
  const runId = uuidv7();
  await beginTurns(theServer, db, [{ me, request: whole, runId, processId: "test", title: "A chat" }]);
  if (!isDone) return whole.replyId;
  await finalizeRun(theServer, db, runId, { status: "done" });
  const content = `Answer to ${request.content}`;
  const parts = JSON.stringify([{ type: "text", text: content }]);
  await db.updateTable("messages").set({ content, parts }).where("id", "=", whole.replyId).execute();
  return whole.replyId;
}
