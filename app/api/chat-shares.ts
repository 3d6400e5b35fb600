/* Chat links: create, list, revoke. The shared page itself is routes/shared. */
import { Hono } from "hono";
import { z } from "zod";
import { problem } from "#core/workspace/problem.ts";
import { listChatShares, revokeChatShare, shareChat } from "#server/data/chats/chat-shares.ts";
import type { Stet } from "#server/stet.ts";
import { audit } from "./audit.ts";
import { bodyOf, personOf } from "./edge.ts";
import type { ApiEnv } from "./context.ts";
import { idOf } from "./runs.ts";

const shareSchema = z.object({ expires: z.enum(["day", "week", "month", "always"]).default("month") });

export function chatShares(stet: Stet) {
  const { db } = stet;
  return new Hono<ApiEnv>()
    .get("/api/chat-shares", async (c) => c.json({ shares: await listChatShares(personOf(c), db) }))
    .post("/api/chats/:id/share", async (c) => {
      const me = personOf(c);
      const { expires } = await bodyOf(c, shareSchema);
      const { share, token } = await shareChat(me, db, idOf(c), expires).catch((error: unknown) => {
        if (error instanceof Response) throw error;
        stet.log.error({ err: error }, "a chat could not be shared");
        throw problem("share-chat-failed");
      });
      await audit(stet, c, { kind: "chat-shared", subject: share.title });
      return c.json({ success: true, data: { ...share, shareUrl: `${stet.env.url}/shared/${token}` } });
    })
    .delete("/api/chat-shares/:id", async (c) => {
      const { title } = await revokeChatShare(personOf(c), db, idOf(c));
      await audit(stet, c, { kind: "chat-unshared", subject: title });
      return c.json({ success: true });
    });
}
