/*
 * Turns a file into a draft: POST /api/drafts/import {projectId, fileId}. The uploaded file stays; a counterpart's
 * changes wait beside the draft to be accepted or rejected, as do those that colleagues suggest.
 */
import { Hono, type Context } from "hono";
import { z } from "zod";
import { draftNameMax } from "#core/document/draft.ts";
import { packageAnchorsSchema } from "#core/document/package-anchors.ts";
import { decisionsSchema, newSuggestionSchema, suggestionsMadeSchema } from "#core/changes/imported-change.ts";
import { counted } from "#core/text/counted.ts";
import { problem } from "#core/workspace/problem.ts";
import { createDraft } from "#server/data/drafts/drafts.ts";
import { findFile } from "#server/data/files/files.ts";
import {
  changeSuggestions,
  decideImportedChanges,
  listImportedChanges,
  withdrawSuggestion,
} from "#server/data/drafts/imported-changes.ts";
import { longWork } from "#server/long-work/long-work.ts";
import { keepPackage, keepPictures } from "#server/files/keep-bytes.ts";
import type { Stet } from "#server/stet.ts";
import { bodyOf, personOf } from "./edge.ts";
import type { ApiEnv } from "./context.ts";
import { idOf } from "./runs.ts";

const importSchema = z.object({ projectId: z.uuid(), fileId: z.uuid() });

const noWords = "No words were found in this file that a draft could hold.";

function onlyWords(changes: number, comments: number): string {
  const left = [counted(changes, "tracked change"), counted(comments, "comment")].filter((part) => part !== "").join(" and ");
  return `The formatting of this file couldn’t be read, so only its text was imported${left && `, without ${left}`}.`;
}

export function draftImport(stet: Stet) {
  const { db } = stet;
  return new Hono<ApiEnv>()
    .post("/api/drafts/import", async (c) => {
      const me = personOf(c);
      const { projectId, fileId } = await bodyOf(c, importSchema);
      const file = await findFile(me, db, fileId);
      if (file.status !== "ready") throw problem("not-found");
      const bytes = await stet.fileStore.read(file.key);
      const read = await stet.extraction.import({ name: file.name, bytes, person: me.userId });
      if (!read.ok) throw problem("attachment-refused", read.sentence);
      const { changes, comments, notices, pictures, anchors, insertedRows, drawings } = read.document;
      const services = { db, store: stet.fileStore, extraction: stet.extraction };
      const kept = await keepPictures(services, me, pictures, projectId);
      const made = await longWork(me, "importedContent", { document: read.document.document, kept });
      if (made === null) throw problem("attachment-refused", noWords);
      if (made.isPlain) stet.log.error({ fileId }, "an import is no document of the schema");
      const name =
        file.name
          .replace(/\.[^.]{1,8}$/u, "")
          .trim()
          .slice(0, draftNameMax) || "Draft";
      const brought = made.isPlain ? { changes: [], comments: [] } : { changes, comments };
      const said = made.isPlain ? [...notices, onlyWords(changes.length, comments.length)] : notices;
      const located = packageAnchorsSchema.safeParse({
        blocks: anchors,
        changes: changes.map(({ place }) => [place?.start, place?.end]),
        ...(drawings && drawings.length > 0 && { drawings }),
        ...(insertedRows?.some((rows) => rows !== null) && { insertedRows }),
      });
      const isKept = file.kind === "docx" && !made.isPlain && located.success;
      const received = isKept ? await keepPackage(stet.fileStore, { name: file.name, bytes, anchors: located.data }) : null;
      const imported = { fileName: file.name, ...brought, package: received };
      const id = await createDraft(me, db, { projectId, name, document: made.content, imported });
      return c.json({ id, changes: brought.changes.length, comments: brought.comments.length, notices: said });
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
