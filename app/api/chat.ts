/* POST /api/chat: stores a question, starts its run and streams the run's events as the response. */
import { Hono } from "hono";
import { turnRequestSchema } from "#core/chat/chat.ts";
import { startTurn } from "#server/chat/turn.ts";
import { whereaboutsIn } from "#server/chat/whereabouts.ts";
import type { Stet } from "#server/stet.ts";
import { bodyOf, personOf } from "./edge.ts";
import type { ApiEnv } from "./context.ts";
import { answerRun } from "./runs.ts";

export function chat(stet: Stet) {
  return new Hono<ApiEnv>().post("/api/chat", async (c) => {
    const me = personOf(c);
    const request = await bodyOf(c, turnRequestSchema);
    const { runId } = await startTurn(stet, me, request, whereaboutsIn(c.req.raw.headers));
    return answerRun(c, stet, { runId, after: 0, follows: true });
  });
}
