/* Reviews: tables of documents and questions, their runs, and people's word on their cells. */
import { Hono } from "hono";
import {
  cellChangeSchema,
  columnChangeSchema,
  estimateQuerySchema,
  exportQuerySchema,
  newColumnsSchema,
  newDocumentsSchema,
  newReviewSchema,
  removalSchema,
  reviewChangeSchema,
  reviewListSchema,
  rowsQuerySchema,
  runScopeSchema,
} from "#core/requests/reviews.ts";
import { contentDisposition } from "#core/sources/content-disposition.ts";
import type { Person } from "#core/workspace/policy.ts";
import { changeCell, listRows, undoCellChange } from "#server/data/reviews/review-cells.ts";
import { addColumns, addDocuments, changeColumn, setDocumentRemoved } from "#server/data/reviews/review-parts.ts";
import { changeReview, createReview, getReview, listReviews } from "#server/data/reviews/reviews.ts";
import { exportReview } from "#server/reviews/review-export.ts";
import type { Stet } from "#server/stet.ts";
import { bodyOf, personOf, queryOf } from "./edge.ts";
import type { ApiEnv } from "./context.ts";
import { idOf } from "./runs.ts";

export function reviews(stet: Stet) {
  const { db } = stet;
  /** Other windows, and others in the project, read it again. */
  const changed = async (me: Person, reviewId: string) => {
    const { projectId } = await getReview(me, db, reviewId);
    stet.updates.publish(me.userId, { kind: "review", reviewId, projectId });
  };
  return new Hono<ApiEnv>()
    .get("/api/reviews", async (c) => c.json(await listReviews(personOf(c), db, reviewListSchema.parse(c.req.query()))))
    .post("/api/reviews", async (c) => {
      const me = personOf(c);
      return c.json({ id: await createReview(me, db, await bodyOf(c, newReviewSchema)) }, 201);
    })
    .get("/api/reviews/:id", async (c) => c.json({ review: await getReview(personOf(c), db, idOf(c)) }))
    .patch("/api/reviews/:id", async (c) => {
      const [me, id, change] = [personOf(c), idOf(c), await bodyOf(c, reviewChangeSchema)];
      await changeReview(me, db, id, change);
      if (change.isRemoved !== true) await changed(me, id);
      return c.json({ success: true });
    })
    .post("/api/reviews/:id/columns", async (c) => {
      const [me, id, { columns }] = [personOf(c), idOf(c), await bodyOf(c, newColumnsSchema)];
      const ids = await addColumns(me, db, id, columns);
      await changed(me, id);
      return c.json({ ids }, 201);
    })
    .patch("/api/reviews/:id/columns/:columnId", async (c) => {
      const [me, id, to] = [personOf(c), idOf(c), await bodyOf(c, columnChangeSchema)];
      await changeColumn(me, db, { reviewId: id, columnId: idOf(c, "columnId"), to });
      await changed(me, id);
      return c.json({ success: true });
    })
    .post("/api/reviews/:id/documents", async (c) => {
      const [me, id, { fileIds }] = [personOf(c), idOf(c), await bodyOf(c, newDocumentsSchema)];
      const added = await addDocuments(me, db, id, fileIds);
      await changed(me, id);
      return c.json({ added });
    })
    .patch("/api/reviews/:id/documents/:documentId", async (c) => {
      const [me, id, { isRemoved }] = [personOf(c), idOf(c), await bodyOf(c, removalSchema)];
      await setDocumentRemoved(me, db, { reviewId: id, id: idOf(c, "documentId"), isRemoved });
      await changed(me, id);
      return c.json({ success: true });
    })
    .get("/api/reviews/:id/rows", async (c) => {
      const { from } = rowsQuerySchema.parse(c.req.query());
      return c.json({ rows: await listRows(personOf(c), db, { reviewId: idOf(c), from }) });
    })
    .get("/api/reviews/:id/estimate", async (c) => {
      const { first } = estimateQuerySchema.parse(c.req.query());
      const scope = first === undefined ? ({ all: true } as const) : { first };
      return c.json(await stet.reviewRuns.estimate(personOf(c), idOf(c), scope));
    })
    .post("/api/reviews/:id/runs", async (c) => {
      const [me, id, scope] = [personOf(c), idOf(c), await bodyOf(c, runScopeSchema)];
      const run = await stet.reviewRuns.start(me, id, scope);
      return c.json({ cells: run?.cells ?? 0 });
    })
    .get("/api/reviews/:id/export", async (c) => {
      const { format } = queryOf(c, exportQuerySchema);
      const { name, type, bytes } = await exportReview(personOf(c), db, idOf(c), format);
      return c.body(bytes, 200, {
        "content-type": type,
        "content-disposition": contentDisposition("attachment", name),
        "cache-control": "private, no-store",
      });
    })
    .put("/api/reviews/:id/cells", async (c) => {
      const [me, id, change] = [personOf(c), idOf(c), await bodyOf(c, cellChangeSchema)];
      const changeId = await changeCell(me, db, id, change);
      await changed(me, id);
      return c.json({ changeId });
    })
    .post("/api/reviews/:id/changes/:changeId/undo", async (c) => {
      const [me, id] = [personOf(c), idOf(c)];
      await undoCellChange(me, db, { reviewId: id, changeId: idOf(c, "changeId") });
      await changed(me, id);
      return c.json({ success: true });
    });
}
