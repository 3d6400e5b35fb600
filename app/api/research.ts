/* Research: questions about the law of a day, their plans, runs, logs and memos. */
import { Hono } from "hono";
import {
  newResearchSchema,
  newStepSchema,
  researchChangeSchema,
  researchQuerySchema,
  researchRunSchema,
  researchSearchesSchema,
  stepChangeSchema,
} from "#core/requests/research.ts";
import type { Person } from "#core/workspace/policy.ts";
import { getResearchGraph } from "#server/data/research/research-graph.ts";
import { listWatchedLaw, lookedAgain } from "#server/data/research/watched-law.ts";
import { listSearches } from "#server/data/research/research-searches.ts";
import { addStep, changeStep } from "#server/data/research/research-steps.ts";
import { changeResearch, getResearch, listResearch } from "#server/data/research/research.ts";
import type { Stet } from "#server/stet.ts";
import { bodyOf, personOf } from "./edge.ts";
import type { ApiEnv } from "./context.ts";
import { idOf } from "./runs.ts";

const mostChanged = 50;

export function research(stet: Stet) {
  const { db } = stet;
  /** Other windows, and others in the project, read it again. */
  const changed = async (me: Person, researchId: string) => {
    const { projectId } = await getResearch(me, db, researchId);
    stet.updates.publish(me.userId, { kind: "research", researchId, projectId });
  };
  return new Hono<ApiEnv>()
    .get("/api/research", async (c) => c.json(await listResearch(personOf(c), db, researchQuerySchema.parse(c.req.query()))))
    .post("/api/research", async (c) => {
      const me = personOf(c);
      return c.json({ id: await stet.researchRuns.create(me, await bodyOf(c, newResearchSchema)) }, 201);
    })
    .get("/api/research/:id", async (c) => {
      const [me, id] = [personOf(c), idOf(c)];
      const found = await getResearch(me, db, id);
      return c.json({ research: found, changed: await listWatchedLaw(me, db, { researchId: id, limit: mostChanged }) });
    })
    .patch("/api/research/:id", async (c) => {
      const [me, id, change] = [personOf(c), idOf(c), await bodyOf(c, researchChangeSchema)];
      await changeResearch(me, db, id, change);
      if (change.isRemoved !== true) await changed(me, id);
      return c.json({ success: true });
    })
    .post("/api/research/:id/steps", async (c) => {
      const [me, id, step] = [personOf(c), idOf(c), await bodyOf(c, newStepSchema)];
      const stepId = await addStep(me, db, id, step);
      await changed(me, id);
      return c.json({ id: stepId }, 201);
    })
    .patch("/api/research/:id/steps/:stepId", async (c) => {
      const [me, id, to] = [personOf(c), idOf(c), await bodyOf(c, stepChangeSchema)];
      await changeStep(me, db, { researchId: id, stepId: idOf(c, "stepId"), to });
      await changed(me, id);
      return c.json({ success: true });
    })
    .post("/api/research/:id/runs", async (c) => {
      const [me, id, { kind }] = [personOf(c), idOf(c), await bodyOf(c, researchRunSchema)];
      return c.json({ id: await stet.researchRuns.start(me, id, kind) }, 201);
    })
    .get("/api/research/:id/searches", async (c) => {
      const { after } = researchSearchesSchema.parse(c.req.query());
      return c.json(await listSearches(personOf(c), db, idOf(c), after));
    })
    .get("/api/research/:id/graph", async (c) => c.json(await getResearchGraph(personOf(c), db, idOf(c))))
    .post("/api/research/:id/looked", async (c) => {
      const [me, id] = [personOf(c), idOf(c)];
      await lookedAgain(me, db, id);
      await changed(me, id);
      return c.json({ success: true });
    });
}
