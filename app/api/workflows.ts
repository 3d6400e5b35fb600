/* Workflows of the library: publishing, running and testing them, and their runs. */
import { Hono } from "hono";
import {
  newRunSchema,
  newTriggerSchema,
  publishSchema,
  runAnswerSchema,
  runListSchema,
  runRetrySchema,
  triggerPausedSchema,
} from "#core/requests/workflows.ts";
import { isUuid } from "#core/text/uuid.ts";
import { problem } from "#core/workspace/problem.ts";
import { publishWorkflow } from "#server/data/workflows/published.ts";
import { setTriggerPaused, setTriggerRemoved } from "#server/data/workflows/triggers.ts";
import { listWorkflowRuns, setRunRemoved } from "#server/data/workflows/workflow-runs.ts";
import type { Stet } from "#server/stet.ts";
import { bodyOf, personOf } from "./edge.ts";
import type { ApiEnv } from "./context.ts";
import { idOf } from "./runs.ts";

export function workflows(stet: Stet) {
  const { db, workflowRuns, workflowTriggers } = stet;
  return new Hono<ApiEnv>()
    .put("/api/workflows/:id/published", async (c) => {
      await publishWorkflow(personOf(c), db, idOf(c), (await bodyOf(c, publishSchema)).version);
      return c.json({ success: true });
    })
    .post("/api/workflows/:id/runs", async (c) => {
      const me = personOf(c);
      return c.json({ id: await workflowRuns.start(me, workflowIdOf(c.req.param("id")), await bodyOf(c, newRunSchema)) }, 201);
    })
    .post("/api/workflows/:id/estimate", async (c) => {
      const me = personOf(c);
      return c.json(await workflowRuns.estimate(me, workflowIdOf(c.req.param("id")), await bodyOf(c, newRunSchema)));
    })
    .post("/api/workflows/:id/triggers", async (c) => {
      const me = personOf(c);
      const id = await workflowTriggers.make(me, workflowIdOf(c.req.param("id")), await bodyOf(c, newTriggerSchema));
      return c.json({ id }, 201);
    })
    .put("/api/workflow-triggers/:id/paused", async (c) => {
      await setTriggerPaused(personOf(c), db, idOf(c), (await bodyOf(c, triggerPausedSchema)).isPaused);
      return c.json({ success: true });
    })
    .delete("/api/workflow-triggers/:id", async (c) => {
      await setTriggerRemoved(personOf(c), db, idOf(c), true);
      return c.json({ success: true });
    })
    .post("/api/workflow-triggers/:id/bring-back", async (c) => {
      await setTriggerRemoved(personOf(c), db, idOf(c), false);
      return c.json({ success: true });
    })
    .get("/api/workflow-runs", async (c) => c.json(await listWorkflowRuns(personOf(c), db, runListSchema.parse(c.req.query()))))
    .get("/api/workflow-runs/:id", async (c) => c.json({ run: await workflowRuns.read(personOf(c), idOf(c)) }))
    .delete("/api/workflow-runs/:id", async (c) => {
      await setRunRemoved(personOf(c), db, idOf(c), true);
      return c.json({ success: true });
    })
    .post("/api/workflow-runs/:id/bring-back", async (c) => {
      await setRunRemoved(personOf(c), db, idOf(c), false);
      return c.json({ success: true });
    })
    .post("/api/workflow-runs/:id/answer", async (c) => {
      await workflowRuns.answer(personOf(c), idOf(c), await bodyOf(c, runAnswerSchema));
      return c.json({ success: true });
    })
    .post("/api/workflow-runs/:id/retry", async (c) => {
      await workflowRuns.retry(personOf(c), idOf(c), (await bodyOf(c, runRetrySchema)).path);
      return c.json({ success: true });
    })
    .post("/api/workflow-runs/:id/cancel", async (c) => {
      await workflowRuns.cancel(personOf(c), idOf(c));
      return c.json({ success: true });
    });
}

/** Of one that comes with Stet, the name of its file. */
export function workflowIdOf(id: string): string {
  if (!isUuid(id) && !/^[\da-z-]{1,60}$/.test(id)) throw problem("not-found");
  return id;
}
