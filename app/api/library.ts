/* The library's own templates: found, made, saved, removed and brought back, as files that can be taken along. */
import { Hono } from "hono";
import type { z } from "zod";
import {
  approvalSchema,
  libraryQuerySchema,
  librarySearchSchema,
  newTemplateSchema,
  privateSchema,
  retirementSchema,
  similarSchema,
  templateSaveSchema,
} from "#core/requests/library.ts";
import { readClause } from "#core/templates/clause-file.ts";
import { clauseHeadings, clauseLines } from "#core/templates/clause-table.ts";
import { readLibraryFile } from "#core/templates/library-file.ts";
import { templateFromDraft } from "#core/templates/template-from-draft.ts";
import { wordingsOf } from "#core/templates/wording.ts";
import { proseLanguages } from "#core/text/sentences.ts";
import type { Person } from "#core/workspace/policy.ts";
import { getDraftAsText } from "#server/data/drafts/drafts.ts";
import { listDraftsWithWording } from "#server/data/drafts/drafts-with-wording.ts";
import {
  createTemplate,
  createTemplates,
  eachFile,
  listTemplates,
  listTemplateVersions,
  saveTemplate,
  setTemplateRemoved,
} from "#server/data/library/templates.ts";
import { lookedAtLaw } from "#server/data/library/clause-law.ts";
import { setApproval, setPrivate, setRetirement } from "#server/data/library/template-standing.ts";
import type { Db } from "#server/db/database.ts";
import { encoded, streamOf } from "#server/export/stream-of.ts";
import { findLibraryTemplate, listBuiltIn } from "#server/library/library.ts";
import { searchLibrary } from "#server/library/search-library.ts";
import { findSimilarClauses } from "#server/library/find-similar.ts";
import { templateOfFile } from "#server/library/template-of-file.ts";
import { longWork } from "#server/long-work/long-work.ts";
import type { Stet } from "#server/stet.ts";
import type { ApiEnv } from "./context.ts";
import { download } from "./download.ts";
import { bodyOf, personOf } from "./edge.ts";
import { idOf } from "./runs.ts";

export function library(stet: Stet) {
  const { db } = stet;
  return new Hono<ApiEnv>()
    .get("/api/library/templates", async (c) => {
      const asked = libraryQuerySchema.parse(c.req.query());
      const page = await listTemplates(personOf(c), db, asked);
      return c.json({ ...page, builtIn: asked.before === undefined ? listBuiltIn(asked) : [] });
    })
    .get("/api/library/search", async (c) =>
      c.json(await searchLibrary(personOf(c), db, librarySearchSchema.parse(c.req.query()), stet.libraryVectors)),
    )
    .post("/api/library/templates", async (c) => {
      const me = personOf(c);
      const asked = await bodyOf(c, newTemplateSchema);
      if ("sources" in asked) return c.json({ ids: await createTemplates(me, db, asked.sources) }, 201);
      const { source, notices } = await sourceOf(me, stet, asked);
      const audience = "isPrivate" in asked ? { isPrivate: asked.isPrivate } : {};
      return c.json({ id: await createTemplate(me, db, source, audience), notices }, 201);
    })
    .get("/api/library/clauses.csv", (c) =>
      c.body(streamOf(encoded(clauseTable(personOf(c), db))), 200, download("clauses.csv", "text/csv; charset=utf-8")),
    )
    .post("/api/library/similar", async (c) =>
      c.json({ found: await findSimilarClauses(personOf(c), db, await bodyOf(c, similarSchema)) }),
    )
    .get("/api/library/templates/:id", async (c) => {
      const { source, id } = await findLibraryTemplate(personOf(c), db, c.req.param("id"));
      return c.json({ id, source });
    })
    .put("/api/library/templates/:id", async (c) => {
      const me = personOf(c);
      return c.json({ version: await saveTemplate(me, db, { id: idOf(c), ...(await bodyOf(c, templateSaveSchema)) }) });
    })
    .delete("/api/library/templates/:id", async (c) => {
      await setTemplateRemoved(personOf(c), db, idOf(c), true);
      return c.json({ success: true });
    })
    .post("/api/library/templates/:id/bring-back", async (c) => {
      await setTemplateRemoved(personOf(c), db, idOf(c), false);
      return c.json({ success: true });
    })
    .put("/api/library/templates/:id/approval", async (c) => {
      await setApproval(personOf(c), db, { id: idOf(c), ...(await bodyOf(c, approvalSchema)) });
      return c.json({ success: true });
    })
    .post("/api/library/templates/:id/looked", async (c) => {
      await lookedAtLaw(personOf(c), db, idOf(c));
      return c.json({ success: true });
    })
    .put("/api/library/templates/:id/private", async (c) => {
      await setPrivate(personOf(c), db, { id: idOf(c), ...(await bodyOf(c, privateSchema)) });
      return c.json({ success: true });
    })
    .put("/api/library/templates/:id/retirement", async (c) => {
      await setRetirement(personOf(c), db, { id: idOf(c), ...(await bodyOf(c, retirementSchema)) });
      return c.json({ success: true });
    })
    .get("/api/library/templates/:id/drafts", async (c) => {
      const me = personOf(c);
      const read = readLibraryFile((await findLibraryTemplate(me, db, c.req.param("id"))).source);
      const wordings = "item" in read ? wordingsOf(read.item) : [];
      return c.json({ ...(await listDraftsWithWording(me, db, wordings)), isTooShort: wordings.length === 0 });
    })
    .get("/api/library/templates/:id/versions", async (c) =>
      c.json({ versions: await listTemplateVersions(personOf(c), db, idOf(c)) }),
    );
}

async function* clauseTable(me: Person, db: Db): AsyncGenerator<string> {
  // Excel takes a file without it for one in the system's own encoding.
  yield `\ufeff${clauseHeadings()}`;
  for await (const { source } of eachFile(me, db, "clause")) {
    const read = readClause(source);
    if ("clause" in read) yield clauseLines(read.clause);
  }
}

async function sourceOf(
  me: Person,
  stet: Stet,
  asked: Exclude<z.infer<typeof newTemplateSchema>, { sources: string[] }>,
): Promise<{ source: string; notices: string[] }> {
  if ("fileId" in asked) return templateOfFile(me, stet, asked.fileId);
  return { source: "source" in asked ? asked.source : await sourceOfDraft(me, stet, asked.draftId), notices: [] };
}

async function sourceOfDraft(me: Person, { db }: Stet, draftId: string): Promise<string> {
  const draft = await getDraftAsText(me, db, draftId);
  const markdown = await longWork(me, "draftMarkdown", draft.document);
  const language = proseLanguages.find((one) => draft.language?.startsWith(one)) ?? "en";
  return templateFromDraft({ name: draft.name, markdown, language });
}
