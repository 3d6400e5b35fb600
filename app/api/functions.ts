/* The specification's server functions for chats. */
import { Hono } from "hono";
import { z } from "zod";
import { problem, type ProblemCode } from "#core/workspace/problem.ts";
import { updateMessageText } from "#server/data/chats/messages.ts";
import { deleteMessagesAfter } from "#server/data/chats/operations.ts";
import type { Stet } from "#server/stet.ts";
import { bodyOf, personOf } from "./edge.ts";
import type { ApiEnv } from "./context.ts";

const deleteSchema = z.object({
  chatSessionId: z.uuid(),
  referenceMessageId: z.uuid(),
  includeReference: z.boolean().default(false),
});
const updateSchema = z.object({ chatSessionId: z.uuid(), messageId: z.uuid(), content: z.string().trim().min(1).max(500_000) });

export function functions(stet: Stet) {
  return new Hono<ApiEnv>()
    .post("/api/functions/deleteChatMessagesAfter", async (c) => {
      const me = personOf(c);
      const { chatSessionId: chatId, referenceMessageId: messageId, includeReference } = await bodyOf(c, deleteSchema);
      const asked = deleteMessagesAfter(me, stet.db, { chatId, messageId, includeReference });
      const { deletedCount, version } = await orProblem(stet, "cannot-delete-messages", asked);
      stet.updates.publish(me.userId, { kind: "thread", chatId, version });
      return c.json({ success: true, deletedCount });
    })
    .post("/api/functions/updateChatMessage", async (c) => {
      const me = personOf(c);
      const { chatSessionId: chatId, messageId, content } = await bodyOf(c, updateSchema);
      const asked = updateMessageText(me, stet.db, { chatId, messageId, content });
      const { version } = await orProblem(stet, "cannot-update-message", asked);
      stet.updates.publish(me.userId, { kind: "thread", chatId, version });
      return c.json({ success: true, messageId });
    });
}

/** Refusals pass through; failures get the message the specification has for them. */
async function orProblem<T>(stet: Stet, code: ProblemCode, asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Response) throw error;
    stet.log.error({ err: error }, code);
    throw problem(code);
  }
}
