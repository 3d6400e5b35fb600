/* The chat list, one conversation, its name, deletion, actions and undo. */
import { Hono } from "hono";
import { z } from "zod";
import { plainName } from "#core/text/plain-name.ts";
import { citedLaw } from "#core/sources/source.ts";
import { deleteChat, listChats, markChatSeen, moveChat, renameChat } from "#server/data/chats/chats.ts";
import { findInChat } from "#server/data/chats/find-in-chat.ts";
import { forkChat } from "#server/data/chats/fork-chat.ts";
import { getMessageText } from "#server/data/chats/message-text.ts";
import { getThread } from "#server/data/chats/messages.ts";
import { restoreChat, switchVersion, undoOperation } from "#server/data/chats/operations.ts";
import { searchChats } from "#server/data/chats/search-chats.ts";
import type { Stet } from "#server/stet.ts";
import { bodyOf, personOf, queryOf } from "./edge.ts";
import type { ApiContext, ApiEnv } from "./context.ts";
import { idOf } from "./runs.ts";

const listSchema = z.object({
  query: z.string().max(200).default(""),
  before: z.iso.datetime().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(30),
});
const threadSchema = z.object({
  before: z.coerce.number().int().min(0).optional(),
  after: z.coerce.number().int().min(0).optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(50),
});
const changesSchema = z.object({
  title: plainName().min(1).max(200).optional(),
  /** Moves the chat into this project, or out of any. */
  projectId: z.uuid().nullable().optional(),
});
const version = z.int().min(0);
const messageSchema = z.object({ messageId: z.uuid(), version });
const forkSchema = z.object({ messageId: z.uuid(), forkId: z.uuid() });
const findSchema = z.object({ query: z.string().max(200).default("") });
const undoSchema = z.object({ operationId: z.uuid(), version });

export function chats(stet: Stet) {
  const { db } = stet;
  return new Hono<ApiEnv>()
    .get("/api/chat-sessions", async (c) => {
      const { query, before, limit } = queryOf(c, listSchema);
      const page = { limit, ...(before === undefined ? {} : { before }) };
      return c.json(query.trim() === "" ? await listChats(personOf(c), db, page) : await searchChats(personOf(c), db, query, page));
    })
    .get("/api/chats/:id", async (c) => {
      const thread = await getThread(personOf(c), db, idOf(c), queryOf(c, threadSchema));
      stet.liveLaw.revalidate(citedLaw(thread.messages));
      return c.json(thread);
    })
    .get("/api/chats/:id/find", async (c) => c.json(await findInChat(personOf(c), db, idOf(c), queryOf(c, findSchema).query)))
    .get("/api/chats/:id/messages/:messageId", async (c) =>
      c.json(await getMessageText(personOf(c), db, idOf(c), idOf(c, "messageId"))),
    )
    .post("/api/chats/:id/fork", async (c) => {
      const fork = await forkChat(personOf(c), db, { chatId: idOf(c), ...(await bodyOf(c, forkSchema)) });
      stet.updates.publish(personOf(c).userId, { kind: "chat", chatId: fork.chatId });
      return c.json(fork);
    })
    .patch("/api/chats/:id", async (c) => {
      const changes = await bodyOf(c, changesSchema);
      await changeChat(c, stet, changes);
      return c.json(changes);
    })
    .delete("/api/chats/:id", async (c) => {
      const { runIds, viewerIds } = await deleteChat(personOf(c), db, idOf(c));
      stet.runs.forget(runIds);
      for (const userId of [personOf(c).userId, ...viewerIds])
        stet.updates.publish(userId, { kind: "chat-removed", chatId: idOf(c) });
      return c.json({ success: true });
    })
    .post("/api/chats/:id/seen", async (c) => {
      await markChatSeen(personOf(c), db, idOf(c));
      stet.updates.publish(personOf(c).userId, { kind: "chat", chatId: idOf(c) });
      return c.json({ success: true });
    })
    .post("/api/chats/:id/restore", async (c) => {
      const body = await bodyOf(c, messageSchema);
      return c.json(changed(c, stet, await restoreChat(personOf(c), db, { chatId: idOf(c), ...body })));
    })
    .post("/api/chats/:id/undo", async (c) => {
      const body = await bodyOf(c, undoSchema);
      return c.json(changed(c, stet, await undoOperation(personOf(c), db, { chatId: idOf(c), ...body })));
    })
    .post("/api/chats/:id/switch", async (c) => {
      const body = await bodyOf(c, messageSchema);
      return c.json(changed(c, stet, await switchVersion(personOf(c), db, { chatId: idOf(c), ...body })));
    });
}

async function changeChat(c: ApiContext, stet: Stet, { title, projectId }: z.infer<typeof changesSchema>): Promise<void> {
  const me = personOf(c);
  const chatId = idOf(c);
  if (projectId !== undefined) {
    const { before } = await moveChat(me, stet.db, chatId, projectId);
    for (const id of new Set([before, projectId]))
      if (id !== null) stet.updates.publish(me.userId, { kind: "project", projectId: id });
  }
  if (title !== undefined) await renameChat(me, stet.db, chatId, title);
  stet.updates.publish(me.userId, { kind: "chat", chatId });
}

/** Notifies the person's other windows to reload the conversation. */
function changed<T extends { version: number }>(c: ApiContext, stet: Stet, done: T): T {
  stet.updates.publish(personOf(c).userId, { kind: "thread", chatId: idOf(c), version: done.version });
  return done;
}
