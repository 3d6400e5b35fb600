/*
 * Turns a file into a draft: POST /api/drafts/import {projectId, fileId}. The uploaded file stays; a counterpart's
 * changes wait beside the draft to be accepted or rejected, as do those that colleagues suggest.
 */
import { Hono, type Context } from "hono";
import { z } from "zod";
import { draftNameMax } from "#core/document/draft.ts";
import { decisionsSchema, newSuggestionSchema, suggestionsMadeSchema } from "#core/changes/imported-change.ts";
import { problem } from "#core/workspace/problem.ts";
import { createDraft } from "#server/data/drafts/drafts.ts";
import { findFile } from "#server/data/files/files.ts";
import {
  changeSuggestions,
  decideImportedChanges,
  listImportedChanges,
  withdrawSuggestion,
} from "#server/data/drafts/imported-changes.ts";
import { draftOfFile } from "#server/files/draft-of-file.ts";
import type { Stet } from "#server/stet.ts";
import { bodyOf, personOf } from "./edge.ts";
import type { ApiEnv } from "./context.ts";
import { idOf } from "./runs.ts";

const importSchema = z.object({ projectId: z.uuid(), fileId: z.uuid() });

export function draftImport(stet: Stet) {
  const { db } = stet;
  return new Hono<ApiEnv>()
    .post("/api/drafts/import", async (c) => {
      const me = personOf(c);
      const { projectId, fileId } = await bodyOf(c, importSchema);
      const file = await findFile(me, db, fileId);
      if (file.status !== "ready") throw problem("not-found");
      const bytes = await stet.fileStore.read(file.key);
      const given = { name: file.name, bytes, isWord: file.kind === "docx", projectId };
      const services = { db, store: stet.fileStore, extraction: stet.extraction };
      const { draft, notices, isPlain } = await draftOfFile(services, me, given);
      if (isPlain) stet.log.error({ fileId }, "an import is no document of the schema");
      const name =
        file.name
          .replace(/\.[^.]{1,8}$/u, "")
          .trim()
          .slice(0, draftNameMax) || "Draft";
      const id = await createDraft(me, db, { ...draft, name });
      const { changes, comments } = draft.imported;
      return c.json({ id, changes: changes.length, comments: comments.length, notices });
    })
    .get("/api/drafts/:id/changes", async (c) => c.json({ changes: await listImportedChanges(personOf(c), db, idOf(c)) }))
    .post("/api/drafts/:id/changes", async (c) => {
      const me = personOf(c);
      const given = await bodyOf(c, z.union([newSuggestionSchema, suggestionsMadeSchema]));
      const made = "id" in given ? { replaces: [], suggestions: [given] } : given;
      await changeSuggestions(me, db, { draftId: idOf(c), made });
      stet.updates.publish(me.userId, { kind: "draft-changes", draftId: idOf(c) });
      return c.json({ ids: made.suggestions.map(({ id }) => id) });
    })
    .patch("/api/drafts/:id/changes", async (c) => {
      const me = personOf(c);
      const { decisions } = await bodyOf(c, decisionsSchema);
      await decideImportedChanges(me, db, { draftId: idOf(c), decisions });
      stet.updates.publish(me.userId, { kind: "draft-changes", draftId: idOf(c) });
      return c.json({ success: true });
    })
    .delete("/api/drafts/:id/changes/:changeId", async (c) => {
      const me = personOf(c);
      await withdrawSuggestion(me, db, { draftId: idOf(c), changeId: changeOf(c) });
      stet.updates.publish(me.userId, { kind: "draft-changes", draftId: idOf(c) });
      return c.json({ success: true });
    });
}

function changeOf(c: Context<ApiEnv>): string {
  const changeId = z.uuid().safeParse(c.req.param("changeId"));
  if (!changeId.success) throw problem("not-found");
  return changeId.data;
}
