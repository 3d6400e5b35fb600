/* Work that failed, for the installation's administrators: what and why, trying again, and discarding. */
import { Hono } from "hono";
import { z } from "zod";
import { failedJobChange, jobNames } from "#core/workspace/failed-job.ts";
import { administrator } from "#server/data/installation/administrators.ts";
import { changeFailedJob, listFailedJobs } from "#server/data/installation/failed-jobs.ts";
import type { Stet } from "#server/stet.ts";
import { audit } from "./audit.ts";
import { bodyOf, personOf, queryOf } from "./edge.ts";
import type { ApiEnv } from "./context.ts";
import { idOf } from "./runs.ts";

export function failedJobs(stet: Stet) {
  const { db } = stet;
  return new Hono<ApiEnv>()
    .get("/api/admin/jobs", async (c) => {
      const { before } = queryOf(c, z.object({ before: z.string().max(100).optional() }));
      return c.json(await listFailedJobs(personOf(c), db, before));
    })
    .post("/api/admin/jobs/:id", async (c) => {
      administrator(personOf(c));
      const { action } = await bodyOf(c, failedJobChange);
      const { kind, ownerId, email } = await changeFailedJob(personOf(c), db, idOf(c), action);
      const subject = `${jobNames[kind]}${email === null ? "" : `: ${email}`}`;
      await audit(stet, c, { kind: action === "retry" ? "job-retried" : "job-discarded", subject });
      await stet.jobs.changed();
      stet.jobs.look();
      if (ownerId !== null) stet.updates.publish(ownerId, { kind: "jobs" }, { isPrivate: true });
      return c.json({ name: jobNames[kind] });
    });
}
