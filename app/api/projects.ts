/* Projects: the list of those visible, one project, and its owner's actions. */
import { Hono } from "hono";
import { newProjectSchema, projectChangesSchema } from "#core/workspace/project.ts";
import { acceptShare } from "#server/data/organizations/project-shares.ts";
import {
  changeProject,
  createProject,
  getProject,
  listProjects,
  removeProject,
  undoRemoveProject,
} from "#server/data/organizations/projects.ts";
import { openSampleMatter } from "#server/sample/sample-matter.ts";
import type { Stet } from "#server/stet.ts";
import { bodyOf, personOf } from "./edge.ts";
import type { ApiEnv } from "./context.ts";
import { idOf } from "./runs.ts";

export function projects(stet: Stet) {
  const { db } = stet;
  return new Hono<ApiEnv>()
    .get("/api/projects", async (c) => c.json(await listProjects(personOf(c), db)))
    .post("/api/projects", async (c) => {
      const me = personOf(c);
      const project = await createProject(me, db, await bodyOf(c, newProjectSchema));
      stet.updates.publish(me.userId, { kind: "project", projectId: project.id });
      return c.json(project, 201);
    })
    .post("/api/projects/sample", async (c) => {
      const me = personOf(c);
      const { fileStore: store, extraction, reviewRuns } = stet;
      const sample = await openSampleMatter(me, { db, store, extraction, reviewRuns });
      stet.jobs.wake("index-files");
      stet.updates.publish(me.userId, { kind: "project", projectId: sample.id });
      return c.json(sample, 201);
    })
    .get("/api/projects/:id", async (c) => {
      const me = personOf(c);
      const project = await getProject(me, db, idOf(c));
      if (!project.isOwner) await acceptShare(me, db, project.id);
      return c.json(project);
    })
    .patch("/api/projects/:id", async (c) => {
      const me = personOf(c);
      const project = await changeProject(me, db, idOf(c), await bodyOf(c, projectChangesSchema));
      stet.updates.publish(me.userId, { kind: "project", projectId: project.id });
      return c.json(project);
    })
    .delete("/api/projects/:id", async (c) => {
      const me = personOf(c);
      await removeProject(me, db, idOf(c));
      stet.updates.publish(me.userId, { kind: "project", projectId: idOf(c) });
      return c.json({ success: true });
    })
    .post("/api/projects/:id/undo-delete", async (c) => {
      const me = personOf(c);
      const project = await undoRemoveProject(me, db, idOf(c));
      stet.updates.publish(me.userId, { kind: "project", projectId: project.id });
      return c.json(project);
    });
}
