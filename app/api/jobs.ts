/* A person's long work: what is at work, and pausing, resuming, cancelling and retrying it. */
import { Hono } from "hono";
import { jobChange } from "#core/workspace/job.ts";
import { problem } from "#core/workspace/problem.ts";
import { changeJob, listJobsAtWork } from "#server/data/accounts/own-jobs.ts";
import type { Stet } from "#server/stet.ts";
import { bodyOf, personOf } from "./edge.ts";
import type { ApiEnv } from "./context.ts";
import { idOf } from "./runs.ts";

export function jobs(stet: Stet) {
  return new Hono<ApiEnv>()
    .get("/api/jobs", async (c) => c.json({ jobs: await listJobsAtWork(personOf(c), stet.db) }))
    .post("/api/jobs/:id", async (c) => {
      const me = personOf(c);
      const { action } = await bodyOf(c, jobChange);
      if (!(await changeJob(me, stet.db, idOf(c), action))) throw problem("not-found");
      await stet.jobs.changed();
      stet.jobs.look();
      stet.updates.publish(me.userId, { kind: "jobs" }, { isPrivate: true });
      return c.json({ success: true });
    });
}
