/* The states of proposed changes, in drafts and in a chat's texts: the same on every device. */
import { Hono } from "hono";
import { z } from "zod";
import { changeNoteSchema, chatChangesSchema } from "#core/requests/changes.ts";
import { problem } from "#core/workspace/problem.ts";
import { changeChatText, listChatChanges } from "#server/data/chats/chat-changes.ts";
import { getDraftChange, keepDraftChange, listDraftChanges } from "#server/data/drafts/proposed-changes.ts";
import type { Stet } from "#server/stet.ts";
import { bodyOf, personOf } from "./edge.ts";
import type { ApiEnv } from "./context.ts";
import { namedAnswerFacts } from "./named-answer.ts";
import { idOf } from "./runs.ts";

const placeSchema = z.object({ messageId: z.uuid(), block: z.string().max(200), place: z.coerce.number().int().min(0) });

export function proposedChanges(stet: Stet) {
  const { db } = stet;
  return new Hono<ApiEnv>()
    .get("/api/drafts/:id/made", async (c) => c.json({ changes: await listDraftChanges(personOf(c), db, idOf(c)) }))
    .put("/api/drafts/:id/made", async (c) => {
      const me = personOf(c);
      const note = await bodyOf(c, changeNoteSchema);
      await keepDraftChange(me, db, idOf(c), note);
      stet.updates.publish(me.userId, { kind: "draft-changes", draftId: idOf(c) });
      return c.json({ success: true });
    })
    .get("/api/drafts/:id/made/one", async (c) => {
      const place = placeSchema.safeParse(c.req.query());
      if (!place.success) throw problem("bad-request", "messageId, block and place: which change is asked for.");
      return c.json({ change: await getDraftChange(personOf(c), db, { ...place.data, draftId: idOf(c) }) });
    })
    .get("/api/messages/:id/facts", async (c) => {
      const facts = await namedAnswerFacts(personOf(c), stet, idOf(c));
      if (facts === null) throw problem("not-found");
      const { model, prompt, sources } = facts;
      return c.json({ model, prompt, sources });
    })
    .get("/api/chats/:id/changes", async (c) => c.json(await listChatChanges(personOf(c), db, idOf(c))))
    .put("/api/chats/:id/changes", async (c) => {
      const me = personOf(c);
      await changeChatText(me, db, idOf(c), await bodyOf(c, chatChangesSchema));
      stet.updates.publish(me.userId, { kind: "chat-changes", chatId: idOf(c) });
      return c.json({ success: true });
    });
}
