/* Drafts: created, read, saved on top of their base version, and their timeline. */
import { Hono } from "hono";
import { z } from "zod";
import { draftChangeSchema, draftCopySchema, newDraftSchema } from "#core/requests/drafts.ts";
import { draftNameMax } from "#core/document/draft.ts";
import { plainName } from "#core/text/plain-name.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import {
  createDraft,
  describeDraft,
  getDraftAsText,
  getDraftVersion,
  saveDraft,
  setDraftRemoved,
} from "#server/data/drafts/drafts.ts";
import { listDrafts } from "#server/data/drafts/list-drafts.ts";
import { copyDraftWithPictures, moveDraftWithPictures } from "#server/files/move-draft.ts";
import { unfiledProject } from "#server/data/drafts/unfiled-drafts.ts";
import { getVersionDocument, listDraftVersions, nameDraftVersion } from "#server/data/drafts/draft-versions.ts";
import { listAgentChanges } from "#server/data/drafts/agent-entries.ts";
import type { NewDraftGiven } from "#server/long-work/draft-tasks.ts";
import { longWork } from "#server/long-work/long-work.ts";
import type { Stet } from "#server/stet.ts";
import { bodyOf, personOf } from "./edge.ts";
import type { ApiContext, ApiEnv } from "./context.ts";
import { namedAnswerFacts } from "./named-answer.ts";
import { idOf } from "./runs.ts";

const versionNameSchema = z.object({ name: plainName().min(1).max(draftNameMax).nullable() });

export function drafts(stet: Stet) {
  const { db } = stet;
  return new Hono<ApiEnv>()
    .get("/api/drafts", async (c) => {
      const projectId = z.uuid().safeParse(c.req.query("projectId"));
      if (!projectId.success) throw problem("bad-request", "projectId: the project whose drafts are asked for.");
      return c.json({ drafts: await listDrafts(personOf(c), db, projectId.data) });
    })
    .post("/api/drafts", async (c) => {
      const me = personOf(c);
      const { content, messageId, projectId: into, ...rest } = await bodyOf(c, newDraftSchema);
      const answer = messageId === undefined ? null : await answerOf(me, stet, messageId);
      const made = await longWork(me, "newDraft", { markdown: content, answer }, c.req.raw.signal);
      const projectId = into ?? (await unfiledProject(me, db));
      const id = await createDraft(me, db, { ...rest, projectId, document: made.content, authorship: made.authorship });
      stet.updates.publish(me.userId, { kind: "project", projectId });
      return c.json({ id, projectId });
    })
    .get("/api/drafts/:id", async (c) => jsonWith(c, await getDraftAsText(personOf(c), db, idOf(c))))
    .post("/api/drafts/:id/copy", async (c) => {
      const me = personOf(c);
      const { projectId: into, ...rest } = await bodyOf(c, draftCopySchema);
      // Of a draft that the person doesn't see, nothing is said, whether they may make one or not.
      await getDraftVersion(me, db, idOf(c));
      const projectId = into ?? (await unfiledProject(me, db));
      const id = await copyDraftWithPictures(stet, me, { draftId: idOf(c), projectId, ...rest });
      stet.updates.publish(me.userId, { kind: "project", projectId });
      return c.json({ id, projectId });
    })
    .get("/api/drafts/:id/version", async (c) => c.json({ version: await getDraftVersion(personOf(c), db, idOf(c)) }))
    .patch("/api/drafts/:id", async (c) => {
      const me = personOf(c);
      const change = await bodyOf(c, draftChangeSchema);
      if ("projectId" in change) {
        const { before, chatIds } = await moveDraftWithPictures(stet, me, { draftId: idOf(c), ...change });
        publishMove(stet, me, { projectIds: [before, change.projectId], chatIds });
        return c.json({ projectId: change.projectId, before });
      }
      if (!("document" in change)) {
        await describeDraft(me, db, idOf(c), change);
        return c.json(change);
      }
      const saved = await saveDraft(me, db, { ...change, draftId: idOf(c) });
      stet.updates.publish(me.userId, { kind: "draft", draftId: idOf(c), version: saved.version });
      return c.json(saved);
    })
    .delete("/api/drafts/:id", async (c) => {
      await setDraftRemoved(personOf(c), db, idOf(c), true);
      return c.json({ success: true });
    })
    .post("/api/drafts/:id/bring-back", async (c) => {
      await setDraftRemoved(personOf(c), db, idOf(c), false);
      return c.json({ success: true });
    })
    .get("/api/drafts/:id/versions", async (c) => c.json({ versions: await listDraftVersions(personOf(c), db, idOf(c)) }))
    .get("/api/drafts/:id/versions/:versionId", async (c) => {
      const me = personOf(c);
      const version = await getVersionDocument(me, db, { draftId: idOf(c), versionId: versionIdOf(c) });
      return jsonWith(c, { ...version, document: await longWork(me, "readableDocument", version.document) });
    })
    .get("/api/drafts/:id/versions/:versionId/agent", async (c) =>
      c.json(await listAgentChanges(personOf(c), db, { draftId: idOf(c), versionId: versionIdOf(c) })),
    )
    .patch("/api/drafts/:id/versions/:versionId", async (c) => {
      const { name } = await bodyOf(c, versionNameSchema);
      await nameDraftVersion(personOf(c), db, { draftId: idOf(c), versionId: versionIdOf(c), name });
      return c.json({ name });
    });
}

/** To everyone who sees either project. */
export function publishMove(stet: Stet, me: Person, moved: { projectIds: readonly string[]; chatIds: readonly string[] }): void {
  for (const projectId of new Set(moved.projectIds)) stet.updates.publish(me.userId, { kind: "project", projectId });
  for (const chatId of moved.chatIds) stet.updates.publish(me.userId, { kind: "chat", chatId });
}

/** `document` is already JSON. */
function jsonWith(c: ApiContext, { document, ...rest }: { document: string }): Response {
  return c.body(`{"document":${document},${JSON.stringify(rest).slice(1)}`, 200, { "content-type": "application/json" });
}

/** An answer's text and its authorship. */
async function answerOf(me: Person, stet: Stet, messageId: string): Promise<NewDraftGiven["answer"]> {
  const facts = await namedAnswerFacts(me, stet, messageId);
  if (facts === null) return null;
  const at = new Date().toISOString();
  return {
    said: facts.content,
    origin: { kind: "proposed", at, via: "answer", model: facts.model, prompt: facts.prompt, messageId },
  };
}

function versionIdOf(c: ApiContext): string {
  const id = z.uuid().safeParse(c.req.param("versionId"));
  if (!id.success) throw problem("not-found");
  return id.data;
}
