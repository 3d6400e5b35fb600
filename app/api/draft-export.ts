/* POST /api/drafts/{id}/export: the draft as a file, for all who may read it. */
import { Hono } from "hono";
import { contentDisposition } from "#core/content-disposition.ts";
import { documentOf, emptyDocument } from "#core/document-schema.ts";
import { draftExportSchema, exportFormats, exportName } from "#core/draft-export.ts";
import { getDraft } from "#server/data/drafts.ts";
import { draftFile } from "#server/export/draft-file.ts";
import type { Stet } from "#server/stet.ts";
import { bodyOf, personOf, type ApiEnv } from "./edge.ts";
import { idOf } from "./runs.ts";

export function draftExport(stet: Stet) {
  return new Hono<ApiEnv>().post("/api/drafts/:id/export", async (c) => {
    const { format, changes } = await bodyOf(c, draftExportSchema);
    const draft = await getDraft(personOf(c), stet.db, idOf(c));
    const document = documentOf(draft.document) ?? emptyDocument();
    const bytes = await draftFile(format, { ...draft, document, changes: changes.map(defined) }, c.req.raw.signal);
    return c.body(Uint8Array.from(bytes), 200, {
      "content-type": exportFormats[format].type,
      "content-disposition": contentDisposition("attachment", exportName(draft.name, format)),
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
    });
  });
}

/** Without the fields that are not there. */
function defined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
