/* Discovery: collections of documents, reading files into them, and searching them. */
import { Hono } from "hono";
import {
  collectionChangeSchema,
  codingSchema,
  collectionListSchema,
  documentQuerySchema,
  issueChangeSchema,
  newCollectionSchema,
  newIssueSchema,
  newSourcesSchema,
} from "#core/requests/discovery.ts";
import { changeCollection, createCollection, getCollection, listCollections } from "#server/data/discovery/collections.ts";
import { addIssue, changeIssue, codeDocuments, undoCoding } from "#server/data/discovery/coding.ts";
import { getDocument } from "#server/data/discovery/documents.ts";
import { countFacets, searchDocuments } from "#server/data/discovery/search-documents.ts";
import type { Person } from "#core/workspace/policy.ts";
import type { Stet } from "#server/stet.ts";
import { bodyOf, personOf } from "./edge.ts";
import type { ApiEnv } from "./context.ts";
import { idOf } from "./runs.ts";

export function discovery(stet: Stet) {
  const { db, collecting } = stet;
  /** Other windows, and others in the project, read it again. */
  const changed = async (me: Person, collectionId: string) => {
    const { projectId } = await getCollection(me, db, collectionId);
    stet.updates.publish(me.userId, { kind: "collection", collectionId, projectId });
  };
  return new Hono<ApiEnv>()
    .get("/api/discovery", async (c) => c.json(await listCollections(personOf(c), db, collectionListSchema.parse(c.req.query()))))
    .post("/api/discovery", async (c) => {
      const me = personOf(c);
      return c.json({ id: await createCollection(me, db, await bodyOf(c, newCollectionSchema)) }, 201);
    })
    .get("/api/discovery/:id", async (c) => c.json({ collection: await getCollection(personOf(c), db, idOf(c)) }))
    .patch("/api/discovery/:id", async (c) => {
      const [me, id] = [personOf(c), idOf(c)];
      await changeCollection(me, db, id, await bodyOf(c, collectionChangeSchema));
      return c.json({ success: true });
    })
    .post("/api/discovery/:id/sources", async (c) => {
      const [me, id] = [personOf(c), idOf(c)];
      return c.json({ files: await collecting.start(me, id, await bodyOf(c, newSourcesSchema)) });
    })
    .get("/api/discovery/:id/documents", async (c) => {
      const { query, sort, after } = documentQuerySchema.parse(c.req.query());
      return c.json(await searchDocuments(personOf(c), db, { collectionId: idOf(c), query, sort, after }));
    })
    .get("/api/discovery/:id/documents/:documentId", async (c) => {
      const ids = { collectionId: idOf(c), id: idOf(c, "documentId") };
      return c.json({ document: await getDocument(personOf(c), db, ids) });
    })
    .post("/api/discovery/:id/coding", async (c) => {
      const [me, id] = [personOf(c), idOf(c)];
      const documents = await codeDocuments(me, db, id, await bodyOf(c, codingSchema));
      if (documents > 0) await changed(me, id);
      return c.json({ documents });
    })
    .post("/api/discovery/:id/coding/:operationId/undo", async (c) => {
      const [me, id] = [personOf(c), idOf(c)];
      const documents = await undoCoding(me, db, { collectionId: id, operationId: idOf(c, "operationId") });
      await changed(me, id);
      return c.json({ documents });
    })
    .post("/api/discovery/:id/issues", async (c) => {
      const [me, id] = [personOf(c), idOf(c)];
      const issueId = await addIssue(me, db, id, (await bodyOf(c, newIssueSchema)).name);
      await changed(me, id);
      return c.json({ id: issueId }, 201);
    })
    .patch("/api/discovery/:id/issues/:issueId", async (c) => {
      const [me, id, to] = [personOf(c), idOf(c), await bodyOf(c, issueChangeSchema)];
      await changeIssue(me, db, { collectionId: id, issueId: idOf(c, "issueId"), to });
      await changed(me, id);
      return c.json({ success: true });
    })
    .get("/api/discovery/:id/facets", async (c) => {
      const { query } = documentQuerySchema.parse(c.req.query());
      return c.json({ facets: await countFacets(personOf(c), db, { collectionId: idOf(c), query }) });
    });
}
