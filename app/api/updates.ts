/* GET /api/updates: changes to a person's chats, for all open windows. */
import { Hono } from "hono";
import { runStreamHeaders } from "#core/chat/run-event.ts";
import type { Update } from "#server/chat/updates.ts";
import { getChatSummary } from "#server/data/chats/chats.ts";
import { getProject } from "#server/data/organizations/projects.ts";
import type { Stet } from "#server/stet.ts";
import type { Person } from "#core/workspace/policy.ts";
import type { ApiEnv } from "./context.ts";
import { answerEvents, whenAborted } from "./event-stream.ts";
import { watchAccess } from "./held-access.ts";

const { "x-vercel-ai-ui-message-stream": _, ...headers } = runStreamHeaders;

export function updates(stet: Stet) {
  return new Hono<ApiEnv>().get("/api/updates", (c) => {
    const access = watchAccess(stet, c);
    return answerEvents(c, headers, access, async (sink) => {
      const send = async (update: Update) => {
        const news = await shown(stet, access.person(), update);
        if (news !== null) sink.write(`data: ${JSON.stringify(news)}\n\n`);
      };
      const unsubscribe = stet.updates.subscribe(access.person().userId, (update) => {
        send(update).catch((error: unknown) => stet.log.warn({ err: error }, "an update could not be told"));
      });
      // What may have ended, the open pages look up themselves.
      const unwatch = stet.revocations.watch(access.person().userId, () => sink.write(`data: {"type":"access"}\n\n`));
      sink.write(": listening\n\n");
      await new Promise<void>((resolve) => whenAborted(sink.signal, resolve));
      unwatch();
      unsubscribe();
    });
  });
}

async function shown(stet: Stet, me: Person, update: Update) {
  switch (update.kind) {
    case "thread": {
      const { chatId, version, runId } = update;
      return { type: "thread", chatId, version, ...(runId === undefined ? {} : { runId }) };
    }
    case "jobs":
      return { type: "jobs" };
    case "chat-removed":
      return { type: "chat-removed", id: update.chatId };
    case "review":
      return { type: "review", reviewId: update.reviewId };
    case "research":
      return { type: "research", researchId: update.researchId };
    case "collection":
      return { type: "collection", collectionId: update.collectionId };
    case "workflow-run":
      return { type: "workflow-run", runId: update.runId };
    case "draft":
      return { type: "draft", draftId: update.draftId, version: update.version };
    case "comments":
    case "draft-changes":
      return { type: update.kind, draftId: update.draftId };
    case "chat-changes":
    case "chat-summary":
    case "tool-consent":
      return { type: update.kind, chatId: update.chatId };
    case "chat": {
      const chat = await orGone(getChatSummary(me, stet.db, update.chatId));
      if (chat === null) return { type: "chat-removed", id: update.chatId };
      // A window shows one workspace.
      return chat.organizationId === me.organizationId ? { type: "chat", chat } : null;
    }
    case "project": {
      const project = await orGone(getProject(me, stet.db, update.projectId));
      if (project === null) return { type: "project-removed", id: update.projectId };
      return project.organizationId === me.organizationId ? { type: "project", project } : null;
    }
  }
}

/** Null for what has since been deleted or unshared. */
async function orGone<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Response) return null;
    throw error;
  }
}
