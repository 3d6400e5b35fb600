/* Drafts held against playbooks. */
import { Hono } from "hono";
import { newPlaybookCheckSchema } from "#core/requests/playbooks.ts";
import { getLatestCheck } from "#server/data/playbooks/playbook-checks.ts";
import type { Stet } from "#server/stet.ts";
import type { ApiEnv } from "./context.ts";
import { bodyOf, personOf } from "./edge.ts";
import { idOf } from "./runs.ts";

export function playbooks(stet: Stet) {
  return new Hono<ApiEnv>()
    .get("/api/drafts/:id/playbook-check", async (c) => c.json({ check: await getLatestCheck(personOf(c), stet.db, idOf(c)) }))
    .post("/api/drafts/:id/playbook-check", async (c) => {
      const [me, draftId] = [personOf(c), idOf(c)];
      const id = await stet.playbookChecks.start(me, draftId, await bodyOf(c, newPlaybookCheckSchema));
      stet.updates.publish(me.userId, { kind: "draft-changes", draftId });
      return c.json({ id }, 201);
    });
}
