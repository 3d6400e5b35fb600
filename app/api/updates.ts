/* GET /api/updates: what changes in a person's chats, for all open windows. */
import { Hono } from "hono";
import { runStreamHeaders } from "#core/run-event.ts";
import type { Update } from "#server/chat/updates.ts";
import { getChatSummary } from "#server/data/chats.ts";
import type { Stet } from "#server/stet.ts";
import type { Person } from "#core/policy.ts";
import { personOf, type ApiEnv } from "./edge.ts";
import { answerEvents } from "./event-stream.ts";

const { "x-vercel-ai-ui-message-stream": _, ...headers } = runStreamHeaders;

export function updates(stet: Stet) {
  return new Hono<ApiEnv>().get("/api/updates", (c) => {
    const me = personOf(c);
    return answerEvents(c, headers, async (sink) => {
      const send = async (update: Update) => {
        const news = await shown(stet, me, update);
        if (news !== null) sink.write(`data: ${JSON.stringify(news)}\n\n`);
      };
      const end = stet.updates.subscribe(me.userId, (update) => {
        send(update).catch((error: unknown) => stet.log.warn({ err: error }, "an update could not be told"));
      });
      sink.write(": listening\n\n");
      await new Promise((resolve) => sink.signal.addEventListener("abort", resolve, { once: true }));
      end();
    });
  });
}

async function shown(stet: Stet, me: Person, update: Update) {
  if (update.kind === "draft") return { type: "draft", draftId: update.draftId, version: update.version };
  const { kind, chatId } = update;
  if (kind === "thread") {
    const { version, runId } = update;
    return { type: "thread", chatId, version, ...(runId === undefined ? {} : { runId }) };
  }
  if (kind === "chat-removed") return { type: "chat-removed", id: chatId };
  try {
    const chat = await getChatSummary(me, stet.db, chatId);
    // A window shows one place.
    return chat.organizationId === me.organizationId ? { type: "chat", chat } : null;
  } catch (error) {
    // Deleted since.
    if (error instanceof Response) return { type: "chat-removed", id: chatId };
    throw error;
  }
}
