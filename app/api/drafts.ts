/* Drafts: made, read, saved from the version they came from, and their timeline. */
import { Hono } from "hono";
import type { Node } from "prosemirror-model";
import { z } from "zod";
import { runsOf, type Runs } from "#core/authorship.ts";
import { carriedRuns } from "#core/authorship-carried.ts";
import { storedDocument } from "#core/document-repair.ts";
import { jsonOf, readDocumentJson, type DocumentJson } from "#core/document-schema.ts";
import { draftChangeSchema, draftNameMax, newDraftSchema } from "#core/draft.ts";
import { markdownToDocument } from "#core/markdown-to-document.ts";
import { plainName } from "#core/plain-name.ts";
import type { Person } from "#core/policy.ts";
import { problem } from "#core/problem.ts";
import { parseReply, replyText } from "#core/reply.ts";
import { findAnswerFacts } from "#server/data/answer-facts.ts";
import { createDraft, describeDraft, getDraft, listDrafts, saveDraft, setDraftRemoved } from "#server/data/drafts.ts";
import { getVersionDocument, listDraftVersions, nameDraftVersion } from "#server/data/draft-versions.ts";
import { listAgentChanges } from "#server/data/agent-entries.ts";
import type { Stet } from "#server/stet.ts";
import { bodyOf, personOf, type ApiContext, type ApiEnv } from "./edge.ts";
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
      const { content, messageId, ...rest } = await bodyOf(c, newDraftSchema);
      const document = markdownToDocument(content);
      const authorship = messageId === undefined ? null : await runsFromAnswer(me, stet, messageId, document);
      const id = await createDraft(me, db, { ...rest, document, ...(authorship && { authorship }) });
      stet.updates.publish(me.userId, { kind: "project", projectId: rest.projectId });
      return c.json({ id });
    })
    .get("/api/drafts/:id", async (c) => c.json(await getDraft(personOf(c), db, idOf(c))))
    .patch("/api/drafts/:id", async (c) => {
      const me = personOf(c);
      const change = await bodyOf(c, draftChangeSchema);
      if (!("document" in change)) {
        await describeDraft(me, db, idOf(c), change);
        return c.json(change);
      }
      const document = "changes" in change.document ? change.document : documentGiven(change.document);
      const saved = await saveDraft(me, db, { ...change, draftId: idOf(c), document });
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
      const { document, authorship } = await getVersionDocument(personOf(c), db, { draftId: idOf(c), versionId: versionIdOf(c) });
      return c.json({ document: jsonOf(storedDocument(document)), authorship });
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

function documentGiven(json: DocumentJson): Node {
  const read = readDocumentJson(json);
  if ("refusal" in read) throw problem("bad-request", read.refusal);
  return read.document;
}

/** What stands in the answer is its model's; what its reader has changed since is unknown. */
async function runsFromAnswer(me: Person, { db, models }: Stet, messageId: string, document: Node): Promise<Runs | null> {
  const facts = await findAnswerFacts(me, db, messageId);
  if (facts === null) return null;
  const said = markdownToDocument(replyText(parseReply(facts.content)));
  const found = await models.find(facts.model);
  const model = "row" in found ? found.row.name : facts.model;
  const at = new Date().toISOString();
  const runs = runsOf(said.content.size, { kind: "proposed", at, via: "answer", model, prompt: facts.prompt, messageId });
  return carriedRuns({ document: said, runs }, document);
}

function versionIdOf(c: ApiContext): string {
  const id = z.uuid().safeParse(c.req.param("versionId"));
  if (!id.success) throw problem("not-found");
  return id.data;
}
