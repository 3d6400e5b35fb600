/* Watching a run and stopping it. */
import { Hono } from "hono";
import { z } from "zod";
import { problem } from "#core/workspace/problem.ts";
import { runStreamHeaders } from "#core/chat/run-event.ts";
import { watchRun, type Watching } from "#server/chat/watch.ts";
import { getRun } from "#server/data/chats/runs.ts";
import type { Stet } from "#server/stet.ts";
import { bodyOf, personOf } from "./edge.ts";
import type { ApiContext, ApiEnv } from "./context.ts";
import { answerEvents } from "./event-stream.ts";
import { watchAccess } from "./held-access.ts";

const seqSchema = z.coerce.number().int().min(0).max(2_000_000_000);
const stopSchema = z.object({ seenSeq: seqSchema });

export function runs(stet: Stet) {
  return new Hono<ApiEnv>()
    .get("/api/runs/:id/events", async (c) => {
      const me = personOf(c);
      const runId = idOf(c);
      await getRun(me, stet.db, runId);
      const after = seqSchema.safeParse(c.req.header("last-event-id") ?? c.req.query("after") ?? 0);
      if (!after.success) throw problem("bad-request", "Last-Event-ID must be the id of an event.");
      return answerRun(c, stet, { runId, after: after.data, follows: c.req.query("follow") !== "false" });
    })
    .post("/api/runs/:id/stop", async (c) => {
      const me = personOf(c);
      const { seenSeq } = await bodyOf(c, stopSchema);
      return c.json(await stet.runs.stop(me, idOf(c), seenSeq));
    });
}

export function answerRun(c: ApiContext, stet: Stet, watching: Watching): Response {
  const { runId } = watching;
  const requestId = c.get("requestId");
  const access = watchAccess(stet, c, (me) => getRun(me, stet.db, runId));
  return answerEvents(c, { ...runStreamHeaders, "x-stet-run": runId }, access, async (sink) => {
    try {
      await watchRun(access.person(), stet.db, stet.runs, watching, sink);
    } catch (error) {
      // A chat deleted under its reader is not a bug.
      if (!(error instanceof Response)) stet.log.error({ requestId, runId, err: error }, "a run could not be watched");
    }
  });
}

/** A malformed id names nothing that exists. */
export function idOf(c: ApiContext, name = "id"): string {
  const id = z.uuid().safeParse(c.req.param(name));
  if (!id.success) throw problem("not-found");
  return id.data;
}
